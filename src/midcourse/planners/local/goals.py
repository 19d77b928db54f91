"""A plan whose goals on the way are reached by local planning; an act whose thing is not there becomes such a goal."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...core.gates.request import PlanRequest, Reply
from ...core.gates.taking_up import GivenPlan, TakesUp
from ...core.logic.conditions import fact
from ...core.model import Cost
from ...core.plans.plan import Achieve, Act, Draft, Step
from ...core.protocols import Planner, Priced
from ..around import Around


class WithGoals(Around):
    """Asks one planner for plans, and another for the goals on the way."""

    def __init__(self, planner: Planner, goals: Planner) -> None:
        super().__init__(planner)
        self._goals = goals
        self._sought: set[str] = set()
        """What was looked for once: who asks again has not found it."""

    def most(self, request: PlanRequest) -> Cost:
        """What either may cost."""
        return super().most(request) + (self._goals.most(request) if isinstance(self._goals, Priced) else Cost())

    async def take_up(self, past: Sequence[GivenPlan]) -> None:
        """What was looked for before is not new; both planners inside go on where they were."""
        self._sought |= {s.condition for given in past for s in given.plan.steps if isinstance(s, Achieve)}
        await super().take_up(past)
        if isinstance(self._goals, TakesUp):
            await self._goals.take_up(past)

    async def plan(self, request: PlanRequest) -> Reply:
        """The way to a goal on the way; to a thing that is missing; else the plan."""
        if request.purpose == "achieve":
            return await self._goals.plan(request)
        missing = _missing(request, next(iter(request.progress.remaining), None)) if request.purpose == "replan" else None
        if missing is not None and self._is_new(missing):
            return Draft((missing, *request.progress.remaining), "local", f"{missing.goal} first", afresh=True)
        reply = await self._planner.plan(request)
        return self._with_goal(request, reply) if isinstance(reply, Draft) and request.objections else reply

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
    return Achieve(f"find {step.target}", seen) if seen not in request.facts else None
