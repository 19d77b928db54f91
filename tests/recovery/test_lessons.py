"""Lessons: kept when a fix was seen to work or to harm, found again, tried, put aside."""

import asyncio
import json
import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from midcourse.core.errors import BadInput, TaskError
from midcourse.core.history.lessons import HALF_LIFE, Found, Lesson, counted, lower_bound, may_be_tried, worth
from midcourse.core.history.situations import Situation, shape_of
from midcourse.core.model import Failed, Parameter, Skill
from midcourse.core.plans.edits import Insert
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.events import Learned, Planned, Recalled
from midcourse.director.parts import Parts
from midcourse.recovery import vectors
from midcourse.recovery.lessons import SqliteLessons
from midcourse.testing import DictMemory, Died, SymbolicWorld
from tests.support import Lab, lab, the, under

DOOR = Parameter("door", "str")
SKILLS = [
    Skill("open", parameters=(DOOR,), makes="opened({door})"),
    Skill("oil", parameters=(DOOR,), makes="oiled({door})", repeatable=True),
    Skill("knock", parameters=(DOOR,), makes="knocked({door})", repeatable=True),
]


class Rusty(SymbolicWorld):
    """A door opens once it is oiled; no contract says so."""

    cure = "oiled"

    async def act(self, call):
        door = call.args["door"]
        if call.skill == "open" and f"{self.cure}({door})" not in self.truth:
            self.calls.append(call)
            return Failed("object_not_found", f"the hinge of {door} does not move (code {len(door)}{len(self.calls)})")
        return await super().act(call)


class Groping:
    """Opens; when that fails, knocks first; then oils first. Two replans to the cure."""

    def __init__(self, door):
        self._door, self.calls = door, 0

    async def plan(self, request):
        self.calls += 1
        door = {"door": self._door}
        ways = [way for way, made in (("knock", "knocked"), ("oil", "oiled")) if f"{made}({self._door})" not in request.facts]
        first = [Act(ways[0], door)] if request.attempts and ways else []
        return Draft((*first, Act("open", door)))


class Remembering(Lab):
    memory = None

    def director(self):
        made = super().director()
        old = made.parts
        made.parts = Parts(
            old.world, old.planner, old.judge, old.approver, old.journal, old.inbox, old.blobs, old.clock, memory=self.memory
        )
        return made


def visit(memory, door, world=Rusty, run_id="r1", settings=under(backoff=0.0), deaths=False):  # noqa: B008
    inner = world(SKILLS)
    plain = lab(inner, Groping(door), f"opened({door})", settings=settings)
    made = Remembering(plain.world, plain.planner, plain.task, plain.settings, run_id=run_id)
    made.memory = memory
    return made.run(), made


def test_the_second_encounter_needs_no_second_plan():
    memory = DictMemory()
    first, made = visit(memory, "front", run_id="r1")
    assert the(first.ending).success and made.planner.calls == 3
    kept = {type(the(e.event.lesson).edit).__name__ + str(e.event.helped) for e in made.entries if isinstance(e.event, Learned)}
    assert kept == {"InsertFalse", "InsertTrue"}, "knocking was seen not to help, oiling to help"
    second, made = visit(memory, "garden", run_id="r2")
    assert the(second.ending).success and made.planner.calls == 1, "another door, other numbers in the message: the same fix"
    plan = [e.event.plan for e in made.entries if isinstance(e.event, Planned)][-1]
    assert plan.author.startswith("lesson ") and plan.steps[0] == Act("oil", {"door": "garden"}, id="s2")
    good = next(k for k in memory.lessons.values() if not k.quarantined)
    assert (good.helped, good.harmed) == (2.0, 0.0)


def test_a_lesson_that_harms_is_put_aside_after_one_harm_and_the_task_still_succeeds():
    class Painted(Rusty):
        cure = "knocked"  # looks the same, needs something else

    memory = DictMemory()
    visit(memory, "front", run_id="r1")
    run, made = visit(memory, "cellar", world=Painted, run_id="r2")
    assert the(run.ending).success
    oiling = next(k for k in memory.lessons.values() if k.edit == Insert((Act("oil", {"door": "{door}"}),)))
    assert oiling.quarantined and oiling.harmed == 1.0
    assert sum(isinstance(e.event, Planned) and e.event.plan.author.startswith("lesson") for e in made.entries) == 1


