"""A planner in front of another: it mends the present plan where a short way leads back into it.

Every place of the rest is scored by how dear it is to get what the plan needs from there on; for the best few a small search
looks for the way. What is found is played through before it is offered. Only when nothing is found is the planner asked.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from ..core.model import Cost
from ..core.plan import Act, Draft, Replan, Step, references
from ..core.protocols import Planner, Priced
from ..core.request import PlanRequest, Reply
from .search import breathing
from .search.acts import Aim, Op
from .search.asked import closed_by_failures, problem_of
from .search.best_first import Effort, search
from .search.careful import trap_in
from .search.closed import DeadEnds, either
from .search.precautions import as_steps
from .search.problem import Problem
from .search.relaxed import Relaxed
from .search.shorter import after_all, needed_before, price, works

STEADY = 2
"""States looked at for each act that a way promises to have: one that needs more is no short way."""


class RepairPlanner:
    """Keeps what still serves of a plan that no longer holds; asks the planner behind it for all else."""

    def __init__(self, planner: Planner, *, nodes: int = 200, menu: Sequence[Act] | None = None) -> None:
        self._planner, self._nodes, self._menu = planner, nodes, menu
        self.looked_at = 0
        """States that were looked at for the last answer, those of the planner behind included."""
        self.repaired = 0
        """Answers that were repairs."""

    def most(self, request: PlanRequest) -> Cost:
        """What the planner behind may cost: a repair is free."""
        return self._planner.most(request) if isinstance(self._planner, Priced) else Cost()

    async def plan(self, request: PlanRequest) -> Reply:
        """A repair, or the planner's answer."""
        self.looked_at = 0
        rest, after = _segment(request.remaining)
        if request.purpose == "replan" and (request.done_when or after) and not request.objections and _is_plain(rest):
            part = replace(request, remaining=rest, done_when="") if after else request
            mended = await breathing(self._mend(part, bool(after)))
            if mended is not None:
                self.repaired += 1
                return replace(mended, steps=(*mended.steps, *after))
        reply = await self._planner.plan(request)
        self.looked_at += getattr(self._planner, "looked_at", 0)
        return reply

    def _mend(self, request: PlanRequest, whole_rest: bool) -> Generator[None, None, Draft | None]:
        """A way back into the rest of the plan; `whole_rest`: only to where it was left, as what its acts are for is unsaid."""
        rest = [step for step in request.remaining if isinstance(step, Act)]
        problem = yield from problem_of(request, self._menu, rest)
        ops, dropped = _ops_of(rest, problem)
        rest = rest[dropped:]
        if not ops or problem.missing:
            return None
        relaxed = Relaxed(problem)
        dead = DeadEnds(relaxed)
        closed = either(closed_by_failures(request, problem), dead)
        places = self._places(relaxed, ops, problem)
        if whole_rest:
            places = [p for p in places if p.at == 0 and not dropped]

        def entry(state: int) -> int:
            """The last place of the plan that a state fits; -1 if none."""
            return next((p.at for p in reversed(places) if problem.holds(p.aim, state)), -1)

        for place in _most_promising(places):
            effort = Effort(min(self._nodes, ceil(STEADY * place.far) + 2))
            found = yield from search(relaxed, problem.start, place.aim, effort, closed, or_else=lambda s: entry(s) >= 0)
            self.looked_at += effort.used
            if found.plan is None:
                continue
            at = entry(after_all(problem, problem.start, found.plan))
            whole = [*found.plan, *ops[at:]]
            if not works(problem, problem.start, whole, problem.aim, closed):
                continue
            if dead and (yield from trap_in(relaxed, whole, Effort(self._nodes), closed, dead, set())) is not None:
                continue  # it leads past a place from which no careful way leads on
            made = as_steps(problem, problem.start, whole, closed)
            kept = [replace(old, needs=new.needs) for old, new in zip(rest[at:], made[len(found.plan) :], strict=True)]
            why = f"back into the plan at {rest[at].id}"
            return Draft((*made[: len(found.plan)], *kept), author="repair", why=why)
        return None

    def _places(self, relaxed: Relaxed, ops: list[Op], problem: Problem) -> list[_Place]:
        """Every place of the plan that can be entered, with what it needs and how dear that is from here."""
        prices = relaxed.prices(problem.start)
        places: list[_Place] = []
        for j in range(len(ops)):
            aim = needed_before(problem, ops[j:], problem.aim)
            dear = relaxed.price_of(aim, prices) if aim is not None else None
            if aim is not None and dear is not None:
                places.append(_Place(j, aim, dear, dear + price(ops[j:])))
        return places


def _most_promising(places: list[_Place]) -> list[_Place]:
    """Where to head for: the shortest way in all, the nearest place, and where the plan was left."""
    if not places:
        return []
    chosen = (min(places, key=lambda p: (p.whole, p.far)), min(places, key=lambda p: (p.far, p.whole)), places[0])
    return list(dict.fromkeys(chosen))


class _Place(NamedTuple):
    """A place of the plan, what it needs there, how far that is, and how long the whole way would be."""

    at: int
    aim: Aim
    far: float
    whole: float


def _segment(steps: Sequence[Step]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The rest of a plan, and the `replan` step that ends it, if one does."""
    if steps and isinstance(steps[-1], Replan):
        return tuple(steps[:-1]), tuple(steps[-1:])
    return tuple(steps), ()


def _is_plain(steps: Sequence[Step]) -> bool:
    """Whether the rest is made of acts alone that stand by themselves."""
    return bool(steps) and all(isinstance(s, Act) and not s.after and not references(s.args) for s in steps)


def _ops_of(acts: Sequence[Act], problem: Problem) -> tuple[list[Op], int]:
    """The last acts as the problem knows them, and how many before them it does not: what can never be done leads nowhere."""
    known = {(op.skill, repr(op.args), op.target, op.outcome): op for op in problem.ops}
    ops: list[Op] = []
    for act in reversed(acts):
        op = known.get((act.skill, repr(act.args), act.target, act.outcome))
        if op is None:
            break
        ops.append(op)
    return ops[::-1], len(acts) - len(ops)
