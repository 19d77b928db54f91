"""A plan whose every outcome can be lived with: from whatever its acts may lead to, a careful way leads on.

Where nothing is ever taken away a dead end may look open. So each other outcome along a plan is tried for real: a short way back
into the plan, or a way of its own. What has neither is marked as dead, and the plan is sought anew around it.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from .acts import Aim, Op
from .best_first import Closed, Effort, Found, search, search_anew
from .closed import DeadEnds
from .relaxed import Relaxed
from .shorter import after_all, needed_before, without_idle_acts, works

ROUNDS = 60
"""Plans that are tried before the last one has to do."""
BRIDGE = 40
"""States looked at for a short way back into the plan."""


def worst_only(ops: Sequence[Op]) -> list[Op] | None:
    """The acts with only the worst of their outcomes, where one is plainly that; None if none has such a one.

    A plan for the worst is one that any luck can only make shorter.
    """
    groups: dict[int, list[Op]] = {}
    for op in ops:
        groups.setdefault(op.group, []).append(op)
    kept: list[Op] = []
    for group in groups.values():
        worst = [op for op in group if all(_no_better(op, other) for other in group)]
        kept += worst[:1] or group
    return kept if len(kept) < len(ops) else None


def _no_better(op: Op, other: Op) -> bool:
    """It gives nothing that the other does not, and takes all that the other takes."""
    return op.gives & ~other.gives == 0 and other.takes & ~op.takes == 0 and (op.counts, op.sets) == (other.counts, other.sets)


def plan_for_the_worst(relaxed: Relaxed, effort: Effort, closed: Closed | None, dead: DeadEnds) -> Generator[None, None, Found]:
    """A plan in which every act comes out as badly as it may."""
    problem = relaxed.problem
    ops = worst_only(relaxed.ops)
    if ops is None:
        return Found(None)
    gloomy = Relaxed(problem, ops)
    if gloomy.estimate(problem.start, problem.aim) is None:
        return Found(None)
    found = yield from search_anew(gloomy, problem.start, problem.aim, effort, closed)
    if found.plan is None:
        return Found(None)
    plan = without_idle_acts(problem, problem.start, found.plan, problem.aim, closed)
    trap = yield from trap_in(relaxed, plan, effort, closed, dead, set())
    return Found(plan if trap is None else None)


def careful_plan(relaxed: Relaxed, effort: Effort, closed: Closed | None, dead: DeadEnds) -> Generator[None, None, Found]:
    """A plan around all dead ends that were found; without one, `exhausted` says whether that is proven."""
    problem = relaxed.problem
    safe: set[int] = set()
    found = Found(None)
    for _ in range(ROUNDS):
        found = yield from search_anew(relaxed, problem.start, problem.aim, effort, closed)
        if found.plan is None:
            return found
        trap = yield from trap_in(relaxed, found.plan, effort, closed, dead, safe)
        if trap is None or effort.left <= 0:
            return found
        dead.mark(trap)
    return found


def trap_in(
    relaxed: Relaxed, plan: list[Op], effort: Effort, closed: Closed | None, dead: DeadEnds, safe: set[int]
) -> Generator[None, None, int | None]:
    """The first other outcome of the plan from which no careful way leads on."""
    problem = relaxed.problem
    state = problem.start
    for i, op in enumerate(plan):
        after = problem.after(op, state)
        for other in dead.outcomes(op, state):
            if other == after or other in safe or problem.holds(problem.aim, other):
                continue
            if not (yield from _leads_on(relaxed, other, plan[i + 1 :], effort, closed)):
                return other
            safe.add(other)
        state = after
    return None


def _leads_on(relaxed: Relaxed, state: int, rest: list[Op], effort: Effort, closed: Closed | None) -> Generator[None, None, bool]:
    """Whether a careful way leads from a state back into the rest of the plan, or to the goal by itself."""
    problem = relaxed.problem
    places = [(needed_before(problem, rest[j:], problem.aim), rest[j:]) for j in range(len(rest) + 1)]

    def back_in(now: int) -> bool:
        return any(_fits(aim, kept, now) for aim, kept in places)

    def _fits(aim: Aim | None, kept: list[Op], now: int) -> bool:
        return aim is not None and problem.holds(aim, now) and works(problem, now, kept, problem.aim, closed)

    nearest = places[0][0] or problem.aim
    part = effort.part(1.0, BRIDGE)
    found = yield from search(relaxed, state, nearest, part, closed, or_else=back_in)
    effort.spend(part)
    if found.plan is not None and back_in(after_all(problem, state, found.plan)):
        return True
    part = effort.part(0.25)
    found = yield from search(relaxed, state, problem.aim, part, closed)
    effort.spend(part)
    return found.plan is not None or not found.exhausted  # what could not be told in time counts as open
