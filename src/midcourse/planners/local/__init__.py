"""Reaching a goal on an interface step by step: act, look, keep going, try something else, or turn back.

The law is `core/local`; here it meets requests and whoever names options. Each answer is one act and the goal once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from ...core.gates.request import AtALoss, NoWay, PlanRequest, Reply
from ...core.gates.taking_up import GivenPlan
from ...core.local.atlas import Atlas
from ...core.local.bearing import Bearing
from ...core.local.episode import Episode
from ...core.local.figures import LocalSettings
from ...core.model import Cost
from ...core.people.messages import CLARIFIED
from ...core.plans.plan import Draft, digest
from ...core.protocols import Planner, Priced
from .hearing import Hearing
from .maps import Acts, load, save
from .roles import Nearness, Proposer
from .tour import Tour


class LocalPlanner:
    """Plans one act at a time toward a goal on the way, or toward the task's own where the planner behind it is at a loss."""

    def __init__(
        self,
        proposer: Proposer,
        near: Nearness | None = None,
        *,
        planner: Planner | None = None,
        settings: LocalSettings | None = None,
        atlas: Atlas | None = None,
        map: Path | None = None,
    ) -> None:
        """`planner` is asked first; `atlas` is what earlier runs learned of the interface; `map`: a file that keeps it."""
        self._hearing, self._planner = Hearing(proposer, near), planner
        self._settings = settings or LocalSettings()
        self._map = map
        learned, acts = load(map) if map is not None else (Atlas(), None)
        self.atlas = atlas or learned
        self.acts: Acts = acts or {}
        """What a proposer would do with a thing at a place."""
        self._tours: dict[tuple[str, str], Tour] = {}
        self._last: Tour | None = None
        self._lost = ""
        """What could not be restored of a search of another process, until it was told."""
        self._told: tuple[tuple[str, str], int, tuple[str, ...], Reply] | None = None

    async def plan(self, request: PlanRequest) -> Reply:
        """One act toward the goal, then the goal again; at a loss once nothing is left to try, with what was found."""
        if self._planner is not None and (request.goal == request.task.goal or not request.done_when):
            reply = await self._planner.plan(request)  # who reads a task need not know how one looks for a goal on the way
            if not isinstance(reply, AtALoss | NoWay):
                return reply
            self._hearing.owe(reply.cost)
        key = (request.goal, request.done_when)
        if self._told is not None and self._told[:2] == (key, request.brief.number) and self._told[2] != request.insight.advice:
            return replace(self._told[3], cost=Cost())  # advice, with nothing done since: the law has weighed what was tried
        reply = await self._tour(request).next(request)
        if self._lost and isinstance(reply, Draft):
            reply, self._lost = replace(reply, bearing=replace(reply.bearing or Bearing(), lost=self._lost)), ""
        self._told = (key, request.brief.number, request.insight.advice, reply)
        if self._map is not None:
            save(self._map, self.atlas, self.acts)
        return reply

    def _tour(self, request: PlanRequest) -> Tour:
        """The search for the request's goal, begun if it is new; the one before is closed where it was for another."""
        key = (request.goal, request.done_when)
        tour = self._tours.get(key)
        if tour is not None and not tour.hint and request.cause.detail.startswith(CLARIFIED):
            tour = None  # it begins anew with what people said, and with the map that it has by now
        came = self._last.close(request) if self._last is not None and self._last is not tour else ""
        if tour is None:
            tour = self._tours[key] = Tour(self.atlas, self.acts, self._hearing, self._settings, request)
        tour.came, self._last = came or tour.came, tour
        return tour

    async def take_up(self, past: Sequence[GivenPlan]) -> None:
        """Follow every decision of the run once more, with what was said then: the search stands where it stood."""
        stood = [(given.request, given.plan.bearing) for given in past]
        decided = [(r, b.heard, b.decision) for r, b in stood if b is not None and b.decision is not None]
        if self._tours or not decided:
            return
        ends, last = self.atlas.ends, {(d.goal, d.until): (d.place, d.what) for _, _, d in decided}
        for goal in [digest(goal) for goal, spot in last.items() if ends.get(digest(goal)) == spot]:
            del ends[goal]  # in the map it stands for the way, as long as nobody asks again
        other = 0
        for request, heard, decision in decided:
            request = replace(request, goal=decision.goal, done_when=decision.until)
            self._hearing.repeat(heard)
            other += not await self._tour(request).follow(request, decision)
            self._hearing.taken()
        self._hearing.repeat(None)
        if other:
            self._lost = f"what was said before {other} of {len(decided)} decisions is not in the journal, and is asked for anew"

    def most(self, request: PlanRequest) -> Cost:
        """What the planner that is asked first may cost, and then those who charge for options and closeness."""
        first = self._planner.most(request) if isinstance(self._planner, Priced) else Cost()
        return first + self._hearing.most

    async def way(self, request: PlanRequest) -> Reply:
        """A way that is seen: the map's, or the planner's own to the goal of the task."""
        tour, known = self._tours.get((request.goal, request.done_when)), self.atlas.ends
        if (tour.episode.end is not None) if tour is not None else digest((request.goal, request.done_when)) in known:
            return await self.plan(request)
        if self._planner is None or request.goal != request.task.goal:
            return AtALoss("no way is known")
        return await self._planner.plan(request)

    async def look_for(self, request: PlanRequest) -> Reply:
        """One act toward a goal on the way, wherever a look can show that it is reached."""
        return await self.plan(request) if request.done_when else AtALoss("no look can show whether it is reached")

    @property
    def episodes(self) -> Sequence[Episode]:
        """What was tried for each goal, oldest first."""
        return [tour.episode for tour in self._tours.values()]
