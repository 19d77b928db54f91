"""Who helps local planning: somebody who names options, and somebody who says how near a place is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol, runtime_checkable

from ...core.gates.request import PlanRequest
from ...core.local.bearing import Debt
from ...core.model import Cost, Value
from ...core.plans.plan import Act


class Option(Value, frozen=True):
    """One thing that could be tried here."""

    act: Act
    """What to do, on a target that the request shows; or with none, as a key that is pressed."""
    name: str = ""
    """What people call it; '' for the target's own name."""
    description: str = ""
    """What it is held to lead to."""
    hint: str = ""
    """What to look for afterwards."""


class Options(Value, frozen=True):
    """What a proposer answers."""

    options: tuple[Option, ...]
    """Best first; none where it has nothing to say."""
    cost: Cost = Cost()
    """What the answer cost."""


class Proposer(Protocol):
    """Who names options."""

    async def options(self, request: PlanRequest, without: Collection[str], told: Sequence[str]) -> Options:
        """What could be tried on this screen to reach the request's goal, best first. `without`: targets that are not to be
        offered; `told`: what was tried here and where it led."""
        ...


@runtime_checkable
class Restorer(Protocol):
    """A proposer that also knows how to put a value back, where doing the opposite did not."""

    async def undo(self, request: PlanRequest, debt: Debt) -> Options:
        """The acts that put it back, in their order; none where it knows no way."""
        ...


class Nearness(Protocol):
    """Who says how near the goal is."""

    @property
    def is_free(self) -> bool:
        """It costs nothing and does not change by itself: then it is asked at every place, so that people see it."""
        ...

    async def near(self, request: PlanRequest) -> tuple[float | None, Cost]:
        """0 far to 10 there, None if it cannot tell, and what the answer cost. Whoever errs by chance may be asked twice about
        one place, and is to err anew."""
        ...
