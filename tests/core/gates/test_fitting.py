"""A look changed while the outcome of an act is unknown: whether the change is of the act's kind."""

import pytest

from midcourse.core.gates.fitting import changed_since, is_hearsay, is_of_its_kind
from midcourse.core.model import Skill, Uncertain
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Looked
from tests.support import plan, story, the, tried


def after(skill: str, args: dict, before: str, since: str):
    """An act of which nothing came back, between two looks that show everything."""
    first = Looked(added=(before, "weather(fine)"), covers=("*",))
    acted = (*plan(Act(skill, args, id="s1")), *tried("s1", skill, Uncertain("timeout"), **args))
    return story(first, *acted, Looked(added=(since,), removed=(before,), covers=("*",)), skills=(Skill(skill),), done_when="x")


@pytest.mark.parametrize(
    ("skill", "args", "before", "since", "fits"),
    [
        ("do", {}, "x(1)", "x(2)", True),
        ("pay", {"who": "ann"}, "owes(ann)", "paid(ann)", True),
        ("pay", {"who": "ann"}, "owes(bob)", "paid(bob)", False),
        ("go", {"folder": "docs"}, "at(/home)", "at(/home/docs)", True),
        ("go", {"to": "do"}, "at(/home)", "at(/home/do)", False),
        ("startEngine", {"mode": "START"}, "engine_state(off)", "engine_state(on)", True),
        ("start_engines", {"mode": "START"}, "at(car.engine, off)", "at(car.engine, on)", True),
        ("lock_door", {"by": "me"}, "at(hall.locked, no)", "at(hall.locked, yes)", True),
        ("note_payment", {"who": "ann"}, "due(bob)", "payment(bob)", False),
        ("startEngine", {"mode": "fine"}, "engine_state(off)", "engine_state(on)", False),
        ("startEngine", {"mode": "START"}, "door(open)", "door(shut)", False),
        ("add_stock", {"what": "bolt"}, "stock(nut, 1)", "stock(nut, 2)", False),
        ("pay", {"who": "ann", "amount": 1}, "unread(0)", "unread(1)", False),  # a count of others
        ("pay", {"who": "ann", "now": True}, "lamp(false)", "lamp(true)", False),
        ("pay", {"who": "ann", "amount": 1}, "owes(ann, 2)", "owes(ann, 1)", True),
        ("pay", {"who": "ann", "amount": 75}, "balance(100)", "balance(75)", True),
        ("open_door", {"number": 1}, "shut(1)", "open(1)", True),
    ],
)
def test_a_change_fits_an_act_that_it_names_or_is_called_after(skill, args, before, since, fits):
    run = after(skill, args, before, since)
    assert changed_since(run) == {before, since}
    assert is_of_its_kind(run, the(run.acting.doubt)) is fits


@pytest.mark.parametrize(
    ("since", "hearsay"), [("answer(list_files, b)", True), ("answer(list_files, ann)", False), ("x(2)", False)]
)
def test_answers_of_tools_that_nobody_called_a_look_tell_only_of_what_they_name(since, hearsay):
    run = after("pay", {"who": "ann"}, "x(1)" if since == "x(2)" else "answer(list_files, a)", since)
    assert is_hearsay(run, the(run.acting.doubt)) is hearsay
