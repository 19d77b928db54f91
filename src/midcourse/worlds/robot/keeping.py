"""The state of a table in a file, so that it outlives the process."""

from __future__ import annotations

from math import isfinite
from pathlib import Path

import msgspec

from ...core.errors import TaskError
from ...private import private_folder
from .engine import Data
from .perception import Seen
from .scene import Scene


class Kept(msgspec.Struct):
    """What is kept: joints and speeds of all bodies, what the arm is told to do, and what is known of the things."""

    scene: Scene
    """Of which it is the state."""
    qpos: list[float]
    qvel: list[float]
    ctrl: list[float]
    held: str
    known: dict[str, Seen]
    """Where each thing was last, for eyes that tell them apart by it."""
    cells: dict[str, tuple[float, float]]


def check_keep(path: Path) -> None:
    """TaskError now, rather than after the first act, if nothing can be kept there."""
    if path.is_dir():
        raise TaskError(f"{path} is a folder; the state of the table is kept in a file")
    try:
        private_folder(path.parent)
        path.with_suffix(".part").write_bytes(b"")
        path.with_suffix(".part").unlink()
    except OSError as error:
        raise TaskError(f"the state of the table cannot be kept in {path}: {error.strerror or error}") from None


def save(path: Path, kept: Kept) -> None:
    """Write it, whole or not at all."""
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(kept))
    part.replace(path)


def load(path: Path, scene: Scene, data: Data) -> Kept:
    """Put the bodies where they were, and give back what else was kept. TaskError if that is not the state of this scene."""
    anew = "delete it to begin anew"
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise TaskError(f"{path} holds no state of a table ({error}); {anew}") from None
    if kept.scene != scene:
        raise TaskError(f"{path} holds the state of another scene; {anew}, or give the scene it was made with")
    for name in ("qpos", "qvel", "ctrl"):
        values, there = getattr(kept, name), getattr(data, name)
        if len(values) != len(there) or not all(map(isfinite, values)):
            raise TaskError(f"{path} holds no state of this table: {name} is not {len(there)} finite numbers; {anew}")
        there[:] = values
    return kept
