"""A planner that gives plans from a list, written beforehand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..core.gates.request import AtALoss, NothingToDo, PlanRequest, Reply
from ..core.plans.plan import ACHIEVE_STEP, REPLAN_STEP, Draft, Step


class ScriptedPlanner:
    """Gives its answers one after the other, one for each request of a run. When none is left, it gives the last one again.
    Only a `replan` step in the last plan gets what stands behind it, and "done" at its end; an `achieve` step has no way then.
    """

    def __init__(self, *answers: Sequence[Step] | Reply) -> None:
        self._answers: list[Reply] = [a if isinstance(a, msgspec.Struct) else Draft(tuple(a), author="scripted") for a in answers]

    async def plan(self, request: PlanRequest) -> Reply:
        """The next answer."""
        if not self._answers:
            return AtALoss("the script is empty")
        if request.brief.number > len(self._answers) and request.cause.rule == REPLAN_STEP:
            rest = request.progress.remaining[1:]
            return Draft(rest, author="scripted") if rest else NothingToDo("the script is at its end")
        if request.brief.number > len(self._answers) and request.cause.rule == ACHIEVE_STEP:
            return AtALoss(f"nothing is written on how to reach {request.goal!r}")
        return self._answers[min(request.brief.number, len(self._answers)) - 1]
