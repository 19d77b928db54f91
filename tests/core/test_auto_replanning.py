"""Every AUTO_REPLANNING setting, with a test that fails when it is ignored; and the one check that all triggers go through."""

import asyncio
from typing import Any

import pytest

from midcourse.core.model import Failed, Parameter, Skill, Task
from midcourse.core.people.messages import Answer
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.events import Asked, Planned, PlanRequested, Waited
from midcourse.core.run.life import life
from midcourse.core.run.settings import Settings
from midcourse.engine.memory import MemoryStore
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, ScriptedPeople, SymbolicWorld
from tests.support import lab, the, under


class Ever(SymbolicWorld):
    """A world in which every way fails, each for a reason of its own that another plan might get round."""

    def __init__(self, ways=20, reason="object_not_found", **more):
        super().__init__([Skill(f"way{i}", makes="there", complete=True, **more) for i in range(ways)])
        self.reason = reason

    async def act(self, call):
        self.calls.append(call)
        return Failed(self.reason, f"no luck with {call.skill}")


class NextWay:
    """Tries one way after the other."""

    async def plan(self, request):
        return Draft((Act(f"way{len({a.skill for a in request.attempts})}"),))


def hopeless(people=None, world=None, **settings):
    made = lab(world or Ever(), NextWay(), "there", approver=people or ScriptedPeople([None]))
    made.settings = under(backoff=0.01, **{"max_replans": 15, **settings})
    return made


def asked(made, kind="replan"):
    return [e.event.question for e in made.entries if isinstance(e.event, Asked) and e.event.question.kind == kind]


def replans(made):
    return sum(isinstance(e.event, PlanRequested) and e.event.purpose == "replan" for e in made.entries)


# --- the settings -------------------------------------------------------------------------------------------------


def test_off_a_person_must_agree_to_every_replan():
    made = hopeless(enable_auto_replanning=False)
    run = made.run()
    assert run.people.question is not None and run.people.question.kind == "replan" and replans(made) == 0
    assert "Automatic replanning is off" in run.people.question.text

    made = hopeless(AnswersAll(True), enable_auto_replanning=False, max_questions=4)
    made.run()
    assert replans(made) == 4 and len(asked(made)) == 4


@pytest.mark.parametrize("most", [1, 2, 4])
def test_the_most_attempts_count_failed_replans(most):
    made = hopeless(auto_replanning_max_attempts=most)
    run = made.run()
    assert run.people.question is not None and replans(made) == most
    assert f"{most} replans of this task brought nothing" in run.people.question.text


def test_people_are_asked_at_the_smaller_of_the_two_limits():
    made = hopeless(auto_replanning_max_attempts=9, auto_replanning_require_human_intervention_after=2)
    assert made.run().people.question is not None and replans(made) == 2


def test_the_interval_lies_between_replans_for_the_same_failure_and_grows():
    class SameSkill(Ever):
        def __init__(self):
            super().__init__(0)
            self._skills = {"try": Skill("try", makes="there", complete=True, parameters=(Parameter("n", "int"),))}

    class Again:
        async def plan(self, request):
            return Draft((Act("try", {"n": request.brief.number}),))

    def pauses(**settings):
        made = lab(SameSkill(), Again(), "there", approver=ScriptedPeople([None]))
        made.settings = under(backoff=0.0, stuck_after=9, **settings)
        made.run()
        return [round(e.event.took, 1) for e in made.entries if isinstance(e.event, Waited) and "replanned" in e.event.why]

    assert pauses() == [5.0, 10.0]
    assert pauses(auto_replanning_min_interval_seconds=0.0) == []
    assert pauses(auto_replanning_min_interval_seconds=2.0) == [2.0, 4.0]


def test_different_failures_need_no_pause():
    made = hopeless()
    made.run()
    assert not [e for e in made.entries if isinstance(e.event, Waited)]


def test_a_planner_may_not_take_longer_than_the_time_limit():
    class Slow:
        async def plan(self, request):
            await asyncio.sleep(30)

    made = lab(SymbolicWorld([Skill("go", makes="there", complete=True)]), Slow(), "there")
    made.settings = under(auto_replanning_timeout_seconds=0.05, retries=0)
    run = made.run()
    assert the(run.ending).final_reason == "planner_unreachable" and "0.05 seconds" in the(run.ending).final_detail


