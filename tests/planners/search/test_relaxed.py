"""Estimates as if nothing were ever taken away: never out of reach what can be reached."""

from hypothesis import given, settings

from midcourse.planners.search.best_first import Effort, search
from midcourse.planners.search.relaxed import Relaxed
from tests.planners.search.searching import problem, ran, towns
from tests.support import domains, the


def test_a_goal_that_holds_is_at_no_distance_and_each_step_is_one_further():
    for goal, distance in (("a", 0), ("b", 1), ("c", 2)):
        made = towns(goal, "ab", "bc", "ca")
        assert the(Relaxed(made).estimate(made.start, made.aim)).distance == distance


def test_what_no_act_leads_to_is_out_of_reach():
    made = towns("d", "ab", "cd", "bc")
    assert Relaxed(made).estimate(made.start, made.aim) is not None
    fewer = [op for op in made.ops if op.args["b"] != "c"]
    assert Relaxed(made, fewer).estimate(made.start, made.aim) is None


def test_the_first_act_of_the_way_is_preferred():
    made = towns("c", "ab", "bc", "ax")
    relaxed = Relaxed(made)
    guess = the(relaxed.estimate(made.start, made.aim))
    assert {relaxed.ops[n].args["b"] for n in guess.applicable} == {"b", "x"}
    assert {relaxed.ops[n].args["b"] for n in guess.preferred} == {"b"}


def test_a_price_is_of_the_dearest_part_and_none_where_there_is_no_way():
    made = towns("c", "ab", "bc")
    relaxed = Relaxed(made)
    prices = relaxed.prices(made.start)
    assert the(relaxed.price_of(made.aim, prices)) == 2.0
    assert Relaxed(made, []).price_of(made.aim, Relaxed(made, []).prices(made.start)) is None


@settings(max_examples=25)
@given(domains())
def test_whatever_a_search_reaches_was_called_reachable(domain):
    skills, start, goal = domain
    made = problem(skills, start, goal)
    if made.missing:
        return
    found = ran(search(Relaxed(made), made.start, made.aim, Effort(2000)))
    guess = Relaxed(made).estimate(made.start, made.aim)
    assert found.plan is None or guess is not None
    assert guess is None or found.plan is None or guess.distance >= (1 if found.plan else 0)
