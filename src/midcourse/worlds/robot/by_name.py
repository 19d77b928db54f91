"""`robot:SCENE.yaml`, and after it perhaps a way of seeing (true, noisy or camera), `pictures`, `reset`, and `vision` or
`vision=PROVIDER:NAME`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...core.errors import TaskError, choices
from ...core.protocols import World
from .perception import NoisySight, Perception, SteadySight, TrueSight
from .scene import Scene
from .world import RobotWorld

SWITCHES = ("pictures", "reset")
"""Words that add something: a picture of each look, and a skill that puts the table back to its beginning."""
VISION = "vision"
"""The word that lets a model point at things; behind `=`, which one."""


def from_words(words: str, base: Path, keep: Path | None) -> World:
    """The world of this name; what lies on the table outlives the process."""
    scene, *more = words.split() or [""]
    models = [word.removeprefix(VISION).removeprefix("=") for word in more if word == VISION or word.startswith(f"{VISION}=")]
    more = [word for word in more if word != VISION and not word.startswith(f"{VISION}=")]
    unknown = [word for word in more if word not in (*SIGHTS, *SWITCHES)]
    sights = [word for word in more if word in SIGHTS] or ["true"]
    if not scene or unknown or len(sights) > 1:
        valid = f"one of {', '.join(SIGHTS)}, and perhaps {', '.join(SWITCHES)} and {VISION}"
        wrong = choices(unknown[0], (*SIGHTS, *SWITCHES, VISION)) if unknown else valid
        raise TaskError(f"robot:{words}: expected robot:SCENE.yaml and a way of seeing; {wrong}")
    kept = keep / "table.json" if keep is not None else None
    return RobotWorld(
        base / scene,
        SIGHTS[sights[0]],
        pictures="pictures" in more,
        keep=kept,
        resets="reset" in more,
        wanted_model=models[-1] if models else None,
    )


def _camera(scene: Scene) -> Perception:
    from .camera import CameraSight  # brings what draws pictures, which the others do without

    return CameraSight(scene)


SIGHTS: dict[str, Callable[[Scene], Perception]] = {
    "true": TrueSight,
    "noisy": lambda scene: SteadySight(NoisySight(TrueSight(scene))),
    "camera": _camera,
}
