"""Values that functions take and give in ordinary days: models, dataclasses, arrays, views. None is handed on as its mere text."""

import asyncio
from array import array
from collections import ChainMap, deque
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from midcourse import Call, Done, ToolsWorld, act, run
from midcourse.core.gates.checks import as_json
from midcourse.worlds.error_values import ErrorValue, error_in
from midcourse.worlds.secrets import WithSecrets


class Line(BaseModel):
    item: str
    count: int = 1


class Order(BaseModel):
    id: str
    lines: list[Line] = []


class Reply(BaseModel):
    success: bool = True
    error: str | None = None


@dataclass
class Told:
    ok: bool = True
    message: str = ""


class Row(Sequence):
    def __getitem__(self, place):
        return (1, 2)[place]

    def __len__(self):
        return 2


class Proxy:
    """Has an answer to every name, as a client of a remote service has."""

    def __getattr__(self, name):
        raise AssertionError(f"nobody asked the service for {name}")

    def __str__(self):
        return "a client"


ORDER = Order(id="A1", lines=[Line(item="hat")])


def test_a_model_that_one_function_gives_reaches_the_next_with_its_fields():
    got = []

    def make() -> Order:
        return ORDER

    def ship(order: Order, first: Line, id: str, count: int) -> None:
        got.extend((order, first, id, count))

    given = {"order": "$made", "first": "$made.lines.0", "id": "$made.id", "count": "$made.lines.0.count"}
    outcome = run("ship it", world=[make, ship], planner=[act("make", id="made"), act("ship", given)])
    assert outcome.verdict == "done_unproven" and got == [ORDER, ORDER.lines[0], "A1", 1]


def test_what_a_model_cannot_read_reaches_the_function_as_it_was_given():
    got = []

    def ship(order: Order) -> None:
        got.append(order)

    run("ship it", world=[ship], planner=[act("ship", order={"number": 5})])
    assert got == [{"number": 5}], "a hint may be wrong: the function itself says what it cannot use"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (ORDER, b'{"id":"A1","lines":[{"item":"hat","count":1}]}'),
        ({"all": [ORDER]}, b'{"all":[{"id":"A1","lines":[{"item":"hat","count":1}]}]}'),
        (array("i", [1, 2]), b"[1,2]"),
        (range(3), b"[0,1,2]"),
        ({"a": 1}.keys(), b'["a"]'),
        ({"a": 1}.values(), b"[1]"),
        (deque([1]), b"[1]"),
        (Row(), b"[1,2]"),
        (ChainMap({"a": 1}), b'{"a":1}'),
        (Proxy(), b'"a client"'),
        (Order, b"\"<class 'tests.worlds.test_values_of_functions.Order'>\""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_json_does_not_know_is_written_with_its_parts(value, written):
    assert as_json(value) == written


def test_a_secret_inside_a_model_is_hidden_and_the_rest_of_it_is_kept():
    def sign_in(password: str) -> Order:
        return Order(id=f"for {password}", lines=[Line(item="hat")])

    world = WithSecrets(ToolsWorld(sign_in), {"BANK": "open-sesame"})
    told = asyncio.run(world.act(Call("sign_in", {"password": "secret:BANK"})))
    assert isinstance(told, Done) and told.output == {"id": "for secret:BANK", "lines": [{"item": "hat", "count": 1}]}


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (Reply(success=False, error="no such order"), ErrorValue("no such order")),
        (Told(ok=False, message="no such order"), ErrorValue("no such order")),
        (Reply(), None),
        (Told(message="done"), None),
        (ORDER, None),
        (Reply, None),
        (Told, None),
    ],
)
def test_a_model_or_dataclass_that_says_it_did_not_work_is_a_failure_as_a_mapping_is(answer, found):
    assert error_in(answer) == found
