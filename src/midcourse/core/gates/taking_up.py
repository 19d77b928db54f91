"""What a planner that keeps something between its answers is told once its run is taken up by another process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from ..plans.plan import Plan
from .request import PlanRequest


class GivenPlan(NamedTuple):
    """A request and the plan that was made of the answer."""

    request: PlanRequest
    """As the planner was asked, but for the seconds that are left."""
    plan: Plan
    """As it was accepted."""


@runtime_checkable
class TakesUp(Protocol):
    """A planner that can go on where another process left off."""

    async def take_up(self, past: Sequence[GivenPlan]) -> None:
        """Every plan of the run so far, oldest first. Told once, before the first request; not if there is none."""
        ...