@pytest.mark.parametrize(("how", "calls", "told"), [("use", 1, True), ("tell", 3, True), ("off", 3, False)])
def test_lessons_may_be_told_only_or_left_alone(how, calls, told):
    memory = DictMemory()
    visit(memory, "front")
    run, made = visit(memory, "back", run_id="r2", settings=under(backoff=0.0, lessons=how))
    assert the(run.ending).success and made.planner.calls == calls
    assert any(isinstance(e.event, Recalled) for e in made.entries) == told


def test_the_scope_of_what_is_learned_is_a_setting():
    memory = DictMemory()
    visit(memory, "front", settings=under(backoff=0.0, scope="agent"))
    assert {k.scope for k in memory.lessons.values()} == {"agent"} and {k.agent for k in memory.lessons.values()} == {"agent"}


def test_a_crash_around_learning_counts_once():
    class Dying(DictMemory):
        died = False

        async def learn(self, lesson, helped, trial, now):
            await super().learn(lesson, helped, trial, now)
            if helped and not self.died:
                self.died = True
                raise Died("just after it was kept")

    memory = Dying()
    run, _ = visit(memory, "front")
    assert the(run.ending).success and memory.died
    assert [k.helped for k in memory.lessons.values() if k.helped] == [1.0]


def test_a_memory_that_is_broken_costs_nothing():
    class Broken:
        async def recall(self, *_):
            raise OSError("the disk is gone")

        async def learn(self, *_):
            raise OSError("the disk is gone")

    run, made = visit(Broken(), "front")
    assert the(run.ending).success and made.planner.calls == 3
    assert any(isinstance(e.event, Learned) and "could not be kept" in e.event.detail for e in made.entries)


# --- how far a lesson may be relied on ------------------------------------------------------------------------------

HERE = Situation("open", "not_found", "no <name>", {"a": "1"}, "w", "changed")
LESSON = Lesson(HERE, Insert((Act("oil"),)))


@given(st.floats(0, 50), st.floats(0, 50))
def test_the_bound_lies_below_the_rate_and_grows_with_evidence(helped, harmed):
    bound = lower_bound(helped, harmed)
    assert 0.0 <= bound <= 1.0
    if helped + harmed > 0:
        assert bound <= helped / (helped + harmed) + 1e-9
        assert lower_bound(helped * 4, harmed * 4) >= bound - 1e-9


def test_one_success_is_enough_to_try_and_one_harm_to_stop():
    once = counted(LESSON, True, "a", 0.0)
    assert may_be_tried(Found(once, "exact"), 0.0) and may_be_tried(Found(once, "bare"), 0.0)
    assert not may_be_tried(Found(counted(once, False, "b", 1.0), "exact"), 1.0)
    assert not may_be_tried(Found(LESSON, "exact"), 0.0), "nothing was seen yet"


def test_what_comes_from_elsewhere_fades_too_whatever_date_it_bears():
    foreign = replace(LESSON, helped=9.0, at=1e11, foreign=True)
    mine = counted(foreign, True, "r1/2", 1e9)
    assert (mine.at, mine.helped, mine.foreign) == (1e9, 1.0, False)
    assert not may_be_tried(Found(mine, "exact"), 1e9 + 20 * HALF_LIFE)


def test_what_was_seen_fades():
    once = counted(LESSON, True, "a", 0.0)
    later = [worth(Found(once, "exact"), HALF_LIFE * n) for n in range(4)]
    assert later == sorted(later, reverse=True) and later[3] < later[0] / 2
    assert not may_be_tried(Found(once, "exact"), 4 * HALF_LIFE)


