"""A better plan in the effort left: no idle acts, cheaper ways between two of its places, then a search below its price."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from .acts import Aim, Op
from .best_first import Closed, Effort, search
from .problem import Problem
from .relaxed import Relaxed

WINDOWS = (4, 8, 16)
"""Lengths of the stretches for which a cheaper way is sought."""
PER_WINDOW = 60
"""States looked at for one stretch."""


def works(problem: Problem, start: int, plan: Sequence[Op], aim: Aim, closed: Closed | None = None) -> bool:
    """Whether the plan can be carried out from here and leads to the aim."""
    state = start
    for op in plan:
        if not problem.holds(op, state) or (closed is not None and closed(op, state)):
            return False
        state = problem.after(op, state)
    return problem.holds(aim, state)


def after_all(problem: Problem, start: int, plan: Sequence[Op]) -> int:
    """The state that the plan leads to."""
    for op in plan:
        start = problem.after(op, start)
    return start


def without_idle_acts(problem: Problem, start: int, plan: list[Op], aim: Aim, closed: Closed | None = None) -> list[Op]:
    """The plan without acts that it works without: a greedy search picks some up by the way, and each is a risk."""
    i = len(plan) - 1
    while i >= 0:
        shorter = plan[:i] + plan[i + 1 :]
        if works(problem, start, shorter, aim, closed):
            plan = shorter
        i -= 1
    return plan


def price(plan: Sequence[Op]) -> float:
    """What a plan costs."""
    return sum(op.cost for op in plan)


def improved(
    relaxed: Relaxed, start: int, plan: list[Op], aim: Aim, effort: Effort, closed: Closed | None = None
) -> Generator[None, None, list[Op]]:
    """The plan, or a cheaper one."""
    problem = relaxed.problem
    plan = without_idle_acts(problem, start, plan, aim, closed)
    for length in WINDOWS:
        plan = yield from _by_windows(relaxed, start, plan, aim, effort, closed, length)
        if length >= len(plan):
            break
    for weight in (3.0, 1.0):
        while effort.left > 0 and len(plan) > 1:
            found = yield from search(relaxed, start, aim, effort, closed, weight, price(plan))
            if found.plan is None:
                break
            plan = without_idle_acts(problem, start, found.plan, aim, closed)
    return plan


def _by_windows(
    relaxed: Relaxed, start: int, plan: list[Op], aim: Aim, effort: Effort, closed: Closed | None, length: int
) -> Generator[None, None, list[Op]]:
    """Each stretch of this length replaced by a cheaper way to what the rest of the plan needs, where one is found."""
    problem = relaxed.problem
    i, state = 0, start
    while i + 1 < len(plan) and effort.left > 0:
        stretch = plan[i : i + length]
        part = effort.part(1.0, PER_WINDOW)
        target = needed_before(problem, plan[i + length :], aim)
        if target is not None:
            found = yield from search(relaxed, state, target, part, closed, 1.0, price(stretch))
            effort.spend(part)
            if found.plan is not None:
                candidate = plan[:i] + found.plan + plan[i + length :]
                if works(problem, start, candidate, aim, closed):
                    plan = without_idle_acts(problem, start, candidate, aim, closed)
                    i, state = 0, start  # a better plan is looked through from its beginning
                    continue
        step = max(1, length // 2)
        for op in plan[i : i + step]:
            state = problem.after(op, state)
        i += step
    return plan


def needed_before(problem: Problem, rest: Sequence[Op], aim: Aim) -> Aim | None:
    """What must hold for the rest of a plan to reach the aim; None where numbers or a `*` make that more than a set of facts."""
    if aim.some or aim.compares or any(op.some or op.compares for op in rest):
        return None
    needs = aim.needs
    for op in reversed(rest):
        if op.takes & needs:
            return None
        needs = (needs & ~op.gives) | op.needs
    return Aim(needs)
