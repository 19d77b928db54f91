"""One camera: which pixels have which colour, where in the world they lie, and what it cannot see."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .perception import Place
from .scene import COLOURS

NEARER = 0.06
"""Metres: what is so much nearer to the camera than a place hides what lies there (a thing's own upper side does not)."""
LIKE = 0.21
"""How far a hue may be from a colour's own; colours are more than twice as far from each other."""

Array = Any


class Eye:
    """A camera as it was mounted, and what it shows now."""

    def __init__(self, place: Array, axes: Array, view: float, colours: Array, depths: Array) -> None:
        self._place, self._axes, self._colours, self._depths = place, axes, colours, depths
        self._height, self._width = depths.shape
        self._focal = self._height / 2 / np.tan(np.radians(view) / 2)

    def points(self, colours: Sequence[str]) -> dict[str, Array]:
        """Places in the world that have one of these colours, however light or dark they are."""
        channels = [self._colours[..., i] for i in range(3)]
        bright, grey = np.maximum.reduce(channels), np.minimum.reduce(channels)
        rows, columns = np.nonzero((bright > 0.15 * 255) & (bright - grey > 0.35 * np.maximum(bright, 0.2 * 255)))
        least, most = grey[rows, columns, None], bright[rows, columns, None]
        hues = (self._colours[rows, columns] - least) / (most - least).astype(np.float32)
        found: dict[str, Array] = {}
        for colour in colours:
            like = np.abs(hues - _hue(colour)).max(axis=-1) < LIKE
            found[colour] = self._places(rows[like], columns[like])
        return found

    def _places(self, rows: Array, columns: Array) -> Array:
        depths = self._depths[rows, columns]
        across = (columns - self._width / 2 + 0.5) / self._focal
        down = (rows - self._height / 2 + 0.5) / self._focal
        return np.stack([across * depths, -down * depths, -depths], axis=-1) @ self._axes.T + self._place

    def covered(self, place: Place) -> bool | None:
        """Whether something stands before that place; None if it is outside the picture."""
        across, up, back = self._axes.T @ (np.array(place) - self._place)
        if back >= 0:
            return None
        column = int(self._width / 2 + self._focal * across / -back)
        row = int(self._height / 2 - self._focal * up / -back)
        if not (0 <= column < self._width and 0 <= row < self._height):
            return None
        return bool(self._depths[row, column] < -back - NEARER)


def _hue(colour: str) -> Array:
    wanted = np.array(COLOURS[colour], dtype=np.float32)
    return (wanted - wanted.min()) / (wanted.max() - wanted.min())
