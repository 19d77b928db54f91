"""The arm: where its hand can go, the way there, and going there.

Every way is worked out to its end before anything moves. Inverse kinematics by mink: 400 iterations, 1 mm.
"""

# pyright: reportMissingTypeStubs=false, reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import Event
from typing import Any, NamedTuple

import mink
import numpy as np

from .engine import Data, Model, mujoco
from .perception import IN_HAND, Seen
from .scene import GRIPPER, HOME, OPEN, PART, is_arm

ITERATIONS = 400
TOLERANCE = 0.001
"""Metres."""
REACH = 0.855
"""Metres from the shoulder to the pinch point, arm stretched out."""
SHOULDER = np.array([0.0, 0.0, 0.333])
DOWN = np.array([[1.0, 0, 0], [0, -1.0, 0], [0, 0, -1.0]])
"""The hand pointing down, fingers closing sideways."""
SPEED = 0.35
"""Metres a second of the hand, about."""

PINCH = GRIPPER + "pinch"
FINGERS = (GRIPPER + "left_finger", GRIPPER + "right_finger")

Array = Any


class Unreachable(Exception):
    """A place the hand cannot go to."""

    def __init__(self, place: Array, iterations: int, error: float) -> None:
        self.place, self.iterations, self.error = place, iterations, error
        beyond = float(np.linalg.norm(place - SHOULDER)) - REACH
        where = (
            f"{beyond:.2f} m beyond reach" if beyond > 0 else "within the arm's length, but no posture of the joints leads there"
        )
        how = (
            f"position error {error:.4f} m > tolerance {TOLERANCE} m"
            if error > TOLERANCE
            else "the hand does not point down there"
        )
        super().__init__(
            f"IK did not converge in {iterations} iterations ({how}); ({place[0]:.2f}, {place[1]:.2f}, {place[2]:.2f}) is {where}"
        )


class Halted(Exception):
    """The arm was told to stop where it is."""


class Blocked(Exception):
    """A way that would run into something."""


class Way(NamedTuple):
    """Joint positions from here to there, and the seconds they take."""

    postures: list[Array]
    seconds: float

    @property
    def end(self) -> Array:
        """The joints where it ends."""
        return self.postures[-1]


