"""Where a plan that does not hold any more is entered again."""

from midcourse.core.policy.going_back import banned, redo
from midcourse.core.policy.triggers import validity
from midcourse.core.run.commands import Note, label
from midcourse.core.run.events import Looked, Reentered
from tests.core.policy.stories import BOTH, DID_A, WALL
from tests.support import LOOK, NOW, story, the, then, tried, under


def moved(command) -> Reentered:
    return the(the(command, Note).event, Reentered)


def test_redoing_is_capped():
    run = story(LOOK, *BOTH, *DID_A, Looked(removed=("p",)), settings=under(redos=1))
    again = then(run, moved(redo(run)), *DID_A, Looked(removed=("p",)))
    assert redo(again) is None and label(the(validity(again, NOW))) == "plan replan"


def test_a_step_that_failed_in_this_world_is_not_gone_back_to():
    run = story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK)
    assert banned(run, 0) and not banned(run, 1) and not banned(story(LOOK, *BOTH), 0)
