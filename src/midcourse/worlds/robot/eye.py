"""One camera: which pixels have which colour, where in the world they lie, and what it cannot see."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.seeing.zones import Area
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
        pixel = self._pixel(place)
        return None if pixel is None else bool(self._depths[pixel[:2]] < pixel[2] - NEARER)

    def shows_within(self, box: Area, place: Place) -> bool:
        """Whether a place is shown inside a part of the picture."""
        (left, top, width, height), pixel = box, self._pixel(place)
        return pixel is not None and left <= pixel[1] < left + width and top <= pixel[0] < top + height

    def height(self, box: Area) -> float:
        """How high that stands which is in the middle of a part of the picture, in metres above the table."""
        left, top, width, height = box
        across = np.arange(left + width // 4, left + width - width // 4)
        down = np.arange(top + height // 4, top + height - height // 4)
        rows, columns = (grid.ravel() for grid in np.meshgrid(down, across, indexing="ij"))
        return float(np.median(self._places(rows, columns)[:, 2]))

    def _pixel(self, place: Place) -> tuple[int, int, float] | None:
        """The row and the column that show a place, and how far it is from the camera; None outside the picture."""
        across, up, back = self._axes.T @ (np.array(place) - self._place)
        if back >= 0:
            return None
        column = int(self._width / 2 + self._focal * across / -back)
        row = int(self._height / 2 - self._focal * up / -back)
        inside = 0 <= column < self._width and 0 <= row < self._height
        return (row, column, float(-back)) if inside else None


def _hue(colour: str) -> Array:
    wanted = np.array(COLOURS[colour], dtype=np.float32)
    return (wanted - wanted.min()) / (wanted.max() - wanted.min())
