"""What is seen of the table: by the simulator's own word, by that word blurred, or by camera alone.

A perception gives names and places of things. It does not say what is held: the fingers tell that.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import hypot
from statistics import median, mode
from typing import NamedTuple, Protocol, runtime_checkable

from .engine import Data
from .scene import WALL, Bin, Scene

Place = tuple[float, float, float]
IN_HAND = 0.05
"""Metres from the fingertips within which a thing is in the hand."""


class Seen(NamedTuple):
    """One thing, as seen. Metres."""

    name: str
    x: float
    y: float
    z: float
    """The height of its middle."""
    size: float
    colour: str


def lies_on(upper: Seen, lower: Seen) -> bool:
    """Whether one thing lies on another."""
    near = max(abs(upper.x - lower.x), abs(upper.y - lower.y)) < lower.size / 2 + 0.005
    return near and abs((upper.z - upper.size / 2) - (lower.z + lower.size / 2)) < 0.015


def lies_in(thing: Seen, box: Bin) -> bool:
    """Whether a thing is inside a bin: wholly between its walls, and not on top of them."""
    room = box.size / 2 - WALL - thing.size / 2 + 0.006
    between = max(abs(thing.x - box.at[0]), abs(thing.y - box.at[1])) < room
    return between and thing.z - thing.size / 2 < box.height - 0.01


def on_table(thing: Seen) -> bool:
    """Whether a thing lies on the table itself."""
    return thing.z < thing.size / 2 + 0.015


def blocks(thing: Seen, x: float, y: float) -> bool:
    """Whether a thing is in the way of laying something there."""
    return hypot(thing.x - x, thing.y - y) < thing.size + 0.02


class Perception(Protocol):
    """Who sees what is on the table."""

    def see(self, data: Data) -> Sequence[Seen]:
        """Everything that is to be seen now."""
        ...


@runtime_checkable
class Feeling(Protocol):
    """A perception that is told what the hand holds: it may be hidden between the fingers."""

    def in_hand(self, name: str, place: Place) -> None:
        """What the fingers hold, and where they are."""
        ...


@runtime_checkable
class Remembering(Protocol):
    """A perception that tells things apart by where each was before."""

    def remembered(self) -> dict[str, Seen]:
        """Where each thing was last."""
        ...

    def remember(self, known: dict[str, Seen]) -> None:
        """Go on from there."""
        ...


class TrueSight:
    """The simulator's own word."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def see(self, data: Data) -> Sequence[Seen]:
        """Where everything is; what was taken away is not there."""
        found: list[Seen] = []
        for name, thing in self._scene.objects.items():
            x, y, z = (float(v) for v in data.body(name).xpos)
            if z > -0.5 and abs(x) < 3 and abs(y) < 3:
                found.append(Seen(name, x, y, z, thing.size, thing.colour))
        return found


class NoisySight:
    """Places a little off, things missed, names mistaken, from a seed."""

    def __init__(
        self, inner: Perception, seed: int = 0, *, noise: float = 0.003, missed: float = 0.05, mistaken: float = 0.02
    ) -> None:
        self._inner, self._chance = inner, random.Random(seed)
        self._noise, self._missed, self._mistaken = noise, missed, mistaken

    def see(self, data: Data) -> Sequence[Seen]:
        """What is there, more or less."""
        there = list(self._inner.see(data))
        found: list[Seen] = []
        for thing in there:
            if self._chance.random() < self._missed:
                continue
            name = thing.name
            if self._chance.random() < self._mistaken and len(there) > 1:
                name = self._chance.choice([t.name for t in there if t.name != thing.name])
            x, y, z = (v + self._chance.gauss(0, self._noise) for v in (thing.x, thing.y, thing.z))
            found.append(thing._replace(name=name, x=x, y=y, z=z))
        return found


class SteadySight:
    """Several looks as one: what most of them agree on. For eyes that now and then miss or mistake something."""

    def __init__(self, inner: Perception, looks: int = 5) -> None:
        self._inner, self._looks = inner, looks

    def see(self, data: Data) -> Sequence[Seen]:
        """Names that most looks give, at the middle of where they give them."""
        looks = [self._inner.see(data) for _ in range(self._looks)]
        names = dict.fromkeys(thing.name for look in looks for thing in look)
        found: list[Seen] = []
        for name in names:
            times = [[t for t in look if t.name == name] for look in looks]
            alone = [same[0] for same in times if same]
            if len(alone) * 2 > self._looks:
                # A mistaken name is one among many right ones: the middle does not move.
                x, y, z = (median(getattr(t, axis) for t in alone) for axis in "xyz")
                found.append(Seen(name, x, y, z, mode(t.size for t in alone), mode(t.colour for t in alone)))
        return found