def test_names_numbers_and_places_are_no_part_of_a_situation():
    assert shape_of("no file '/a/b.txt' on line 7") == shape_of("no file '/c.log' on line 12")
    assert shape_of("door d7 is stuck", ("d7",)) == shape_of("door cellar is stuck", ("cellar",))
    assert shape_of("a is b") != shape_of("a is c")


# --- the file -----------------------------------------------------------------------------------------------------------


def store(path, *lessons, embed=None):
    kept = SqliteLessons(path, embed)
    for i, lesson in enumerate(lessons):
        asyncio.run(kept.learn(lesson, True, f"t{i}", 0.0))
    return kept


def test_a_like_situation_is_found_by_its_words(tmp_path):
    lesson = replace(LESSON, situation=Situation("open", "stuck", "the hinge of <name> does not move", {}, "w", "changed"))
    kept = store(tmp_path / "l.db", lesson, replace(LESSON, situation=replace(HERE, shape="quite another thing altogether")))
    near = Situation("open", "stuck", "the hinge of <name> does not move at all", {}, "elsewhere", "changed")
    found = asyncio.run(kept.recall(near, "me", "", 0.0))
    assert [f.lesson.id for f in found] == [lesson.id] and found[0].match == "alike" and 0.5 < found[0].likeness < 1
    far = Situation("open", "stuck", "the hinge of <name> does not move at all", {}, "w", "denied")
    assert not asyncio.run(kept.recall(far, "me", "", 0.0)), "another kind of failure is another situation"


def test_a_like_meaning_is_found_where_vectors_are_installed(tmp_path):
    functions = vectors.load()
    assert functions is not None, "the tests install wordllama"
    said = Situation("fetch", "failed", "the remote server rejected the password", {}, "w", "denied")
    kept = store(tmp_path / "l.db", replace(LESSON, situation=said), embed=functions)
    other = Situation("fetch", "failed", "remote host refused the passphrase", {}, "w", "denied")
    found = asyncio.run(kept.recall(other, "me", "", 0.0))
    assert [f.match for f in found] == ["alike"] and found[0].likeness >= vectors.ENOUGH
    assert not asyncio.run(kept.recall(Situation("sing", "x", "blue bananas dance", {}, "w", "denied"), "me", "", 0.0))


def test_two_processes_may_learn_at_once(tmp_path):
    one, two = SqliteLessons(tmp_path / "l.db"), SqliteLessons(tmp_path / "l.db")
    for i in range(10):
        asyncio.run((one if i % 2 else two).learn(LESSON, True, f"t{i}", 0.0))
    assert [k.helped for k in one.all()] == [10.0] == [k.helped for k in two.all()]


def test_lessons_are_dropped_for_good_and_unknown_ones_are_named(tmp_path):
    kept = store(tmp_path / "l.db", LESSON)
    assert kept.get(LESSON.id[:4]).id == LESSON.id
    with pytest.raises(TaskError, match=f"no lesson 'zzz'; there are {LESSON.id}"):
        kept.get("zzz")
    kept.forget(LESSON.id)
    assert kept.all() == [] and not asyncio.run(kept.recall(HERE, "me", "", 0.0))
    assert kept.put([LESSON, LESSON]) == 1 and json.dumps([k.id for k in kept.all()])


def test_one_memory_serves_several_threads(tmp_path):
    kept = SqliteLessons(tmp_path / "lessons.db")
    assert kept.all() == []
    found = []

    def work(i):
        kept.put([replace(LESSON, situation=replace(HERE, shape=f"shape {'abcd'[i]}"))])
        found.append(len(kept.all()))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(kept.all()) == 4
    kept.close()
    assert len(kept.all()) == 4, "opened again"


def test_a_fork_of_a_process_that_has_the_lessons_open_is_told_so(tmp_path):
    kept = SqliteLessons(tmp_path / "lessons.db")
    kept.all()
    child = os.fork()
    if not child:
        try:
            kept.all()
            os._exit(1)
        except BadInput as error:
            kept.close()
            os._exit(0 if "a fork of it" in str(error) else 2)
        finally:
            os._exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0 and kept.all() == []
