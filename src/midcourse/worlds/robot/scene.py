"""A table and what lies on it before the arm, as a YAML file says."""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np

from ...core.errors import TaskError, choices
from ...yaml_files import read_text, read_yaml

COLOURS: dict[str, tuple[float, float, float]] = {
    "red": (0.85, 0.10, 0.10),
    "green": (0.10, 0.65, 0.20),
    "blue": (0.10, 0.25, 0.85),
    "yellow": (0.90, 0.80, 0.10),
    "purple": (0.55, 0.15, 0.70),
    "orange": (0.95, 0.45, 0.05),
}
HOME = np.array([0.0, 0.0, 0.0, -1.57079, 0.0, 1.57079, -0.7853])
"""Joints at rest, hand pointing down before the base."""
OPEN = 0.04
"""How far each finger opens, in metres."""
GRIPPER = "gripper_"
"""How the names of the hand's parts begin."""
ROUGHNESS = (2.0, 0.05, 0.001)
"""Friction of things and of the fingers' pads."""
PART = " side "
"""Between the name of a bin and which of its sides it is."""
FARTHEST = 10
"""Metres from the arm where anything may be."""
FOOT = 0.1
"""Metres around the arm's own place that its foot takes."""
RESERVED = ("table", "hand", "world", "something")
_NAME = re.compile(r"[^\W\d][\w-]*")
WALL = 0.006
"""Half the thickness of a bin's walls, in metres."""


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object on the table. Sizes in metres."""

    colour: str
    at: tuple[float, float]
    size: float = 0.04
    """The length of a cube's side, or a cylinder's height and diameter."""
    shape: str = "cube"


class Bin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open box that things are put into."""

    at: tuple[float, float]
    size: float = 0.16
    height: float = 0.04


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the arm has before it."""

    objects: dict[str, Thing]
    bins: dict[str, Bin] = {}
    spots: dict[str, tuple[float, float]] = {}
    """Places on the table that have a name."""


def read_scene(path: Path) -> Scene:
    """A scene from its file; TaskError names what is wrong with it."""
    data = read_yaml(read_text(path, "the scene"), str(path)).data
    given = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    if unknown := [str(key) for key in given if key not in Scene.__struct_fields__] or ([] if given else ["nothing"]):
        raise TaskError(f"{path}: found {', '.join(unknown)}; a scene has objects, bins and spots")
    try:
        parts = {
            "objects": _each(given, "objects", Thing),
            "bins": _each(given, "bins", Bin),
            "spots": _each(given, "spots", tuple[float, float]),
        }
    except TaskError as error:
        raise TaskError(f"{path}: {error}") from None
    return check_scene(Scene(**parts), str(path))


def _each(given: dict[str, Any], part: str, kind: Any) -> dict[str, Any]:
    """The things of one part of a scene, each read by itself so that the one that is wrong can be named."""
    written: Any = given.get(part) or {}
    if not isinstance(written, dict):
        raise TaskError(f"{part} is {type(written).__name__}, not names with what they stand for")
    found: dict[str, Any] = {}
    for name, value in cast("dict[Any, Any]", written).items():
        if not isinstance(name, str):
            raise TaskError(f"{part}: {name!r} is {type(name).__name__}, not a name; write it in quotes")
        try:
            found[name] = msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            fields = getattr(kind, "__struct_fields__", ("x", "y"))
            raise TaskError(f"{part}: {name}: {error}; it has {', '.join(fields)}") from None
    return found


def check_scene(scene: Scene, where: str = "scene") -> Scene:
    """The scene, if it can be built."""
    names = [*scene.objects, *scene.bins, *scene.spots]
    for name in names:
        if names.count(name) > 1:
            raise TaskError(f"{where}: {name!r} is the name of two things")
        if not _NAME.fullmatch(name) or name in RESERVED or is_arm(name):
            own = f"{', '.join(RESERVED)} and what begins with link or {GRIPPER} are the table's and the arm's own"
            raise TaskError(f"{where}: nothing can be called {name!r}: letters, digits, _ and -; {own}")
    for name, thing in scene.objects.items():
        if thing.colour not in COLOURS:
            raise TaskError(f"{where}: {name} has the colour {thing.colour!r}; {choices(thing.colour, COLOURS)}")
        if thing.shape not in ("cube", "cylinder"):
            raise TaskError(f"{where}: {name} has the shape {thing.shape!r}; {choices(thing.shape, ('cube', 'cylinder'))}")
        _within(where, name, "size", thing.size, 0.01, 0.2)
    for name, box in scene.bins.items():
        _within(where, name, "size", box.size, 0.03, 0.6)
        _within(where, name, "height", box.height, 0.005, 0.3)
    for name, (x, y) in [*((n, t.at) for n, t in (*scene.objects.items(), *scene.bins.items())), *scene.spots.items()]:
        _within(where, name, "x", x, -FARTHEST, FARTHEST)
        _within(where, name, "y", y, -FARTHEST, FARTHEST)
    _check_room(scene, where)
    return scene


def _within(where: str, name: str, what: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise TaskError(f"{where}: {name} has the {what} {value}; from {low} to {high} metres")


def _check_room(scene: Scene, where: str) -> None:
    """Nothing stands in another thing, in a wall or in the arm's foot."""
    taken = [(name, *thing.at, thing.size / 2) for name, thing in scene.objects.items()]
    walled = [(name, *box.at, box.size / 2 + WALL) for name, box in scene.bins.items()]
    for i, (name, x, y, half) in enumerate([*taken, *walled]):
        if max(abs(x), abs(y)) < FOOT + half:
            raise TaskError(f"{where}: {name} stands in the arm's foot, which is within {FOOT} m of (0, 0)")
        for other, x2, y2, half2 in taken[:i] if i < len(taken) else walled[: i - len(taken)]:
            if max(abs(x - x2), abs(y - y2)) < half + half2 - 0.001:
                raise TaskError(f"{where}: {name} and {other} stand in the same place")
    for name, x, y, half in taken:
        for box, x2, y2, outer in walled:
            away = max(abs(x - x2), abs(y - y2))
            if outer - 2 * WALL - half < away < outer + half:
                raise TaskError(f"{where}: {name} stands in a wall of {box}")


def is_arm(body: str) -> bool:
    """Whether a body is a part of the arm or its hand."""
    return body.startswith(("link", GRIPPER))
