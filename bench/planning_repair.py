"""Plans that a disturbance breaks: states looked at to mend them, against planning anew. Used by planning.py."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from planning_runs import carried_out, reached, request

from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.repair import RepairPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.planners.search.asked import problem_of
from midcourse.planners.search.problem import Problem
from midcourse.worlds.pddl import PddlTask
from midcourse.worlds.symbolic import SymbolicWorld

NODES = 5_000
"""States that may be looked at for a whole plan. Time is no limit here, so that the same seed gives the same figures."""
TRIES = 4
"""Disturbances tried for each case that is wanted."""


class Broken(NamedTuple):
    """A state in which the rest of the plan does not reach the goal."""

    facts: frozenset[str]
    rest: tuple[Act, ...]


class Mended(NamedTuple):
    """One broken plan, mended and planned anew."""

    domain: str
    problem: str
    repaired: bool
    mending: int
    """States looked at by the repair, and by the planner behind it where there was none."""
    anew: int
    """States looked at for a whole new plan."""
    mending_seconds: float
    anew_seconds: float
    mended_length: int
    anew_length: int
    valid: bool
    """Both plans can be carried out and reach the goal."""


def whole_problem(task: PddlTask) -> Problem:
    """The task with all its acts, numbered."""
    work = problem_of(request(task))
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def broken_cases(task: PddlTask, plan: Sequence[Act], count: int, chance: random.Random) -> list[Broken]:
    """Up to so many cases: a part of the plan is done, then one or two acts happen that are not in it."""
    problem = whole_problem(task)
    by_name = {(op.skill, tuple(op.args.values())): op for op in problem.ops}
    cases: list[Broken] = []
    for _ in range(count * TRIES):
        if len(cases) == count:
            break
        done = chance.randrange(len(plan))
        world, state = task.world(), problem.start
        assert carried_out(world, plan[:done])
        for act in plan[:done]:
            op = by_name.get((act.skill, tuple(act.args.values())))
            state = problem.after(op, state) if op is not None else state  # an act that changes nothing needed is no op
        for _ in range(chance.choice((1, 2))):
            can = [op for op in problem.ops if problem.holds(op, state)]
            op = chance.choice(can) if can else None
            if op is not None:
                assert carried_out(world, [op.act])
                state = problem.after(op, state)
        facts, rest = frozenset(world.truth), tuple(plan[done:])
        if not reached(world, task.goal) and not (carried_out(world, rest) and reached(world, task.goal)):
            cases.append(Broken(facts, rest))
    return cases


def mend(domain: str, problem: str, task: PddlTask, case: Broken) -> Mended | None:
    """Mended by a repair, and planned anew; None where planning anew finds no way."""
    planner = SearchPlanner(improve=0, nodes=NODES, seconds=1e6)
    asked = request(task, case.facts, case.rest)
    began = time.perf_counter()
    anew = asyncio.run(planner.plan(asked))
    anew_seconds, anew_states = time.perf_counter() - began, planner.looked_at
    if not isinstance(anew, Draft):
        return None
    repair = RepairPlanner(planner)
    began = time.perf_counter()
    mended = asyncio.run(repair.plan(asked))
    took = time.perf_counter() - began
    plans = [d.steps if isinstance(d, Draft) else () for d in (mended, anew)]
    return Mended(
        domain,
        problem,
        repair.repaired == 1,
        repair.looked_at,
        anew_states,
        took,
        anew_seconds,
        len(plans[0]),
        len(plans[1]),
        all(_works(task, case, [s for s in plan if isinstance(s, Act)]) for plan in plans),
    )


def _works(task: PddlTask, case: Broken, plan: Sequence[Act]) -> bool:
    world = SymbolicWorld(task.skills, case.facts)
    return carried_out(world, plan) and reached(world, task.goal)


def mend_all(
    solved: Sequence[tuple[str, str, PddlTask, Sequence[Act]]], count: int, seed: int, tick: Callable[[str], None]
) -> tuple[list[Mended], int]:
    """All cases of all problems, and how many were left out because planning anew found no way."""
    found: list[Mended] = []
    lost = 0
    for domain, problem, task, plan in solved:
        tick(f"{domain} {problem}")
        for case in broken_cases(task, plan, count, random.Random(f"{seed} {domain} {problem}")):
            mended = mend(domain, problem, task, case)
            if mended is None:
                lost += 1
            else:
                found.append(mended)
    return found, lost
