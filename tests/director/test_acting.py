"""Looking and acting, with whatever goes wrong turned into events."""

import asyncio
import time

import pytest

from midcourse import act as shorthand
from midcourse import run
from midcourse.core.errors import JournalError, TaskError
from midcourse.core.model import Done, Failed, Observation, Parameter, Skill, Uncertain
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Acted, Intended, Interrupted, Looked, NotSeen
from midcourse.director import acting
from midcourse.director.acting import LARGE, act, look
from midcourse.engine.blobs import FolderBlobs, MemoryBlobs
from midcourse.testing import SymbolicWorld
from tests.director.writing import in_a_run, parts
from tests.patience import patient
from tests.support import A, B, plan, the


class World(SymbolicWorld):
    """Shows and answers as it is told; an exception is raised."""

    def __init__(self, *, shows=None, answers=None, skill=A):
        super().__init__([skill, B])
        self.shows, self.answers, self.got = shows, answers, []

    async def observe(self):
        if isinstance(self.shows, Exception):
            raise self.shows
        return self.shows if self.shows is not None else await super().observe()

    async def act(self, call):
        self.got.append(call)
        answer = self.answers() if callable(self.answers) else self.answers
        if asyncio.iscoroutine(answer):
            answer = await answer
        if isinstance(answer, BaseException):
            raise answer
        return answer


def last_event(made, do, **settings):
    async def tell(log, why):
        await do(log, why)
        await log.save()
        return (await made.journal.read("r"))[-1].event

    return in_a_run(made, tell, **settings)


def looked(shows, **settings):
    made = parts(world=World(shows=shows))
    return last_event(made, lambda log, why: look(made, log, why), **settings)


def acted(answers, skill=A, args=None):
    made = parts(world=World(answers=answers, skill=skill))
    args = args or {}

    async def do(log, why):
        for event in plan(Act("a", args, id="s1")):
            log.record(event)
        await act(made, log, Intended("s1", "a", args, "", act_digest("a", args, "", {}), 1), why)

    return the(last_event(made, do), Acted), made


def test_a_look_is_written_as_what_came_and_went():
    event = the(looked(Observation(frozenset({"p"}), ("p", "q"), source="a lamp")), Looked)
    assert (event.added, event.covers, event.source) == (("p",), ("p", "q"), "a lamp")


def test_a_picture_is_kept_apart_and_named():
    made = parts(world=World(shows=Observation(picture=b"png")))
    event = the(last_event(made, lambda log, why: look(made, log, why)), Looked)
    assert asyncio.run(made.blobs.get(event.picture)) == b"png"


@pytest.mark.parametrize("shows", [OSError("no light"), Observation(covers=["*"])])  # type: ignore[arg-type]
def test_a_world_that_cannot_be_seen_is_a_finding(shows):
    event = the(looked(shows), NotSeen)
    assert type(shows).__name__ in event.detail or "covers" in event.detail


def test_a_look_that_hangs_is_given_up_with_its_limit():
    class Dark(World):
        async def observe(self):
            await asyncio.sleep(60)

    made = parts(world=Dark())
    event = last_event(made, lambda log, why: look(made, log, why), look_seconds=0.05)
    assert "no look within 0.05 seconds" in the(event, NotSeen).detail


def test_a_look_after_the_time_of_the_run_is_given_no_more_than_a_last_look(monkeypatch):
    monkeypatch.setattr(acting, "LAST_LOOK", 0.05)

    class Dark(World):
        async def observe(self):
            await asyncio.sleep(60)

    made = parts(world=Dark())

    async def do(log, why):
        await made.clock.sleep(30.0)
        await look(made, log, why)

    event = last_event(made, do, max_seconds=25, look_seconds=25)
    assert "no look within 0.05 seconds" in the(event, NotSeen).detail


def test_a_world_that_is_wrongly_made_stops_the_run_before_anything_is_done():
    made = parts(world=World(shows={"p"}))

    async def tell(log, why):
        with pytest.raises(TaskError, match="observe"):
            await look(made, log, why)
        return (await made.journal.read("r"))[-1].event

    assert isinstance(in_a_run(made, tell), Interrupted)


def test_nothing_is_begun_before_its_intent_is_kept():
    kept = []
    made = parts()

    class Watched(World):
        async def act(self, call):
            kept.extend(e.event for e in await made.journal.read("r"))
            return Done()

    made = parts(world=Watched(), journal=made.journal, inbox=made.inbox)

    async def do(log, why):
        for event in plan(Act("a", id="s1")):
            log.record(event)
        await act(made, log, Intended("s1", "a", {}, "", "d", 1), why)

    last_event(made, do)
    assert isinstance(kept[-1], Intended)


