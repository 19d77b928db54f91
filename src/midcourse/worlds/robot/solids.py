"""Things in a cloud of points of one colour: the highest first, then what is left of the cloud beneath and beside them.

Things stand upright and have known sizes. Each shows its upper side, or the upper edges of its sides where another lies on it.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Any, NamedTuple

import numpy as np
from scipy import ndimage
from scipy.cluster.vq import kmeans2

FEW = 20
"""Points: fewer are no thing."""
EDGE = 0.008
"""Metres below the highest point that count as the upper side."""
CELL = 0.004
"""Metres: points nearer to each other than this hang together; a pixel is about as large."""
SLACK = 0.006
"""Metres by which a thing's points may lie outside it."""
TURNS = 12
"""Ways a thing may be turned that are tried, over a quarter turn."""

Array = Any


class Solid(NamedTuple):
    """A thing without a name. Metres."""

    x: float
    y: float
    z: float
    """The height of its middle."""
    size: float


class _Face(NamedTuple):
    """An upper side: its middle, how it is turned, its length and breadth, its height."""

    middle: Array
    turn: Array
    extent: Array
    top: float


def solids(points: Array, sizes: Sequence[float]) -> list[Solid]:
    """The things of these sizes whose sides the points are."""
    found: list[Solid] = []
    left = points
    while len(left) >= FEW:
        high = left[:, 2] > np.sort(left[:, 2])[-max(3, FEW // 4)] - EDGE
        taken = high.copy()
        for part in _hanging_together(left[high], max(sizes)):
            face = _face(part)
            size = min(sizes, key=lambda s: abs(s - float(face.extent.max())))
            inside = _inside(left, face, size)
            taken |= inside
            if len(part) >= FEW // 2 and inside.sum() >= FEW:
                found.append(Solid(float(face.middle[0]), float(face.middle[1]), _height(left[inside], face.top, size), size))
        left = left[~taken]
    return found


def _hanging_together(points: Array, largest: float) -> Iterator[Array]:
    """Points of one upper side each. What is wider than any thing is several that touch, and is parted."""
    low = points[:, :2].min(axis=0)
    cells = ((points[:, :2] - low) / CELL).astype(int)
    if cells.max() > 4000:  # something far outside the table
        return
    grid = np.zeros(cells.max(axis=0) + 1, dtype=bool)
    grid[cells[:, 0], cells[:, 1]] = True
    labelled: Any = ndimage.label(grid, structure=np.ones((3, 3)))
    labels = labelled[0][cells[:, 0], cells[:, 1]]
    for label in range(1, labelled[1] + 1):
        yield from _parted(points[labels == label], largest)


def _parted(points: Array, largest: float) -> Iterator[Array]:
    """The points, or those of each of several things of this size."""
    face = _face(points)
    rows, columns = np.maximum(1, np.round(face.extent / largest)).astype(int)
    if rows * columns == 1 or face.extent.max() < largest * 1.4:
        yield points
        return
    steps = [(np.arange(n) + 0.5) / n - 0.5 for n in (rows, columns)]
    starts = np.array([[a * face.extent[0], b * face.extent[1]] for a in steps[0] for b in steps[1]]) @ face.turn + face.middle
    nearest = np.linalg.norm(points[:, None, :2] - starts, axis=-1).argmin(axis=1)
    shares = np.bincount(nearest, minlength=len(starts))
    told: Any = kmeans2(points[:, :2], starts[shares > 0.3 * shares.max()], minit="matrix")
    for i in range(told[1].max() + 1):
        yield points[told[1] == i]


def _face(points: Array) -> _Face:
    """The smallest rectangle of any turn that holds the points: a thing may be turned."""
    flat = points[:, :2]
    best: _Face | None = None
    for i in range(TURNS):
        angle = i * pi / 2 / TURNS
        turn = np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
        turned = flat @ turn.T
        low, high = turned.min(axis=0), turned.max(axis=0)
        # Of two that are as good, the first: a corner alone does not tell how it is turned.
        if best is None or np.prod(high - low) < 0.92 * np.prod(best.extent):
            best = _Face((low + high) / 2 @ turn, turn, high - low, float(np.percentile(points[:, 2], 90)))
    assert best is not None
    return best


def _inside(points: Array, face: _Face, size: float) -> Array:
    """Which points belong to a thing of this size with that upper side."""
    across = np.abs((points[:, :2] - face.middle) @ face.turn.T).max(axis=1)
    return (across < size / 2 + SLACK) & (points[:, 2] > face.top - size - SLACK) & (points[:, 2] < face.top + SLACK)


def _height(points: Array, top: float, size: float) -> float:
    """The height of its middle. What stands on the table is known by its foot: its upper side may be covered."""
    stands = points[:, 2].min() < SLACK and top < size + SLACK
    return size / 2 if stands else top - size / 2
