"""Things that go wrong at a table: a cube is moved, slips, is taken away, gets a double; or a person helps. From a seed."""

from __future__ import annotations

import random
from math import hypot
from typing import NamedTuple

import numpy as np

from .engine import mujoco
from .perception import TrueSight
from .scene import GRIPPER, OPEN
from .world import RobotWorld

KINDS = ("moved", "slips", "gone", "look-alike", "helps")
WEAK = 110
"""Steps of physics for which the fingers give way."""
AWAY = (9.0, 9.0)
"""Where things wait that are not on the table yet, or no more."""


class Happened(NamedTuple):
    """One disturbance, as it was done."""

    kind: str
    thing: str
    detail: str


class Disturber:
    """Listens to a world and disturbs it: what happens, when and how often follows from the seed."""

    def __init__(
        self, world: RobotWorld, kind: str, seed: int, goal: dict[str, tuple[float, float, float]] | None = None
    ) -> None:
        self._world, self._kind, self._chance = world, kind, random.Random(f"{kind} {seed}")
        self._goal = goal or {}
        """Where a helping person puts things."""
        self._times = self._chance.choice((1, 1, 2)) if kind in ("moved", "slips") else 1
        self._after = self._chance.choice((0, 0, 1)) if kind in ("moved", "slips") else self._chance.choice((0, 1, 2))
        self._fall_at, self._slipping = 0, False
        self.log: list[Happened] = []
        world.listeners.append(self._hear)
        world.arm.on_step = self._step

    def _hear(self, phase: str, about: str) -> None:
        wanted = {"moved": "above", "slips": "grasped", "gone": "begins", "look-alike": "look", "helps": "begins"}[self._kind]
        if phase != wanted or not self._times:
            return
        if self._after:
            self._after -= 1
            return
        if getattr(self, "_" + self._kind.replace("-", "_"))(about):
            self._times -= 1

    def _note(self, thing: str, detail: str) -> bool:
        self.log.append(Happened(self._kind, thing, detail))
        return True

    # --- what happens ---------------------------------------------------------------------------------------------------------

    def _moved(self, thing: str) -> bool:
        """Somebody moves the thing while the hand is over it."""
        if thing not in self._world.scene.objects:
            return False
        x, y, _ = self._world.data.body(thing).xpos
        for _ in range(40):
            angle, far = self._chance.uniform(0, 2 * np.pi), self._chance.uniform(0.08, 0.14)
            place = (x + far * np.cos(angle), y + far * np.sin(angle))
            if self._is_free(*place, thing) and self._lies_alone(thing):
                put(self._world, thing, *place)
                return self._note(thing, f"moved to ({place[0]:.2f}, {place[1]:.2f})")
        return False

    def _slips(self, thing: str) -> bool:
        """The thing slides out of the fingers on the way up."""
        self._fall_at, self._slipping = self._world.arm.steps + self._chance.randrange(40, 160), True
        return self._note(thing, "slips out of the fingers")

    def _gone(self, about: str) -> bool:
        """A thing that the task is about is put out of reach, or taken away."""
        free = [name for name in self._goal if name != self._world.hands.held and self._lies_alone(name)]
        if not free:
            return False
        thing = self._chance.choice(free)
        if self._chance.random() < 0.5:
            put(self._world, thing, 1.1, self._chance.uniform(-0.2, 0.2))
            return self._note(thing, "put out of reach")
        put(self._world, thing, *AWAY)
        return self._note(thing, "taken away")

    def _look_alike(self, about: str) -> bool:
        """A thing appears that looks like one of the task's."""
        spare = [n for n in self._world.scene.objects if hypot(*self._world.data.body(n).xpos[:2]) > 5]
        for _ in range(60):
            place = (self._chance.uniform(0.35, 0.65), self._chance.uniform(-0.25, 0.25))
            if spare and self._is_free(*place, spare[0]):
                put(self._world, spare[0], *place)
                return self._note(spare[0], f"appears at ({place[0]:.2f}, {place[1]:.2f})")
        return False

    def _helps(self, about: str) -> bool:
        """A person puts one thing where it belongs."""
        for thing, (x, y, z) in self._goal.items():
            here = self._world.data.body(thing).xpos
            if thing != self._world.hands.held and hypot(here[0] - x, here[1] - y) > 0.03 and self._lies_alone(thing):
                put(self._world, thing, x, y, z)
                return self._note(thing, "put where it belongs")
        return False

    def _step(self) -> None:
        """For a moment the fingers give way; then they close again, on nothing."""
        past = self._world.arm.steps - self._fall_at
        if self._slipping and past >= 0:
            self._slipping = past < WEAK
            self._world.data.ctrl[self._world.model.actuator(GRIPPER + "grip").id] = OPEN if self._slipping else 0.0

    def _is_free(self, x: float, y: float, thing: str) -> bool:
        others = [t for t in TrueSight(self._world.scene).see(self._world.data) if t.name != thing]
        bins = self._world.scene.bins.values()
        clear = all(hypot(t.x - x, t.y - y) > 0.09 for t in others)
        outside = all(max(abs(b.at[0] - x), abs(b.at[1] - y)) > b.size / 2 + 0.06 for b in bins)
        return clear and outside and 0.33 < hypot(x, y) < 0.68 and x > 0.25

    def _lies_alone(self, thing: str) -> bool:
        """Nothing lies on it, and it lies on the table."""
        seen = {t.name: t for t in TrueSight(self._world.scene).see(self._world.data)}
        mine = seen.get(thing)
        if mine is None or mine.z > mine.size:
            return False
        return not any(o.name != thing and hypot(o.x - mine.x, o.y - mine.y) < 0.03 and o.z > mine.z for o in seen.values())


def put(world: RobotWorld, thing: str, x: float, y: float, z: float = 0.0) -> None:
    """Set a thing down somewhere, at rest; `z` is the height it lies on."""
    start = world.model.joint(world.model.body(thing).jntadr[0]).qposadr[0]
    speed = world.model.joint(world.model.body(thing).jntadr[0]).dofadr[0]
    world.data.qpos[start : start + 7] = [x, y, z + world.scene.objects[thing].size / 2 + 0.001, 1, 0, 0, 0]
    world.data.qvel[speed : speed + 6] = 0.0
    mujoco.mj_forward(world.model, world.data)
