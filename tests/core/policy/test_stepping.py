"""The next step of a plan that holds: done, passed by, planned for, or kept from starting."""

import pytest

from midcourse.core.model import Constraint, Done, Failed, Grant, Skill
from midcourse.core.people.messages import AddConstraint, AddGrant, Answer, Question
from midcourse.core.people.risk import RiskRule
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Achieve, Act, Cause, Replan
from midcourse.core.policy.stepping import AGAIN, attempt, next_step, plan_ended
from midcourse.core.run.commands import Ask, DoAct, MakePlan, Note, Wait, label
from midcourse.core.run.events import Asked, Assessed, Heard, Looked, Missed, NotSeen, Passed
from tests.core.policy.stories import BOTH, DID_A, WALL
from tests.support import LOOK, NOW, A, B, plan, story, the, then, tried, under

PAY = Skill("pay", makes="paid", risk="irreversible")


def first(step, *skills: Skill, **options):
    return story(LOOK, *plan(step, Act("b", id="s9")), skills=(A, B, PAY, *skills), **options)


def begin(run):
    return attempt(run, the(run.course.next_step, Act), NOW)


def test_an_act_starts_with_its_number_and_a_key_that_stays_until_it_is_done():
    run = first(Act("a", id="s1"))
    act = the(next_step(run, NOW), DoAct).intent
    assert (act.step, act.attempt, act.key) == ("s1", 1, f"r/{act_digest('a', {}, '', {})}/1")
    failed = then(run, *tried("s1", "a", Failed("busy")), LOOK)
    assert the(begin(failed), DoAct).intent.key == act.key and the(begin(failed), DoAct).intent.attempt == 2


def test_a_goal_on_the_way_is_passed_where_it_holds_and_else_planned_for():
    run = first(Achieve("have p", "p", id="s1"))
    command = the(next_step(run, NOW), MakePlan)
    assert (command.purpose, command.toward) == ("achieve", "s1")
    assert isinstance(the(next_step(then(run, Looked(added=("p",))), NOW), Note).event, Passed)


def test_a_planned_replan_is_passed_where_the_rest_still_holds_and_else_asked_for():
    run = story(LOOK, *plan(Act("a", id="s1"), Replan("look round", id="s2"), Act("b", id="s3")), *DID_A)
    assert isinstance(the(next_step(run, NOW), Note).event, Passed)
    assert the(next_step(then(run, Looked(removed=("p",))), NOW), MakePlan).purpose == "segment"
    last = story(LOOK, *plan(Act("a", id="s1"), Replan("look round", id="s2")), *DID_A)
    assert the(next_step(last, NOW), MakePlan).cause.detail == "look round"


@pytest.mark.parametrize(
    ("step", "reason", "said"),
    [
        (Act("a", id="s1", after=("s7",)), "missing_dependency", "it depends on s7"),
        (Act("a", {"x": "$s9.out"}, id="s1"), "missing_dependency", "it depends on s9"),
        (Act("nowhere", id="s1"), "unknown_skill", "no skill 'nowhere'"),
    ],
)
def test_what_keeps_an_act_from_starting_is_named(step, reason, said):
    event = the(the(begin(first(step)), Note).event, Missed)
    assert event.reason == reason and said in event.detail


def test_an_output_that_is_there_is_filled_in_and_one_that_is_not_is_told():
    steps = plan(Act("a", id="s1"), Act("a", {"x": "$s1.name"}, id="s2"))
    for output, right in (({"name": "ann"}, True), ({"age": 3}, False)):
        run = story(LOOK, *steps, *tried("s1", "a", Done(output)), Looked(added=("p",)))
        found = begin(run)
        assert isinstance(found, DoAct) is right
        if isinstance(found, DoAct):
            assert found.intent.args == {"x": "ann"}


def test_what_people_forbid_does_not_start():
    run = then(first(Act("a", id="s1")), Heard(AddConstraint(Constraint("never", "a"))))
    assert the(the(begin(run), Note).event, Missed).reason == "forbidden"


def test_an_act_that_failed_in_this_very_world_does_not_start():
    run = story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK)
    assert the(begin(run), MakePlan).cause.rule == AGAIN
    planned_again = then(run, *plan(Act("a", id="s3"), version=2, cause=Cause("failed", "a wall", "s1")))
    assert label(begin(planned_again)) == "stop structural"
    goes_on = story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK, settings=under(stop_early=False))
    assert isinstance(begin(goes_on), DoAct)


def test_what_cannot_be_undone_asks_and_a_yes_lets_it_run_once():
    run = first(Act("pay", id="s1"))
    question = the(begin(run), Ask).question
    assert question.kind == "approve" and question.text.startswith("May pay() run?")
    yes = then(run, Asked(question), Heard(Answer(question.id, True, "ann")), LOOK)
    assert the(begin(yes), DoAct).intent.approval == question.id
    again = then(yes, *tried("s1", "pay", Failed("busy")), LOOK)
    assert the(begin(yes), DoAct).intent.approval and again.people.approvals == yes.people.approvals


def test_in_the_dark_what_cannot_be_undone_asks_whether_it_is_mended():
    dark = then(first(Act("pay", id="s1")), *[NotSeen("dark")] * 4)
    assert the(begin(dark), Ask).question.kind == "environment"


@pytest.mark.parametrize(("autonomy", "command"), [(0, "ask approve"), (2, "act s1")])
def test_how_much_is_done_without_asking_is_a_setting(autonomy, command):
    assert label(begin(first(Act("a", id="s1"), settings=under(autonomy=autonomy)))) == command


def test_a_rule_that_refuses_keeps_the_act_from_starting():
    rule = RiskRule("never a", then="refuse", does=("a",))
    event = the(the(begin(first(Act("a", id="s1"), risks=(rule,))), Note).event, Missed)
    assert event.reason == "forbidden" and "the rules refuse it" in event.detail


def test_at_its_end_a_plan_waits_for_late_effects_then_plans_on():
    one = (LOOK, *plan(Act("a", id="s1")), *tried("s1", "a", Done()), LOOK)
    run = story(*one)
    assert isinstance(plan_ended(run, run.at), Wait)
    assert "q does not hold" in the(plan_ended(run, NOW), MakePlan).cause.detail
    assert plan_ended(story(LOOK, *BOTH), NOW) is None


def test_at_its_end_the_judge_is_asked_where_no_condition_can_tell():
    run = story(LOOK, *plan(Act("a", id="s1")), *DID_A, done_when="")
    assert label(the(plan_ended(run, NOW))) == "assess"
    told = then(run, Assessed(False, "a judge", "the desk is bare"))
    assert "the desk is bare" in the(plan_ended(told, NOW), MakePlan).cause.detail


def test_people_may_allow_it_beforehand_as_often_as_they_say():
    run = then(first(Act("pay", id="s1")), Heard(AddGrant(Grant("pay", 1))))
    assert the(begin(run), DoAct).intent.approval
    assert isinstance(begin(then(first(Act("pay", id="s1")), Heard(AddGrant(Grant("pay", 0))))), Ask)


def test_a_question_about_another_act_is_no_yes():
    run = first(Act("pay", id="s1"))
    other = Asked(Question("q1", "approve", "May it?", step="s9", digest="another", until=1e9))
    assert isinstance(begin(then(run, other, Heard(Answer("q1", True, "ann")), LOOK)), Ask)
