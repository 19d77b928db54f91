"""Seeing by camera alone: colours in the picture, their distance, and so their place on the table.

Nothing is read from the simulator but pictures. Two cameras look, from above and from the side: what the arm hides from one the
other may see. Things have no names in a picture; a patch of a colour is the thing of that colour which was last seen nearest. But
where the place of that thing is hidden from both cameras, it may lie there still, and the patch may be another.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

import numpy as np
from scipy import ndimage

from .engine import Data
from .perception import IN_HAND, Seen
from .pictures import Studio
from .scene import COLOURS, Scene

SMALLEST = 25
"""Pixels: a smaller patch is no thing."""
NEARER = 0.06
"""Metres: what is so much nearer to the camera than a place hides what lies there (a thing's own upper side does not)."""
CAMERAS = ("above", "side")

Array = Any


class CameraSight:
    """Patches of known colours, measured with the depth picture."""

    def __init__(self, scene: Scene, studio: Studio | None = None) -> None:
        self._scene, self._studio = scene, studio or Studio(scene)
        self._last: dict[str, tuple[float, float, float]] = {}
        self._held = ""

    def in_hand(self, name: str, place: tuple[float, float, float]) -> None:
        """What the fingers hold, and where they are: elsewhere it cannot be, though they may hide it. '' is nothing."""
        self._held = name
        if name:
            self._last[name] = place

    def see(self, data: Data) -> Sequence[Seen]:
        """Everything with a colour that the scene knows."""
        patches: list[Seen] = []
        depths: dict[str, Array] = {}
        for camera in CAMERAS:
            depths[camera] = self._studio.depth(data, camera)
            for patch in self._patches(self._studio.picture(data, camera), depths[camera], camera):
                if not any(_same(patch, other) for other in patches):
                    patches.append(patch)
        found = self._named(patches, depths)
        self._last |= {seen.name: (seen.x, seen.y, seen.z) for seen in found}
        return found

    def close(self) -> None:
        """Give back what drawing holds."""
        self._studio.close()

    def _patches(self, picture: Array, depth: Array, camera: str) -> list[Seen]:
        points = self._points(depth, camera)
        found: list[Seen] = []
        hue, vivid = _hues(picture)
        for colour in dict.fromkeys(thing.colour for thing in self._scene.objects.values()):
            labelled: Any = ndimage.label(_is(hue, vivid, colour))
            labels, count = labelled
            boxes = ndimage.find_objects(labels)
            for i in range(1, count + 1):
                where = boxes[i - 1]
                patch = points[where][labels[where] == i]
                if len(patch) >= SMALLEST:
                    found.append(self._thing(patch, colour))
        return found

    def _thing(self, patch: Array, colour: str) -> Seen:
        """The middle of the thing whose visible side these points are."""
        known = [thing.size for thing in self._scene.objects.values() if thing.colour == colour]
        top = float(np.percentile(patch[:, 2], 95))
        upper = patch[patch[:, 2] > top - 0.008]
        spread = float(np.ptp(upper[:, 0]) + np.ptp(upper[:, 1])) / 2
        size = min(known, key=lambda s: abs(s - spread))
        x, y = (float((upper[:, i].min() + upper[:, i].max()) / 2) for i in (0, 1))
        return Seen("", x, y, top - size / 2, size, colour)

    def _points(self, depth: Array, camera: str) -> Array:
        """Where in the world each pixel lies."""
        place, axes, view = self._studio.camera(camera)
        height, width = depth.shape
        focal = height / 2 / np.tan(np.radians(view) / 2)
        across, down = np.meshgrid(np.arange(width) - width / 2 + 0.5, np.arange(height) - height / 2 + 0.5)
        rays = np.stack([across / focal * depth, -down / focal * depth, -depth], axis=-1)
        return rays @ axes.T + place

    def _hidden(self, point: tuple[float, float, float], depths: dict[str, Array]) -> bool:
        """Does something stand before that place in both pictures?"""
        return all(self._covered(np.array(point), depths[camera], camera) for camera in CAMERAS)

    def _covered(self, point: Array, depth: Array, camera: str) -> bool:
        place, axes, view = self._studio.camera(camera)
        height, width = depth.shape
        focal = height / 2 / np.tan(np.radians(view) / 2)
        across, up, back = axes.T @ (point - place)
        if back >= 0:
            return True
        column, row = int(width / 2 + focal * across / -back), int(height / 2 - focal * up / -back)
        if not (0 <= column < width and 0 <= row < height):
            return True
        return bool(depth[row, column] < -back - NEARER)

    def _named(self, patches: list[Seen], depths: dict[str, Array]) -> list[Seen]:
        """Names for patches: of each colour the patch nearest to where a thing was last; what is left over is new."""
        found: list[Seen] = []
        left = list(patches)
        for name, thing in self._scene.objects.items():
            same = [p for p in left if p.colour == thing.colour and abs(p.size - thing.size) < 0.012]
            if not same:
                continue
            x, y, z = self._last.get(name, (*thing.at, thing.size / 2))
            nearest = min(same, key=lambda p: (p.x - x) ** 2 + (p.y - y) ** 2 + (p.z - z) ** 2)
            away = hypot(nearest.x - x, nearest.y - y, nearest.z - z)
            if away > IN_HAND and (name == self._held or self._hidden((x, y, z), depths)):
                continue
            left.remove(nearest)
            found.append(nearest._replace(name=name))
        return found


def _hues(picture: Array) -> tuple[Array, Array]:
    """(hue of every pixel, whether it has one): however light or dark it is."""
    pixels = picture.astype(np.float32) / 255
    bright, grey = pixels.max(axis=-1), pixels.min(axis=-1)
    hue = (pixels - grey[..., None]) / np.maximum(bright - grey, 1e-6)[..., None]
    return hue, ((bright - grey) > 0.35 * np.maximum(bright, 0.2)) & (bright > 0.15)


def _is(hue: Array, vivid: Array, colour: str) -> Array:
    wanted = np.array(COLOURS[colour], dtype=np.float32)
    pure = (wanted - wanted.min()) / (wanted.max() - wanted.min())
    return vivid & (np.abs(hue - pure).max(axis=-1) < 0.22)


def _same(a: Seen, b: Seen) -> bool:
    return a.colour == b.colour and max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z)) < 0.03
