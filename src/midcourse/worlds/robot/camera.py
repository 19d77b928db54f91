"""Seeing by camera alone: colours in the pictures, their distance, and so their place on the table.

Nothing is read from the simulator but pictures. Three cameras look, from above and from two sides: what the arm hides from one
another may see. Things have no names in a picture; those come from where each was before (`tracking`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .engine import Data
from .eye import Eye
from .perception import Place, Seen
from .pictures import Studio
from .scene import Scene
from .solids import solids
from .tracking import Tracker

CAMERAS = ("above", "side", "other_side")


class CameraSight:
    """Things of known colours and sizes, measured with the depth pictures of all cameras together."""

    def __init__(self, scene: Scene, studio: Studio | None = None) -> None:
        self._studio = studio or Studio(scene, smooth=False)
        self._sizes: dict[str, list[float]] = {}
        for thing in scene.objects.values():
            self._sizes.setdefault(thing.colour, []).append(thing.size)
        self._tracker = Tracker(scene)

    def in_hand(self, name: str, place: Place) -> None:
        """What the fingers hold, and where they are: elsewhere it cannot be, though they may hide it. '' is nothing."""
        self._tracker.in_hand(name, place)

    def see(self, data: Data) -> Sequence[Seen]:
        """Everything with a colour that the scene knows."""
        eyes = [Eye(*self._studio.camera(camera), *self._studio.shot(data, camera)) for camera in CAMERAS]
        clouds = [eye.points(list(self._sizes)) for eye in eyes]
        things = [
            Seen("", *solid, colour)
            for colour, sizes in self._sizes.items()
            for solid in solids(np.concatenate([cloud[colour] for cloud in clouds]), sizes)
        ]

        def hidden(place: Place) -> bool:
            covered = [eye.covered(place) for eye in eyes]
            return True in covered and False not in covered

        return self._tracker.named(things, hidden)

    def remembered(self) -> dict[str, Seen]:
        """Where each thing was last."""
        return self._tracker.known

    def remember(self, known: dict[str, Seen]) -> None:
        """Go on from there."""
        self._tracker.known = known

    def close(self) -> None:
        """Give back what drawing holds."""
        self._studio.close()