class Arm:
    """Seven joints, two fingers, and the physics around them."""

    def __init__(self, model: Model, data: Data) -> None:
        self.model, self.data = model, data
        self._joints = [model.joint(f"joint{i}").qposadr[0] for i in range(1, 8)]
        self._servos = [model.actuator(f"servo{i}").id for i in range(1, 8)]
        self._grip = model.actuator(GRIPPER + "grip").id
        self._mine = {b for b in range(model.nbody) if is_arm(model.body(b).name)}
        self._scratch = mujoco.MjData(model)
        self.steps = 0
        """Steps of physics so far."""
        self.called_off = Event()
        """Set from outside: the next step of physics is not done."""
        self.on_step: Callable[[], None] | None = None
        """Called after every step of physics: disturbances, films."""
        self.rest()

    def rest(self) -> None:
        """Put the arm at rest, as at the beginning."""
        for joint, servo, value in zip(self._joints, self._servos, HOME, strict=True):
            self.data.qpos[joint] = self.data.ctrl[servo] = value
        for finger in FINGERS:
            self.data.joint(finger).qpos = OPEN
        self.data.ctrl[self._grip] = OPEN
        mujoco.mj_forward(self.model, self.data)

    # --- where it is ----------------------------------------------------------------------------------------------------

    @property
    def pinch(self) -> Array:
        """The point between the fingertips."""
        return self.data.site(PINCH).xpos.copy()

    @property
    def width(self) -> float:
        """How far apart the fingers are."""
        return float(sum(self.data.joint(finger).qpos[0] for finger in FINGERS))

    @property
    def closing(self) -> bool:
        """Whether the fingers are told to close."""
        return float(self.data.ctrl[self._grip]) < OPEN / 2

    # --- the way there --------------------------------------------------------------------------------------------------

    def solve(self, place: Array, start: Array | None = None) -> Array:
        """Joints that bring the pinch point there, hand down. Unreachable says how far off it stayed."""
        configuration = mink.Configuration(self.model)
        joints = self.data.qpos.copy()
        if start is not None:
            joints[self._joints] = start
        configuration.update(joints)
        hand = mink.FrameTask(PINCH, "site", position_cost=1.0, orientation_cost=0.3, lm_damping=1e-3)
        hand.set_target(mink.SE3.from_rotation_and_translation(mink.SO3.from_matrix(DOWN), np.asarray(place, dtype=float)))
        posture = mink.PostureTask(self.model, cost=1e-3)
        rest = joints.copy()
        rest[self._joints] = HOME
        posture.set_target(rest)  # towards rest: else the elbow drifts, act by act, until a joint is at its end
        limits = [mink.ConfigurationLimit(self.model)]
        place = np.asarray(place, dtype=float)
        nearest = np.inf
        for done in range(ITERATIONS):
            try:
                velocity = mink.solve_ik(configuration, [hand, posture], 0.1, "daqp", limits=limits, damping=1e-3)
            except mink.NoSolutionFound:
                raise Unreachable(place, done, nearest) from None
            others = np.ones(self.model.nv, dtype=bool)
            others[:7] = False
            velocity[others] = 0.0
            configuration.integrate_inplace(velocity, 0.1)
            error = float(np.linalg.norm(configuration.data.site(PINCH).xpos - place))
            nearest = min(nearest, error)
            tilt = float(configuration.data.site(PINCH).xmat[8])
            if error < TOLERANCE and tilt < -0.98:
                return configuration.q[self._joints].copy()
        raise Unreachable(place, ITERATIONS, nearest)

    def way(self, places: Sequence[Array], start: Array | None = None, straight: float = 0.04) -> Way:
        """Through these places in straight lines, each solved to the end before anything moves."""
        here = self.data.qpos[self._joints].copy() if start is None else start
        at = self._pinch_at(here)
        postures: list[Array] = []
        length = 0.0
        for place in places:
            place = np.asarray(place, dtype=float)
            far = float(np.linalg.norm(place - at))
            pieces = max(1, int(np.ceil(far / straight))) if far < 0.3 else 1
            for i in range(1, pieces + 1):
                here = self.solve(at + (place - at) * i / pieces, here)
                postures.append(here)
            length += far
            at = place
        return Way(postures, max(0.25, length / SPEED))

    def _pinch_at(self, joints: Array) -> Array:
        self._scratch.qpos[:] = self.data.qpos
        self._scratch.qpos[self._joints] = joints
        mujoco.mj_kinematics(self.model, self._scratch)
        return self._scratch.site(PINCH).xpos.copy()

    def check(self, ways: Sequence[Way], meant: Seen | None, *, closed: bool = False, carried: bool = False) -> None:
        """Blocked if the arm, or what it carries, would run into something other than the thing that is meant.

        By the simulator's own geometry, whoever sees for the arm: a map of what stands around is taken as given.
        """
        scratch = self._scratch
        scratch.qpos[:] = self.data.qpos
        mujoco.mj_kinematics(self.model, scratch)
        allowed = set(self._at(meant, meant.size / 2)) if meant is not None else set[int]()
        load = self._at_hand() if carried else None
        mine = self._mine | ({load} if load is not None else set())
        offset = scratch.xpos[load] - self.pinch if load is not None else 0.0
        if not carried:
            for finger in FINGERS:
                scratch.joint(finger).qpos = 0.0 if closed else OPEN
        here = self.data.qpos[self._joints].copy()
        for joints in _finely(here, [joints for way in ways for joints in way.postures]):
            scratch.qpos[self._joints] = joints
            if load is not None:
                mujoco.mj_kinematics(self.model, scratch)
                start = self.model.jnt_qposadr[self.model.body_jntadr[load]]
                scratch.qpos[start : start + 3] = scratch.site(PINCH).xpos + offset
            mujoco.mj_fwdPosition(self.model, scratch)
            for contact in scratch.contact[: scratch.ncon]:
                bodies = {int(self.model.geom_bodyid[g]) for g in contact.geom}
                theirs = bodies - mine
                if contact.dist < -0.004 and bodies & mine and theirs and not theirs & allowed:
                    other = next(int(g) for g in contact.geom if int(self.model.geom_bodyid[g]) in theirs)
                    what = self.model.geom(other).name.partition(PART)[0] or "something"
                    raise Blocked(f"the {'load' if load in bodies else 'arm'} would run into {what}")

    def _at(self, thing: Seen, within: float) -> list[int]:
        """The bodies whose middle is there."""
        away = np.linalg.norm(self._scratch.xpos - np.array([thing.x, thing.y, thing.z]), axis=1)
        return [int(body) for body in np.flatnonzero(away < within)]

    def _at_hand(self) -> int | None:
        """The thing between the fingers: the free body whose middle is nearest to them."""
        free = [b for b in range(1, self.model.nbody) if self.model.body_dofnum[b] == 6]
        away = {b: float(np.linalg.norm(self.data.xpos[b] - self.pinch)) for b in free}
        return min(away, key=lambda b: away[b]) if away and min(away.values()) < IN_HAND else None

    # --- going there ----------------------------------------------------------------------------------------------------

    def go(self, way: Way) -> None:
        """Follow a way; the last fifth of the time is for coming to rest."""
        total = max(1, int(way.seconds / self.model.opt.timestep))
        points = [self.data.ctrl[self._servos].copy(), *way.postures]
        moving = total * 4 // 5
        for i in range(total):
            at = min(1.0, (i + 1) / moving) * (len(points) - 1)
            k = min(int(at), len(points) - 2)
            self.data.ctrl[self._servos] = points[k] + (points[k + 1] - points[k]) * (at - k)
            self.step()

    def grip(self, opening: float, seconds: float = 0.4) -> None:
        """Open or close the fingers."""
        self.data.ctrl[self._grip] = opening
        self.let(seconds)

    def settle(self) -> None:
        """Wait until the fingers have come to rest: only then do they feel what is between them."""
        for _ in range(20):
            width = self.width
            self.let(0.05)
            if abs(self.width - width) < 0.0002:
                return

    def let(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(int(seconds / self.model.opt.timestep)):
            self.step()

    def go_on(self) -> None:
        """Halted, if what is being done was called off."""
        if self.called_off.is_set():
            raise Halted

    def step(self) -> None:
        """One step of physics."""
        self.go_on()
        mujoco.mj_step(self.model, self.data)
        self.steps += 1
        if self.on_step is not None:
            self.on_step()


def _finely(here: Array, postures: Sequence[Array]) -> Iterator[Array]:
    """Postures on the way through all of these, so near to each other that nothing fits between."""
    for there in postures:
        pieces = max(1, int(np.ceil(np.abs(there - here).max() / 0.08)))
        for i in range(1, pieces + 1):
            yield here + (there - here) * i / pieces
        here = there
