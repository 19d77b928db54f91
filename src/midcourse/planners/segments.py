"""A planner whose plans are cut where a longer one would not pay."""

from __future__ import annotations

from ..core.model import Cost
from ..core.plan import Draft, Replan
from ..core.protocols import Planner, Priced
from ..core.request import PlanRequest, Reply


class SegmentPlanner:
    """Keeps as many steps of a plan as are worth having, and ends it with a `replan` step.

    For planners that have a price and do not heed `request.segment` themselves.
    """

    def __init__(self, planner: Planner) -> None:
        self._planner = planner

    def most(self, request: PlanRequest) -> Cost:
        """What the planner inside may cost."""
        return self._planner.most(request) if isinstance(self._planner, Priced) else Cost()

    async def plan(self, request: PlanRequest) -> Reply:
        """The planner's answer, cut."""
        reply = await self._planner.plan(request)
        if not isinstance(reply, Draft) or not request.segment or len(reply.steps) <= request.segment:
            return reply
        why = f"a plan of more than {request.segment} steps costs more than it saves"
        return Draft((*reply.steps[: request.segment], Replan(why)), reply.author, reply.why, reply.cost)
