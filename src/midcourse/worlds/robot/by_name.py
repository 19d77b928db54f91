"""`robot:SCENE.yaml`, and perhaps a way of seeing after it: true, noisy or camera."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...core.errors import TaskError, choices
from ...core.protocols import World
from .perception import NoisySight, Perception, SteadySight, TrueSight
from .scene import Scene
from .world import RobotWorld


def from_words(words: str, base: Path, keep: Path | None) -> World:
    """The world of this name; what lies on the table outlives the process."""
    scene, sight = [*words.split(), "", ""][:2]
    sight = sight or "true"
    if not scene or sight not in SIGHTS:
        raise TaskError(f"robot:{words}: expected robot:SCENE.yaml and a way of seeing; {choices(sight, SIGHTS)}")
    return RobotWorld(base / scene, SIGHTS[sight], keep=keep / "table.json" if keep is not None else None)


def _camera(scene: Scene) -> Perception:
    from .camera import CameraSight  # brings what draws pictures, which the others do without

    return CameraSight(scene)


SIGHTS: dict[str, Callable[[Scene], Perception]] = {
    "true": TrueSight,
    "noisy": lambda scene: SteadySight(NoisySight(TrueSight(scene))),
    "camera": _camera,
}
