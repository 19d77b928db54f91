"""Rules about looking, and about what a look settles at once."""

import pytest

from midcourse.core.model import Cost, Done, Skill
from midcourse.core.people.messages import Answer, Question
from midcourse.core.plans.plan import Act
from midcourse.core.policy.endings import stop
from midcourse.core.policy.seeing import after_the_goal, ask_the_judge, blind, goal_seen, judged, look, rest
from midcourse.core.run.commands import Ask, Assess, Look, Stop, Wait, label
from midcourse.core.run.events import Asked, Assessed, GoalRead, Heard, Looked, NotSeen, PlannerSaid, Relented
from tests.core.policy.stories import BOTH, BUSY, DID_A, WALL
from tests.support import LOOK, NOW, A, plan, story, the, then, tried, under

DID_BOTH = (LOOK, *BOTH, *DID_A, *tried("s2", "b", Done()), Looked(added=("q",)))


def test_a_look_is_due_at_first_after_an_act_and_never_twice_for_nothing():
    assert look(story(), NOW) == Look() and look(story(LOOK), NOW) is None
    assert look(story(LOOK, *BOTH, *tried("s1", "a", Done())), NOW) == Look()


def test_a_loop_that_looks_seldom_still_looks_before_what_cannot_be_undone():
    pay = Skill("pay", risk="irreversible")
    for second, due in (("b", None), ("pay", Look())):
        steps = plan(Act("a", id="s1"), Act(second, id="s2"))
        events = (LOOK, *steps, *tried("s1", "a", Done()))
        run = story(*events, skills=(A, Skill("b"), pay), settings=under(replan="fixed"))
        assert look(run, NOW) == due


def test_after_a_look_that_failed_the_next_one_waits():
    run = story(NotSeen("dark"), settings=under(backoff=20.0))
    assert look(run, run.at) == Wait("looking again", run.at + 20.0) and look(run, run.at + 20.0) == Look()


def test_after_giving_in_nothing_is_done_before_the_pause_is_over():
    run = story(LOOK, *BOTH, *tried("s1", "a", BUSY), LOOK, Relented(("s1",), 30.0))
    assert rest(run, run.at + 29.0) == Wait("what failed may pass", run.at + 30.0) and rest(run, run.at + 30.0) is None


def test_a_world_that_was_never_seen_ends_the_run_and_one_that_went_dark_is_asked_about():
    dark = [NotSeen("dark")] * 4
    assert blind(story(LOOK), NOW) is None
    assert label(the(blind(story(*dark), NOW))) == "stop environment"
    assert blind(story(LOOK, *dark, *dark), NOW) is None, "twice in a row may pass"
    run = story(LOOK, *dark, *dark, *dark)
    assert "dark" in the(blind(run, NOW), Ask).question.text


def test_a_goal_is_seen_only_in_a_fresh_look_and_not_before_the_plan_is_done():
    assert label(the(goal_seen(story(Looked(added=("q",))), NOW))) == "stop already_done"
    assert label(the(goal_seen(story(*DID_BOTH), NOW))) == "stop plan_complete"
    assert goal_seen(story(LOOK), NOW) is None
    early = story(LOOK, *BOTH, *tried("s1", "a", Done()), Looked(added=("p", "q")))
    assert goal_seen(early, NOW) is None, "a plan that is to be done whole goes on"
    means = story(LOOK, *plan(Act("a", id="s1"), Act("b", id="s2"), means=True), *tried("s1", "a", Done()), Looked(added=("q",)))
    assert the(goal_seen(means, NOW), Stop).ending.success


def test_an_act_since_the_look_or_no_condition_leaves_the_goal_open():
    assert goal_seen(story(*DID_BOTH, done_when=""), NOW) is None
    begun = story(Looked(added=("q",)), *BOTH, *tried("s1", "a", Done()))
    assert goal_seen(begun, NOW) is None


def test_a_part_that_was_seen_and_cannot_be_seen_now_counts_at_the_plans_end():
    steps = (Looked(covers=("p", "q")), *BOTH, *tried("s1", "a", Done()), Looked(added=("p",), covers=("p",)))
    rest_of_it = (*tried("s2", "b", Done()), Looked(added=("q",), covers=("q",)))
    ending = the(goal_seen(story(*steps, *rest_of_it, done_when="p and q"), NOW), Stop).ending
    assert ending.success and "p as seen in look 2" in ending.said_by
    assert goal_seen(story(*steps, done_when="p and q"), NOW) is None


def test_whose_reading_of_the_goal_was_met_is_told():
    run = story(LOOK, GoalRead("q", "a model"), Looked(added=("q",)), done_when="")
    assert "as a model reads it" in the(goal_seen(run, NOW), Stop).ending.said_by


def test_what_ends_badly_behind_a_seen_goal_does_not_unmake_it_but_a_yes_is_still_asked_for():
    run = story(*DID_BOTH)
    bad = stop(run, NOW, "structural", "no way on")
    ending = the(after_the_goal(run, NOW, bad), Stop).ending
    assert ending.success and ending.final_detail == "after the goal was seen: no way on"
    assert isinstance(after_the_goal(run, NOW, Ask(Question("q1", "environment", "Well?"))), Stop)
    assert isinstance(after_the_goal(run, NOW, Ask(Question("q1", "approve", "Well?"))), Ask)
    unseen = story(LOOK, *BOTH, *DID_A)
    assert after_the_goal(unseen, NOW, bad) is bad


@pytest.mark.parametrize(
    ("met", "events", "command"),
    [
        (True, (LOOK, *BOTH, *DID_A), "stop plan_complete"),
        (None, (LOOK, *BOTH, *DID_A), "stop done_unproven"),
        (None, (LOOK,), "stop not_reached"),
        (None, (LOOK, *BOTH, *tried("s1", "a", WALL), LOOK), "stop not_reached"),
    ],
)
def test_the_judges_word_ends_the_run_where_no_condition_can_tell(met, events, command):
    run = story(*events, Assessed(met, "a judge"), done_when="")
    assert label(the(judged(run, NOW))) == command and the(judged(run, NOW), Stop).ending.said_by == "a judge"


def test_a_judge_who_says_no_ends_nothing_and_is_asked_once():
    run = story(LOOK, *BOTH, *DID_A, done_when="")
    assert judged(run, NOW) is None and ask_the_judge(run, NOW) == Assess()
    said = then(run, Assessed(False, "a judge"))
    assert judged(said, NOW) is None and ask_the_judge(said, NOW) is None


def test_a_claim_of_done_makes_a_seen_goal_a_success_though_steps_are_left():
    paid = (LOOK, *BOTH, *tried("s1", "a", Done()), Looked(added=("p", "q")), PlannerSaid("done", cost=Cost(5)))
    assert the(goal_seen(story(*paid), NOW), Stop).ending.success


def test_people_who_could_not_mend_a_dark_world_end_the_run():
    dark = [NotSeen("dark")] * 4
    asked = story(LOOK, *dark, *dark, *dark, Asked(Question("q1", "environment", "Is it mended?")))
    no = then(asked, Heard(Answer("q1", False, "ann")))
    assert no.seen.blind == 0 and look(no, NOW) == Look(), "it is looked at once more all the same"
