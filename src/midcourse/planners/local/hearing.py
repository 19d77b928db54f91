"""Asking those who help local planning: so often at most, with what it cost, and so that it can be said once more."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial

from ...core.gates.request import PlanRequest
from ...core.local.bearing import Debt, HelperSaid, Offer
from ...core.model import Cost
from ...core.plans.plan import Act
from ...core.protocols import Charges
from ..around import Bill
from .roles import Nearness, Options, Proposer, Restorer
from .seeing import key_of

ANSWERS = 4
"""How often those who charge are asked between two acts: so much is set aside for them."""


class Hearing:
    """What one planner hears from its helpers. What an answer cost is paid with the next plan, though its own came to nothing."""

    def __init__(self, proposer: Proposer, near: Nearness | None) -> None:
        self._proposer, self._near = proposer, near
        self._asked, self._bill = 0, Bill()
        self._heard: list[HelperSaid] = []
        self._again: deque[HelperSaid] | None = None
        """What is said once more instead of asking; None: they are asked."""

    @property
    def most(self) -> Cost:
        """The most that all answers between two acts may cost."""
        each = [part.most_each for part in (self._proposer, self._near) if isinstance(part, Charges)]
        dearest = max(each, key=lambda cost: (cost.money, cost.tokens), default=Cost())
        return sum((dearest for _ in range(ANSWERS)), Cost())

    def owe(self, cost: Cost) -> None:
        """What somebody else was asked before them, whose answer came to nothing."""
        self._bill.add(cost)

    def begin(self) -> None:
        """Another request: they may be asked again."""
        self._asked = 0

    def repeat(self, heard: Iterable[HelperSaid] | None) -> None:
        """From now on say what was said then; None: ask again."""
        self._again = None if heard is None else deque(heard)

    def taken(self) -> tuple[tuple[HelperSaid, ...], Cost]:
        """What was said since the last plan, and what that cost."""
        taken, self._heard = (tuple(self._heard), self._bill.paid()), []
        return taken

    async def options(self, request: PlanRequest, without: frozenset[str], told: Sequence[str]) -> dict[str, Act]:
        """Target -> what to do with it, best first; none once they were asked too often."""
        ask = partial(self._proposer.options, without=without, told=told)
        return {key: act for act in await self._acts(request, ask) if (key := key_of(act)) not in without}

    async def undo(self, request: PlanRequest, debt: Debt) -> Sequence[Act]:
        """The acts that put a value back, in their order; none where nobody knows a way."""
        if not isinstance(self._proposer, Restorer):
            return ()
        return await self._acts(request, partial(self._proposer.undo, debt=debt))

    async def _acts(self, request: PlanRequest, ask: Callable[[PlanRequest], Awaitable[Options]]) -> Sequence[Act]:
        offers: tuple[Offer, ...] = ()
        if self._again is not None:
            offers = (self._again.popleft().offers if self._again else None) or ()
        elif self._may_ask(self._proposer, request):
            answer = await ask(self._bill.left(request))
            self._bill.add(answer.cost)
            offers = tuple(Offer(o.act.skill, o.act.args, o.act.target, o.description, o.hint) for o in answer.options)
        self._heard.append(HelperSaid(offers))
        return [Act(o.skill, o.args, o.target, description=o.description, expected_change=o.hint) for o in offers]

    async def near(self, request: PlanRequest, times: int) -> list[float]:
        """Readings of how near this place is; none if nobody can tell. Exactly 0 is an error more often than the truth, and is
        read once more."""
        if self._again is not None:
            readings = list(self._again.popleft().near if self._again else ())
        else:
            readings = await self._readings(request, times)
        self._heard.append(HelperSaid(near=tuple(readings)))
        return readings

    async def _readings(self, request: PlanRequest, times: int) -> list[float]:
        readings: list[float] = []
        while len(readings) < times or not any(readings):
            near = await self._reading(request)
            if near is None or len(readings) == times:
                return readings if near is None else [near]
            readings.append(near)
        return readings

    async def shown(self, request: PlanRequest) -> float | None:
        """How near this place is, where that costs nothing: people see it at every place."""
        return (await self._near.near(request))[0] if self._near is not None and self._near.is_free else None

    async def _reading(self, request: PlanRequest) -> float | None:
        if self._near is None or not self._may_ask(self._near, request):
            return None
        near, cost = await self._near.near(request)
        self._bill.add(cost)
        return near

    def _may_ask(self, part: object, request: PlanRequest) -> bool:
        self._asked += isinstance(part, Charges)
        return not isinstance(part, Charges) or (self._asked <= ANSWERS and self._bill.left(request).left.answers > 0)
