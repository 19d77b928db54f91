"""What the agent remembers: cells as last seen, and things with names that last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .game import FLOOR, Cell, View
from .mission import STEPS, Beginning, Description, Place

Pose = tuple[int, int, int]
"""Column, row, and the direction the agent looks in."""


@dataclass(slots=True)
class Thing:
    """A thing or door that was seen. Two of a kind look alike: which is which is judged by where they are."""

    name: str
    cell: Cell
    at: Place | None
    """Where it was last seen; None while it is carried, or since it was seen to be gone."""
    origin: Place
    """Where it was first seen."""

    @property
    def colour(self) -> str:
        """Its colour."""
        return self.cell.colour


class Memory:
    """The map so far. It holds nothing that a view did not show."""

    def __init__(self, beginning: Beginning) -> None:
        self._beginning = beginning
        self.pose: Pose = (*beginning.at, beginning.heading)
        self.cells: dict[Place, Cell] = {beginning.at: FLOOR}
        self.seen_at: dict[Place, int] = {beginning.at: 0}
        """When each cell was last seen, in moves."""
        self.things: dict[str, Thing] = {}
        self.carried: Thing | None = None
        self._by_place: dict[Place, Thing] = {}
        self._counted: dict[str, int] = {}

    @property
    def at(self) -> Place:
        """Where the agent stands."""
        return self.pose[0], self.pose[1]

    @property
    def ahead(self) -> Place:
        """The cell in front of the agent."""
        return in_front(self.pose)

    def take_in(self, view: View, now: int) -> None:
        """Lay a view over what was remembered."""
        self.pose = (*view.at, view.heading)
        self._hands(view)
        self.seen_at[view.at] = now
        gone = [p for p, c in view.cells.items() if (t := self._by_place.get(p)) is not None and not _alike(t.cell, c)]
        for place in gone:
            self._by_place.pop(place).at = None
        for place, cell in view.cells.items():
            self.cells[place] = cell
            self.seen_at[place] = now
            if place in self._by_place:
                self._by_place[place].cell = cell
            elif cell.is_thing or cell.kind == "door":
                self._settle(self._recognised(cell, place), place)

    def _hands(self, view: View) -> None:
        """What came into the hands left the cell ahead; what left them lies there."""
        if view.carried is not None and self.carried is None:
            thing = self._by_place.pop(self.ahead, None) or self._recognised(view.carried, self.ahead)
            thing.at, self.carried = None, thing
            self.cells[self.ahead] = FLOOR
        elif view.carried is None and self.carried is not None:
            thing, self.carried = self.carried, None
            if view.cells.get(self.ahead) == thing.cell:
                self.cells[self.ahead] = thing.cell
                self._settle(thing, self.ahead)

    def _settle(self, thing: Thing, place: Place) -> None:
        thing.at = place
        self._by_place[place] = thing

    def _recognised(self, cell: Cell, place: Place) -> Thing:
        """One of its kind that has gone missing, the nearest, or a new one."""
        lost = [t for t in self.things.values() if t.at is None and t is not self.carried and _alike(t.cell, cell)]
        if lost:
            thing = min(lost, key=lambda t: abs(t.origin[0] - place[0]) + abs(t.origin[1] - place[1]))
            thing.cell = cell
            return thing
        kind = f"{cell.colour} {cell.kind}"
        self._counted[kind] = number = self._counted.get(kind, 0) + 1
        thing = self.things[f"{kind} {number}"] = Thing(f"{kind} {number}", cell, place, place)
        return thing

    # --- asking -------------------------------------------------------------------------------------------------

    def thing_at(self, place: Place) -> Thing | None:
        """The thing or door that was last seen there."""
        return self._by_place.get(place)

    def cell(self, place: Place) -> Cell | None:
        """What a cell was last seen to hold; None if it was never seen."""
        return self.cells.get(place)

    def is_free(self, place: Place) -> bool:
        """Whether the agent can stand there, as far as it knows."""
        cell = self.cells.get(place)
        return cell is not None and cell.is_free

    def placed(self) -> Iterable[Thing]:
        """Things and doors with a known place."""
        return (t for t in self.things.values() if t.at is not None)

    def doors(self) -> list[Thing]:
        """The doors that are known."""
        return [t for t in self.things.values() if t.cell.kind == "door"]

    def fits(self, thing: Thing, wanted: Description) -> bool:
        """Whether a thing is what a description means."""
        if wanted.kind is not None and thing.cell.kind != wanted.kind:
            return False
        if wanted.movable and not thing.cell.is_thing:
            return False
        if wanted.colour is not None and thing.colour != wanted.colour:
            return False
        return wanted.side is None or self._beginning.on_side(wanted.side, thing.origin)


def _alike(a: Cell, b: Cell) -> bool:
    return a.kind == b.kind and a.colour == b.colour


def in_front(pose: Pose) -> Place:
    """The cell that a pose looks at."""
    step = STEPS[pose[2]]
    return pose[0] + step[0], pose[1] + step[1]


def neighbours(place: Place) -> list[Place]:
    """The four cells around a place."""
    return [(place[0] + dx, place[1] + dy) for dx, dy in STEPS]
