"""A planner that gives plans from a list, written beforehand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..core.plan import Draft, Step
from ..core.request import AtALoss, PlanRequest, Reply


class ScriptedPlanner:
    """The first request of a run gets the first answer, the next the next; the last one is given again and again.

    It reads nothing of the request: give it one plan to see what the engine does with a planner that cannot learn.
    """

    def __init__(self, *answers: Sequence[Step] | Reply) -> None:
        self._answers: list[Reply] = [a if isinstance(a, msgspec.Struct) else Draft(tuple(a), author="scripted") for a in answers]

    async def plan(self, request: PlanRequest) -> Reply:
        """The next answer."""
        if not self._answers:
            return AtALoss("the script is empty")
        return self._answers[min(request.number, len(self._answers)) - 1]
