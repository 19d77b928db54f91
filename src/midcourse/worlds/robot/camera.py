"""Seeing by camera alone: colours in the pictures, their distance, and so their place on the table.

Nothing is read from the simulator but pictures. Three cameras look, from above and from two sides: what the arm hides from one
another may see. Things have no names in a picture; those come from where each was before (`tracking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .engine import Data
from .eye import Eye, Patch
from .perception import Place, Seen
from .pictures import Studio
from .scene import Scene
from .tracking import Tracker

CAMERAS = ("above", "side", "other_side")

Array = Any


class CameraSight:
    """Patches of known colours, measured with the depth pictures of all cameras together."""

    def __init__(self, scene: Scene, studio: Studio | None = None) -> None:
        self._scene, self._studio = scene, studio or Studio(scene, smooth=False)
        self._colours = list(dict.fromkeys(thing.colour for thing in scene.objects.values()))
        self._tracker = Tracker(scene)

    def in_hand(self, name: str, place: Place) -> None:
        """What the fingers hold, and where they are: elsewhere it cannot be, though they may hide it. '' is nothing."""
        self._tracker.in_hand(name, place)

    def see(self, data: Data) -> Sequence[Seen]:
        """Everything with a colour that the scene knows."""
        eyes = [Eye(*self._studio.camera(camera), *self._studio.shot(data, camera)) for camera in CAMERAS]
        patches: list[Patch] = []
        for eye in eyes:
            for patch in eye.patches(self._colours):
                _join(patches, patch)
        things = [self._thing(patch) for patch in patches]

        def hidden(place: Place) -> bool:
            covered = [eye.covered(place) for eye in eyes]
            return True in covered and False not in covered

        return self._tracker.named(things, hidden)

    def close(self) -> None:
        """Give back what drawing holds."""
        self._studio.close()

    def _thing(self, patch: Patch) -> Seen:
        """The middle of the thing whose visible sides these points are."""
        known = [thing.size for thing in self._scene.objects.values() if thing.colour == patch.colour]
        top, upper = _upper(patch.points)
        spread = float(np.ptp(upper[:, 0]) + np.ptp(upper[:, 1])) / 2
        size = min(known, key=lambda s: abs(s - spread))
        x, y = _middle(upper)
        return Seen("", x, y, top - size / 2, size, patch.colour)


def _join(patches: list[Patch], patch: Patch) -> None:
    """Put a patch with the one that another camera saw of the same thing, if there is one: together they are less hidden."""
    top, upper = _upper(patch.points)
    x, y = _middle(upper)
    for i, other in enumerate(patches):
        its_top, its_upper = _upper(other.points)
        its_x, its_y = _middle(its_upper)
        if patch.colour == other.colour and max(abs(x - its_x), abs(y - its_y), abs(top - its_top)) < 0.03:
            patches[i] = Patch(patch.colour, np.concatenate([other.points, patch.points]))
            return
    patches.append(patch)


def _upper(points: Array) -> tuple[float, Array]:
    """(height of the upper side, the points on it)."""
    top = float(np.percentile(points[:, 2], 95))
    return top, points[points[:, 2] > top - 0.008]


def _middle(points: Array) -> tuple[float, float]:
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2
