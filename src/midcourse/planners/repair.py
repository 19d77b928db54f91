"""A planner in front of another: it mends the present plan where a short way leads back into it.

What is found is played through before it is offered. Only when nothing is found is the planner asked.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from msgspec.structs import replace

from ..core.gates.request import PlanRequest, Reply
from ..core.plans.plan import Act, Draft, Replan, Step, references
from ..core.protocols import Planner
from .around import Around
from .search import breathing
from .search.acts import Op
from .search.asked import closed_by_failures, problem_of
from .search.best_first import Effort
from .search.closed import DeadEnds, either
from .search.precautions import as_steps
from .search.problem import Problem
from .search.relaxed import Relaxed
from .search.way_back import known_in, places_in, way_back


class RepairPlanner(Around):
    """Searches for a short way back into a plan that no longer works. Asks the planner behind it if there is none."""

    def __init__(self, planner: Planner, *, nodes: int = 200, menu: Sequence[Act] | None = None) -> None:
        super().__init__(planner)
        self._nodes, self._menu = nodes, menu
        self.looked_at = 0
        """States that were looked at for the last answer, those of the planner behind included."""
        self.repaired = 0
        """Answers that were repairs."""

    async def plan(self, request: PlanRequest) -> Reply:
        """A repair, or the planner's answer."""
        self.looked_at = 0
        rest, after = _segment(request.progress.remaining)
        if request.purpose == "replan" and (request.done_when or after) and not request.objections and _is_plain(rest):
            part = replace(request, progress=replace(request.progress, remaining=rest), done_when="") if after else request
            mended = await breathing(self._mend(part, bool(after) or request.brief.whole))
            if mended is not None:
                self.repaired += 1
                return replace(mended, steps=(*mended.steps, *after))
        reply = await self._planner.plan(request)
        self.looked_at += getattr(self._planner, "looked_at", 0)
        return reply

    def _mend(self, request: PlanRequest, whole_rest: bool) -> Generator[None, None, Draft | None]:
        """A way back into the rest of the plan; `whole_rest`: only to where it was left, as what its acts are for is unsaid."""
        rest = [step for step in request.progress.remaining if isinstance(step, Act)]
        problem = yield from problem_of(request, self._menu, rest)
        ops, dropped = _ops_of(rest, problem)
        rest = rest[dropped:]
        if not ops or problem.missing:
            return None
        relaxed = Relaxed(problem)
        dead = DeadEnds(relaxed)
        closed = either(closed_by_failures(request, problem), dead)
        places = places_in(relaxed, problem.start, ops, len(ops) - 1)
        if whole_rest:
            places = [p for p in places if p.at == 0 and not dropped]
        effort = Effort(self._nodes)
        way = yield from way_back(relaxed, (), ops, places, closed, dead, effort)
        self.looked_at += effort.used
        if way is None:
            return None
        made = as_steps(problem, problem.start, [*way.acts, *ops[way.at :]], closed)
        bridge, after = made[: len(way.acts)], made[len(way.acts) :]
        kept = [replace(old, needs=new.needs) for old, new in zip(rest[way.at :], after, strict=True)]
        return Draft((*bridge, *kept), author="repair", why=f"back into the plan at {rest[way.at].id}", means=True)


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
    ops: list[Op] = []
    for op in reversed(known_in(problem, acts)):
        if op is None:
            break
        ops.append(op)
    return ops[::-1], len(acts) - len(ops)
