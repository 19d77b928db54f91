"""Any planning engine of unified-planning as the planner: the request goes to it as a ground problem without negation."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
from __future__ import annotations

import asyncio
import warnings
from typing import Any

from ..core.errors import TaskError, choices
from ..core.gates.request import AtALoss, NothingToDo, NoWay, PlanRequest, Reply
from ..core.plans.plan import Draft
from ..core.protocols import Planner
from .given import Given
from .repair import RepairPlanner
from .search import breathing
from .search.acts import Op
from .search.asked import closed_by_failures, problem_of
from .search.problem import Problem
from .search.proof import no_way

Up = Any
"""A value of unified-planning, which has no types to speak of."""


class UnifiedPlanner:
    """Asks an engine by its name in unified-planning, in a thread of its own.

    The engine gets acts and facts under numbered names, without the acts that are banned after a failure. It cannot handle
    counted facts; if the problem has some, the answer is "at a loss".
    """

    def __init__(self, engine: str, *, seconds: float = 30.0) -> None:
        self._engine, self._seconds = engine, seconds
        names = _engine_names()
        if engine not in names:
            raise TaskError(f"unified-planning has no engine {engine!r} here; {choices(engine, names)}")

    async def plan(self, request: PlanRequest) -> Reply:
        """The engine's plan; impossible only when the engine has shown it."""
        problem = await breathing(problem_of(request))
        if problem.missing:
            return await breathing(no_way(request, None))
        if problem.holds(problem.aim, problem.start):
            return NothingToDo("the goal holds as far as is known")
        if problem.numbers:
            return AtALoss("counted numbers are not passed on to this engine")
        closed = closed_by_failures(request, problem)
        ops = [op for op in problem.ops if not closed(op, problem.start)]
        found = await asyncio.to_thread(self._solve, problem, ops)
        if isinstance(found, str):
            return NoWay(found) if found == "UNSOLVABLE_PROVEN" else AtALoss(f"{self._engine} answered {found.lower()}")
        return Draft(tuple(op.act for op in found), author=self._engine, means=True)

    def _solve(self, problem: Problem, ops: list[Op]) -> list[Op] | str:
        from unified_planning.shortcuts import OneshotPlanner

        up, by_name = _ground_problem(problem, ops)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with OneshotPlanner(name=self._engine) as opened:
                engine: Up = opened
                result: Up = engine.solve(up, timeout=self._seconds)
        if result.plan is None:
            return str(result.status.name)
        return [by_name[str(step.action.name)] for step in result.plan.actions]


def from_words(words: str, given: Given) -> Planner:
    """`up:ENGINE`: that engine; the present plan is mended where that is shorter."""
    return RepairPlanner(UnifiedPlanner(words))


def _engine_names() -> list[str]:
    try:
        from unified_planning.environment import get_environment
    except ImportError:
        raise TaskError("engines of unified-planning need it: pip install 'midcourse[pddl]'") from None
    environment: Up = get_environment()
    environment.credits_stream = None
    return list(environment.factory.engines)


def _ground_problem(problem: Problem, ops: list[Op]) -> tuple[Up, dict[str, Op]]:
    """Facts and acts by number. A need with a `*` is one act for each fact that may serve."""
    from unified_planning.shortcuts import BoolType, Fluent, InstantaneousAction
    from unified_planning.shortcuts import Problem as UpProblem

    up: Up = UpProblem("midcourse")
    facts = [Fluent(f"f{i}", BoolType()) for i in range(problem.size)]
    for i, fluent in enumerate(facts):
        up.add_fluent(fluent, default_initial_value=False)
        if problem.start >> i & 1:
            up.set_initial_value(fluent, True)
    by_name: dict[str, Op] = {}

    def add(name: str, needs: int, op: Op) -> None:
        action = InstantaneousAction(name)
        for i in _bits(needs):
            action.add_precondition(facts[i])
        for i in _bits(op.takes):
            action.add_effect(facts[i], False)
        for i in _bits(op.gives):
            action.add_effect(facts[i], True)
        up.add_action(action)
        by_name[name] = op

    for n, op in enumerate(ops):
        for m, needs in enumerate(_ways(op.needs, op.some)):
            add(f"a{n}_{m}", needs, op)
    for i in _bits(problem.aim.needs):
        up.add_goal(facts[i])
    for mask in problem.aim.some:
        manager: Up = up.environment.expression_manager
        up.add_goal(manager.Or([facts[i] for i in _bits(mask)]))
    return up, by_name


def _ways(needs: int, some: tuple[int, ...]) -> list[int]:
    ways = [needs]
    for mask in some:
        ways = [way | 1 << i for way in ways for i in _bits(mask)]
    return ways


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
