"""What follows from a planner's answer: a new plan, an objection, its word, its price."""

import pytest

from midcourse.core.evolve.planning import charge
from midcourse.core.model import Cost, Done
from midcourse.core.people.messages import Answer, Question
from midcourse.core.plans.plan import ACHIEVE_STEP, REPLAN_STEP, Achieve, Act, Cause, Plan, Replan, goal_digest
from midcourse.core.run.events import (
    Asked,
    GoalRead,
    Heard,
    Objection,
    Planned,
    PlannerSaid,
    PlanRefused,
    PlanRequested,
    Unaffordable,
)
from midcourse.core.run.records import GoalWay
from tests.core.policy.stories import BOTH, DID_A, WALL
from tests.support import FIRST, LOOK, plan, story, the, then, tried, under

FAILED = Cause("failed", "a wall", "s1")


@pytest.mark.parametrize(
    ("purpose", "replans", "segments"), [("first", 0, 0), ("replan", 1, 0), ("segment", 0, 1), ("achieve", 0, 1)]
)
def test_each_request_is_counted_for_what_it_is(purpose, replans, segments):
    run = story(LOOK, PlanRequested(purpose, Cause("failed"), Cost(5)))
    assert (run.spent.planner_calls, run.spent.replans, run.spent.segments) == (1, replans, segments)
    assert run.spent.reserved == Cost(5)


def test_asking_again_after_an_objection_or_an_outage_is_no_further_replan():
    again = PlanRequested("replan", FAILED)
    for told in (PlanRefused(Objection("invalid", "no"), "d9"), PlannerSaid("unreachable")):
        assert story(LOOK, again, told, again).spent.replans == 1
    assert story(LOOK, again, *plan(Act("a", id="s1")), again).spent.replans == 2


def test_what_was_set_aside_is_free_again_and_what_was_used_is_spent():
    run = story(LOOK, PlanRequested("first", Cause("first"), Cost(50, 1.0)))
    paid = charge(run, Cost(7, 0.1))
    assert paid.spent.reserved == Cost() and paid.spent.cost == Cost(7, 0.1) and paid.spent.model_calls == 1
    free = charge(run, Cost(-5, -1.0))
    assert free.spent.cost == Cost() and free.spent.model_calls == 0, "nobody pays us"


def test_a_new_plan_keeps_what_is_done_and_drops_what_was_only_planned():
    run = story(LOOK, *BOTH, *DID_A, *plan(Act("b", id="s3"), version=2, cause=Cause("failed")))
    assert {id: r.state for id, r in run.work.records.items()} == {"s1": "confirmed", "s2": "dropped", "s3": "planned"}
    assert run.work.next_id == 4 and len(run.work.plans) == 2 and run.course.position == 0


def test_outputs_of_done_work_serve_the_step_that_gives_it_again():
    events = (LOOK, *BOTH, *tried("s1", "a", Done("out")), *DID_A[2:], *tried("s2", "b", WALL), LOOK)
    run = story(*events, *plan(Act("a", id="s3"), Act("b", {"x": "$s3"}, id="s4"), version=2, cause=Cause("failed", "", "s2")))
    assert run.course.restated == {"s3": "s1"} and run.work.outputs == {"s1": "out", "s3": "out"}


def test_a_yes_to_the_plan_before_is_none_to_this_one():
    asked = Asked(Question("q1", "plan", "May it?", digest="d1", until=1e9))
    run = story(LOOK, *BOTH, asked, Heard(Answer("q1", True, "ann")))
    assert run.people.approvals and not then(run, FIRST, Planned(Plan(2, (Act("b", id="s3"),), digest="d1"))).people.approvals


def test_plans_that_lead_to_no_act_in_the_same_world_are_counted():
    run = story(LOOK, *plan(Replan(id="s1")), *plan(Replan(id="s2"), version=2))
    assert run.course.idle_plans == 1 and run.idles
    asked_for = Cause(REPLAN_STEP, "", "s1")
    stretch = story(LOOK, *plan(Replan(id="s1")), *plan(Act("a", id="s2"), version=2, cause=asked_for))
    assert stretch.course.idle_plans == 0


def test_the_way_to_a_goal_is_noted():
    goal = Achieve("have p", "p", id="s1")
    run = story(LOOK, *plan(goal, Act("b", id="s2")))
    way = then(run, *plan(Act("a", id="s3"), Act("b", id="s2"), version=2, cause=Cause(ACHIEVE_STEP, "", "s1")))
    assert way.work.ways == {goal_digest(goal): (GoalWay("s1", ("s3",)),)}


def test_what_a_new_plan_does_otherwise_is_on_trial_where_lessons_are_kept():
    events = (LOOK, *BOTH, *tried("s1", "a", WALL), LOOK)
    other = plan(Act("peek", id="s3"), Act("a", id="s4"), Act("b", id="s5"), version=2, cause=FAILED)
    trial = the(story(*events, *other, remembers=True).history.trial)
    assert trial.steps == ("s3", "s4") and trial.source == "the planner" and trial.version == 2
    assert story(*events, *other).history.trial is None


def test_a_replan_of_which_nothing_was_seen_to_work_failed():
    events = (LOOK, *BOTH, *tried("s1", "a", WALL), LOOK)
    second = plan(Act("peek", id="s3"), version=2, cause=FAILED, mends=True)
    run = story(*events, *second, PlanRequested("replan", Cause("failed")))
    assert run.history.failed_replans == 1
    third = story(*events, *plan(Act("a", id="s3"), version=2, cause=FAILED, mends=True), *tried("s3", "a", Done()), DID_A[2])
    assert then(third, PlanRequested("replan", Cause("failed"))).history.failed_replans == 0


def test_a_goal_that_was_read_is_the_goal_and_one_that_could_not_be_leaves_it():
    run = story(LOOK, GoalRead("p", "a model", cost=Cost(3)), done_when="")
    assert run.known.goal[0].text == "p" and run.setup.task.done_when == "p" and run.spent.planner_calls == 1
    assert run.spent.cost == Cost(3) and story(LOOK, GoalRead("", "a model"), done_when="").known.goal == ()


def test_a_planner_that_gives_up_is_looked_after_once_and_an_outage_is_no_call():
    gave_up = story(LOOK, FIRST, PlannerSaid("impossible"))
    assert gave_up.seen.look_wanted == "before giving up" and gave_up.spent.planner_calls == 1
    assert story(LOOK, FIRST, PlannerSaid("impossible"), settings=under(replan="on-error")).seen.look_wanted == ""
    out = story(LOOK, FIRST, PlannerSaid("unreachable"), settings=under(backoff=2.0))
    assert out.spent.planner_calls == 0 and out.talk.unreachable == 1 and out.talk.ask_again_at == out.at + 2.0


def test_what_is_too_dear_is_said_with_both_sums():
    said = story(LOOK, Unaffordable(Cost(500), Cost(20))).talk.unaffordable
    assert "500" in said and "20" in said
