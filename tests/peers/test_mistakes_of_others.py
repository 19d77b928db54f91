"""Thirteen mistakes found in the sources of other systems, each with a test that would catch it here."""

import asyncio
from importlib import import_module

import pytest

from midcourse.core import policy
from midcourse.core.model import Constraint, Failed, Skill, Task
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.events import Ended, Flagged, Intended, Planned, PlanRefused, PlanRequested
from midcourse.core.run.groups import field_places
from midcourse.core.run.settings import Settings
from midcourse.inputs.settings_text import override
from midcourse.interfaces.render import history, sentence
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import Chaos, Mix, SymbolicWorld
from tests.support import lab, the, under


class Ear:
    """A planner that keeps what it was told."""

    def __init__(self, *plans: list) -> None:
        self._script = ScriptedPlanner(*plans)
        self.requests: list = []

    async def plan(self, request):
        self.requests.append(request)
        return await self._script.plan(request)


def two(**broken: Failed) -> SymbolicWorld:
    skills = [Skill("a", makes="p", complete=True), Skill("b", makes="q", complete=True), Skill("c", makes="q", complete=True)]
    return SymbolicWorld(skills, broken=broken)


def test_d1_the_evidence_is_there_when_the_planner_is_asked_again():
    ear = Ear([Act("a"), Act("b")], [Act("c")])
    run = lab(two(b=Failed("unreachable", "the wall")), ear, "p and q").run()
    assert the(run.ending).success
    assert ear.requests[1].attempts[0].detail == "the wall"
    assert ear.requests[1].progress.done and ear.requests[1].facts == {"p"}


