"""The short way from a state into a plan."""

from midcourse.core.plans.plan import Act
from midcourse.planners.search.best_first import Effort
from midcourse.planners.search.closed import DeadEnds
from midcourse.planners.search.relaxed import Relaxed
from midcourse.planners.search.way_back import known_in, places_in, way_back
from tests.planners.search.searching import op, ran, towns, way
from tests.support import the

LOST = towns("d", "ab", "bc", "cd", "xb", "xa", start="x")
PLAN = [op(LOST, a="a", b="b"), op(LOST, b="c"), op(LOST, b="d")]


def back(made, plan, effort=100):
    relaxed = Relaxed(made)
    places = places_in(relaxed, made.start, plan, len(plan))
    return ran(way_back(relaxed, [], plan, places, None, DeadEnds(relaxed), Effort(effort)))


def test_the_plan_is_entered_where_the_whole_way_is_shortest():
    found = the(back(LOST, PLAN))
    assert way(found.acts) == "b" and found.at == 1


def test_without_effort_or_without_a_way_there_is_none():
    assert back(LOST, PLAN, effort=0) is None
    island = towns("d", "ab", "bc", "cd", start="a")
    relaxed = Relaxed(island, [])
    assert places_in(relaxed, island.start, [op(island, b="c"), op(island, b="d")], 0) == []


def test_each_place_knows_how_far_it_is_and_how_long_the_whole_would_be():
    places = places_in(Relaxed(LOST), LOST.start, PLAN, 2)
    assert [(p.at, p.far, p.whole) for p in places] == [(0, 1.0, 4.0), (1, 1.0, 3.0), (2, 2.0, 3.0)]


def test_acts_that_can_never_be_done_are_not_known():
    assert known_in(LOST, [Act("go", {"a": "a", "b": "b"}), Act("go", {"a": "z", "b": "b"})]) == [PLAN[0], None]
