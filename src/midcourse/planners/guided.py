"""A planner with a coarse plan beside it: the task's own goal first, then the goals on the way, then as if there were none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol, runtime_checkable

from msgspec.structs import replace

from ..core.errors import TaskError
from ..core.gates.request import NoWay, PlanRequest, Reply
from ..core.gates.taking_up import GivenPlan, TakesUp
from ..core.local.bearing import Bearing
from ..core.local.guide import (
    Guide,
    Waypoint,
    after_act,
    guide_of,
    is_worn,
    marked,
    revised,
    shown,
    still_open,
    told,
    without_a_way,
)
from ..core.logic.conditions import coverage, evaluate, parse, parse_fact
from ..core.model import Cost
from ..core.plans.plan import Draft, Replan, digest
from ..core.protocols import Case, Charges, Judge, Planner, Priced, Verdict
from .around import Bill
from .coarse import GOES, make_goals, why_not

Goals = Iterable[tuple[str, str]]
"""Each a goal in words and its condition, or ''."""
Reviser = Callable[[PlanRequest, Guide], Awaitable[Goals]]
"""Gives the unreached part anew, from the present look and what was called impossible."""
Sayer = Callable[[PlanRequest, str], Awaitable[Verdict]]
"""Says whether a goal without a condition is reached."""


@runtime_checkable
class FindsWays(Protocol):
    """A planner that tells a way that leads there from one that is only tried."""

    async def way(self, request: PlanRequest) -> Reply:
        """A plan that leads to the request's goal; `AtALoss` where it sees none, `NoWay` where there is none."""
        ...


@runtime_checkable
class LooksFor(Protocol):
    """A planner that can look for a goal to which it sees no way."""

    async def look_for(self, request: PlanRequest) -> Reply:
        """An act that may lead nearer; `AtALoss` once nothing is left to try."""
        ...