def test_d2_after_a_replan_the_count_of_standstill_begins_anew():
    class Treadmill(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            from midcourse.core.model import Done

            return Done()

    class Pusher:
        async def plan(self, request):
            return Draft((Act("push"), Replan("again")))

    world = Treadmill([Skill("push", risk="reversible", repeatable=True)])
    made = lab(world, Pusher(), "never_true", settings=under(stuck_after=3))
    run = made.run()
    flagged = next(e.seq for e in made.entries if isinstance(e.event, Flagged))
    acts = [e.seq for e in made.entries if isinstance(e.event, Intended)]
    before, after = [s for s in acts if s < flagged], [s for s in acts if s > flagged]
    assert the(run.ending).final_reason == "stuck"
    assert len(before) == len(after) == 5, "the second alarm needs as much proof as the first"


def test_d3_a_bad_answer_is_really_asked_for_again():
    ear = Ear(*([Act(f"no_such_skill_{i}")] for i in range(9)))
    run = lab(two(), ear, "p").run()
    assert len(ear.requests) == 1 + Settings().patience.objections
    assert [len(r.objections) for r in ear.requests] == [0, 1, 2]
    assert the(run.ending).final_reason == "planner_failed"
    stubborn = Ear([Act("no_such_skill")])
    assert the(lab(two(), stubborn, "p").run().ending).final_reason == "planner_failed"
    assert [len(r.objections) for r in stubborn.requests] == [0, 1]  # the same answer again is enough


def test_d4_no_guard_is_inert_every_setting_is_read_by_the_engine():
    import inspect
    import pkgutil

    from midcourse import director
    from midcourse.core import evolve as evolving
    from midcourse.core.gates import gateway
    from midcourse.core.run import budget, state

    folders = (policy, evolving, director)
    inner = [import_module(f"{f.__name__}.{m.name}") for f in folders for m in pkgutil.iter_modules(f.__path__)]
    modules = (budget, gateway, state, *folders, *inner)
    source = "".join(inspect.getsource(m) for m in modules)
    for name, (group, field) in field_places(Settings).items():
        assert f"{group or 'settings'}.{field.name}" in source, f"nothing reads {name}"


def test_d4_a_constraint_stops_the_act_it_forbids():
    world = two()
    made = lab(world, ScriptedPlanner([Act("a"), Act("b")]), "p and q")
    made.task = Task("goal", "p and q", constraints=(Constraint("never b", "b"),))
    run = made.run()
    assert the(run.ending).final_reason == "denied" and not world.calls


def test_d5_no_sentence_has_a_hole_that_nobody_filled():
    chaos = Chaos(two(b=Failed("unreachable", "wall")), Mix(fail=0.3, late=0.2, lie=0.2, undo=0.2, irrelevant=0.5), 5)
    made = lab(chaos, SearchPlanner(), "p and q", settings=under(backoff=0.01, max_replans=9))
    made.run()
    for entry, run in history(made.entries):
        text = sentence(entry, run)
        assert text and "{" not in text and "None" not in text, text


def test_d6_a_planner_that_numbers_from_one_again_clashes_with_nothing():
    first = [Act("a", id="1"), Act("b", id="2")]
    second = [Act("c", id="1")]
    world = two(b=Failed("unreachable", "wall"))
    made = lab(world, ScriptedPlanner(first, second), "p and q")
    run = made.run()
    assert the(run.ending).success
    assert [c.skill for c in world.done] == ["a", "c"], "each ran once, under an id of its own"
    assert run.work.records["s1"].state == "confirmed" and run.work.records["s3"].state == "confirmed"


def test_d7_a_failed_step_is_never_done_and_a_broken_judge_is_no_success():
    world = two(a=Failed("unreachable", "wall"))
    run = lab(world, ScriptedPlanner([Act("a")]), "p").run()
    assert not the(run.ending).success and "s1" not in the(run.ending).fates.confirmed

    class Broken:
        async def assess(self, case):
            raise RuntimeError("no judge today")

    made = lab(two(), ScriptedPlanner([Act("a")]), "")
    director = made.director()
    director.parts = type(director.parts)(
        **{**{f: getattr(director.parts, f) for f in director.parts.__slots__}, "judge": Broken()}
    )
    run = asyncio.run(director.start("r9", made.task, made.settings))
    assert not the(run.ending).success and "the judge broke off" in the(run.ending).final_detail


def test_d7_the_word_replan_in_a_text_of_the_world_triggers_nothing():
    world = SymbolicWorld([Skill("a", makes="p", complete=True), Skill("b", makes="says(please replan)", complete=True)])
    made = lab(world, ScriptedPlanner([Act("b"), Act("a")]), "p")
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1


@pytest.mark.parametrize("when", ["validity", "on-error", "every-step"])
def test_d8_a_cap_of_zero_ends_the_run_and_asks_nobody(when):
    world = two(a=Failed("unreachable", "wall"))
    made = lab(world, ScriptedPlanner([Act("a")]), "p", settings=under(replan=when, max_replans=0))
    run = made.run()
    assert the(run.ending).final_reason == "replan_exhausted"
    assert sum(isinstance(e.event, PlanRequested) for e in made.entries) == 1
    assert isinstance(made.entries[-1].event, Ended)


def test_d9_success_of_another_step_does_not_reset_a_failure_count():
    world = two(b=Failed("unavailable", "busy"))
    plan = [Act("a"), Act("b")]
    run = lab(world, ScriptedPlanner(plan), "p and q", settings=under(retries=2, backoff=0.01)).run()
    assert sum(c.skill == "b" for c in world.calls) == 3, "one try and two retries in all, whatever worked beside it"
    assert not the(run.ending).success


def test_d10_other_words_around_the_same_act_do_not_make_it_another_act():
    world = two(b=Failed("unreachable", "wall"))
    plans = [Draft((Act("b", id=f"x{i}"),), why=f"this time I feel better about it ({i})", author=f"me{i}") for i in range(5)]
    made = lab(world, ScriptedPlanner(*plans), "q")
    run = made.run()
    assert len(world.calls) == 1 and the(run.ending).final_reason == "structural"
    assert [e.event.objection.kind for e in made.entries if isinstance(e.event, PlanRefused)] == ["repeats"]


def test_d11_a_limit_can_be_lowered():
    assert override(under(max_replans=5), {"max_replans": "1"}).limits.max_replans == 1
    assert override(Settings(), {"max_steps": "0"}).limits.max_steps == 0


def test_d12_a_transient_failure_is_really_retried():
    world = Chaos(two(), Mix(fail=1.0, most=2), 1)
    made = lab(world, ScriptedPlanner([Act("a")]), "p", settings=under(backoff=0.01))
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1
    assert [e.event.attempt for e in made.entries if isinstance(e.event, Intended)] == [1, 2, 3]


def test_d13_replaced_plans_are_kept_and_done_steps_cannot_be_overwritten():
    first = [Act("a", id="s1"), Act("b", id="s2")]
    second = [Act("c", id="s1")]
    made = lab(two(b=Failed("unreachable", "wall")), ScriptedPlanner(first, second), "p and q")
    run = made.run()
    assert [p.version for p in run.work.plans] == [1, 2]
    assert [p.version for p in (e.event.plan for e in made.entries if isinstance(e.event, Planned))] == [1, 2]
    assert the(run.work.records["s1"].step, Act).skill == "a" and run.work.records["s1"].state == "confirmed"


def test_a_replan_step_in_a_world_as_expected_keeps_the_plan():
    made = lab(two(), ScriptedPlanner([Act("a"), Replan("look"), Act("b")]), "p and q")
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1


def test_waiting_for_something_slow_is_not_stuck():
    class Slow(SymbolicWorld):
        polls = 0

        async def act(self, call):
            self.polls += call.skill == "poll"
            if self.polls > 8:
                self.truth.add("ready")
            return await super().act(call)

    world = Slow([Skill("poll", risk="harmless", repeatable=True), Skill("take", needs="ready", makes="taken", complete=True)])
    made = lab(world, ScriptedPlanner([Act("poll")] * 10 + [Act("take")]), "taken")
    assert the(made.run().ending).success
