"""Several planners as one: the first that has an answer gives it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..core.errors import PlannerUnreachable
from ..core.gates.request import AtALoss, PlanRequest, Reply
from ..core.model import Cost
from ..core.protocols import Planner, Priced
from .around import Bill


class CascadePlanner:
    """Asks the first planner, and each next one only if those before it are at a loss or cannot be reached."""

    def __init__(self, *planners: Planner) -> None:
        self._planners: Sequence[Planner] = planners
        self._bill = Bill()

    def most(self, request: PlanRequest) -> Cost:
        """The most that all of them together may cost."""
        return sum((p.most(request) for p in self._planners if isinstance(p, Priced)), Cost())

    async def plan(self, request: PlanRequest) -> Reply:
        """The first answer other than "stuck"."""
        lost: list[str] = []
        down: PlannerUnreachable | None = None
        for planner in self._planners:
            try:
                reply = await self._bill.for_answer(planner.plan(self._bill.left(request)))
            except PlannerUnreachable as error:
                down = error
                continue
            if not isinstance(reply, AtALoss):
                return replace(reply, cost=self._bill.paid())
            lost.append(reply.why)
        if down is not None:
            raise down
        return AtALoss("; ".join(filter(None, lost)) or "no planner was given", self._bill.paid())
