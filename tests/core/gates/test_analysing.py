"""What is known about the failures of a run, put together."""

from midcourse.core.gates.analysing import MOST_LIKE, analyse, met
from midcourse.core.history.reflections import Reflection
from midcourse.core.model import Done, Failed
from midcourse.core.plans.edits import Instead
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Looked, Reflected
from tests.support import LOOK, plan, story, the, then, tried

BOTH = plan(Act("a", id="s1"), Act("b", id="s2"))
WALL = Failed("unreachable", "a wall")
WALLED = story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK)


def test_where_nothing_failed_there_is_nothing_to_analyse():
    assert analyse(story(LOOK, *BOTH)) is None and met(story(LOOK, *BOTH)) == ()


def test_a_failure_nobody_looked_into_is_its_own_cause():
    found = the(analyse(WALLED))
    assert (found.step, found.kind, found.who, found.fix) == ("s1", "structural", "", "")
    assert found.root_cause == found.failure == "a failed: unreachable — a wall" and found.similar == ()


def test_what_was_found_out_is_told_with_who_says_so():
    reflection = Reflection("the road is closed", ("snow",), True, Instead((Act("b"),)), 0.9, "rules")
    found = the(analyse(then(WALLED, Reflected("s1", reflection))))
    assert (found.root_cause, found.factors, found.preventable, found.who) == ("the road is closed", ("snow",), True, "rules")
    assert found.fix == "instead b()"


def test_like_failures_are_told_newest_first_once_each_and_no_more_than_said():
    busy = [Failed("unavailable", f"busy {i % 8}") for i in range(10)]
    run = story(LOOK, *BOTH, *(event for b in busy for event in (*tried("s1", "a", b), LOOK)))
    similar = the(analyse(run)).similar
    assert len(similar) == len(set(similar)) == MOST_LIKE and "busy 0" in similar[0] and "busy 7" in similar[1]


def test_later_runs_remember_the_last_failure_of_each_sort():
    failures = (Failed("unreachable", "wall 1"), Failed("busy", "later"), Failed("unreachable", "wall 2"))
    run = story(LOOK, *BOTH, *(event for f in failures for event in (*tried("s1", "a", f), LOOK)))
    assert [(m.told, m.run, m.mended) for m in met(run)] == [
        ("a failed: unreachable — wall 2", "r", False),
        ("a failed: busy — later", "r", False),
    ]
    mended = then(run, *tried("s1", "a", Done(), 4), Looked(added=("p",)))
    assert all(m.mended for m in met(mended))
