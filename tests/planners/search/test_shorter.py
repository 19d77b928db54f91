"""A better plan: without idle acts, by cheaper stretches, never one that does not work."""

from hypothesis import given, settings

from midcourse.core.model import Parameter, Skill
from midcourse.planners.search.acts import Aim
from midcourse.planners.search.best_first import Effort, search
from midcourse.planners.search.relaxed import Relaxed
from midcourse.planners.search.shorter import after_all, improved, needed_before, price, without_idle_acts, works
from tests.planners.search.searching import op, problem, ran, towns, way
from tests.support import domains, the

TOWNS = towns("d", "ab", "bc", "cd", "bd", "ba")
LONG = [op(TOWNS, a="a", b="b"), op(TOWNS, b="c"), op(TOWNS, a="c", b="d")]


def test_a_plan_works_only_where_each_act_can_be_done_and_the_last_reaches_the_aim():
    assert works(TOWNS, TOWNS.start, LONG, TOWNS.aim)
    assert not works(TOWNS, TOWNS.start, LONG[1:], TOWNS.aim) and not works(TOWNS, TOWNS.start, LONG[:2], TOWNS.aim)
    assert not works(TOWNS, TOWNS.start, LONG, TOWNS.aim, lambda o, state: o is LONG[1])


def test_a_longer_way_is_cut_short_and_its_price_falls():
    better = ran(improved(Relaxed(TOWNS), TOWNS.start, LONG, TOWNS.aim, Effort(500)))
    assert way(better) == "bd" and price(better) == 2.0 < price(LONG)


def test_acts_that_the_plan_works_without_are_left_out():
    made = problem([Skill("wave", makes="rung"), Skill("ring", makes="rung")], [], "rung")
    wave, ring = (next(o for o in made.ops if o.skill == name) for name in ("wave", "ring"))
    assert without_idle_acts(made, made.start, [wave, ring, wave], made.aim) == [wave]


def test_what_must_hold_before_the_rest_is_what_it_does_not_give_itself():
    needed = the(needed_before(TOWNS, LONG[1:], TOWNS.aim))
    assert not TOWNS.holds(needed, TOWNS.start) and TOWNS.holds(needed, after_all(TOWNS, TOWNS.start, LONG[:1]))
    assert needed_before(TOWNS, [LONG[0]], Aim(LONG[0].takes)) is None, "it takes what is wanted"


def test_numbers_are_more_than_a_set_of_facts():
    counts = Skill("pour", parameters=(Parameter("x", "cup"),), makes="full({x}, +=1)")
    made = problem([counts], ["cup(c)", "full(c, 0)"], "full(c, >=2)")
    assert needed_before(made, made.ops, made.aim) is None


@settings(max_examples=25)
@given(domains())
def test_a_better_plan_works_and_costs_no_more(domain):
    skills, start, goal = domain
    made = problem(skills, start, goal)
    if made.missing:
        return
    relaxed = Relaxed(made)
    plan = ran(search(relaxed, made.start, made.aim, Effort(1000))).plan
    if plan is not None:
        better = ran(improved(relaxed, made.start, plan, made.aim, Effort(200)))
        assert works(made, made.start, better, made.aim) and price(better) <= price(plan)
