"""A planner whose plans are cut where a longer one would not pay."""

from __future__ import annotations

from msgspec.structs import replace

from ..core.gates.request import PlanRequest, Reply
from ..core.plans.plan import Draft, Replan
from .around import Around


class SegmentPlanner(Around):
    """Keeps as many steps of a plan as are worth having, and ends it with a `replan` step.

    Use it around a planner that costs something and ignores `request.brief.segment`, the number of steps worth planning.
    """

    async def plan(self, request: PlanRequest) -> Reply:
        """The planner's answer, cut."""
        reply = await self._planner.plan(request)
        if not isinstance(reply, Draft) or not request.brief.segment or len(reply.steps) <= request.brief.segment:
            return reply
        why = f"a plan of more than {request.brief.segment} steps costs more than it saves"
        return replace(reply, steps=(*reply.steps[: request.brief.segment], Replan(why)))
