"""A planner in front of another: it mends the present plan where a short way leads back into it.

Every place of the rest is scored by how dear it is to get what the plan needs from there on; for the best few a small search
looks for the way. What is found is played through before it is offered. Only when nothing is found is the planner asked.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ..core.model import Cost
from ..core.plan import Act, Draft, Step, references
from ..core.protocols import Planner, Priced
from ..core.request import PlanRequest, Reply
from .search import breathing
from .search.acts import Op
from .search.asked import closed_by_failures, problem_of
from .search.best_first import Effort, search
from .search.closed import DeadEnds, either
from .search.problem import Problem
from .search.relaxed import Relaxed
from .search.shorter import needed_before, price, without_idle_acts, works

PLACES = 3
"""Places of the plan for which a way is sought."""


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
        if request.purpose == "replan" and request.done_when and not request.objections and _is_plain(request.remaining):
            mended = await breathing(self._mend(request))
            if mended is not None:
                self.repaired += 1
                return mended
        reply = await self._planner.plan(request)
        self.looked_at += getattr(self._planner, "looked_at", 0)
        return reply

    def _mend(self, request: PlanRequest) -> Generator[None, None, Draft | None]:
        rest = [step for step in request.remaining if isinstance(step, Act)]
        problem = yield from problem_of(request, self._menu, rest)
        ops = _ops_of(rest, problem)
        if ops is None or problem.missing:
            return None
        relaxed = Relaxed(problem)
        closed = either(closed_by_failures(request, problem), DeadEnds(relaxed))
        prices = relaxed.prices(problem.start)
        places: list[tuple[float, int]] = []
        for j in range(len(ops) + 1):
            target = needed_before(problem, ops[j:], problem.aim)
            dear = relaxed.price_of(target, prices) if target is not None else None
            if dear is not None:
                places.append((dear + price(ops[j:]), j))
        for _, j in sorted(places)[:PLACES]:
            if j == len(ops):
                return None  # the goal itself is nearer than any place of the plan: that is no repair
            target = needed_before(problem, ops[j:], problem.aim)
            assert target is not None
            effort = Effort(self._nodes)
            found = yield from search(relaxed, problem.start, target, effort, closed)
            self.looked_at += effort.used
            if found.plan is None:
                continue
            bridge = without_idle_acts(problem, problem.start, found.plan, target, closed)
            if works(problem, problem.start, [*bridge, *ops[j:]], problem.aim, closed):
                return Draft((*(op.act for op in bridge), *rest[j:]), author="repair", why=f"back into the plan at {rest[j].id}")
        return None


def _is_plain(steps: Sequence[Step]) -> bool:
    """Whether the rest is made of acts alone that stand by themselves."""
    return bool(steps) and all(isinstance(s, Act) and not s.after and not references(s.args) for s in steps)


def _ops_of(acts: Sequence[Act], problem: Problem) -> list[Op] | None:
    known = {(op.skill, repr(op.args), op.target, op.outcome): op for op in problem.ops}
    found = [known.get((a.skill, repr(a.args), a.target, a.outcome)) for a in acts]
    ops = [op for op in found if op is not None]
    return ops if len(ops) == len(acts) else None
