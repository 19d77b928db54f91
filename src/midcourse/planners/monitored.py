"""A planner whose path is watched: advice reaches it at once, and it may choose another act. Nothing is ever held up by it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..core.gates.remarks import Advice, Guides, PathSoFar, world_print
from ..core.gates.request import PlanRequest, Reply
from ..core.gates.taking_up import GivenPlan
from ..core.history.stuck import WINDOW, Turn
from ..core.local.bearing import Bearing
from ..core.logic.conditions import coverage, evaluate, parse
from ..core.model import Cost
from ..core.plans.calls import act_digest
from ..core.plans.plan import Act, Draft
from ..core.protocols import Charges, Planner
from .around import Around, Bill


class MonitoredPlanner(Around):
    """Asks the monitor about each plan before it is given, and the planner once more where there is advice."""

    def __init__(self, planner: Planner, monitor: Guides) -> None:
        super().__init__(planner)
        self._monitor, self._bill = monitor, Bill()
        self._turns: list[Turn] = []
        self._before: PlanRequest | None = None

    def most(self, request: PlanRequest) -> Cost:
        """Two answers of the planner and one of the monitor."""
        each = super().most(request)
        return each + each + (self._monitor.most_each if isinstance(self._monitor, Charges) else Cost())

    async def plan(self, request: PlanRequest) -> Reply:
        """The planner's answer; where there is advice, the one that it gives in view of it."""
        self._note(request)
        reply = await self._bill.for_answer(self._planner.plan(self._bill.left(request)))
        path = PathSoFar(request, tuple(self._turns), reply.steps) if isinstance(reply, Draft) else None
        may_ask = not isinstance(self._monitor, Charges) or self._bill.left(request).left.answers > 0
        advice = await self._advice(path) if path is not None and may_ask else None
        if not isinstance(reply, Draft) or advice is None:
            return replace(reply, cost=self._bill.paid())
        self._bill.add(advice.cost)
        chosen = reply
        if advice.text:
            told = (*request.insight.advice, f"{advice.who} advises: {advice.text}")
            again = await self._again(replace(request, insight=replace(request.insight, advice=told)))
            chosen = again if isinstance(again, Draft) else reply
        bearing = replace(chosen.bearing or Bearing(), advice=advice.text)
        return replace(chosen, cost=self._bill.paid(), bearing=bearing)

    async def take_up(self, past: Sequence[GivenPlan]) -> None:
        """What was done so far is watched too."""
        for given in past:
            self._note(given.request)
        await super().take_up(past)

    async def _advice(self, path: PathSoFar) -> Advice | None:
        try:
            return await self._monitor.guidance(path)
        except Exception:
            return None  # whoever only advises cannot stop anything by breaking off

    async def _again(self, request: PlanRequest) -> Reply | None:
        try:
            return await self._bill.for_answer(self._planner.plan(self._bill.left(request)))
        except Exception as error:
            self._bill.add(getattr(error, "cost", Cost()))
            return None  # the first answer stands

    def _note(self, request: PlanRequest) -> None:
        """What was done since the last request, and what came of it."""
        before, self._before = self._before, request
        if before is None or request.left.steps >= before.left.steps:
            return
        failed = request.attempts[-1] if len(request.attempts) > len(before.attempts) else None
        step = next((d.step for d in reversed(request.progress.done) if isinstance(d.step, Act)), None)
        if failed is None and not isinstance(step, Act):
            return
        known = {skill.name: skill for skill in request.skills}
        skill, outcome = (failed.skill, failed.reason) if failed is not None else (step.skill if step else "", "done")
        act = failed.digest if failed is not None else act_digest(step.skill, step.args, step.target, known) if step else ""
        world = world_print(request)
        news = world not in {turn.world for turn in self._turns} and world != world_print(before)
        turn = Turn(act, outcome, skill, world, world, news=news, unmet=_unmet(request))
        self._turns = [*self._turns[-WINDOW:], turn]


def _unmet(request: PlanRequest) -> int:
    """Parts of the goal that are not seen to hold."""
    covered = coverage(request.view.covers)
    return sum(evaluate((literal,), request.facts, covered) is not True for literal in parse(request.done_when))
