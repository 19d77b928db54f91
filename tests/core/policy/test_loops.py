"""The loops that the default is compared with know one remedy: another plan."""

from midcourse.core.model import Done, Failed
from midcourse.core.policy.loops import any_change, every_k, every_step, failed_in_a_loop
from midcourse.core.run.commands import Ask, MakePlan, Note
from midcourse.core.run.events import Looked, Passed
from tests.core.policy.stories import BOTH, DID_A, WALL, trifling
from tests.support import LOOK, NOW, story, the, tried, under

HALF = (LOOK, *BOTH, *DID_A)


def test_every_k_acts_counts_the_acts_of_the_plan_and_stops_at_its_end():
    run = story(*HALF, settings=under(every=2))
    assert every_k(run, NOW) is None and the(every_step(run, NOW), MakePlan).purpose == "segment"
    assert the(every_k(story(*HALF, settings=under(every=1)), NOW), MakePlan).cause.detail == "1 acts since the last plan"
    ended = story(*HALF, *tried("s2", "b", Done()), Looked(added=("q",)), settings=under(every=1))
    assert every_k(ended, NOW) is None and every_step(ended, NOW) is None


def test_a_look_that_is_as_predicted_is_no_change_and_any_other_is():
    settings = under(replan="any-change")
    assert any_change(story(*HALF, settings=settings), NOW) is None
    rain = story(LOOK, *BOTH, *tried("s1", "a", Done()), Looked(added=("p", "rain")), settings=settings)
    assert the(any_change(rain, NOW), MakePlan).cause.detail == "rain"


def test_a_failure_is_replanned_people_are_asked_where_no_plan_helps_and_trifles_are_passed():
    assert failed_in_a_loop(story(*HALF), NOW) is None
    assert the(failed_in_a_loop(story(*HALF, *tried("s2", "b", WALL), LOOK), NOW), MakePlan).purpose == "replan"
    full = story(*HALF, *tried("s2", "b", Failed("disk_full")), LOOK)
    assert the(failed_in_a_loop(full, NOW), Ask).question.kind == "environment"
    trifle = story(*HALF, *trifling("s2", "b", WALL), LOOK)
    assert isinstance(the(failed_in_a_loop(trifle, NOW), Note).event, Passed)
