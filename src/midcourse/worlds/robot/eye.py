"""One camera: patches of colour in its picture, and where in the world their pixels lie."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import ndimage

from .perception import Place
from .scene import COLOURS

SMALLEST = 25
"""Pixels: a smaller patch is no thing."""
NEARER = 0.06
"""Metres: what is so much nearer to the camera than a place hides what lies there (a thing's own upper side does not)."""

Array = Any


class Patch(NamedTuple):
    """Pixels of one colour that hang together, as points in the world."""

    colour: str
    points: Array


class Eye:
    """A camera as it was mounted, and what it shows now."""

    def __init__(self, place: Array, axes: Array, view: float, colours: Array, depths: Array) -> None:
        self._place, self._axes, self._colours, self._depths = place, axes, colours, depths
        self._height, self._width = depths.shape
        self._focal = self._height / 2 / np.tan(np.radians(view) / 2)

    def patches(self, colours: Sequence[str]) -> Iterator[Patch]:
        """Everything that has one of these colours."""
        for colour, mask in _masks(self._colours, colours):
            labelled: Any = ndimage.label(mask)
            labels, _ = labelled
            for i, where in enumerate(ndimage.find_objects(labels), 1):
                rows, columns = np.nonzero(labels[where] == i)
                if len(rows) >= SMALLEST:
                    yield Patch(colour, self._places(rows + where[0].start, columns + where[1].start))

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


def _masks(picture: Array, colours: Sequence[str]) -> Iterator[tuple[str, Array]]:
    """Which pixels have each colour, however light or dark they are."""
    channels = [picture[..., i] for i in range(3)]
    bright, grey = np.maximum.reduce(channels), np.minimum.reduce(channels)
    rows, columns = np.nonzero((bright > 0.15 * 255) & (bright - grey > 0.35 * np.maximum(bright, 0.2 * 255)))
    least, most = grey[rows, columns, None], bright[rows, columns, None]
    hues = (picture[rows, columns] - least) / (most - least).astype(np.float32)
    for colour in colours:
        wanted = np.array(COLOURS[colour], dtype=np.float32)
        pure = (wanted - wanted.min()) / (wanted.max() - wanted.min())
        like = np.abs(hues - pure).max(axis=-1) < 0.22
        mask = np.zeros(picture.shape[:2], dtype=bool)
        mask[rows[like], columns[like]] = True
        yield colour, mask
