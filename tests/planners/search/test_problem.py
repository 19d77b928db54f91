"""Facts, acts, a start and a goal as bits: what holds, what follows, what is missing."""

import pytest
from hypothesis import given, settings

from midcourse.core.logic.conditions import coverage, parse
from midcourse.core.model import Parameter, Skill
from midcourse.core.plans.contracts import Imagined, contract_of
from midcourse.core.plans.plan import Act
from tests.planners.search.searching import ROAD, op, problem, roads, towns
from tests.support import domains, the


def test_an_act_can_be_done_where_its_needs_hold_and_changes_what_it_says():
    made = towns("c", "ab", "bc")
    first, second = op(made, b="b"), op(made, b="c")
    assert made.holds(first, made.start) and not made.holds(second, made.start)
    there = made.after(second, made.after(first, made.start))
    assert made.holds(made.aim, there) and not made.holds(made.aim, made.start)
    assert "at(c)" in made.facts_of(there) and "at(a)" not in made.facts_of(there)


def test_a_goal_that_nothing_makes_is_missing():
    assert towns("z", "ab").missing == ("at(z)",) and towns("b", "ab").missing == ()


def test_what_can_never_be_done_is_no_act():
    assert [o.skill for o in problem([Skill("use", needs="key", makes="q")], [], "q").ops] == []


def test_numbers_are_counted_and_compared():
    drive = Skill("drive", needs="fuel(>=1)", makes="fuel(-=1) and far(+=2)")
    made = problem([drive], ["fuel(2)", "far(0)"], "far(>=4)")
    [once] = made.ops
    state = made.start
    for fuel in (1, 0):
        assert made.holds(once, state) and not made.holds(made.aim, state)
        state = made.after(once, state)
        assert f"fuel({fuel})" in made.facts_of(state)
    assert made.holds(made.aim, state) and not made.holds(once, state)


def test_the_facts_of_the_start_are_as_the_world_wrote_them():
    drive = Skill("drive", parameters=(Parameter("car", "str", choices=("mini",)),), needs="fuel({car}, >=1)", makes="there")
    refuel = Skill("refuel", makes="fuel(mini, +=1)")
    for written in ("fuel(mini, 2)", "fuel(mini, 2.0)"):
        made = problem([drive, refuel], [written], "there")
        assert made.facts_of(made.start) == {written}
        more = made.after(next(o for o in made.ops if o.skill == "refuel"), made.start)
        assert made.facts_of(more) == {"fuel(mini, 3)"}


def test_what_nobody_knows_is_hoped_for_unless_the_hope_was_dashed():
    use, fetch = Skill("use", needs="key", makes="q"), Skill("fetch", makes="key")
    hoped = problem([use, fetch], [], "q", covers=("q",))
    assert any(o.skill == "use" and hoped.holds(o, hoped.start) for o in hoped.ops)
    dashed = problem([use, fetch], [], "q", covers=("q",), dashed=parse("key"))
    assert not any(o.skill == "use" and dashed.holds(o, dashed.start) for o in dashed.ops)


def test_a_menu_is_all_there_is_and_what_is_there_also_is_there_in_any_case():
    move = Skill("move", parameters=(Parameter("n", "int"),), makes="at({n})")
    assert [o.args for o in problem([move], [], "at(3)", menu=[Act("move", {"n": 3})]).ops] == [{"n": 3}]
    assert {"n": 9} in [o.args for o in problem([move], [], "at(3)", also=[Act("move", {"n": 9})]).ops]


def test_an_aim_of_its_own_is_none_where_nothing_makes_it():
    made = towns("c", "ab", "bc")
    assert made.holds(the(made.aim_at(parse("at(a)"))), made.start) and made.aim_at(parse("at(z)")) is None


@settings(max_examples=25)
@given(domains())
def test_bits_follow_the_contracts(domain):
    skills, start, goal = domain
    known = {skill.name: skill for skill in skills}
    made = problem(skills, start, goal)
    world, state = Imagined(frozenset(start), coverage(("*",))), made.start
    for o in made.ops * 2:
        contract = contract_of(Act(o.skill), known)
        able = all(world.truth(lit) for lit in contract.needs)
        assert made.holds(o, state) is able
        if able:
            world.apply(contract)
            state = made.after(o, state)
            if not made.missing:
                assert made.holds(made.aim, state) is all(world.truth(lit) for lit in parse(goal))


@pytest.mark.parametrize(("goal", "holds"), [("not at(b)", True), ("not at(a)", False)])
def test_what_must_not_be_so_is_a_goal_too(goal, holds):
    made = problem([ROAD], ["at(a)", *roads("ab")], goal)
    assert made.holds(made.aim, made.start) is holds
