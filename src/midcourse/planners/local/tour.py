"""One goal that is looked for act by act: the law of `core/local` meets requests and those who help."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...core.gates.request import AtALoss, PlanRequest, Reply
from ...core.local.atlas import Atlas
from ...core.local.bearing import LOOKS, REACHED, Bearing, Debt, Probe
from ...core.local.episode import Episode
from ...core.local.figures import LocalSettings
from ...core.local.law import next_move, value
from ...core.local.moves import AskLeave, Back, Dismiss, Doing, GiveUp, LookAgain, Measure, Propose, Reconsider, Restore, Try
from ...core.local.views import Thing
from ...core.logic.conditions import coverage, evaluate, parse
from ...core.model import Target
from ...core.people.messages import CLARIFIED
from ...core.plans.plan import Achieve, Act, Draft, Replan, Step, digest
from .hearing import Hearing
from .maps import Acts
from .seeing import (
    page_of,
    paid_when,
    place_name,
    restoring,
    sent_by,
    sight_of,
    touching,
    unseen_acts,
    wanted_value,
    wants_value,
    writing,
)

AUTHOR = "local"
"""Who plans of one act come from."""
MOVES = 100
"""Questions between two acts: more can only be a mistake of the law."""


class Tour:
    """One goal, from its first request to its end."""

    def __init__(
        self,
        atlas: Atlas,
        acts: Acts,
        hearing: Hearing,
        settings: LocalSettings,
        request: PlanRequest,
    ) -> None:
        """`acts`: what a proposer would do with a thing at a place; None where a map does not know what it is given."""
        self._acts, self._hearing, self._settings = acts, hearing, settings
        self._goal = digest((request.goal, request.done_when))
        self._done_when, self.came = request.done_when, ""
        """What came of the search before this one, until an act of this one has told it."""
        said = request.cause.detail
        self.hint = f" ({said})" if said.startswith(CLARIFIED) else ""
        """What people said of the goal: whoever names options reads it with the goal."""
        self._titles: dict[int, str] = {}
        """What people call the places that it saw."""
        self._home = page_of(request)
        self._step = len(request.progress.done) + 1
        """The step of the run that this is: sub-states are numbered below it."""
        self.episode = Episode(atlas, sight_of(request), wants_value(request.done_when), settings, self._goal)
        self._begun = False
        self._shown_targets: dict[str, Target] = {}
        """What looks have shown since the last act: those who name options are told all of it."""
        self._doing: tuple[Doing, float] | None = None
        self._steps, self._failures, self._sent = request.left.steps, len(request.attempts), sent_by(request)
        self._tale: list[str] = []
        """What was done, in words, by sub-states that are numbered as a path."""

    async def next(self, request: PlanRequest) -> Reply:
        """One act toward the goal; at a loss once nothing is left to try, with what was found."""
        self._hearing.begin()
        self._learn(request)
        for _ in range(MOVES):
            move = next_move(self.episode)
            match move:
                case Restore(key):
                    return self._draft(request, move, await self._shown(request), await self._undoing(request, key))
                case Try(key) | Back(key) if not await self._is_known(request, key):
                    self.episode.forgo(key)
                case Try() | Back() | Dismiss():
                    return self._draft(request, move, await self._shown(request))
                case LookAgain():
                    return self._looking(request)
                case Measure(times):
                    self.episode.measured(await self._hearing.near(request, times))
                case Propose(without):
                    await self._propose(request, without)
                case AskLeave(key):
                    self.episode.answered(key, self.episode.leaves < self._settings.leaves)  # the engine asks people
                case Reconsider():
                    self.episode.reconsidered()
                case GiveUp(why):
                    self.episode.atlas.ends.pop(self._goal, None)
                    found = f"local planning gives up ({_CANCELS[why]}); tried: {'; '.join(self._tale[-8:])}"
                    return AtALoss(found, self._hearing.taken()[1], asks=self._question(request))
        return AtALoss("local planning found no act", self._hearing.taken()[1])

    def _question(self, request: PlanRequest) -> str:
        """What people could help with: the places that were seen, of which one may be what was meant."""
        seen = "; ".join(dict.fromkeys(self._titles.values()))
        return f"No way to {request.goal!r} was found. These places were seen: {seen}. Which did you mean, or where is it?"

    async def follow(self, request: PlanRequest, decision: Probe) -> bool:
        """Decide once more what was decided then, with what was said then. Whatever comes out, what was done then counts; whether
        it came out the same."""
        reply = await self.next(request)
        found = reply.bearing.decision if isinstance(reply, Draft) and reply.bearing is not None else None
        if found is not None and (found.word, found.what) == (decision.word, decision.what):
            return True
        if decision.word == LOOKS:
            self._doing = None
            return False
        here, key = self.episode.here, decision.what
        self.episode.atlas.places[here].things.setdefault(key, Thing(key, "way", shown=False))
        self._doing = self._meant(key, decision.word), value(self.episode, here)
        self._tale = [*self._tale[: -1 if found is not None else None], _told(decision)]
        return False

    def _meant(self, key: str, word: str) -> Doing:
        """The move that a decision of the journal stands for."""
        owed = self.episode.debts.get((self.episode.here, key))
        if word == "dismiss":
            return Dismiss(key)
        if word == "revert":
            return Restore(key, owed[0]) if owed is not None else Try(key, "revert")
        return Try(key, "explore" if word == "explore" else "retain")

    def close(self, request: PlanRequest) -> str:
        """Its goal is looked for no more: where its last act led is learned all the same; and whether it was reached."""
        if self._doing is not None:
            self._learn(request)
        holds = evaluate(parse(self._done_when), request.facts, coverage(request.view.covers))
        return REACHED if self._done_when and holds else "left"

    def _learn(self, request: PlanRequest) -> None:
        """What came of the act that was planned last."""
        sight, failures = sight_of(request, self._home), len(request.attempts)
        here, targets = self.episode.here, {t.id: t for t in request.view.targets}
        used = self._steps - request.left.steps
        if not self._begun:
            self._begun = True  # with this very look
        elif self._doing is None or used == self.episode.acts:
            self.episode.look(sight)
            if self._doing is not None:
                self.episode.refuse(self._doing[0].key)
        else:
            move, near = self._doing
            before, self._sent = self._sent, sent_by(request)
            sent = self._sent.get(move.key, 0) > before.get(move.key, 0)
            self.episode.did(move, sight, failures > self._failures, near, sent)
            self.episode.acts = used
        stays = self.episode.looks > 1 and self.episode.here == here
        self._shown_targets = {**(self._shown_targets if stays else {}), **targets}
        self._doing, self._failures = None, failures

    async def _undoing(self, request: PlanRequest, key: str) -> Sequence[Act]:
        """How somebody else would put a value back, once doing the opposite has not; none where nobody knows."""
        _, goes = self.episode.debts[self.episode.here, key]
        debt = next(debt for debt in self._owes(request) if debt.thing == key)
        return await self._hearing.undo(request, debt) if goes else ()

    async def _is_known(self, request: PlanRequest, key: str) -> bool:
        """Whether it is known what to do with a thing here. What it is given is for this task to say, and not for a map."""
        spot, thing = (self.episode.here, key), self.episode.atlas.places[self.episode.here].things[key]
        if thing.should_hold is not None and thing.role == "field":
            self._acts.setdefault(spot, writing(request.skills, key, thing.should_hold))
        if spot not in self._acts or key in unseen_acts(request.skills):
            return True
        act, told = self._acts[spot], wanted_value(request, key)
        if act is not None and None in act.args.values():
            act = replace(act, args=dict.fromkeys(act.args, told)) if told else None
        if act is None:
            others = frozenset(target.id for target in request.view.targets if target.id != key)
            act = (await self._options(request, others)).get(key)
        self._acts[spot] = act
        return act is not None

    async def _options(self, request: PlanRequest, without: frozenset[str]) -> dict[str, Act]:
        view = replace(request.view, targets=tuple(self._shown_targets.values()))
        hinted = replace(request, goal=f"{request.goal}{self.hint}", view=view)
        return await self._hearing.options(hinted, without, self._tale)

    async def _propose(self, request: PlanRequest, without: frozenset[str]) -> None:
        acts = await self._options(request, without)
        self._acts.update({(self.episode.here, key): act for key, act in acts.items()})
        for key in (key for key, act in acts.items() if not act.target):
            self.episode.atlas.places[self.episode.here].things.setdefault(key, Thing(key, "way", shown=False))
        self.episode.proposed(list(acts))

    async def _shown(self, request: PlanRequest) -> float | None:
        """How near this place was said to be, for people; None where it was not measured."""
        if (near := await self._hearing.shown(request)) is not None:
            return near
        readings = self.episode.found(self.episode.here).readings
        return sum(readings) / len(readings) if readings else None

    def _draft(self, request: PlanRequest, move: Doing, near: float | None, undoing: Sequence[Act] = ()) -> Draft:
        episode = self.episode
        self._titles.setdefault(episode.here, place_name(request))
        self._doing = move, value(episode, episode.here)
        word = move.word if isinstance(move, Try) else "revert" if isinstance(move, Back | Restore) else "dismiss"
        on_known_way = episode.end is not None and (isinstance(move, Back) or (episode.here, move.key) == episode.end)
        if isinstance(move, Try | Back) and not on_known_way:  # if nobody asks again, this is what reached it
            episode.atlas.ends[self._goal] = (episode.here, move.key)
        decision, self.came = self._probe(request, word, move.key, near), ""
        self._tale.append(_told(decision))
        act = self._acts.get((episode.here, move.key)) or unseen_acts(request.skills).get(move.key)
        act = act or Act(touching(request.skills), {}, move.key)
        if isinstance(move, Restore):
            act = restoring(act, episode.atlas.places[episode.here].things[move.key].role, move.value, request.skills)
        what = f"put back {move.key}" if isinstance(move, Restore) else act.description or move.key
        acts = [replace(a, again=True, description=f"{word}: {decision.name} {what}") for a in undoing or (act,)]
        rest: Step = Replan("local planning looks after each act")
        if request.purpose == "achieve":
            rest = Achieve(request.goal, request.done_when)
        return self._written(decision, *acts, rest)

    def _looking(self, request: PlanRequest) -> Draft:
        """Another look, and then the goal again."""
        look = Replan("a look may miss a thing: local planning looks once more")
        rest = (Achieve(request.goal, request.done_when),) if request.purpose == "achieve" else ()
        return self._written(self._probe(request, LOOKS, "", None), look, *rest)

    def _probe(self, request: PlanRequest, word: str, key: str, near: float | None) -> Probe:
        return Probe(
            (self._step, self.episode.acts + 1),
            word,
            key,
            self.episode.here,
            place_name(request),
            request.goal,
            near,
            self.came or self.episode.came,
            self._owes(request),
            request.done_when,
        )

    def _written(self, decision: Probe, *steps: Step) -> Draft:
        heard, cost = self._hearing.taken()
        bearing = Bearing(decision, heard=heard)
        return Draft(steps, AUTHOR, f"{decision.word} at {decision.name}", cost, means=True, bearing=bearing)

    def _owes(self, request: PlanRequest) -> tuple[Debt, ...]:
        """What is to be put back before the end."""
        kinds = {kind.name for kind in request.view.vocabulary}
        things = {spot: self.episode.atlas.places[spot[0]].things[spot[1]] for spot in self.episode.debts}
        debts = self.episode.debts.items()
        return tuple(Debt(key, old, paid_when(key, things[at, key].role, old, kinds)) for (at, key), (old, _) in debts)


_CANCELS = {"acts": "its acts are used up", "tries": "its tries are used up", "exhausted": "nothing is left to try"}


def _told(decision: Probe) -> str:
    """A decision in the tale of a search."""
    return f"{decision.name} {decision.word} {decision.what} at {decision.title or 'the start'}"
