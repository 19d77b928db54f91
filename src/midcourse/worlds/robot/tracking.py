"""Which thing is which: things of one colour and size look alike, and are told apart by where each was before.

Where the last place of a thing is hidden it may lie there still, and what looks like it elsewhere is another. While that is so,
a name is lent for this look only: once the place is seen, it may turn out that the thing itself had been moved.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import count
from math import dist
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from .perception import IN_HAND, Place, Seen
from .scene import Scene

ALIKE = 0.012
"""Metres: things of one colour whose sizes differ by less look alike."""
FAR = 0.5
"""Metres: one that was farther away is no less likely for it. A thing that comes from elsewhere may come from anywhere."""
_NEVER = 1e6


class Tracker:
    """Names for what is seen, from look to look."""

    def __init__(self, scene: Scene) -> None:
        self._scene = frozenset(scene.objects)
        self.known = {
            name: Seen(name, *thing.at, thing.size / 2, thing.size, thing.colour) for name, thing in scene.objects.items()
        }
        """Every thing as it was last, to begin with as the scene has it."""
        self._held = ""

    def in_hand(self, name: str, place: Place) -> None:
        """What the fingers hold, and where they are. '' is nothing."""
        self._held = name
        if name in self.known:
            x, y, z = place
            self.known[name] = self.known[name]._replace(x=x, y=y, z=z)

    def named(self, things: Sequence[Seen], hidden: Callable[[Place], bool]) -> list[Seen]:
        """The things with their names: each is the one that was nearest; what is left over is new, and named by its colour."""
        unseen = {n for n, was in self.known.items() if hidden((was.x, was.y, was.z))}
        bound = unseen | ({self._held} & self.known.keys())
        found = self._nearest(things, bound)
        lost = {self.known[name].colour for name in bound - found.keys()}
        for name, seen in found.items():
            lent = seen.colour in lost and (name not in self.known or _moved(self.known[name], seen))
            if not lent:
                self.known[name] = seen
        # A stranger whose place is seen to be empty is forgotten: its name must not wait there for something else.
        gone = self.known.keys() - self._scene - found.keys() - bound
        self.known = {name: was for name, was in self.known.items() if name not in gone}
        return list(found.values())

    def _nearest(self, things: Sequence[Seen], bound: set[str]) -> dict[str, Seen]:
        """Names for all, so that all together moved least. What is bound to its place is there, or is not seen."""
        names = list(self.known)
        far: Any = np.full((len(names), len(things)), _NEVER)
        for i, name in enumerate(names):
            for j, thing in enumerate(things):
                away = _away(self.known[name], thing)
                if _alike(self.known[name], thing) and not (name in bound and _moved(self.known[name], thing)):
                    far[i, j] = min(away, FAR)
        rows, columns = linear_sum_assignment(far)
        of = {int(j): names[i] for i, j in zip(rows, columns, strict=True) if far[i, j] < _NEVER}
        found: dict[str, Seen] = {}
        for j, thing in enumerate(things):
            name = of.get(j) or self._new_name(thing.colour, found)
            found[name] = thing._replace(name=name)
        return found

    def _new_name(self, colour: str, found: Collection[str]) -> str:
        """For a thing that the scene knows nothing of."""
        return next(n for i in count(1) if (n := f"{colour}_thing_{i}") not in self.known and n not in found)


def _away(one: Seen, other: Seen) -> float:
    return dist((one.x, one.y, one.z), (other.x, other.y, other.z))


def _moved(one: Seen, other: Seen) -> bool:
    """Whether it lies so far from where it was that another could lie there still: things do not stand in each other."""
    return _away(one, other) > max(IN_HAND, other.size)


def _alike(one: Seen, other: Seen) -> bool:
    return one.colour == other.colour and abs(one.size - other.size) < ALIKE
