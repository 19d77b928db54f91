"""Reaching a goal on an interface step by step: act, look, keep going, try something else, or turn back.

The law is `core/local`; here it meets requests and whoever names options. Each answer is one act and the goal once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from ...core.gates.request import AtALoss, NoWay, PlanRequest, Reply
from ...core.local.atlas import Atlas
from ...core.local.bearing import REACHED, Bearing, Debt, Probe
from ...core.local.episode import Episode
from ...core.local.figures import LocalSettings
from ...core.local.law import next_move, value
from ...core.local.moves import AskLeave, Back, Dismiss, Doing, GiveUp, Measure, Propose, Reconsider, Restore, Try
from ...core.local.views import Thing
from ...core.logic.conditions import coverage, evaluate, parse
from ...core.model import Cost
from ...core.people.messages import CLARIFIED
from ...core.plans.plan import Achieve, Act, Draft, Replan, Step, digest
from ...core.protocols import Planner
from .maps import load, save
from .roles import Nearness, Proposer
from .seeing import key_of, page_of, paid_when, place_name, restoring, sight_of, touching, unseen_acts, wants_value

AUTHOR = "local"
"""Who plans of one act come from."""
MOVES = 100
"""Questions between two acts: more can only be a mistake of the law."""


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
        self._proposer, self._near, self._planner = proposer, near, planner
        self._settings = settings or LocalSettings()
        self._map = map
        learned, acts = load(map) if map is not None else (Atlas(), None)
        self.atlas = atlas or learned
        self.acts: dict[tuple[int, str], Act] = acts or {}
        """What a proposer would do with a thing at a place."""
        self._tours: dict[tuple[str, str], _Tour] = {}
        self._last: _Tour | None = None
        self._told: tuple[tuple[str, str], int, tuple[str, ...], Reply] | None = None

    async def plan(self, request: PlanRequest) -> Reply:
        """One act toward the goal, then the goal again; at a loss once nothing is left to try, with what was found."""
        if self._planner is not None and (request.goal == request.task.goal or not request.done_when):
            reply = await self._planner.plan(request)  # who reads a task need not know how one looks for a goal on the way
            if not isinstance(reply, AtALoss | NoWay):
                return reply
        key = (request.goal, request.done_when)
        if self._told is not None and self._told[:2] == (key, request.brief.number) and self._told[2] != request.insight.notes:
            return self._told[3]  # advice, with nothing done since: the law has weighed what was tried already
        tour = self._tours.get(key)
        if tour is not None and tour.gave_up and request.cause.detail.startswith(CLARIFIED):
            tour = None  # it begins anew with what people said, and with the map that it has by now
        came = self._last.close(request) if self._last is not None and self._last is not tour else ""
        if tour is None:
            tour = self._tours[key] = _Tour(self, request)
        tour.came, self._last = came, tour
        reply = await tour.next(request)
        self._told = (key, request.brief.number, request.insight.notes, reply)
        if self._map is not None:
            save(self._map, self.atlas, self.acts)
        return reply

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

    async def options(self, request: PlanRequest, without: frozenset[str], told: Sequence[str]) -> tuple[dict[str, Act], Cost]:
        """Target -> what to do with it, best first."""
        answer = await self._proposer.options(request, without, told)
        acts = {key_of(o.act): replace(o.act, description=o.description, expected_change=o.hint) for o in answer.options}
        return {key: act for key, act in acts.items() if key not in without}, answer.cost

    async def near(self, request: PlanRequest) -> tuple[float | None, Cost]:
        """How near this place is; None if nobody can tell."""
        return (None, Cost()) if self._near is None else await self._near.near(request)

    @property
    def shows_nearness(self) -> bool:
        """Whether nearness is told at every place, whether or not the law asks for it."""
        return self._near is not None and self._near.is_free

    @property
    def settings(self) -> LocalSettings:
        """The figures of the law."""
        return self._settings


class _Tour:
    """One goal, from its first request to its end."""

    def __init__(self, planner: LocalPlanner, request: PlanRequest) -> None:
        self._planner = planner
        self._goal = digest((request.goal, request.done_when))
        self._done_when, self.came, self.gave_up = request.done_when, "", False
        said = request.cause.detail
        self._hint = f" ({said})" if said.startswith(CLARIFIED) else ""
        """What people said of the goal: whoever names options reads it with the goal."""
        self._titles: dict[int, str] = {}
        """What people call the places that it saw."""
        self._home = page_of(request)
        self._step = len(request.progress.done) + 1
        """The step of the run that this is: sub-states are numbered below it."""
        self.episode = Episode(planner.atlas, sight_of(request), wants_value(request.done_when), planner.settings, self._goal)
        self._doing: tuple[Doing, float] | None = None
        self._steps, self._failures = request.left.steps, len(request.attempts)
        self._cost = Cost()
        self._tale: list[str] = []
        """What was done, in words, by sub-states that are numbered as a path."""

    async def next(self, request: PlanRequest) -> Reply:
        self._cost = Cost()
        self._learn(request)
        for _ in range(MOVES):
            move = next_move(self.episode)
            match move:
                case Try() | Back() | Restore() | Dismiss():
                    return self._draft(request, move, await self._nearness(request))
                case Measure(times):
                    await self._measure(request, times)
                case Propose(without):
                    await self._propose(request, without)
                case AskLeave(key):
                    self.episode.answered(key, self.episode.leaves < self._planner.settings.leaves)  # the engine asks people
                case Reconsider():
                    self.episode.reconsidered()
                case GiveUp(why):
                    self.episode.atlas.ends.pop(self._goal, None)
                    self.gave_up = True
                    found = f"local planning gives up ({_CANCELS[why]}); tried: {'; '.join(self._tale[-8:])}"
                    return AtALoss(found, self._cost, asks=self._question(request))
        return AtALoss("local planning found no act", self._cost)

    def _question(self, request: PlanRequest) -> str:
        """What people could help with: the places that were seen, of which one may be what was meant."""
        seen = "; ".join(dict.fromkeys(self._titles.values()))
        return f"No way to {request.goal!r} was found. These places were seen: {seen}. Which did you mean, or where is it?"

    def close(self, request: PlanRequest) -> str:
        """Its goal is looked for no more: where its last act led is learned all the same; and whether it was reached."""
        if self._doing is not None:
            self._learn(request)
        holds = evaluate(parse(self._done_when), request.facts, coverage(request.view.covers))
        return REACHED if self._done_when and holds else "left"

    def _learn(self, request: PlanRequest) -> None:
        """What came of the act that was planned last."""
        sight, failures = sight_of(request, self._home), len(request.attempts)
        used = self._steps - request.left.steps
        if self._doing is None or used == self.episode.acts:
            self.episode.look(sight)
            if self._doing is not None:
                self.episode.refuse(self._doing[0].key)
        else:
            move, near = self._doing
            self.episode.did(move, sight, failures > self._failures, near)
            self.episode.acts = used
        self._doing, self._failures = None, failures

    async def _measure(self, request: PlanRequest, times: int) -> None:
        readings: list[float] = []
        for _ in range(times):
            near, cost = await self._planner.near(request)
            self._cost += cost
            if near is None:
                break
            readings.append(near)
        if readings and not any(readings):  # exactly 0 is an error more often than the truth
            near, cost = await self._planner.near(request)
            self._cost += cost
            readings = [near or 0.0]
        self.episode.measured(readings)

    async def _propose(self, request: PlanRequest, without: frozenset[str]) -> None:
        hinted = replace(request, goal=f"{request.goal}{self._hint}")
        acts, cost = await self._planner.options(hinted, without, self._tale)
        self._cost += cost
        self._planner.acts.update({(self.episode.here, key): act for key, act in acts.items()})
        for key in (key for key, act in acts.items() if not act.target):
            self.episode.atlas.places[self.episode.here].things.setdefault(key, Thing(key, "way", shown=False))
        self.episode.proposed(list(acts))

    async def _nearness(self, request: PlanRequest) -> float | None:
        """How near this place was said to be, for people; None where it was not measured."""
        if self._planner.shows_nearness:
            return (await self._planner.near(request))[0]
        readings = self.episode.found(self.episode.here).readings
        return sum(readings) / len(readings) if readings else None

    def _draft(self, request: PlanRequest, move: Doing, near: float | None) -> Draft:
        episode = self.episode
        self._titles.setdefault(episode.here, place_name(request))
        self._doing = move, value(episode, episode.here)
        word = move.word if isinstance(move, Try) else "revert" if isinstance(move, Back | Restore) else "dismiss"
        if isinstance(move, Try | Back):  # if nobody asks again, this is what reached it
            episode.atlas.ends[self._goal] = (episode.here, move.key)
        decision = Probe(
            (self._step, episode.acts + 1),
            word,
            move.key,
            episode.here,
            place_name(request),
            request.goal,
            near,
            self.came or episode.came,
            self._owes(request),
        )
        self._tale.append(f"{decision.name} {word} {move.key} at {decision.title or 'the start'}")
        act = self._planner.acts.get((episode.here, move.key)) or unseen_acts(request.skills).get(move.key)
        act = act or Act(touching(request.skills), {}, move.key)
        if isinstance(move, Restore):
            act = restoring(act, episode.atlas.places[episode.here].things[move.key].role, move.value, request.skills)
        what = f"put back {move.key}" if isinstance(move, Restore) else act.description or move.key
        told = f"{word}: {decision.name} {what}"
        act = replace(act, again=True, description=told)
        rest: Step = Replan("local planning looks after each act")
        if request.purpose == "achieve":
            rest = Achieve(request.goal, request.done_when)
        return Draft((act, rest), AUTHOR, f"{word} at {decision.name}", self._cost, means=True, bearing=Bearing(decision))

    def _owes(self, request: PlanRequest) -> tuple[Debt, ...]:
        """What is to be put back before the end."""
        kinds = {kind.name for kind in request.view.vocabulary}
        things = {spot: self.episode.atlas.places[spot[0]].things[spot[1]] for spot in self.episode.debts}
        debts = self.episode.debts.items()
        return tuple(Debt(key, old, paid_when(key, things[at, key].role, old, kinds)) for (at, key), (old, _) in debts)


_CANCELS = {"acts": "its acts are used up", "tries": "its tries are used up", "exhausted": "nothing is left to try"}
