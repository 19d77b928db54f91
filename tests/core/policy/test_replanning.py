"""The gate to the planner: may the run ask by itself, is any plan left, must it wait?"""

import pytest

from midcourse.core.model import Failed
from midcourse.core.people.messages import Answer, Question
from midcourse.core.plans.plan import Cause
from midcourse.core.policy.replanning import LONGEST_PAUSE, gate, overdue, permitted
from midcourse.core.run.commands import Ask, MakePlan, Stop, Wait, label
from midcourse.core.run.events import Asked, Heard, Looked, Objection, PlanRefused, PlanRequested
from tests.core.policy.stories import BOTH, DID_A, WALL
from tests.support import LOOK, NOW, story, the, then, tried, under

AGAIN = MakePlan("replan", Cause("failed", "a wall", "s1"))
SEGMENT = MakePlan("segment", Cause("replan step"))


def walled(**settings):
    return story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK, settings=under(**settings))


def test_a_plan_is_overdue_only_after_its_time_and_where_there_is_a_limit():
    run = story(LOOK, *BOTH, settings=under(plan_seconds=10.0))
    planned_at = run.at
    assert overdue(run, planned_at + 10.0) is None and the(overdue(run, planned_at + 10.1), MakePlan).cause.step == "s1"
    assert overdue(story(LOOK, *BOTH), 1e6) is None


def test_by_default_a_failure_is_replanned_for_without_asking():
    run = walled()
    assert permitted(run, NOW, AGAIN) is AGAIN and gate(run, NOW, AGAIN) is AGAIN


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"enable_auto_replanning": False}, "Automatic replanning is off"),
        ({"auto_replanning_trigger_high": False}, "severity do not replan by themselves"),
        ({"auto_replanning_max_attempts": 0}, "0 replans of this task brought nothing, and auto_replanning_max_attempts is 0"),
        ({"auto_replanning_require_human_intervention_after": 0}, "human_intervention_after is 0"),
    ],
)
def test_a_person_must_agree_where_the_settings_say_so(settings, said):
    question = the(permitted(walled(**settings), NOW, AGAIN), Ask).question
    assert question.kind == "replan" and said in question.text and "failed: a wall" in question.text


@pytest.mark.parametrize(
    ("yes", "by", "command"),
    [(True, "ann", "plan replan"), (False, "ann", "stop replan_exhausted"), (False, "rules", "stop replan_exhausted")],
)
def test_the_answer_decides(yes, by, command):
    run = walled(enable_auto_replanning=False)
    told = then(run, Asked(Question("q1", "replan", "May it?")), Heard(Answer("q1", yes, by)))
    found = permitted(told, NOW, AGAIN)
    assert label(found) == command
    if isinstance(found, Stop):
        assert ("nobody could be asked" in found.ending.final_detail) is (by == "rules")


def test_the_same_failure_is_replanned_for_again_only_after_longer_and_longer_pauses():
    run = walled(auto_replanning_min_interval_seconds=200.0)
    once = then(run, PlanRequested("replan", AGAIN.cause))
    last = once.at
    assert permitted(once, last + 199.0, AGAIN) == Wait("the same failure was just replanned for", last + 200.0)
    assert permitted(once, last + 200.0, AGAIN) is AGAIN
    twice = then(once, PlanRequested("replan", AGAIN.cause))
    assert the(permitted(twice, twice.at, AGAIN), Wait).until == twice.at + LONGEST_PAUSE


def test_asking_once_more_and_planning_on_need_nobody():
    run = walled(enable_auto_replanning=False)
    assert permitted(run, NOW, SEGMENT) is SEGMENT
    told = then(run, PlanRequested("replan", AGAIN.cause), PlanRefused(Objection("invalid", "no"), "d9"))
    assert permitted(told, NOW, AGAIN) is AGAIN
    empty = then(run, PlanRequested("replan", AGAIN.cause), PlanRefused(Objection("empty", "no"), "d9"))
    assert isinstance(permitted(empty, NOW, AGAIN), Ask)


@pytest.mark.parametrize(
    ("settings", "command", "reason"),
    [
        ({"max_replans": 0}, AGAIN, "replan_exhausted"),
        ({"replan": "fixed"}, AGAIN, "replan_exhausted"),
        ({"max_segments": 0}, SEGMENT, "budget_exhausted"),
        ({"max_planner_calls": 1}, SEGMENT, "budget_exhausted"),
        ({"max_planner_calls": 1}, AGAIN, "budget_exhausted"),
    ],
)
def test_where_no_plan_is_left_the_run_ends_with_the_limit_and_the_cause(settings, command, reason):
    ending = the(gate(walled(**settings), NOW, command), Stop).ending
    assert ending.final_reason == reason and command.cause.rule in ending.final_detail


def test_a_failure_of_a_plan_that_would_not_hold_anyway_is_not_weighed_by_its_severity():
    failed = (LOOK, *BOTH, *DID_A, *tried("s2", "b", Failed("unreachable", "gone")))
    command, settings = MakePlan("replan", Cause("failed", "gone", "s2")), under(auto_replanning_trigger_high=False)
    assert isinstance(permitted(story(*failed, LOOK, settings=settings), NOW, command), Ask)
    assert permitted(story(*failed, Looked(removed=("p",)), settings=settings), NOW, command) is command
