"""What every planner has in common that stands in front of another."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

from msgspec.structs import replace

from ..core.gates.request import GoalAsCondition, PlanRequest, Reply
from ..core.gates.taking_up import GivenPlan, TakesUp
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

    async def take_up(self, past: Sequence[GivenPlan]) -> None:
        """The planner inside goes on where another process left off, if it can."""
        if isinstance(self._planner, TakesUp):
            await self._planner.take_up(past)

    async def read_goal(self, request: PlanRequest) -> GoalAsCondition | None:
        """The goal as the planner inside reads it, if it can."""
        return await self._planner.read_goal(request) if isinstance(self._planner, ReadsGoals) else None


class Bill:
    """What the answers behind a plan cost. What is still owed when none comes of them is paid with the next plan."""

    def __init__(self) -> None:
        self._owed, self._answers = Cost(), 0

    def add(self, cost: Cost) -> None:
        """One more answer."""
        self._owed += cost
        self._answers += max(cost.answers, cost != Cost())

    def left(self, request: PlanRequest) -> PlanRequest:
        """The request, with as many answers of models left as there are after those on the bill."""
        if not self._answers:
            return request
        return replace(request, left=replace(request.left, answers=max(0, request.left.answers - self._answers)))

    async def for_answer(self, answer: Awaitable[Reply]) -> Reply:
        """The answer, once it is on the bill."""
        reply = await answer
        self.add(reply.cost)
        return reply

    def paid(self) -> Cost:
        """All that is owed; the bill begins anew."""
        cost, self._owed, self._answers = self._owed, Cost(), 0
        return cost
