"""What any planner must keep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from ...core.errors import TaskError
from ...core.gates.request import AtALoss, Left, NothingToDo, NoWay, PlanRequest
from ...core.model import Cost, Skill
from ...core.plans.calls import wrong_arguments
from ...core.plans.plan import Act, Cause, Draft
from ...core.protocols import Foretold, Planner, Priced
from ...core.run.groups import changed
from .common import Rule, check
from .turns import seconds_without_a_core

SKILLS = (
    Skill("fetch", makes="here", complete=True),
    Skill("wrap", needs="here", makes="wrapped", complete=True),
    Skill("shout", makes="noise", complete=True, risk="irreversible"),
)


def request(**changes: object) -> PlanRequest:
    """A small request that any planner can be asked; `changes` name what is other, whatever group it is in."""
    base = PlanRequest(
        goal="have it wrapped",
        done_when="wrapped",
        purpose="first",
        cause=Cause("first"),
        skills=SKILLS,
        facts=frozenset(),
        left=Left(50, 5, 30, 600.0, Cost(10_000, 0.5)),
    )
    return changed(base, changes) if changes else base


def check_planner(make: Callable[[], Planner]) -> None:
    """Check a planner, on a world of three skills."""
    check("planner", RULES, make)


async def it_gives_one_of_the_four_answers(planner: Planner) -> str:
    reply = cast(object, await planner.plan(request()))
    return "" if isinstance(reply, Draft | NothingToDo | NoWay | AtALoss) else f"it answered {reply!r}"


async def a_plan_has_steps(planner: Planner) -> str:
    reply = await planner.plan(request())
    return "its plan is empty" if isinstance(reply, Draft) and not reply.steps else ""


async def it_names_only_skills_that_are_there_with_arguments_that_fit(planner: Planner) -> str:
    if isinstance(planner, Foretold) and _is_for_another_world(planner):
        return ""
    reply = await planner.plan(request())
    known = {skill.name: skill for skill in SKILLS}
    for step in reply.steps if isinstance(reply, Draft) else ():
        if isinstance(step, Act):
            if step.skill not in known:
                return f"there is no {step.skill}"
            if problem := wrong_arguments(known[step.skill], step.args):
                return f"{step.skill}: {problem}"
    return ""


async def it_does_not_propose_what_people_forbade(planner: Planner) -> str:
    reply = await planner.plan(request(done_when="noise", goal="make noise", forbids=("shout",), constraints=("never shout",)))
    loud = isinstance(reply, Draft) and any(isinstance(s, Act) and s.skill == "shout" for s in reply.steps)
    return "it proposed shout, which is forbidden" if loud else ""


async def it_does_not_start_over_when_the_goal_holds(planner: Planner) -> str:
    if isinstance(planner, Foretold):
        return ""  # a plan that is known beforehand is done whole: the engine goes on after what is done
    reply = await planner.plan(request(facts=frozenset({"here", "wrapped"})))
    return f"the goal holds, and it answered {reply!r}" if isinstance(reply, Draft) else ""


async def it_lets_others_have_their_turn(planner: Planner) -> str:
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0.005)

    loop = asyncio.get_running_loop()
    watcher = asyncio.ensure_future(others())
    await asyncio.sleep(0)
    began, without = loop.time(), seconds_without_a_core()
    await planner.plan(request())
    took = loop.time() - began - (seconds_without_a_core() - without)
    watcher.cancel()
    return f"it held the event loop for {took:.2f} s" if took > 0.2 and turns < took / 0.1 else ""


async def it_costs_no_more_than_it_said(planner: Planner) -> str:
    if not isinstance(planner, Priced):
        return ""
    asked = request()
    most, reply = planner.most(asked), await planner.plan(asked)
    over = reply.cost.tokens > most.tokens or reply.cost.money > most.money + 1e-9
    return f"it said at most {most}, and cost {reply.cost}" if over else ""


def _is_for_another_world(planner: Foretold) -> bool:
    """Whether a planner whose plans are known beforehand says that they do not fit here, as it says before a run."""
    try:
        planner.check(SKILLS, ())
    except TaskError:
        return True
    return False


RULES: tuple[Rule[Planner], ...] = (
    it_gives_one_of_the_four_answers,
    a_plan_has_steps,
    it_names_only_skills_that_are_there_with_arguments_that_fit,
    it_does_not_propose_what_people_forbade,
    it_does_not_start_over_when_the_goal_holds,
    it_lets_others_have_their_turn,
    it_costs_no_more_than_it_said,
)