class GuidedPlanner:
    """Follows a coarse plan as far as it helps."""

    def __init__(
        self,
        planner: Planner,
        goals: Goals = (),
        *,
        maker: Planner | None = None,
        revise: Reviser | None = None,
        says: Sayer | None = None,
    ) -> None:
        """TaskError for a goal that names clicks, keys or coordinates: such a goal says how, and guides nobody elsewhere.

        `maker`: who makes the goals where none are given, and the unreached part anew; it may be another than `planner`.
        """
        self._planner, self._maker, self._revise, self._says = planner, maker, revise, says
        goals = list(goals)
        for wrong in (text for goal in goals if (text := why_not(*goal))):
            raise TaskError(wrong)
        self.guide = guide_of(goals)
        self._asked_for_goals = bool(goals)
        self._is_written = bool(goals)
        """A person wrote the goals; what a model makes is only advice."""
        self._bill, self._most_said = Bill(), Cost()
        self._before: tuple[frozenset[str], int] | None = None
        self._toward = ""

    def ask(self, judge: Judge) -> None:
        """From now on this judge says whether a goal without a condition is reached."""

        async def says(request: PlanRequest, goal: str) -> Verdict:
            return await judge.assess(Case(goal, "", request.facts, ()))

        self._most_said = judge.most_each if isinstance(judge, Charges) else Cost()
        self._says = says

    def most(self, request: PlanRequest) -> Cost:
        """The most that asking for the task's goal and for each open goal may cost."""
        made = self._maker.most(request) if isinstance(self._maker, Priced) else Cost()
        goals = sum((made for _ in range(GOES)), Cost()) if is_worn(self.guide) or not self._asked_for_goals else Cost()
        beside = sum((self._most_said for _ in self._in_words), goals)
        if not isinstance(self._planner, Priced):
            return beside
        each = self._planner.most(request)
        return sum((each for _ in self.guide.points), each) + beside

    async def plan(self, request: PlanRequest) -> Reply:
        """The way to the task's goal; else to the first open goal that has one; else what the planner does by itself."""
        await self._note(request)
        await self._make(request)
        reply = await self._guided(request)
        reply = replace(reply, cost=self._bill.paid())
        if not isinstance(reply, Draft):
            return reply
        return replace(
            reply, bearing=replace(reply.bearing or Bearing(), progress=told(self.guide), guide=self.guide, toward=self._toward)
        )

    async def take_up(self, past: Sequence[GivenPlan]) -> None:
        """The coarse plan as the journal has it last, with its marks and ids; the planner inside goes on where it was."""
        stood = [given for given in past if given.plan.bearing is not None and given.plan.bearing.guide is not None]
        if stood and (bearing := stood[-1].plan.bearing) is not None and bearing.guide is not None:
            self.guide, self._asked_for_goals = bearing.guide, True
            self._is_written = self._is_written and not bearing.guide.revisions
            self._before = (stood[-1].request.facts, stood[-1].request.left.steps)
            self._toward = bearing.toward
        if isinstance(self._planner, TakesUp):
            await self._planner.take_up(past)

    async def _make(self, request: PlanRequest) -> None:
        """Make the goals at first, and the unreached part anew once it is worn."""
        if is_worn(self.guide) and self._revise is not None:
            self.guide = revised(self.guide, await self._revise(request, self.guide))
        elif self._maker is not None and (is_worn(self.guide) or not self._asked_for_goals):
            goals, cost = await make_goals(self._maker, self._bill.left(request), self.guide)
            self._bill.add(cost)
            self.guide = revised(self.guide, goals) if self._asked_for_goals else guide_of(goals)
            self._asked_for_goals, self._is_written = True, False

    async def _guided(self, request: PlanRequest) -> Reply:
        guided = self._with_the_guide(request)
        finds = self._planner if isinstance(self._planner, FindsWays) else None
        reply = await self._answer(guided, finds)
        self._toward = "task"
        if isinstance(reply, Draft) or not self.guide.points:
            return reply if isinstance(reply, Draft) or finds is None else await self._answer(request)
        world, looks = _world(request), self._planner if isinstance(self._planner, LooksFor) else None
        points = still_open(self.guide, world)
        for point in points:
            way = await self._answer(replace(guided, goal=point.goal, done_when=point.condition), finds)
            if isinstance(way, Draft):
                return self._on_the_way(way, point)
            if looks is None:
                self.guide = without_a_way(self.guide, point.id, world, isinstance(way, NoWay))
        for point in (p for p in points if looks is not None and not p.reached):
            assert looks is not None
            sub = replace(guided, goal=point.goal, done_when=point.condition)
            tried = await self._bill.for_answer(looks.look_for(self._bill.left(sub)))
            if isinstance(tried, Draft):
                return self._on_the_way(tried, point)
            self.guide = without_a_way(self.guide, point.id, world, isinstance(tried, NoWay))
        self._toward = ""
        return await self._answer(request) if finds is not None else reply

    async def _answer(self, request: PlanRequest, finds: FindsWays | None = None) -> Reply:
        """What the planner says, or the way that it finds."""
        request = self._bill.left(request)
        return await self._bill.for_answer(self._planner.plan(request) if finds is None else finds.way(request))

    def _with_the_guide(self, request: PlanRequest) -> PlanRequest:
        """The goals as a suggestion: in the task's name if a person wrote them, as advice if a model made them."""
        insight, goals = request.insight, shown(self.guide)
        told_as = {"guide": goals} if self._is_written else {"advice": (*insight.advice, *goals)}
        return replace(request, insight=replace(insight, **told_as)) if goals else request

    def _on_the_way(self, way: Draft, point: Waypoint) -> Draft:
        self._toward = point.id
        steps = way.steps if isinstance(way.steps[-1], Replan) else (*way.steps, Replan(f"{point.goal} was on the way"))
        return replace(way, steps=steps)

    @property
    def _in_words(self) -> list[Waypoint]:
        """The goals that have no condition."""
        return [point for point in self.guide.points if not point.condition]

    async def _said(self, request: PlanRequest) -> dict[str, bool | None]:
        """What a judge says of each goal that has no condition. Those called reached are asked about again: a word may err."""
        says, told = self._says, dict[str, bool | None]()
        if says is None:
            return told
        for point in self._in_words:
            if self._bill.left(request).left.answers < 1:
                break
            try:
                verdict = await says(request, point.goal)
            except Exception as error:  # a suggestion is worth no trouble: the goal stays as it was
                self._bill.add(getattr(error, "cost", Cost()))
                continue
            self._bill.add(verdict.cost)
            told[point.goal] = verdict.met
        return told

    async def _note(self, request: PlanRequest) -> None:
        """What the look shows of the goals, and whether the last act brought anything."""
        covered = coverage(request.view.covers)

        def holds(condition: str) -> bool | None:
            return evaluate(parse(condition), request.facts, covered)

        self.guide = marked(self.guide, holds, (await self._said(request)).get)
        used = request.left.steps
        if self._before is not None and used < self._before[1]:
            nearer = bool(self._toward) and request.facts != self._before[0]
            kinds = {lit.name for text in (request.done_when, *(p.condition for p in self.guide.points)) for lit in parse(text)}
            news = any(not kinds or parse_fact(f).name in kinds for f in request.facts - self._before[0])
            self.guide = after_act(self.guide, nearer or news)
        self._before = (request.facts, used)


def _world(request: PlanRequest) -> int:
    """The world as far as it matters to what has a way."""
    return int(digest(sorted(request.facts)), 16)
