"""What every planner has in common that stands in front of another."""

from __future__ import annotations

from ..core.gates.request import GoalAsCondition, PlanRequest
from ..core.model import Cost
from ..core.protocols import Charges, Planner, Priced, ReadsGoals


class Around:
    """A planner with another inside, whose price and other gifts are its own."""

    def __init__(self, planner: Planner) -> None:
        self._planner = planner

    def most(self, request: PlanRequest) -> Cost:
        """What the planner inside may cost."""
        return self._planner.most(request) if isinstance(self._planner, Priced) else Cost()

    @property
    def most_each(self) -> Cost:
        """The most that any answer of the planner inside may cost."""
        return self._planner.most_each if isinstance(self._planner, Charges) else Cost()

    async def read_goal(self, request: PlanRequest) -> GoalAsCondition | None:
        """The goal as the planner inside reads it, if it can."""
        return await self._planner.read_goal(request) if isinstance(self._planner, ReadsGoals) else None
