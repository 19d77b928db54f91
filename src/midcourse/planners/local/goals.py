"""A plan whose goals on the way are reached by local planning; an act whose thing is not there becomes such a goal."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...core.gates.request import AtALoss, NoWay, PlanRequest, Reply
from ...core.gates.taking_up import GivenPlan, TakesUp
from ...core.logic.conditions import fact
from ...core.model import Cost
from ...core.plans.plan import Achieve, Act, Draft, Step
from ...core.protocols import Planner, Priced
from ..around import Around, Bill

LOCAL = "local"
"""Who made a plan that was found by looking for it."""
FIND = "find "


class WithGoals(Around):
    """Asks one planner for plans, and another for the goals on the way."""

    def __init__(self, planner: Planner, goals: Planner, *, itself_first: bool = False) -> None:
        """`itself_first`: who set a goal is asked for a way to it, before it is looked for on the screen."""
        super().__init__(planner)
        self._goals, self._itself_first = goals, itself_first
        self._lost: set[tuple[str, str]] = set()
        """Goals to which who set them knows no way."""
        self._bill = Bill()
        self._sought: set[str] = set()
        """What was looked for once: who asks again has not found it."""

    def most(self, request: PlanRequest) -> Cost:
        """What those may cost who are asked for it: only a goal on the way is looked for."""
        if request.purpose != "achieve":
            return super().most(request)
        own = super().most(request) if self._asks_itself(request) else Cost()
        return own + (self._goals.most(request) if isinstance(self._goals, Priced) else Cost())

    async def take_up(self, past: Sequence[GivenPlan]) -> None:
        """What was looked for before is not new; both planners inside go on where they were."""
        goals = [step for given in past for step in given.plan.steps if isinstance(step, Achieve)]
        self._sought |= {goal.condition for goal in goals if goal.goal.startswith(FIND)}
        self._lost |= {(g.request.goal, g.request.done_when) for g in past if g.plan.author == LOCAL}
        await super().take_up(past)
        if isinstance(self._goals, TakesUp):
            await self._goals.take_up(past)

    async def plan(self, request: PlanRequest) -> Reply:
        """The way to a goal on the way; to a thing that is missing; else the plan."""
        if request.purpose == "achieve":
            return await self._reach(request)
        missing = _missing(request, next(iter(request.progress.remaining), None)) if request.purpose == "replan" else None
        if missing is not None and self._is_new(missing):
            return Draft((missing, *request.progress.remaining), LOCAL, f"{missing.goal} first", afresh=True)
        reply = await self._planner.plan(request)
        return self._with_goal(request, reply) if isinstance(reply, Draft) and request.objections else reply

    async def _reach(self, request: PlanRequest) -> Reply:
        """A way to a goal on the way. A thing that is missing is looked for at once: who planned it took it for there."""
        reply: Reply | None = None
        if self._asks_itself(request):
            reply = await self._bill.for_answer(self._planner.plan(request))
        if reply is None or (isinstance(reply, AtALoss | NoWay) and request.view.targets):
            self._lost.add((request.goal, request.done_when))
            reply = await self._bill.for_answer(self._goals.plan(request))
        return replace(reply, cost=self._bill.paid())

    def _asks_itself(self, request: PlanRequest) -> bool:
        known = (request.goal, request.done_when) in self._lost or request.done_when in self._sought
        return self._itself_first and not known

    def _with_goal(self, request: PlanRequest, draft: Draft) -> Draft:
        """A plan that was sent back, with the goal before its first act whose thing is missing that the thing is there."""
        for i, step in enumerate(draft.steps):
            if not isinstance(step, Act):
                break
            missing = _missing(request, step)
            if missing is not None:
                return replace(draft, steps=(*draft.steps[:i], missing, *draft.steps[i:])) if self._is_new(missing) else draft
        return draft

    def _is_new(self, missing: Achieve) -> bool:
        new = missing.condition not in self._sought
        self._sought.add(missing.condition)
        return new


def _missing(request: PlanRequest, step: Step | None) -> Achieve | None:
    """The goal that an act's thing is there, where the world can show that and shows that it is not."""
    shown = any(kind.name == "visible" for kind in request.view.vocabulary)
    if not isinstance(step, Act) or not step.target or not shown:
        return None
    seen = fact("visible", step.target)
    return Achieve(f"{FIND}{step.target}", seen) if seen not in request.facts else None
