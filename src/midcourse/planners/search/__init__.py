"""A planner that needs no model: forward search over the skills' contracts.

`lifted` finds the acts that facts allow, `problem` numbers them, `relaxed` estimates, `best_first` searches, `shorter` improves,
`closed` knows what must not be tried, `proof` says why there is no way. The same request gives the same answer, unless time
runs out first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Sequence
from time import monotonic
from typing import TypeVar

from ...core.gates.request import AtALoss, NothingToDo, PlanRequest, Reply
from ...core.plans.plan import Act, Draft
from .acts import Op
from .asked import closed_by_failures, problem_of
from .best_first import Closed, Effort, Found, search_anew
from .careful import careful_plan, plan_for_the_worst, trap_in
from .closed import DeadEnds, either
from .precautions import as_steps
from .problem import Problem
from .proof import no_way
from .relaxed import Relaxed
from .shorter import improved

T = TypeVar("T")
FOR_GOOD = ("structural", "denied")
"""Failures that often mean the skill, not just this call of it."""

CARE = 0.4
"""The share of the effort that may go into a more careful way before a less careful one is sought."""


class SearchPlanner:
    """Searches for a plan among all acts that the contracts allow, or among given acts only. `nodes` and `seconds` limit one
    answer. `improve` is the number of states it may examine to better its first plan.
    """

    def __init__(
        self,
        menu: Sequence[Act] | None = None,
        *,
        nodes: int = 20_000,
        seconds: float = 30.0,
        improve: int = 300,
        avoid_dead_ends: bool = True,
    ) -> None:
        self._menu, self._nodes, self._seconds, self._improve = menu, nodes, seconds, improve
        self._avoid_dead_ends = avoid_dead_ends
        self.looked_at = 0
        """States that were looked at for the last answer."""

    async def plan(self, request: PlanRequest) -> Reply:
        """A plan; impossible when no act can lead there; stuck when the search was cut off."""
        effort = Effort(self._nodes, until=monotonic() + self._seconds)
        reply = await breathing(self._answer(request, effort))
        self.looked_at = effort.used
        return reply

    def _answer(self, request: PlanRequest, effort: Effort) -> Generator[None, None, Reply]:
        problem = yield from until(effort, problem_of(request, self._menu))
        if problem is None:
            return AtALoss(f"the acts of this world were not all listed within {self._seconds:g} seconds")
        if not problem.missing and problem.holds(problem.aim, problem.start):
            return NothingToDo("the goal holds as far as is known")
        task = _Task(request, problem, effort, self._avoid_dead_ends)
        found = yield from task.first_plan()
        if found.plan is None:
            if not found.exhausted:
                return AtALoss(f"no plan within {effort.used} states", best=tuple(op.act for op in found.nearest))
            return (yield from no_way(request, self._menu))
        plan = yield from task.better(found.plan, self._improve)
        return Draft(tuple(as_steps(problem, problem.start, plan, task.closed)), author="search", means=True)


class _Task:
    """One problem on the way to its first plan: from the most careful search to the least."""

    def __init__(self, request: PlanRequest, problem: Problem, effort: Effort, avoid_dead_ends: bool) -> None:
        self._problem, self._effort, self._avoid = problem, effort, avoid_dead_ends
        self._failed = closed_by_failures(request, problem)
        doubted = {a.skill for a in request.attempts if a.kind in FOR_GOOD and not a.forgiven}
        given_up = {a.digest for a in request.attempts if a.kind in FOR_GOOD and not a.forgiven}
        # What failed for good is not tried in another world of our own making; only if the world itself has changed.
        still_open = [op for op in problem.ops if not (self._failed.digest(op) in given_up and self._failed(op, problem.start))]
        self._choices = [[op for op in still_open if op.skill not in doubted], still_open] if doubted else [still_open]
        self.relaxed = Relaxed(problem, self._choices[0])
        self.closed: Closed | None = None
        self._dead: DeadEnds | None = None
        """Set when the plan was made around dead ends."""
        self._final = False

    def first_plan(self) -> Generator[None, None, Found]:
        """Without skills that failed for good, then without acts that did; around dead ends, then through them."""
        found = Found(None, exhausted=True)
        for ops in self._choices if not self._problem.missing else ():
            if ops is not self.relaxed.ops:
                self.relaxed = Relaxed(self._problem, ops)
            part = self._effort.part(1.0 if ops is self._choices[-1] else CARE)
            found = yield from self._careful(part)
            self._effort.spend(part)
            if found.plan is not None:
                break
        return found

    def better(self, plan: list[Op], improve: int) -> Generator[None, None, list[Op]]:
        """A cheaper plan, if one is found that is no less careful."""
        if self._final:
            return plan  # what is cheaper is so by counting on luck
        part = self._effort.part(1.0, improve)
        shorter = yield from improved(self.relaxed, self._problem.start, plan, self._problem.aim, part, self.closed)
        self._effort.spend(part)
        if self._dead is None or shorter == plan:
            return shorter
        trap = yield from trap_in(self.relaxed, shorter, self._effort, self.closed, self._dead, set())
        return shorter if trap is None else plan

    def _careful(self, effort: Effort) -> Generator[None, None, Found]:
        dead = DeadEnds(self.relaxed)
        if self._avoid and dead:
            self.closed = either(self._failed, dead)
            for way in (plan_for_the_worst, careful_plan):
                part = effort.part(CARE)
                found = yield from way(self.relaxed, part, self.closed, dead)
                effort.spend(part)
                if found.plan is not None:
                    self._dead, self._final = dead, way is plan_for_the_worst
                    return found
        self.closed = either(self._failed)
        return (yield from self._search(effort))

    def _search(self, effort: Effort) -> Generator[None, None, Found]:
        if self.relaxed.estimate(self._problem.start, self._problem.aim) is None:
            return Found(None, exhausted=True)
        return (yield from search_anew(self.relaxed, self._problem.start, self._problem.aim, effort, self.closed))


def until(effort: Effort, work: Generator[None, None, T]) -> Generator[None, None, T | None]:
    """Work to its end, or None if time is up before."""
    while effort.left > 0:
        try:
            yield next(work)
        except StopIteration as end:
            return end.value
    return None


async def breathing(work: Generator[None, None, T], every: float = 0.005) -> T:
    """Work to its end, letting others have their turn every few milliseconds; cancelling it stops it there."""
    last = monotonic()
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
        if monotonic() - last > every:
            await asyncio.sleep(0)
            last = monotonic()
