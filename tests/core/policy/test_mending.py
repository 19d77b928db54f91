"""A step failed: the remedies for its kind, in order."""

import pytest

from midcourse.core.failing.failures import LADDER, Remedy
from midcourse.core.model import Done, Failed, Skill, Target
from midcourse.core.people.messages import Answer, Question
from midcourse.core.plans.plan import Act, Cause
from midcourse.core.policy.mending import REMEDIES, ask, failed
from midcourse.core.policy.sensing import UNSEEN_GOAL
from midcourse.core.run.commands import Ask, DoAct, Note, Wait, label
from midcourse.core.run.events import Asked, Heard, Looked, Passed, Rebound, Reentered
from tests.core.policy.stories import BOTH, BUSY, DID_A, WALL, trifling
from tests.support import LOOK, NOW, PEEK, plan, story, the, then, tried, under


def after(result: Failed, *more, **options):
    return story(LOOK, *BOTH, *tried("s1", "a", result), LOOK, *more, **options)


def test_every_rung_of_every_ladder_has_its_remedy():
    assert {remedy for rungs in LADDER.values() for remedy in rungs} <= set(REMEDIES) == set(Remedy)


def test_where_nothing_failed_nothing_is_mended():
    assert failed(story(LOOK, *BOTH), NOW) is None


@pytest.mark.parametrize(
    ("result", "command"),
    [(BUSY, "act s1"), (WALL, "plan replan"), (Failed("disk_full"), "ask environment"), (Failed("bad_arguments"), "plan replan")],
)
def test_each_kind_of_failure_climbs_its_own_ladder(result, command):
    assert label(the(failed(after(result), NOW))) == command


def test_the_same_again_waits_for_its_pause_and_for_what_the_world_said():
    run = after(BUSY, settings=under(backoff=2.0))
    answered = run.acting.answered_at
    assert the(failed(run, answered + 1.0), Wait) == Wait("back-off", answered + 2.0)
    assert the(failed(run, answered + 2.0), DoAct).intent.attempt == 2
    later = after(Failed("rate_limited", retry_after=30.0))
    assert the(failed(later, later.at), Wait).until == later.acting.answered_at + 30.0


def test_when_its_tries_are_used_up_another_plan_is_made():
    run = story(LOOK, *BOTH, *[e for _ in range(2) for e in (*tried("s1", "a", BUSY), LOOK)], settings=under(retries=1))
    assert label(the(failed(run, NOW))) == "plan replan"


def test_what_it_was_to_bring_about_and_is_seen_now_is_not_done_again():
    event = the(the(failed(after(WALL, Looked(added=("p",))), NOW), Note).event, Reentered)
    assert event.skipped == ("s1",) and event.position == 1


def test_a_failure_of_low_severity_is_passed_where_else_a_plan_would_be_made():
    run = story(LOOK, *BOTH, *trifling("s1", "a", WALL), LOOK)
    assert "low severity" in the(the(failed(run, NOW), Note).event, Passed).because


def test_a_look_for_the_goal_that_failed_holds_up_nothing():
    looks = plan(Act("peek", id="s1"), cause=Cause(UNSEEN_GOAL, "q"))
    run = story(LOOK, *looks, *tried("s1", "peek", WALL), LOOK, skills=(PEEK,))
    assert isinstance(the(failed(run, NOW), Note).event, Passed)


def test_a_target_that_is_gone_is_found_again_first():
    shown = Looked(targets=(Target("b1", "button", "Save"),))
    gone = Looked(targets=(Target("b7", "button", "Save"),), removed=("target(b1)",), added=("target(b7)",))
    run = story(
        shown,
        *plan(Act("click", target="b1", id="s1")),
        *tried("s1", "click", Failed("target_not_found", "b1")),
        gone,
        skills=(Skill("click"),),
    )
    assert isinstance(the(failed(run, NOW), Note).event, Rebound)


def test_a_failed_step_whose_ground_was_taken_away_is_entered_again_where_the_plan_holds():
    run = story(LOOK, *BOTH, *DID_A, *tried("s2", "b", Failed("not_found", "p")), Looked(removed=("p",)))
    assert the(the(failed(run, NOW), Note).event, Reentered).redone == ("s1",)


@pytest.mark.parametrize(("yes", "command"), [(True, "act s1"), (False, "stop environment")])
def test_people_who_mended_it_let_it_go_on_and_else_it_ends(yes, command):
    run = after(Failed("disk_full"))
    question = the(ask(run, the(run.trouble.failure), NOW), Ask).question
    assert "Is it mended?" in question.text
    told = then(run, Asked(Question("q1", "environment", question.text)), Heard(Answer("q1", yes, "ann")), LOOK)
    assert label(ask(told, the(told.trouble.failure), NOW)) == command


def test_what_a_failed_act_left_behind_lifts_no_ban():
    odd = Failed("bad_arguments", "the receipt cannot be read", clean=False)
    act = Act("pay", {"x": "a"}, id="s1")
    run = story(LOOK, *plan(act), *tried("s1", "pay", odd, x="a"), Looked(added=("till(a)",)), skills=(Skill("pay"),))
    failure = the(run.trouble.failure)
    assert run.ban(act, failure.args, failure.digest) == failure
    later = then(run, Looked(added=("open(a)",)))
    assert later.ban(act, failure.args, failure.digest) is None, "what comes later may be another's doing, and may help"
    needy = Skill("pay", needs="free")
    told = story(Looked(covers=("*",)), *plan(act), *tried("s1", "pay", odd, x="a"), Looked(added=("free",)), skills=(needy,))
    assert told.ban(act, failure.args, failure.digest) is None, "it has not brought about itself what it needs"


def test_what_may_have_happened_and_cannot_be_seen_is_not_done_again_by_itself():
    pay = Skill("pay", makes="paid")
    unclean = Failed("disk_full", "half way", clean=False)
    run = story(Looked(covers=("x",)), *plan(Act("pay", id="s1")), *tried("s1", "pay", unclean), LOOK, skills=(pay,))
    yes = then(run, Asked(Question("q1", "environment", "Is it mended?")), Heard(Answer("q1", True, "ann")))
    hidden = then(yes, Looked(covers=("x",)))
    assert label(ask(hidden, the(hidden.trouble.failure), NOW)) == "stop environment"
    shown = then(yes, LOOK)
    assert label(ask(shown, the(shown.trouble.failure), NOW)) == "act s1"


def test_a_done_step_is_no_failure():
    assert failed(story(LOOK, *BOTH, *tried("s1", "a", Done()), LOOK), NOW) is None
