"""What follows from what people say to a run while it goes on."""

import pytest
from msgspec.structs import replace

from midcourse.core.errors import JournalError
from midcourse.core.evolve.hearing import WAITED, heard
from midcourse.core.model import Constraint, Grant, Parameter, Skill
from midcourse.core.people.messages import AddConstraint, AddGrant, Answer, ChangeGoal, HandBack, Question, TakeOver
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Asked, Heard, PlannerSaid
from midcourse.core.run.state import Run
from tests.core.policy.stories import BOTH
from tests.support import FIRST, LOOK, NOW, plan, story, the, then, under

PAY = Skill("pay", parameters=(Parameter("n", "int"),), risk="irreversible")
DIGEST = act_digest("pay", {"n": 3}, "", {})
MAY = Question("q1", "approve", "May it?", step="s1", digest=DIGEST, skill="pay", args={"n": 3}, until=NOW)


def asked(question: Question = MAY, **settings) -> Run:
    steps = plan(Act("pay", {"n": 3}, id="s1"))
    return story(LOOK, *steps, Asked(question), skills=(PAY,), settings=under(**settings))


def answered(answer: Answer, at: float = 150.0, **settings) -> Run:
    return heard(asked(**settings), Heard(answer), at)


def test_a_yes_is_for_that_act_and_for_a_while():
    run = answered(Answer("q1", True, "ann"), approval_seconds=60.0)
    [yes] = run.people.approvals
    assert (yes.digest, yes.question, yes.until) == (DIGEST, "q1", 210.0)
    assert run.people.question is None and run.seen.look_wanted == WAITED


def test_a_no_is_a_failure_and_closes_the_act():
    run = answered(Answer("q1", False, "ann", "too dear"))
    assert run.people.refusals == {DIGEST: "ann said no: too dear"} and the(run.trouble.failure).kind == "denied"


def test_a_yes_after_the_limit_is_a_no_whatever_its_sender_says():
    assert answered(Answer("q1", True, "ann"), at=NOW).people.approvals
    assert not answered(Answer("q1", True, "ann"), at=NOW + 0.1).people.approvals
    early = Answer("q1", True, "ann", given=NOW - 1.0)
    assert answered(early, at=NOW + 50.0).people.approvals, "it was given in time and only heard late"
    future = Answer("q1", True, "ann", given=NOW + 900.0)
    assert the(answered(future, at=150.0, approval_seconds=60.0).people.approvals[0]).until == 210.0


def test_a_no_takes_back_a_yes_that_was_not_used_and_another_yes_changes_nothing():
    yes = answered(Answer("q1", True, "ann"))
    no = heard(yes, Heard(Answer("q1", False, "ben")), 151.0)
    assert no.people.approvals == () and no.people.refusals == {DIGEST: "ben said no"}
    assert heard(yes, Heard(Answer("q1", True, "ben")), 151.0).people.approvals == yes.people.approvals
    assert heard(yes, Heard(Answer("q9", False, "ben")), 151.0).people == yes.people


def test_a_yes_to_other_arguments_changes_the_step_and_is_for_that_act():
    run = answered(Answer("q1", True, "ann", args={"n": 2}))
    assert the(the(run.course.plan).steps[0], Act).args == {"n": 2}
    assert run.people.approvals[0].digest == act_digest("pay", {"n": 2}, "", {})


def test_arguments_that_cannot_be_are_no_answer():
    run = answered(Answer("q1", True, "ann", args={"n": "many"}))
    assert run.people.question == MAY and run.people.approvals == () and the(the(run.course.plan).steps[0], Act).args == {"n": 3}


def test_a_no_to_a_plan_goes_back_to_the_planner():
    run = heard(asked(replace(MAY, kind="plan", digest="d1")), Heard(Answer("q1", False, "ann", "too long")), 150.0)
    assert run.talk.refused[0].kind == "forbidden" and run.people.refusals["d1"].endswith("too long")
    assert run.trouble.failure is None


def test_a_yes_to_another_replan_overlooks_as_many_as_were_in_vain():
    run = asked(replace(MAY, kind="replan"))
    run = replace(run, history=replace(run.history, failed_replans=3))
    yes, no = (heard(run, Heard(Answer("q1", answer, "ann")), 150.0) for answer in (True, False))
    assert (yes.futile, no.futile) == (0, 3)


@pytest.mark.parametrize(("pattern", "outdated"), [("a", True), ("b", True), ("c*", False), ("a(", False)])
def test_a_constraint_outdates_a_plan_that_holds_what_it_forbids(pattern, outdated):
    run = then(story(LOOK, *BOTH), Heard(AddConstraint(Constraint("never", pattern))))
    assert (run.course.outdated is not None) is outdated and len(run.people.constraints) == 1
    assert run.people.constraints[0].forbids == ("" if pattern == "a(" else pattern)


def test_a_grant_lets_a_planner_that_gave_up_be_asked_again_and_one_that_does_not_read_is_nothing():
    run = story(LOOK, FIRST, PlannerSaid("stuck"), LOOK)
    granted = then(run, Heard(AddGrant(Grant("pay", 1))))
    assert granted.talk.said is None and granted.people.grants == (Grant("pay", 1),)
    assert then(run, Heard(AddGrant(Grant("pay(", 1)))).people.grants == ()


def test_another_goal_outdates_the_plan_and_one_that_nobody_can_read_changes_nothing():
    run = then(story(LOOK, *BOTH), Heard(ChangeGoal("other", "r")))
    assert the(run.course.outdated).rule == "goal changed" and run.known.goal[0].text == "r" and "r" in run.known.spoken_of
    assert run.seen.look_wanted == "the goal was changed"
    before = story(LOOK, *BOTH)
    assert then(before, Heard(ChangeGoal("other", "r(("))).known.goal == before.known.goal


def test_who_hands_back_has_settled_what_was_asked():
    run = then(asked(), Heard(TakeOver()), Heard(HandBack("done"), id="m2"))
    assert run.people.question is None and run.people.taken_over == "" and run.people.messages == {"m2"}
    assert then(asked(), Heard(TakeOver())).people.taken_over == "a person"


def test_a_question_about_a_step_of_another_run_is_no_journal():
    with pytest.raises(JournalError, match="asks about step s7, which was never planned"):
        asked(replace(MAY, step="s7"))
