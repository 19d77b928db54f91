"""What is known of an interface: its places, the things on them, and where acts have led, with counts."""

from __future__ import annotations

from collections.abc import Iterator, Set
from heapq import heappop, heappush
from typing import Final, NamedTuple

from .views import Sight, Thing

ALIKE: Final = 0.5
"""Share of things in common from which on two sights of one title are one place."""
FADES: Final = 0.4
"""What remains of an earlier outcome's weight once the same act has led elsewhere."""
LIKELY: Final = 0.3
"""Share of an act's outcomes from which on it counts as a way there."""
UNTRIED_CLOSE: Final = 1.5
"""Acts that closing what was opened is held to take, before it was tried."""


class Location:
    """A place, as all sights of it together show it."""

    __slots__ = ("interrupts", "opener", "sight", "sights", "things", "title")

    def __init__(self, sight: Sight) -> None:
        self.title, self.interrupts = sight.title, sight.interrupts
        self.things: dict[str, Thing] = {}
        self.sights = 0
        self.opener: int | None = None
        """The place from which it was first opened."""
        self.sight = sight
        """The last sight of it."""

    def see(self, sight: Sight) -> None:
        """One more sight of it. A look may miss a thing, so that what was once seen there stays."""
        self.sight = sight
        self.sights += 1
        self.things.update((t.key, t) for t in sight.things)


class Way(NamedTuple):
    """One act that is expected to lead from one place to another."""

    to: int
    """The place."""
    key: str
    """The thing to act on."""
    acts: float
    """How many acts it is expected to take."""


class Atlas:
    """All places that were seen, and the ways between them. An interruption is no place of it."""

    def __init__(self) -> None:
        self.places: list[Location] = []
        self.led: dict[tuple[int, str], dict[int, float]] = {}
        """(Place, thing) -> where acting on it led -> how often, what was seen last weighing most."""
        self.ends: dict[str, tuple[int, str]] = {}
        """Goal -> the thing at a place that was acted on last before it was reached, as far as anybody knows."""
        self.filled: set[tuple[int, str]] = set()
        """Fields that were filled on the way: what goes on from their place may need them."""
        self._titled: dict[str, list[int]] = {}

    def place_of(self, sight: Sight) -> int:
        """The place that this is a sight of: the one of its title with the most things in common, or a new one."""
        keys = {t.key for t in sight.things if t.shown}
        best, found = ALIKE, -1
        for number in self._titled.get(sight.title, ()):
            known = {t.key for t in self.places[number].things.values() if t.shown}
            alike = len(keys & known) / max(1, len(keys | known))
            if alike > best or (alike == best and found < 0):
                best, found = alike, number
        if found < 0:
            found = len(self.places)
            self.places.append(Location(sight))
            self._titled.setdefault(sight.title, []).append(found)
        self.places[found].see(sight)
        return found

    def saw(self, here: int, key: str, there: int) -> None:
        """An act was seen to lead somewhere. What it led to before weighs less from now on."""
        led = self.led.setdefault((here, key), {})
        for other in led:
            if other != there:
                led[other] *= FADES
        led[there] = led.get(there, 0.0) + 1.0

    def onward(self, here: int) -> Iterator[int]:
        """The places to which acts have led from here."""
        for (place, _), led in self.led.items():
            if place == here:
                yield from led

    def travel(self, here: int, closed: Set[tuple[int, str]]) -> tuple[dict[int, float], dict[int, tuple[int, str]]]:
        """Place -> the acts it is expected to take to get there, and -> the last leg of that way, for all that can be reached."""
        ways: dict[int, list[Way]] = {}
        for (place, key), led in self.led.items():
            if key not in self.places[place].things or (place, key) in closed:
                continue
            total = sum(led.values())
            for there, count in led.items():
                if there != place and count / total >= LIKELY:
                    ways.setdefault(place, []).append(Way(there, key, (total + 1.0) / (count + 0.5)))
        for number, known in enumerate(self.places):
            if known.opener is not None:
                for thing in known.things.values():
                    if thing.role == "close" and (number, thing.key) not in self.led and (number, thing.key) not in closed:
                        ways.setdefault(number, []).append(Way(known.opener, thing.key, UNTRIED_CLOSE))
        far, legs, queue = {here: 0.0}, dict[int, tuple[int, str]](), [(0.0, here)]
        while queue:
            acts, place = heappop(queue)
            if acts > far[place]:
                continue
            for way in ways.get(place, ()):
                if acts + way.acts < far.get(way.to, float("inf")):
                    far[way.to] = acts + way.acts
                    legs[way.to] = (place, way.key)
                    heappush(queue, (far[way.to], way.to))
        return far, legs
