"""The tools world: functions as skills and observers, failures with reasons, secrets that stay secret."""

import asyncio
import time
from pathlib import Path
from typing import Literal

import pytest

import midcourse
from midcourse import act, fact, fail, observer, skill
from midcourse.core.errors import TaskError
from midcourse.core.model import Call, Done, Failed, Uncertain
from midcourse.core.run.entries import encode
from midcourse.worlds.secrets import WithSecrets
from midcourse.worlds.tools import ToolsWorld
from tests.support import the, under


@skill(needs="exists({path})", makes="read({path})", risk="harmless", timeout=2)
def read(path: Path, mode: Literal["text", "bytes"] = "text", limit: int | None = None) -> str:
    """Read a file."""
    return f"{path.name}:{mode}:{limit}"


@skill
async def refuse(reason: str) -> None:
    """Say why not."""
    fail(reason, "because")


@skill
def explode(kind: str) -> None:
    """Raise something."""
    raise {
        "perm": PermissionError("no"),
        "file": FileNotFoundError("gone"),
        "slow": TimeoutError("late"),
        "odd": ValueError("odd"),
    }[kind]


def call(world, name, **args):
    return asyncio.run(world.act(Call(name, args)))


def test_functions_become_skills_with_their_signature():
    world = ToolsWorld(read, refuse, explode)
    skills = {s.name: s for s in asyncio.run(world.skills())}
    assert skills["read"].signature() == "read(path: str, mode: choice = …, limit: int | none = …)"
    assert skills["read"].repeatable and not skills["refuse"].repeatable
    assert skills["read"].doc == "Read a file."


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({}, "the argument 'path' is missing; the call is read("),
        ({"path": "a", "lmit": 1}, "no argument 'lmit'; did you mean limit"),
    ],
)
def test_wrong_arguments_are_told_with_the_valid_signature(args, said):
    result = call(ToolsWorld(read), "read", **args)
    assert isinstance(result, Failed) and result.reason == "bad_arguments" and said in result.detail


def test_a_value_that_does_not_fit_its_hint_reaches_the_function_as_it_is():
    assert call(ToolsWorld(read), "read", path="a", limit="x") == Done("a:text:x"), "a hint may be wrong; the function decides"


def test_exceptions_are_failures_with_a_reason():
    world = ToolsWorld(read, refuse, explode)
    assert call(world, "read", path="a.txt") == Done("a.txt:text:None")
    assert call(world, "refuse", reason="object_not_found") == Failed("object_not_found", "because")
    assert the(call(world, "explode", kind="perm"), Failed).reason == "permission"
    assert the(call(world, "explode", kind="file"), Failed).reason == "file_not_found"
    assert the(call(world, "explode", kind="slow"), Uncertain).reason == "timeout"
    odd = call(world, "explode", kind="odd")
    assert (the(odd, Failed).reason, the(odd, Failed).detail, the(odd, Failed).clean) == ("value", "odd", False)
    assert "did you mean read" in the(call(world, "raed"), Failed).detail


def test_no_answer_in_time_is_uncertain_and_never_runs_beside_itself(tmp_path):
    book = tmp_path / "book"

    @skill(makes="written", timeout=0.1)
    def slow() -> None:
        time.sleep(0.6)
        with book.open("a") as file:
            file.write("x")

    @observer("written")
    def look():
        return ["written"] if book.exists() else []

    settings = under(backoff=0.3)
    outcome = midcourse.run("write", done_when="written", world=[slow, look], planner=[act("slow")], settings=settings)
    time.sleep(0.7)
    assert outcome.success and book.read_text() == "x"


def test_an_observer_that_fails_leaves_its_facts_unknown_not_false():
    @observer("a(*)")
    def fine():
        return ["a(1)"]

    @observer("b(*)")
    def broken():
        raise OSError("no eyes")

    seen = asyncio.run(ToolsWorld(read, fine, broken).observe())
    assert seen.facts == {"a(1)"} and seen.covers == ("a(*)",) and "no eyes" in seen.stale


def test_objects_and_modules_can_be_worlds_and_others_are_told_so():
    class Office:
        def __init__(self):
            self.box = set()

        @skill(makes="has({thing})", complete=True)
        def put(self, thing: str) -> None:
            self.box.add(thing)

        @observer("has(*)")
        def look(self):
            return [fact("has", t) for t in self.box]

    assert midcourse.run("put", done_when="has(pen)", world=Office(), planner=[act("put", thing="pen")]).success
    with pytest.raises(TaskError, match="none marked"):
        ToolsWorld(object())
    with pytest.raises(TaskError, match="no skill"):
        ToolsWorld(observer("a")(lambda: ["a"]))

    def wrong(x: int) -> None: ...

    with pytest.raises(TaskError, match="speaks of {y}; valid: x"):
        ToolsWorld(skill(makes="did({y})")(wrong))


def test_secrets_reach_the_function_and_nothing_else(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_PASSWORD", "hunter2-xyz")
    used = []

    @skill(makes="logged_in")
    def login(user: str, password: str) -> dict[str, str]:
        used.append(password)
        if len(used) == 1:
            raise ConnectionError(f"could not send {password}")
        return {"echo": f"welcome, your password is {password}"}

    @observer("logged_in", "banner(*)")
    def look():
        return ["logged_in", fact("banner", f"hello {used[-1]}")] if len(used) > 1 else []

    outcome = midcourse.run(
        "log in",
        done_when="logged_in and banner(*)",
        world=[login, look],
        planner=[act("login", user="me", password="secret:PASSWORD")],
        settings=under(backoff=0.01, settle_seconds=0.0),
    )
    assert outcome.success and used == ["hunter2-xyz"] * 2
    journal = b"".join(encode(e) for e in outcome.entries)
    assert b"hunter2" not in journal and b"secret:PASSWORD" in journal


def test_a_missing_secret_is_asked_for_by_name():
    world = WithSecrets(ToolsWorld(refuse), {})
    result = asyncio.run(world.act(Call("refuse", {"reason": "secret:KEY"})))
    assert the(result, Failed).kind == "environment" and "MIDCOURSE_SECRET_KEY" in the(result, Failed).detail


def test_the_idempotency_key_is_the_same_for_the_same_intended_act():
    keys = []

    @skill(makes="done", complete=True)
    def stamp() -> None:
        keys.append(midcourse.current_call().key)

    @observer("done")
    def look():
        return ["done"] if keys else []

    outcome = midcourse.run("stamp", done_when="done", world=[stamp, look], planner=[act("stamp")])
    assert len(keys) == 1 and keys[0].startswith(f"{outcome.run.id}/") and keys[0].endswith("/1")


def test_large_outputs_are_kept_apart_and_given_back_whole():
    seen = []

    @skill
    def fetch() -> str:
        return "x" * 100_000

    @skill(makes="stored", complete=True)
    def keep(text: str) -> None:
        seen.append(text)

    @observer("stored")
    def look():
        return ["stored"] if seen else []

    outcome = midcourse.run(
        "fetch", done_when="stored", world=[fetch, keep, look], planner=[act("fetch", id="f"), act("keep", text="$f")]
    )
    assert outcome.success and len(seen[0]) == 100_000
    assert sum(len(encode(e)) for e in outcome.entries) < 10_000
