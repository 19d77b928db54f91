"""Whether people must agree to a plan as a whole before any of it is done."""

import pytest

from midcourse.core.model import Skill
from midcourse.core.people.messages import Answer
from midcourse.core.plans.plan import REPLAN_STEP, Act, Cause, Replan
from midcourse.core.policy.consent import unapproved
from midcourse.core.policy.sensing import UNSEEN_GOAL
from midcourse.core.run.commands import Ask, Stop, label
from midcourse.core.run.events import Asked, Heard, PlanRequested
from tests.core.policy.stories import BOTH, DID_A, WALL
from tests.support import LOOK, NOW, PEEK, A, B, C, plan, story, the, then, tried, under

PAY = Skill("pay", makes="paid", risk="irreversible")
ALL = (A, B, C, PAY, PEEK)
FAILED = (LOOK, *BOTH, *DID_A, *tried("s2", "b", WALL), LOOK)

FAILED_FOR = Cause("failed", "a wall", "s2")


def after_a_failure(mode: str, *steps, cause: Cause = FAILED_FOR):
    return story(*FAILED, *plan(*steps, version=2, cause=cause), skills=ALL, settings=under(approve_plans=mode))


@pytest.mark.parametrize(("mode", "asks"), [("never", False), ("changed", False), ("widened", False), ("all", True)])
def test_a_first_plan_is_asked_about_only_where_all_are(mode, asks):
    run = story(LOOK, *BOTH, settings=under(approve_plans=mode))
    assert isinstance(unapproved(run, NOW), Ask) is asks


@pytest.mark.parametrize(
    ("mode", "steps", "asks"),
    [
        ("changed", (Act("b", id="s3"),), False),
        ("changed", (Act("c", id="s3"),), True),
        ("widened", (Act("a", id="s3", again=True),), False),
        ("widened", (Act("c", id="s3"),), True),
        ("widened", (Act("pay", id="s3"),), True),
    ],
)
def test_a_later_plan_is_asked_about_where_it_does_otherwise_or_reaches_further(mode, steps, asks):
    assert isinstance(unapproved(after_a_failure(mode, *steps), NOW), Ask) is asks


def test_to_plan_on_where_that_was_planned_is_no_change():
    planned_on = Cause(REPLAN_STEP, "", "s2")
    assert unapproved(after_a_failure("changed", Act("c", id="s3"), cause=planned_on), NOW) is None


def test_a_look_for_the_goal_and_a_plan_under_way_are_never_asked_about():
    looks = story(LOOK, *plan(Act("peek", id="s1"), cause=Cause(UNSEEN_GOAL, "q")), settings=under(approve_plans="all"))
    begun = story(LOOK, *BOTH, *DID_A, settings=under(approve_plans="all"))
    assert unapproved(looks, NOW) is None and unapproved(begun, NOW) is None


def test_the_question_says_why_what_is_risked_and_what_is_otherwise():
    run = after_a_failure("all", Act("a", id="s3"), Act("pay", id="s4"), Replan(id="s5"))
    question = the(unapproved(run, NOW), Ask).question
    assert "failed: a wall" in question.text and "1 of its acts cannot be undone" in question.text
    assert question.kind == "plan" and question.digest == "d2"
    assert question.lines[0] == "✓ a()" and "- b()" in question.lines and "+ pay()" in question.lines


def test_a_yes_lets_it_begin_while_it_lasts_and_a_no_ends_the_run_if_it_comes_again():
    run = story(LOOK, *BOTH, settings=under(approve_plans="all", approval_seconds=50.0))
    asked = then(run, Asked(the(unapproved(run, NOW), Ask).question))
    yes = then(asked, Heard(Answer("q1", True, "ann")))
    assert unapproved(yes, yes.at + 49.0) is None and isinstance(unapproved(yes, yes.at + 51.0), Ask)
    no = then(asked, Heard(Answer("q1", False, "ann", "too dear")))
    ending = the(unapproved(no, NOW), Stop).ending
    assert label(the(unapproved(no, NOW))) == "stop denied" and "too dear" in ending.final_detail
    assert isinstance(unapproved(then(no, PlanRequested("first", Cause("first"))), NOW), Stop)
