"""One try to reach a goal: where it stands, what was tried and what came of it. It changes as moves come out."""

from __future__ import annotations

from collections.abc import Sequence

from .atlas import Atlas
from .figures import LocalSettings
from .moves import Back, Dismiss, Doing, Restore, Try
from .views import VALUES, Sight

Spot = tuple[int, str]
"""A thing at a place."""
AGAIN = 0.6
"""What a later list of proposals weighs beside the first."""


class Findings:
    """What an episode holds of one place: for this goal alone, not for the next one."""

    __slots__ = ("asked", "asked_at", "options", "prior", "readings", "visits", "vote")

    def __init__(self) -> None:
        self.readings: list[float] = []
        """How near the goal it was said to be, 0 far to 10 there."""
        self.options: dict[str, float] | None = None
        """Thing -> how likely it is the right one, in the proposer's order; None: nobody was asked."""
        self.asked = 0
        self.asked_at = 0
        """After how many acts of the episode it was last asked."""
        self.visits = 0
        self.prior: float | None = None
        """How near it was held to be when it was first come to."""
        self.vote = 0.0
        """What the proposer's first word says of it."""


class Episode:
    """The state of one episode. `atlas` lives longer: what is learned of the interface serves the next one."""

    def __init__(self, atlas: Atlas, sight: Sight, wants_value: bool, settings: LocalSettings, goal: str = "") -> None:
        self.atlas, self.settings = atlas, settings
        self.end = atlas.ends.get(goal)
        """Where an earlier run reached this goal, until that proves wrong."""
        self.strays = 0
        """How often the known way there led elsewhere."""
        self.wants_value = wants_value
        """The goal is a value somewhere; else it is a place, or a thing that it names."""
        self.sight = sight
        self.here = atlas.place_of(sight)
        self.acts = self.tries = self.leaves = 0
        self.looks = 1
        """Looks since the last act."""
        self.tried: set[Spot] = set()
        self.refused: set[Spot] = set()
        """What needs leave: never a way back, and only once a way at all."""
        self.closed: set[Spot] = set()
        """Ways back that came to nothing three times."""
        self.allowed: set[Spot] = set()
        self.misses: dict[Spot, int] = {}
        self.weight: dict[Spot, float] = {}
        """What is left of a thing's likelihood after slips."""
        self.debts: dict[Spot, tuple[str, int]] = {}
        """What was changed -> its value before, and how often it was tried to put back."""
        self.lifts = 0
        """How often what had slipped was given another chance."""
        self.came = ""
        """What came of the last act, in a word or two."""
        self.backs = {"restored": 0, "partial": 0, "diverged": 0}
        self.differences: list[float] = []
        """Squares of the differences between two readings of one place."""
        self.untold = 0
        """How many places nobody could tell the closeness of."""
        self._found: dict[int, Findings] = {}
        self._value_here = 0.0
        self._came_from: int | None = None
        self._interrupted: Spot | None = None
        """The act after which something came by itself: where it led shows once that is cleared away."""
        self.found(self.here).visits += 1

    def found(self, place: int) -> Findings:
        """What is held of a place."""
        return self._found.setdefault(place, Findings())

    @property
    def noise(self) -> float:
        """The error of closeness, as far as it was measured."""
        usual, weight = self.settings.noise, 2.0
        return max(0.3, ((weight * usual**2 + sum(self.differences)) / (weight + len(self.differences))) ** 0.5)

    @property
    def unseen(self) -> set[Spot]:
        """What is known to be here and is not to be seen, however often one looks."""
        known = self.atlas.places[self.here].things
        return set() if self.looks < MOST_LOOKS else {(self.here, key) for key in known if not self._shows(key)}

    def may_show_more(self, wanted: str = "") -> bool:
        """Whether another look may show more: there was only one since the last act, or what is wanted is known to be here, and
        not shown."""
        return self.looks == 1 if not wanted else self.looks < MOST_LOOKS and not self._shows(wanted)

    def _shows(self, key: str) -> bool:
        """Whether the last look shows a thing, or nothing need be seen for it."""
        return self.sight.thing(key) is not None or not self.atlas.places[self.here].things[key].shown

    @property
    def is_measured(self) -> bool:
        """Whether the noise of closeness is known, and small enough: until then closeness moves nobody."""
        return len(self.differences) >= MEASURED_TWICE and self.noise <= self.settings.too_noisy

    @property
    def is_blurred(self) -> bool:
        """Whether closeness was found to be worth nothing, or nobody can tell it: then it is not paid for any more."""
        return self.untold >= MEASURED_TWICE or (len(self.differences) >= MEASURED_TWICE and not self.is_measured)

    @property
    def goes_forward(self) -> bool:
        """Whether it still goes on from where it is: for a while, and for longer where nothing tells which place is better."""
        settings = self.settings
        most = settings.blurred_acts if self.is_blurred else settings.forward_acts
        return self.acts < most or settings.acts <= settings.short

    def useless(self, place: int) -> frozenset[str]:
        """Where a place is wanted, or one value of which the goal names the thing, changing other values leads nowhere, unless a
        form goes on from here or the task names the value."""
        known = self.atlas.places[place]
        if self.wants_value or known.sight.has_next:
            return frozenset()
        values = (thing for thing in known.things.values() if thing.role in VALUES)
        return frozenset(thing.key for thing in values if not thing.wanted and thing.should_hold is None)

    def look(self, sight: Sight) -> None:
        """Another look, with nothing done since the one before."""
        self.sight, self.here = sight, self.atlas.place_of(sight)
        self.looks += 1
        self._notice()

    def refuse(self, key: str) -> None:
        """A thing here that may not be acted on: somebody said no, or it failed just so before."""
        self.allowed.discard((self.here, key))
        self.refused.add((self.here, key))
        self.debts.pop((self.here, key), None)

    def forgo(self, key: str) -> None:
        """A thing here that a known way used, and of which nobody says what to do with it now."""
        self.refuse(key)
        self.atlas.filled.discard((self.here, key))
        if self.end == (self.here, key):
            self.end = None

    # --- what came of a move ------------------------------------------------------------------------------------

    def measured(self, readings: Sequence[float]) -> None:
        """Readings of how near this place is. Exactly 0 is an error more often than the truth."""
        self.untold += not readings
        told = [r for r in readings if r > 0.0]
        if len(told) == 2:
            self.differences.append((told[0] - told[1]) ** 2)
        self.found(self.here).readings.append(sum(told) / len(told) if told else 0.0)

    def proposed(self, keys: Sequence[str]) -> None:
        """What the proposer would try here, best first."""
        here, ranks = self.found(self.here), self.settings.weights.ranks
        place = self.atlas.places[self.here]
        afresh = here.options is None or self.goes_forward
        share = 1.0 if afresh else AGAIN
        options = {key: share * ranks[min(i, len(ranks) - 1)] for i, key in enumerate(keys) if key in place.things}
        if here.options is None and options and place.opener is not None:
            goes_back = place.things[next(iter(options))].role in ("close", "back")
            here.vote = -self.settings.weights.down if goes_back else self.settings.weights.up
        older = {key: likely * (AGAIN if afresh else 1.0) for key, likely in (here.options or {}).items() if key not in options}
        here.options = {**options, **older} if afresh else {**older, **options}
        if here.asked == 0 or here.asked_at == self.acts or not afresh:  # asking anew after an act is no asking for more
            here.asked += 1
        here.asked_at = self.acts

    def answered(self, key: str, yes: bool) -> None:
        """Whether people give leave. A way that needs it is never a way back."""
        self.leaves += 1
        if yes:
            self.allowed.add((self.here, key))
        self.refused.add((self.here, key))

    def did(self, move: Doing, sight: Sight, failed: bool, value: float = 0.0, sent: bool = False) -> None:
        """An act and what the look after it shows. `value`: how near this place was held to be when it was decided; `sent`: the
        act sent something out of here."""
        self.acts += 1
        self.looks = 1
        self.came = "led on"
        before, was = self.sight, self.here
        there = self.atlas.place_of(sight)
        self.sight, self.here = sight, there
        if self.end is not None and not isinstance(move, Dismiss) and not self.atlas.places[there].interrupts:
            self._followed(move, was)
        match move:
            case Dismiss():
                if self.atlas.places[there].sights == 1 and self._came_from not in (None, there):
                    self.atlas.places[there].opener = self._came_from
                if self._interrupted is not None and not self.atlas.places[there].interrupts:
                    self._led_here(*self._interrupted)
            case Restore(key, wanted):
                self._restored(was, key, wanted, there)
            case Back(key, toward):
                self._went_back(was, key, toward, failed)
            case Try(key, word):
                self.tries += 1
                opener = self.atlas.places[was].opener
                if word == "revert" and opener is not None:
                    self._classify(was, opener)
                self._tried(was, key, before, failed and not sent, value)
                if sent:  # it did something, to be seen or not: no slip that is tried once more
                    self.tried.add((was, key))
                    self.misses.pop((was, key), None)
        self._notice()
        if not self.atlas.places[there].interrupts:
            self._came_from = there
            self.found(there).visits += 1

    def _notice(self) -> None:
        """What the world has put back by itself is no debt any more."""
        for place, key in [spot for spot in self.debts if spot[0] == self.here]:
            if self.sight.thing(key) is not None and self.sight.values.get(key, "") == self.debts[place, key][0]:
                del self.debts[place, key]

    def _followed(self, move: Doing, was: int) -> None:
        """Whether the known way still leads where it led: it is forgotten once it has strayed too often."""
        at_the_end = isinstance(move, Try) and (was, move.key) == self.end
        if at_the_end or (isinstance(move, Back) and self.here != move.toward):
            self.strays += 1
        if self.strays >= MOST_STRAYS:
            self.end = None

    def _restored(self, was: int, key: str, wanted: str, there: int) -> None:
        old, goes = self.debts[was, key]
        put_back = there == was and self.sight.values.get(key, "") == wanted
        self.came = "restored" if put_back else "partial"
        if put_back or goes + 1 == MOST_GOES:
            self.backs["restored" if put_back else "partial"] += 1
        if put_back:
            del self.debts[was, key]
        else:
            self.debts[was, key] = (old, goes + 1)

    def _went_back(self, was: int, key: str, toward: int, failed: bool) -> None:
        there, slips = self.here, self.misses.get((was, key), 0)
        interrupted = self._classify(was, toward)
        did_nothing = there == was and not failed
        if (did_nothing and slips) or (there != was and not interrupted):  # that it did nothing once may be a slip
            self.atlas.saw(was, key, there)
        if there == was:
            self.misses[was, key] = slips + 1
            if slips >= 2:
                self.closed.add((was, key))
        elif interrupted and self.atlas.places[there].sights == 1:
            self.atlas.places[there].opener = toward

    def _led_here(self, was: int, key: str) -> None:
        """Once an interruption is gone: an act that led elsewhere did so. That it led nowhere may be the interruption's doing."""
        self._interrupted = None
        if self.here != was:
            self.tried.add((was, key))
            self.atlas.saw(was, key, self.here)

    def _classify(self, was: int, toward: int) -> bool:
        """What the look says of a back move; whether something came between."""
        interrupted = self.atlas.places[self.here].interrupts
        came = "restored" if self.here == toward else "partial" if self.here == was or interrupted else "diverged"
        self.backs[came] += 1
        self.came = came
        return interrupted

    def _tried(self, was: int, key: str, before: Sight, failed: bool, value: float) -> None:
        there, spot = self.here, (was, key)
        if there == was and not self.sight.differs(before):
            self.came = "failed" if failed else "no effect"
            self._slipped(spot, failed)
            return
        self.tried.add(spot)
        if self.atlas.places[there].interrupts:  # it says nothing about the act
            self.came = "interrupted"
            self.tried.discard(spot)
            self._interrupted = spot
            self.atlas.places[there].opener = was
            return
        self.atlas.saw(was, key, there)
        if there != was:
            self._arrived(was, key, value)
            return
        self.came = "changed"
        thing = self.atlas.places[was].things[key]
        if thing.role not in VALUES:
            return
        old = before.values.get(key, "")
        if thing.role == "field":
            self.atlas.filled.add(spot)
            self._filled(was, stale=not old)
        if thing.role == "toggle" or old:
            self.debts[spot] = (old, 0)

    def _slipped(self, spot: Spot, failed: bool) -> None:
        """It did nothing, or nothing that shows. One in ten acts goes amiss: it is tried once more, a little later."""
        self.misses[spot] = self.misses.get(spot, 0) + 1
        if not failed:
            self.atlas.saw(*spot, spot[0])
        self.weight[spot] = self.weight.get(spot, 1.0) * (
            self.settings.weights.failed if failed else self.settings.weights.slipped
        )
        if self.misses[spot] >= 2:
            self.tried.add(spot)

    def _arrived(self, was: int, key: str, value: float) -> None:
        place = self.atlas.places[self.here]
        if place.sights == 1 and place.opener is None:
            place.opener = was
        if self.found(self.here).visits == 0:
            likely = (self.found(was).options or {}).get(key, self.settings.weights.tail)
            self.found(self.here).prior = max(0.0, value + 1.2 * likely - 1.5 * (1.0 - likely))

    def _filled(self, place: int, stale: bool) -> None:
        """What was entered may be what the form needs to go on. `stale`: what was proposed before it counts no more."""
        for thing in self.atlas.places[place].sight.things:
            if thing.role == "next":
                spot = (place, thing.key)
                self.tried.discard(spot)
                self.misses.pop(spot, None)
                self.weight.pop(spot, None)
        if stale:
            self.found(place).options, self.found(place).asked = None, 0

    def reconsidered(self) -> None:
        """What slipped is given one more chance, and so is every place whose proposer had nothing left to say."""
        self.lifts += 1
        self.tried -= {spot for spot, count in self.misses.items() if count >= 2}
        self.closed.clear()
        self.misses.clear()
        for found in self._found.values():
            found.asked = min(found.asked, self.settings.asks - 1)


MEASURED_TWICE = 3
"""Places that are measured twice, so that the noise is known."""
MOST_STRAYS = 6
"""How often a known way may lead elsewhere before it is given up."""
MOST_LOOKS = 3
"""Looks after which a thing that none of them shows counts as gone for now: one look in thirty misses it."""
MOST_GOES = 3
"""How often a value is tried to put back."""
