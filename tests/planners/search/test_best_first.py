"""Best-first search: it finds a way if there is one, within its effort, and says when it has seen everything."""

from hypothesis import given, settings

from midcourse.core.logic.conditions import parse
from midcourse.planners.search.best_first import Effort, search, search_anew
from midcourse.planners.search.relaxed import Relaxed
from midcourse.planners.search.shorter import works
from tests.planners.search.searching import problem, ran, towns, way
from tests.support import domains


def found(made, effort=None, **more):
    return ran(search(Relaxed(made), made.start, made.aim, effort or Effort(1000), **more))


def test_a_way_is_found_and_none_is_proven():
    assert way(found(towns("d", "ab", "bc", "cd", "ax")).plan) == "bcd" and found(towns("a", "ab")).plan == []
    made = towns("d", "ab", "ba", "bd")
    fewer = Relaxed(made, [o for o in made.ops if o.args["b"] != "d"])
    nowhere = ran(search(fewer, made.start, made.aim, Effort(1000)))
    assert nowhere.plan is None and nowhere.exhausted


def test_without_effort_it_stops_and_proves_nothing():
    cut = found(towns("d", "ab", "bc", "cd"), Effort(0))
    assert cut.plan is None and not cut.exhausted


def test_what_is_closed_is_gone_round():
    made = towns("d", "ab", "bd", "ac", "cd")
    assert way(found(made, closed=lambda op, state: op.args["b"] == "b").plan) == "cd"
    assert found(made, closed=lambda op, state: op.args["b"] == "d").exhausted


def test_below_a_price_only_what_is_cheaper_is_found():
    made = towns("d", "ab", "bc", "cd")
    assert found(made, weight=1.0, below=3.0).plan is None and way(found(made, weight=1.0, below=3.5).plan) == "bcd"


def test_with_a_weight_of_one_the_shortest_way_is_found():
    made = towns("e", "ab", "bc", "ce", "ax", "xe")
    assert way(found(made, weight=1.0).plan) == "xe"


def test_what_is_good_enough_ends_the_search_too():
    made = towns("d", "ab", "bc", "cd")
    half = made.aim_at(parse("at(b)"))
    assert half is not None and way(found(made, or_else=lambda s: made.holds(half, s)).plan) == "b"


def test_parts_of_an_effort_are_counted_in_the_whole():
    whole = Effort(100)
    part = whole.part(0.5)
    part.used = 30
    whole.spend(part)
    assert (part.most, whole.left, whole.part(1.0, 5).most) == (50, 70, 5)
    assert Effort(100, until=0.0).left == 0, "time is up"


@settings(max_examples=25)
@given(domains())
def test_every_plan_that_is_found_works_and_beginning_anew_finds_no_less(domain):
    skills, start, goal = domain
    made = problem(skills, start, goal)
    if made.missing:
        return
    once, anew = found(made), ran(search_anew(Relaxed(made), made.start, made.aim, Effort(5000)))
    for plan in (once.plan, anew.plan):
        assert plan is None or works(made, made.start, plan, made.aim)
    assert (once.plan is None) == (anew.plan is None)
