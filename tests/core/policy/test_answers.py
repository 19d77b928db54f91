"""What follows when the planner gave no plan, or one that was sent back."""

from typing import Any

import pytest

from midcourse.core.model import Cost
from midcourse.core.plans.plan import Achieve, Act, Cause, Plan
from midcourse.core.policy.answers import objected, said, too_dear
from midcourse.core.run.commands import Command, MakePlan, Note, Stop, Wait, label
from midcourse.core.run.events import (
    Assessed,
    Looked,
    Objection,
    Passed,
    Planned,
    PlannerSaid,
    PlanRefused,
    PlanRequested,
    Relented,
    Unaffordable,
)
from tests.core.policy.stories import BOTH, BUSY, DID_A, WALL
from tests.support import FIRST, LOOK, NOW, story, the, then, tried, under

ASKED = story(LOOK, FIRST)


def refusals(*objections: tuple[Any, str], **options) -> Command:
    told = [PlanRefused(Objection(kind, kind), digest) for kind, digest in objections]
    return the(objected(story(LOOK, FIRST, *told, **options), NOW))


def test_what_cannot_be_paid_ends_the_run_with_the_sums():
    assert too_dear(ASKED, NOW) is None
    ending = the(too_dear(then(ASKED, Unaffordable(Cost(money=9.0), Cost(money=1.0))), NOW), Stop).ending
    assert ending.final_reason == "budget_exhausted" and "9" in ending.final_detail


def on_the_way(answer, *, facts=(), condition="p", done_when="q"):
    goal = Achieve("reach p", condition, id="s1")
    plan = Planned(Plan(1, (goal, Act("a", id="s2")), digest="x"))
    asked = PlanRequested("achieve", Cause("achieve step", "reach p", "s1"), toward="s1")
    return story(Looked(added=facts), FIRST, plan, asked, PlannerSaid(answer, "so it is"), Looked(), done_when=done_when)


def test_a_goal_on_the_way_that_is_said_to_be_reached_is_passed_unless_a_look_denies_it():
    passed = the(the(said(on_the_way("done", condition=""), NOW), Note).event, Passed)
    assert passed.step == "s1" and "the planner says that it is reached" in passed.because
    denied = the(the(said(on_the_way("done"), NOW), Note).event, PlanRefused)
    assert "p is seen not to hold" in denied.objection.text


@pytest.mark.parametrize(("answer", "told"), [("impossible", "calls it impossible"), ("stuck", "sees no way to it")])
def test_a_goal_on_the_way_that_has_no_way_is_set_aside_and_does_not_end_the_run(answer, told):
    passed = the(the(said(on_the_way(answer), NOW), Note).event, Passed)
    assert passed.because == f"set aside, because the planner {told}: so it is"


def test_where_no_condition_shows_the_goal_an_impossible_goal_on_the_way_still_ends_the_run():
    assert the(said(on_the_way("impossible", done_when=""), NOW), Stop).ending.final_reason == "impossible"


def test_with_no_word_of_the_planner_there_is_nothing_to_follow():
    assert said(ASKED, NOW) is None and objected(ASKED, NOW) is None


def test_a_claim_that_looks_deny_goes_back_and_one_they_cannot_deny_goes_to_the_judge():
    denied = the(said(then(ASKED, PlannerSaid("done"), LOOK), NOW), Note)
    assert "q is seen not to hold" in the(denied.event, PlanRefused).objection.text
    unseen = story(Looked(covers=("p",)), FIRST, PlannerSaid("done"))
    assert label(the(said(unseen, NOW))) == "assess"
    assert said(then(unseen, Assessed(None, "a judge")), NOW) is None, "the judge is asked once"


def test_a_planner_that_gives_up_on_what_may_pass_is_given_in_to_with_a_pause_but_not_for_ever():
    busy = story(LOOK, *BOTH, *tried("s1", "a", BUSY), LOOK, PlannerSaid("stuck"), LOOK, settings=under(backoff=1.0))
    event = the(the(said(busy, NOW), Note).event, Relented)
    assert event.steps == ("s1",) and event.pause == 8.0
    again = (*tried("s1", "a", BUSY, 2), LOOK, PlannerSaid("stuck"), LOOK)
    assert label(the(said(then(busy, Relented(("s1",), 1.0), *again), NOW))) == "note relented"
    often = then(busy, Relented(("s1",), 1.0), Relented(("s1",), 1.0), *again)
    assert label(the(said(often, NOW))) == "stop at_a_loss"


def test_what_is_closed_for_good_is_believed_by_its_name():
    walled = story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK, PlannerSaid("impossible", "a wall"), LOOK)
    ending = the(said(walled, NOW), Stop).ending
    assert ending.final_reason == "structural" and ending.certificate is not None
    assert the(said(then(ASKED, PlannerSaid("impossible"), LOOK), NOW), Stop).ending.final_reason == "impossible"


def test_an_outage_is_waited_for_then_asked_again_and_ended_after_its_tries():
    out = PlannerSaid("unreachable", "down", retry_after=200.0)
    once = then(ASKED, out)
    wait = the(said(once, NOW), Wait)
    assert wait.until == once.at + 200.0
    assert the(said(once, the(wait.until)), MakePlan).cause == Cause("first")
    often = then(ASKED, out, out, out, out)
    assert label(the(said(often, NOW))) == "stop planner_unreachable"


def test_an_outage_longer_than_the_time_that_is_left_ends_the_run_at_once():
    run = story(LOOK, FIRST, PlannerSaid("unreachable", "down", retry_after=500.0), settings=under(max_seconds=400.0))
    assert label(the(said(run, NOW))) == "stop planner_unreachable"


def test_an_objection_goes_back_as_often_as_said_and_then_ends_the_run():
    assert label(refusals(("invalid", "d1"), ("invalid", "d2"))) == "plan first"
    assert label(refusals(("invalid", "d1"), ("invalid", "d2"), ("invalid", "d3"))) == "stop planner_failed"
    assert label(refusals(("forbidden", "d1"), ("forbidden", "d2"), ("forbidden", "d3"))) == "stop denied"


def test_the_same_plan_given_twice_ends_the_run_unless_it_may_go_on():
    assert label(refusals(("invalid", "d1"), ("invalid", "d1"))) == "stop planner_failed"
    assert label(refusals(("empty", "d1"), ("empty", "d1"))) == "plan first"
    assert label(refusals(("invalid", "d1"), ("invalid", "d1"), settings=under(stop_early=False))) == "plan first"


def test_the_request_that_is_put_again_is_the_last_one():
    asked = PlanRequested("achieve", Cause("achieve step", "", "s1"), toward="s1")
    run = story(LOOK, *BOTH, *DID_A, asked, PlanRefused(Objection("invalid", "no"), "d9"))
    command = the(objected(run, NOW), MakePlan)
    assert (command.purpose, command.toward) == ("achieve", "s1")
