"""What must not be tried: acts that failed in the same world, and acts that may end where no way leads on."""

import asyncio

import pytest
from msgspec.structs import replace

from midcourse.core.model import Done, Failed, Otherwise, Parameter, Skill
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.events import Acted, Intended, Looked
from midcourse.planners.search import SearchPlanner
from midcourse.planners.search.asked import closed_by_failures, forbidden, problem_of
from midcourse.planners.search.closed import DeadEnds, either
from midcourse.planners.search.relaxed import Relaxed
from tests.planners.search.searching import problem, ran
from tests.support import LOOK, A, plan, request, story, the, tried

DRIVE = Skill(
    "drive", parameters=(Parameter("car", "str", choices=("mini",)),), needs="fuel({car}, >=1)", makes="there", complete=True
)
WALK = Skill("walk", makes="there", complete=True, cost=50.0)
FUEL = Skill("refuel", makes="fuel(mini, +=1)", complete=True)
WALL = Failed("unreachable", "a wall")


def failed(fuel: str, result: Failed = WALL):
    args = {"car": "mini"}
    act = Intended("s1", "drive", args, "", act_digest("drive", args, "", {}), 1)
    events = (Looked(added=(fuel,)), *plan(Act("drive", args, id="s1")), act, Acted("s1", result), LOOK)
    return request(story(*events, skills=(DRIVE, WALK, FUEL), done_when="there"))


@pytest.mark.parametrize("fuel", ["fuel(mini, 2)", "fuel(mini, 2.0)"])
def test_an_act_that_failed_is_closed_in_that_world_and_open_in_another(fuel):
    asked = failed(fuel)
    made = ran(problem_of(asked))
    closed = closed_by_failures(asked, made)
    drive = next(o for o in made.ops if o.skill == "drive")
    refuel = next(o for o in made.ops if o.skill == "refuel")
    assert closed and closed(drive, made.start) and not closed(drive, made.after(refuel, made.start))
    assert not closed(refuel, made.start) and closed.digest(refuel) == ""


@pytest.mark.parametrize("fuel", ["fuel(mini, 2)", "fuel(mini, 2.0)"])
def test_the_planner_does_not_propose_again_what_failed_for_good_beside_a_number(fuel):
    [step] = the(asyncio.run(SearchPlanner().plan(failed(fuel))), Draft).steps
    assert the(step, Act).skill == "walk"


def test_a_failure_that_is_forgiven_closes_nothing():
    asked = failed("fuel(mini, 2)")
    forgiven = replace(asked, attempts=tuple(replace(a, forgiven=True) for a in asked.attempts))
    assert not closed_by_failures(forgiven, ran(problem_of(forgiven)))


@pytest.mark.parametrize(
    ("otherwise", "closed"),
    [
        ({}, False),
        ({"forbids": ("dri*",)}, True),
        ({"forbids": ("drive(car=mini)",)}, True),
        ({"forbids": ("drive(car=bus)",)}, False),
        ({"only": ("walk",)}, True),
        ({"refused": frozenset({act_digest("drive", {"car": "mini"}, "", {})})}, True),
    ],
)
def test_what_people_forbid_is_no_act_but_of_the_whole_problem(otherwise, closed):
    asked = request(story(Looked(added=("fuel(mini, 2)",)), skills=(DRIVE, WALK), done_when="there"), **otherwise)
    whole = ran(problem_of(asked, whole=True))
    drive = next(o for o in whole.ops if o.skill == "drive")
    assert forbidden(drive, asked) is closed
    assert any(o.skill == "drive" for o in ran(problem_of(asked)).ops) is not closed


def test_an_act_that_may_end_where_no_way_leads_on_is_a_dead_end():
    jump = Skill("jump", needs="up", makes="over", breaks="up", outcomes=(Otherwise("falls", breaks="up", chance=0.5),))
    made = problem([jump], ["up"], "over")
    dead = DeadEnds(Relaxed(made))
    usual = next(o for o in made.ops if o.outcome == "")
    assert dead and dead(usual, made.start) and len(set(dead.outcomes(usual, made.start))) == 2
    climb = problem([jump, Skill("climb", makes="up")], ["up"], "over")
    back = DeadEnds(Relaxed(climb))
    usual = next(o for o in climb.ops if o.outcome == "" and o.skill == "jump")
    assert not back(usual, climb.start)
    back.mark(climb.after(next(o for o in climb.ops if o.outcome == "falls"), climb.start))
    assert back(usual, climb.start), "what was marked stays dead"


def test_several_reasons_are_one_and_none_is_none():
    made = problem([A], [], "p")
    nothing = DeadEnds(Relaxed(made))
    assert not nothing and either(nothing, nothing) is None
    asked = failed("fuel(mini, 2)")
    there = closed_by_failures(asked, ran(problem_of(asked)))
    assert either(nothing, there) is there


def test_an_act_that_was_done_is_no_failure():
    run = story(LOOK, *plan(Act("a", id="s1")), *tried("s1", "a", Done()), Looked(added=("p",)), skills=(A,))
    assert not closed_by_failures(request(run), ran(problem_of(request(run))))
