"""The search planner against breadth-first search, and by itself."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from midcourse.core.gates.request import NothingToDo, NoWay
from midcourse.core.model import Parameter, Skill
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.search import SearchPlanner
from midcourse.testing import SymbolicWorld
from midcourse.testing.contracts.planner import request
from tests.oracle import BreadthFirst
from tests.support import domains, lab, the


def ask(planner, skills, facts, goal, **more):
    return asyncio.run(planner.plan(request(skills=tuple(skills), facts=frozenset(facts), done_when=goal, **more)))


def works(skills, facts, goal, plan) -> bool:
    world = SymbolicWorld(skills, facts)
    for step in plan:
        contract = world.contract(step_call(step))
        if any(world.imagine().truth(lit) is False for lit in contract.needs):
            return False
        world.apply(contract)
    from midcourse.core.logic.conditions import parse

    return all(world.imagine().truth(lit) for lit in parse(goal))


def step_call(step):
    from midcourse.core.model import Call

    return Call(step.skill, step.args, step.target)


@given(domains())
def test_it_finds_a_plan_exactly_when_there_is_one_and_no_step_of_it_is_idle(domain):
    skills, facts, goal = domain
    found, sure = ask(SearchPlanner(), skills, facts, goal), ask(BreadthFirst(), skills, facts, goal)
    assert type(found) is type(sure)
    if isinstance(found, Draft):
        assert works(skills, facts, goal, found.steps)
        for i in range(len(found.steps)):
            assert not works(skills, facts, goal, found.steps[:i] + found.steps[i + 1 :]), "a step that the plan works without"


@given(domains(), st.integers(0, 5))
def test_the_same_request_gets_the_same_answer(domain, _):
    assert ask(SearchPlanner(), *domain) == ask(SearchPlanner(), *domain)


def test_arguments_come_from_choices_and_from_facts_of_their_kind():
    door = Parameter("door", "door")
    key = Parameter("key", "choice", choices=("brass", "iron"))
    skills = [Skill("unlock", parameters=(door, key), needs="fits({key}, {door})", makes="open({door})", complete=True)]
    plan = ask(SearchPlanner(), skills, ["door(front)", "door(back)", "fits(iron, back)"], "open(back)")
    assert the(plan, Draft).steps == (Act("unlock", {"door": "back", "key": "iron"}),)
    assert isinstance(ask(SearchPlanner(), skills, ["door(front)", "fits(iron, back)"], "open(front)"), NoWay)


def test_done_is_done_and_what_is_forbidden_is_not_used():
    skills = [Skill("a", makes="p", complete=True), Skill("b", makes="p", complete=True)]
    assert isinstance(ask(SearchPlanner(), skills, ["p"], "p"), NothingToDo)
    assert the(ask(SearchPlanner(), skills, [], "p", forbids=("a",)), Draft).steps == (Act("b"),)
    assert isinstance(ask(SearchPlanner(), skills, [], "p", forbids=("*",)), NoWay)


def test_negation_stars_and_breaks_are_understood():
    skills = [
        Skill("shut_all", breaks="open(*)", complete=True),
        Skill("leave", needs="not open(*)", makes="gone", complete=True),
    ]
    run = lab(SymbolicWorld(skills, ["open(a)", "open(b)"]), SearchPlanner(), "gone and not open(*)").run()
    assert the(run.ending).success and the(run.ending).steps == 2


def test_nothing_irreversible_is_done_by_the_way():
    skills = [Skill("a", makes="p", complete=True), Skill("burn", makes="ash", complete=True, risk="irreversible")]
    more = [Skill(f"x{i}", makes=f"q{i}", complete=True) for i in range(6)]
    goal = " and ".join(["p", *(f"q{i}" for i in range(6))])
    plan = ask(SearchPlanner(), [*skills, *more], [], goal)
    assert "burn" not in [the(s, Act).skill for s in the(plan, Draft).steps] and replace(plan, cost=plan.cost) == plan
