"""What a done act brought about may be gone: whether a plan that gives the act once more means it."""

from midcourse.core.gates.wanted import came_to_nothing, is_of, is_taken_behind, is_wanted_again
from midcourse.core.model import Done, Skill
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Achieve, Act
from midcourse.core.run.events import Event, Looked
from midcourse.core.run.state import Run
from tests.support import LOOK, plan, story, tried

PLACE, CANCEL = Skill("place", makes="placed"), Skill("cancel", breaks="placed")
SKILLS = (PLACE, CANCEL)
BOTH = plan(Act("place", id="s1"), Act("cancel", id="s2"))
PLACED = (LOOK, *BOTH, *tried("s1", "place", Done()), Looked(added=("placed",)))
CANCELLED = (*tried("s2", "cancel", Done()), Looked(removed=("placed",)))
AGAIN, CANCEL_AGAIN, GOAL = Act("place", id="s3"), Act("cancel", id="s4"), Achieve("be placed", condition="placed", id="s5")


def _told(*events: Event) -> Run:
    return story(*events, skills=SKILLS)


def test_a_deed_is_known_by_what_it_amounts_to():
    run = _told(*PLACED)
    assert is_of(run, "s1", act_digest("place", {}, "", run.known.skills))
    assert not is_of(run, "s1", act_digest("cancel", {}, "", run.known.skills))


def test_what_our_own_step_took_is_meant_again_unless_that_step_stands_behind_it():
    run = _told(*PLACED, *CANCELLED)
    assert is_wanted_again(run, "s1", AGAIN, (AGAIN,))
    assert not is_wanted_again(run, "s1", AGAIN, (AGAIN, CANCEL_AGAIN))


def test_what_is_still_seen_is_not_wanted_again():
    assert not is_wanted_again(_told(*PLACED), "s1", AGAIN, (AGAIN,))


def test_what_somebody_undid_was_taken_by_no_step_of_ours():
    run = _told(*PLACED, Looked(removed=("placed",)))
    assert not is_wanted_again(run, "s1", AGAIN, (AGAIN,))
    assert not is_taken_behind(run, "s1", GOAL, (GOAL, CANCEL_AGAIN))


def test_a_goal_that_was_reached_may_be_taken_by_what_stands_behind_it_too():
    run = _told(*PLACED, *CANCELLED)
    assert is_taken_behind(run, "s1", GOAL, (GOAL, CANCEL_AGAIN))
    assert not is_taken_behind(run, "s1", GOAL, (GOAL,))


def test_an_act_whose_effect_was_never_seen_came_to_nothing():
    unseen = _told(LOOK, *BOTH, *tried("s1", "place", Done()), Looked(added=("other",)))
    assert came_to_nothing(unseen, "s1", AGAIN, (AGAIN,))
    assert not came_to_nothing(_told(*PLACED), "s1", AGAIN, (AGAIN,))
