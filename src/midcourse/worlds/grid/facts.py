"""Memory put into words: which named things are known, where, what is in the way, and what is left to explore.

A name is a description that the mission uses (`red ball`: any red ball), the key that a locked door needs (`red key`), or one
certain thing (`red door 2`). What a description means at a moment is the best thing that fits it: free before blocked, near
before far.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from ...core.logic.conditions import fact
from .memory import Memory, Pose, Thing, neighbours
from .mission import Description, Place
from .paths import LOCKED, Detours, Ways
from .sight import unseen, viewpoint

UNSEEN_GROUND, FRONTIER = "unseen ground", "frontier"
"""What may be in the way beside things; and what exploring costs is the distance to."""
NOTHING_NEW = 30
"""Added to the distance of a door with nothing unseen behind it: opening it is no way to find something."""


class Standing(NamedTuple):
    """How a thing stands to the agent."""

    thing: Thing
    place: Place
    blocked_by: str
    """The last obstacle before it, or ''."""
    distance: int


class Picture:
    """What memory amounts to now. Made anew for every look; the costly parts only when asked for."""

    def __init__(self, memory: Memory, described: Iterable[Description]) -> None:
        self.memory = memory
        self._described = {d.name: d for d in described}
        for door in memory.doors():
            if door.cell.state == "locked":
                key = Description("key", door.colour)
                self._described.setdefault(key.name, key)
        self._standings: dict[str, Standing | None] = {}

    @cached_property
    def ways(self) -> Ways:
        """Where the agent can go."""
        return Ways(self.memory)

    @cached_property
    def detours(self) -> Detours:
        """Where it could go if nothing were in the way."""
        return Detours(self.memory)

    @cached_property
    def unseen(self) -> set[Place]:
        """Cells worth seeing."""
        return unseen(self.memory)

    @cached_property
    def viewpoint(self) -> Pose | None:
        """The nearest pose that shows something new."""
        return viewpoint(self.memory, self.ways, self.unseen)

    # --- names --------------------------------------------------------------------------------------------------

    def described(self) -> dict[str, Description]:
        """The descriptions in use, by name."""
        return self._described

    def standing(self, name: str) -> Standing | None:
        """The best thing that a name means, and how it stands; None if none is known."""
        if name not in self._standings:
            wanted = self._described.get(name)
            if wanted is not None:
                found = [self._stands(t) for t in self.memory.placed() if self.memory.fits(t, wanted)]
            else:
                thing = self.memory.things.get(name)
                found = [self._stands(thing)] if thing is not None and thing.at is not None else []
            self._standings[name] = min(found, key=_preference) if found else None
        return self._standings[name]

    def carries(self, name: str) -> bool:
        """Whether what is carried may be called by this name."""
        carried, wanted = self.memory.carried, self._described.get(name)
        if carried is None:
            return False
        return carried.name == name or (wanted is not None and self.memory.fits(carried, wanted))

    def _stands(self, thing: Thing) -> Standing:
        assert thing.at is not None
        pose = self.ways.facing(thing.at)
        if pose is not None:
            return Standing(thing, thing.at, "", self.ways.moves[pose])
        obstacles = self.detours.obstacles(thing.at)
        price = self.detours.price.get(thing.at, LOCKED)
        return Standing(thing, thing.at, obstacles[-1].name if obstacles else UNSEEN_GROUND, price)

    # --- what hides something -----------------------------------------------------------------------------------

    def hides(self, door: Thing) -> bool:
        """Whether a door that is not open has something unseen beside it."""
        return door.at is not None and door.cell.state != "open" and any(p not in self.memory.cells for p in neighbours(door.at))

    @cached_property
    def veil(self) -> Thing | None:
        """A thing that keeps the agent from seeing more, where nothing but moving it helps."""
        if self.viewpoint is not None or not self.unseen:
            return None
        known = [p for cell in self.unseen for p in neighbours(cell) if p in self.detours.price]
        for place in sorted(known, key=lambda p: (self.detours.price[p], p)):
            in_way = [*self.detours.obstacles(place), *([t] if (t := self.memory.thing_at(place)) is not None else [])]
            if in_way and in_way[0].cell.is_thing:
                return in_way[0]
        return None

    def is_exhausted(self) -> bool:
        """Whether nothing within reach is left to see, doors without their key aside."""
        doors = [d for d in self.memory.doors() if self.hides(d) and not self._is_shut_off(d)]
        can_open = any(d.cell.state == "closed" or not self.is_wanting(Description("key", d.colour).name) for d in doors)
        return self.viewpoint is None and self.veil is None and not can_open

    def is_complete(self) -> bool:
        """Whether nothing is left to see at all."""
        return self.is_exhausted() and not any(self.hides(d) for d in self.memory.doors())

    def _is_shut_off(self, thing: Thing) -> bool:
        """Whether a locked door is in the way, and its key not at hand."""
        return thing.at is not None and any(
            o.cell.state == "locked" and not self._is_at_hand(Description("key", o.colour).name)
            for o in self.detours.obstacles(thing.at)
        )

    def _is_at_hand(self, name: str) -> bool:
        standing = self.standing(name)
        return self.carries(name) or (standing is not None and not standing.blocked_by)

    def is_wanting(self, name: str) -> bool:
        """Whether nothing of this name is known, or only behind a locked door without its key."""
        standing = self.standing(name)
        return not self.carries(name) and (standing is None or (bool(standing.blocked_by) and self._is_shut_off(standing.thing)))

    # --- words --------------------------------------------------------------------------------------------------

    def facts(self) -> set[str]:
        """Everything about things, doors, hands and what is unexplored."""
        found: set[str] = set()
        if self.viewpoint is not None:
            found |= {"unexplored", fact("distance", FRONTIER, self.ways.moves[self.viewpoint])}
        if self.memory.carried is None:
            found.add("hands_free")
        names = [*self._described, *(d.name for d in self.memory.doors())]
        if self.veil is not None:
            names.append(self.veil.name)
            found.add(fact("hides", self.veil.name))
        if self.memory.carried is not None:
            names.append(self.memory.carried.name)
        for name in names:  # it grows: what is in the way has a name too
            found |= self._about(name)
            standing = self.standing(name)
            if standing is not None and standing.blocked_by in self.memory.things and standing.blocked_by not in names:
                names.append(standing.blocked_by)
        return found | self._pairs(names)

    def _about(self, name: str) -> set[str]:
        standing, wanted = self.standing(name), self._described.get(name)
        found = {fact("thing", name)}
        kind = wanted.kind if wanted is not None else self.memory.things[name].cell.kind
        if kind != "door" and (wanted is None or wanted.kind or wanted.movable):
            found.add(fact("item", name))
        if self.carries(name):
            found |= {fact("carrying", name), fact("known", name)}
        if standing is None:
            return found
        found |= {fact("known", name), fact("at", name, f"{standing.place[0]}-{standing.place[1]}")}
        if standing.blocked_by:
            found.add(fact("blocked", name, standing.blocked_by))
        elif standing.place == self.memory.ahead:
            found.add(fact("beside", name))
        if not standing.blocked_by and self._is_cramped(standing.place):
            found.add(fact("cramped", name))
        distance = standing.distance
        if standing.thing.cell.kind == "door":
            found |= self._door(name, standing.thing, certain=wanted is None)
            if not self.hides(standing.thing):
                distance += NOTHING_NEW
        return found | {fact("distance", name, distance)}

    def _is_cramped(self, place: Place) -> bool:
        floors = (p for p in neighbours(place) if (c := self.memory.cell(p)) is not None and c.kind == "floor")
        return not any(self.ways.facing(p) is not None for p in floors)

    def _door(self, name: str, door: Thing, certain: bool) -> set[str]:
        found = {fact(door.cell.state, name)}
        if certain:
            found.add(fact("door", name))
        if door.cell.state == "locked":
            found.add(fact("opens", Description("key", door.colour).name, name))
        return found

    def _pairs(self, names: Iterable[str]) -> set[str]:
        """Which named things lie next to each other."""
        placed = [(n, s) for n in names if (s := self.standing(n)) is not None]
        return {
            fact("next_to", a, b)
            for a, left in placed
            if left.thing.cell.is_thing
            for b, right in placed
            if left.thing is not right.thing and right.place in neighbours(left.place)
        }


def _preference(standing: Standing) -> tuple[bool, bool, int, str]:
    return bool(standing.blocked_by), standing.thing.cell.state == "locked", standing.distance, standing.thing.name