@pytest.mark.parametrize(
    ("answers", "result"),
    [
        (Done("out"), Done("out")),
        (Failed("busy", "later"), Failed("busy", "later")),
        (TimeoutError(), Uncertain("timeout", "no answer in 60 seconds")),
        (lambda: asyncio.sleep(60), Uncertain("timeout", "no answer in 0.05 seconds")),
        (asyncio.CancelledError("enough"), Failed("cancelled", "enough", clean=False)),
        (KeyError("door"), Failed("key", "'door'", clean=False, error="builtins.KeyError")),
    ],
)
def test_whatever_a_world_answers_or_raises_is_a_result(answers, result):
    event, _ = acted(answers, Skill("a", makes="p", timeout=0.05) if callable(answers) else A)
    found = event.result
    if isinstance(result, Failed) and isinstance(found, Failed):
        assert (found.detail, found.clean) == (result.detail, result.clean)
        assert found.reason.startswith(result.reason)
    else:
        assert found == result


def test_an_odd_answer_is_a_failure_that_may_have_happened():
    event, _ = acted("done")
    assert the(event.result, Failed).reason == "bad_result" and not the(event.result, Failed).clean


def test_a_large_output_is_kept_apart_and_a_small_one_as_a_replay_will_read_it():
    event, made = acted(Done("x" * LARGE))
    [name] = event.blobs
    assert event.result == Done(f"blob:{name}") and len(asyncio.run(made.blobs.get(name))) == LARGE + 2
    small, _ = acted(Done((1, 2)))
    assert small.result == Done([1, 2]) and small.blobs == ()


def test_the_call_carries_the_key_the_limit_and_the_secrets_that_its_step_names():
    _, made = acted(Done(), Skill("a", parameters=(Parameter("code", "str"),), timeout=7.0), {"code": "secret:PIN"})
    [call] = the(made.world, World).got
    assert (call.skill, call.args, call.timeout, set(call.secrets)) == ("a", {"code": "secret:PIN"}, 7.0, {"PIN"})


def test_a_picture_that_cannot_be_kept_stops_the_run_and_is_not_blamed_on_the_world(tmp_path):
    (tmp_path / "blobs").write_text("no folder")
    world = World(shows=Observation(frozenset(), covers=("*",), picture=b"picture"))
    made = parts(world=world, blobs=FolderBlobs(tmp_path / "blobs"))

    async def tell(log, why):
        with pytest.raises(JournalError, match=r"cannot keep a blob in .*blobs"):
            await look(made, log, why)
        return log.run.seq

    assert in_a_run(made, tell) == 1


def test_a_store_that_does_not_say_that_a_picture_is_kept_is_not_waited_for_for_ever(monkeypatch):
    class Silent(MemoryBlobs):
        async def put(self, data):
            await asyncio.sleep(3600)

    monkeypatch.setattr(acting, "KEEPING", 0.05)
    made = parts(world=World(shows=Observation(frozenset(), covers=("*",), picture=b"picture")), blobs=Silent())

    async def tell(log, why):
        with pytest.raises(JournalError, match=r"not kept within 0\.05 seconds"):
            await look(made, log, why)

    in_a_run(made, tell)


@pytest.mark.parametrize("silent", [False, True])
def test_an_act_whose_argument_cannot_be_brought_back_was_not_begun(silent, monkeypatch):
    class Lost(MemoryBlobs):
        async def get(self, name):
            await asyncio.sleep(3600 if silent else 0)
            return await super().get("0" * 64)

    read = []

    def letter():
        return "x" * (LARGE + 1)

    def send(text: str):
        read.append(text)

    monkeypatch.setattr(acting, "KEEPING", 0.05)
    steps = [shorthand("letter", id="l"), shorthand("send", text="$l")]
    outcome = run("send it", world=[letter, send], planner=steps, blobs=Lost())
    failed = [e.event.result for e in outcome.entries if isinstance(e.event, Acted) and isinstance(e.event.result, Failed)]
    assert not read and outcome.waiting_for is None, "nobody is asked whether it happened"
    assert {(f.reason, f.clean) for f in failed} == {("missing_dependency", True)}


def test_an_act_gets_no_more_time_than_the_run_has_left():
    made = parts(world=World(answers=lambda: asyncio.sleep(60), skill=Skill("a", makes="p", timeout=600.0)))

    async def do(log, why):
        for event in plan(Act("a", {}, id="s1")):
            log.record(event)
        await act(made, log, Intended("s1", "a", {}, "", act_digest("a", {}, "", {}), 1), why)

    began = time.monotonic()
    event = the(last_event(made, do, max_seconds=1.5), Acted)
    assert isinstance(event.result, Uncertain) and time.monotonic() - began < patient(10)


class Endless:
    """Never says what it is."""

    def __str__(self):
        while True:
            time.sleep(0.01)


class Wrong:
    """Cannot say what it is."""

    def __str__(self):
        raise ValueError("no")


def test_an_output_that_never_says_what_it_is_ends_with_the_act():
    event, _ = acted(lambda: Done(Endless()), Skill("a", makes="p", timeout=0.5))
    assert event.result == Done("<Endless that cannot be written>")


def test_an_output_that_cannot_say_what_it_is_is_named():
    assert acted(Done({"x": Wrong()}))[0].result == Done("<dict that cannot be written>")