@pytest.mark.parametrize(
    ("flag", "reason", "more"),
    [
        ("auto_replanning_trigger_critical", "missing_dependency", {}),
        ("auto_replanning_trigger_high", "object_not_found", {}),
    ],
)
def test_a_severity_that_is_switched_off_asks_before_it_replans(flag, reason, more):
    def goes_on(**settings):
        made = hopeless(world=Ever(reason=reason, **more), auto_replanning_max_attempts=2, **settings)
        run = made.run()
        assert run.people.question is not None
        return replans(made)

    assert goes_on() == 2
    assert goes_on(**{flag: False}) == 0


def test_what_may_have_happened_and_must_not_happen_twice_is_asked_about_and_not_replanned():
    class Odd(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            return Failed("odd", "something happened", clean=False) if call.skill == "way0" else await super().act(call)

        async def observe(self):
            seen = await super().observe()
            return type(seen)(frozenset(f for f in seen.facts if f != "hidden"), covers=("there",))

    def odd(**settings):
        skills = [Skill("way0", makes="hidden"), Skill("way1", makes="there", complete=True)]
        made = lab(Odd(skills), ScriptedPlanner([Act("way0"), Act("way1")], [Act("way1")]), "there")
        made.approver = ScriptedPeople([None])
        made.settings = under(backoff=0.01, **settings)
        return made.run(), made

    run, made = odd()
    assert run.people.question is not None and "Did way0 (s1) happen?" in run.people.question.text and replans(made) == 0
    run, made = odd(auto_replanning_trigger_medium=True)
    assert run.people.question is not None and run.people.question.kind == "settle" and replans(made) == 0


def test_a_plan_that_takes_too_long_is_replaced_through_the_same_check():
    class Slow(SymbolicWorld):
        async def act(self, call):
            await the(made).clock.sleep(10.0)
            return await super().act(call)

    skills = [Skill(f"s{i}", makes=f"f{i}", complete=True) for i in range(3)]
    planner = ScriptedPlanner([Act("s0"), Act("s1"), Act("s2")])

    def slow(**settings):
        nonlocal made
        made = lab(Slow(skills), planner, "f0 and f1 and f2", approver=ScriptedPeople([None]))
        made.settings = under(**settings)
        return made.run()

    made: Any = None
    assert the(slow().ending).planner_calls == 1
    run = slow(plan_seconds=15.0)
    assert the(run.ending).success and the(run.ending).planner_calls > 1
    assert any(isinstance(e.event, Planned) and e.event.plan.cause.rule == "plan time-out" for e in made.entries)
    run = slow(plan_seconds=15.0, enable_auto_replanning=False)
    assert run.people.question is not None and "plan time-out" in run.people.question.text


def test_a_plan_with_no_steps_and_a_missing_dependency_go_through_the_same_check():
    def empty(**settings):
        made = lab(SymbolicWorld([Skill("go", makes="there", complete=True)]), ScriptedPlanner([], [Act("go")]), "there")
        made.approver = ScriptedPeople([None])
        made.settings = under(**settings)
        return made.run()

    assert the(empty().ending).success
    assert "empty" not in the(empty().ending).final_detail
    held = empty(auto_replanning_trigger_critical=False)
    assert held.people.question is not None and "critical severity" in held.people.question.text

    world = SymbolicWorld([Skill("go", makes="there", complete=True)], broken={"go": Failed("missing_dependency", "no key")})
    made = lab(world, ScriptedPlanner([Act("go")]), "there", approver=ScriptedPeople([None]))
    made.settings = under(auto_replanning_trigger_critical=False)
    run = made.run()
    assert run.people.question is not None and the(the(run.trouble.failure).finding).category == "dependency"


# --- the whole way ------------------------------------------------------------------------------------------------


def test_with_the_defaults_the_run_waits_for_a_person_and_goes_on_after_the_answer_though_all_was_restarted():
    world = Ever()
    made = lab(world, NextWay(), "there", approver=ScriptedPeople([None, None, None]), settings=Settings())
    waiting = made.run()
    assert waiting.ending is None and life(waiting) == "waiting"
    assert (
        the(waiting.people.question).kind == "replan"
        and "3 replans of this task brought nothing, and auto_replanning_max_attempts is 3" in the(waiting.people.question).text
    )
    assert len(world.calls) == 4

    async def later():
        """Another process, with nothing but the store."""
        await made.store.send("r1", Answer(the(waiting.people.question).id, True, "Ann", "try on"))
        return await made.director().resume("r1")

    again = asyncio.run(later())
    assert len(world.calls) == 6 and the(again.ending).final_reason == "replan_exhausted", (
        "the run's own budget of 5 replans ends it"
    )


def test_a_no_ends_the_run_and_nobody_to_ask_counts_as_no():
    run = hopeless(AnswersAll(False)).run()
    assert (
        the(run.ending).final_reason == "replan_exhausted"
        and "a person did not want another plan" in the(run.ending).final_detail
    )

    made = hopeless(ScriptedPeople([None]), question_seconds=60.0)
    made.patient = True
    assert the(made.run().ending).final_reason == "replan_exhausted"


def test_failed_replans_are_counted_over_all_runs_of_the_task_until_one_succeeds():
    store = MemoryStore()

    def once(id, world, settings=under(backoff=0.01, max_replans=2)):  # noqa: B008
        made = lab(world, NextWay(), "there", approver=ScriptedPeople([None]), settings=settings)
        made.store, made.run_id = store, id
        return made.run(), made

    first, _ = once("r1", Ever())
    assert the(first.ending).final_reason == "replan_exhausted" and the(first.ending).afterword.failed_replans == 2
    second, _ = once("r2", Ever())
    assert second.setup.past.failed_replans == 2 and second.people.question is not None, (
        "one more failed replan, and a person is asked"
    )
    third, _ = once("r3", SymbolicWorld([Skill("way0", makes="there", complete=True)]))
    assert the(third.ending).success
    fourth, _ = once("r4", Ever())
    assert fourth.setup.past.failed_replans == 0 and fourth.ending is not None


def test_a_replan_that_brought_the_task_forward_did_not_fail():
    again = Parameter("again", "bool", required=False)
    skills = [Skill(f"way{i}", makes=f"part{i}", complete=True, parameters=(again,)) for i in range(6)]

    class Bumpy(SymbolicWorld):
        async def act(self, call):
            if not call.args:
                return Failed("object_not_found", f"{call.skill} has moved")
            return await super().act(call)

    class Patient:
        async def plan(self, request):
            done = sum(f"part{i}" in request.facts for i in range(6))
            tried = any(a.skill == f"way{done}" for a in request.attempts)
            return Draft((Act(f"way{done}", {"again": True} if tried else {}), Replan()))

    made = lab(Bumpy(skills), Patient(), " and ".join(f"part{i}" for i in range(6)), approver=ScriptedPeople([None]))
    made.settings = under(max_replans=30)
    run = made.run()
    assert run.ending is not None and run.ending.success and run.ending.afterword.failed_replans == 0 and not asked(made)
    assert run.setup.task == Task("the goal", made.task.done_when)


class Passing(SymbolicWorld):
    """`way0` fails as often as told, and nothing was begun."""

    times = 1

    async def act(self, call):
        if call.skill == "way0" and self.times:
            self.times -= 1
            return Failed("odd", "the thumbnail cache is cold", clean=True)
        return await super().act(call)


def passing(times, **settings):
    world = Passing([Skill("way0", makes="here"), Skill("way1", makes="there")])
    world.times = times
    made = lab(world, ScriptedPlanner([Act("way0"), Act("way1")], [Act("way1")]), "there", approver=ScriptedPeople([None]))
    made.settings = under(backoff=0.01, auto_replanning_min_interval_seconds=0.0, **settings)
    return made.run(), made


def test_a_medium_failure_is_tried_again_and_becomes_high_before_it_replans():
    run, made = passing(1)
    assert the(run.ending).success and replans(made) == 0
    run, made = passing(9)
    assert the(run.ending).success and replans(made) == 1
    severities = [a.severity for a in run.history.attempts]
    assert severities == ["medium"] * (len(severities) - 1) + ["high"]
    run, made = passing(9, auto_replanning_trigger_high=False)
    assert the(run.people.question).kind == "replan" and "high severity" in the(run.people.question).text


def test_what_the_limits_say_names_the_setting():
    ending = (
        hopeless(max_replans=2, auto_replanning_max_attempts=9, auto_replanning_require_human_intervention_after=9).run().ending
    )
    assert the(ending).final_reason == "replan_exhausted" and "max_replans is 2" in the(ending).final_detail
