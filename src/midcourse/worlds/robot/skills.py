"""How each skill is done, with honest reasons where it is not: every one looks at the thing itself afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.model import Done, Failed, Json, Result
from .arm import Arm, Blocked, Unreachable, Way
from .perception import Feeling, Perception, Seen, lies_on
from .scene import HOME, OPEN, Scene

ABOVE = 0.12
"""Metres over a thing where the hand comes to rest before it goes down."""
LIFT = 0.16
RISEN = 0.05
"""A thing is lifted when it has risen so far."""
WIDEST = 2 * OPEN - 0.008
NOTHING = 0.006
"""Fingers that are nearer to each other than this hold nothing."""
CLOSE = 0.03
"""Metres: a thing this near to where it should lie lies there."""
DEEPER = 0.004
"""How much lower than a thing's middle it is grasped."""


class Trouble(Exception):
    """A skill that cannot go on, with its reason."""

    def __init__(self, reason: str, detail: str, *, clean: bool = False) -> None:
        self.reason, self.detail, self.clean = reason, detail, clean
        super().__init__(f"{reason}: {detail}")


class Hands:
    """The skills, one method each. `phase` is told what is going on: disturbances and films listen."""

    def __init__(self, arm: Arm, scene: Scene, sight: Perception, phase: Callable[[str, str], None]) -> None:
        self._arm, self._scene, self._sight, self._phase = arm, scene, sight, phase
        self.held = ""
        """What was grasped last, as far as the hand knows."""

    def do(self, skill: str, args: dict[str, Json]) -> Result:
        """Do it; what does not work is a failure with a reason."""
        try:
            getattr(self, f"_{skill}")(**args)
        except Unreachable as far:
            return Failed("unreachable", str(far))
        except Blocked as wall:
            return Failed("collision", str(wall))
        except Trouble as trouble:
            return Failed(trouble.reason, trouble.detail, clean=trouble.clean)
        return Done()

    # --- skills -----------------------------------------------------------------------------------------------------------

    def _pick(self, object: str) -> None:
        thing = self._find(object)
        self._must_be_empty()
        if thing.size > WIDEST:
            raise Trouble("no_grasp", f"{thing.name} is {thing.size:.2f} m wide; the fingers open {2 * OPEN:.2f} m", clean=True)
        at = np.array([thing.x, thing.y, max(0.012, thing.z - DEEPER)])
        self._arm.solve(at)  # whether the thing itself can be reached is the first question
        there = self._arm.way([_over(at, ABOVE)])
        down = self._arm.way([at], there.end)
        up = self._arm.way([_over(at, LIFT)], down.end)
        self._arm.check(Way([*there.postures, *down.postures], 0), thing)
        self._arm.grip(OPEN, 0.05)
        self._arm.go(there)
        self._phase("above", thing.name)
        self._arm.go(down)
        self._arm.grip(0.0)
        self._phase("grasped", thing.name)
        if self._arm.width < NOTHING:
            self._arm.grip(OPEN, 0.2)
            self._arm.go(up)
            raise Trouble("object_not_found", f"the fingers closed on nothing: {thing.name} is no longer where it was seen")
        self.held = thing.name
        self._feel()
        self._arm.go(up)
        self._phase("lifted", thing.name)
        self._arm.let(0.15)  # what is about to fall, falls now
        self._arm.settle()
        if not self.holds():
            self._arm.grip(OPEN, 0.2)
            self.held = ""
            raise Trouble("grasp_slipped", f"{thing.name} slipped out of the fingers on the way up")
        if (now := self._see(thing.name)) is not None and now.z < thing.z + RISEN:
            self._let_go()
            raise Trouble("grasp_slipped", f"{thing.name} rose {now.z - thing.z:.3f} m; {RISEN} m is lifted")

    def _unstack(self, object: str, below: str) -> None:
        self._pick(object)

    def _pick_off(self, object: str, spot: str) -> None:
        self._pick(object)

    def _place_on(self, object: str, target: str) -> None:
        below = self._find(target)
        thing = self._must_hold(object)
        self._lay(thing, below.x, below.y, below.z + below.size / 2)
        now = self._see(thing.name)
        if now is None or not lies_on(now, below):
            where = f"it lies at ({now.x:.2f}, {now.y:.2f}, {now.z:.2f})" if now else "it is not to be seen"
            raise Trouble("dropped", f"{thing.name} is not on {below.name}: {where}")

    def _place_in(self, object: str, bin: str) -> None:
        if bin not in self._scene.bins:
            raise Trouble("bad_arguments", f"no bin {bin!r}; there are {', '.join(self._scene.bins) or 'none'}", clean=True)
        box = self._scene.bins[bin]
        thing = self._must_hold(object)
        self._lay(thing, *self._room_in(bin), 0.0)
        now = self._see(thing.name)
        if now is None or max(abs(now.x - box.at[0]), abs(now.y - box.at[1])) > box.size / 2:
            raise Trouble("dropped", f"{thing.name} is not inside {bin}")

    def _place_at(self, object: str, spot: str) -> None:
        x, y = self._spot(spot)
        thing = self._must_hold(object)
        self._lay(thing, x, y, 0.0)
        now = self._see(thing.name)
        if now is None or np.hypot(now.x - x, now.y - y) > CLOSE:
            raise Trouble("dropped", f"{thing.name} does not lie at {spot}")

    def _push(self, object: str, spot: str) -> None:
        thing = self._find(object)
        self._must_be_empty()
        goal = np.array(self._spot(spot))
        here = np.array([thing.x, thing.y])
        far = float(np.linalg.norm(goal - here))
        if far < 0.01:
            return
        along = (goal - here) / far
        low = max(0.03, thing.z)
        behind = np.array([*(here - along * (thing.size / 2 + 0.045)), low])
        end = np.array([*(goal - along * (thing.size / 2 + 0.012)), low])
        there = self._arm.way([_over(behind, ABOVE)])
        down = self._arm.way([behind], there.end)
        across = self._arm.way([end], down.end, straight=0.02)
        back = self._arm.way([_over(end, ABOVE)], across.end)
        self._arm.check(Way([*there.postures, *down.postures], 0), thing, closed=True)
        self._arm.grip(0.0, 0.2)
        self._arm.go(there)
        self._phase("above", thing.name)
        self._arm.go(down)
        self._arm.go(Way(across.postures, max(1.0, far / 0.12)))
        self._arm.go(back)
        self._arm.grip(OPEN, 0.2)
        now = self._see(thing.name)
        if now is None or np.hypot(now.x - goal[0], now.y - goal[1]) > CLOSE:
            raise Trouble("verification_failed", f"{thing.name} did not come to {spot}")

    def _stack(self, top: str, bottom: str) -> None:
        self._find(bottom)
        self._pick(top)
        self._place_on(top, bottom)

    def _open_gripper(self) -> None:
        self._let_go()

    def _home(self) -> None:
        self._arm.go(Way([HOME], 1.6))
        self._arm.let(0.3)

    def _wait(self, seconds: float = 1.0) -> None:
        self._arm.let(min(30.0, max(0.0, seconds)))

    # --- common ------------------------------------------------------------------------------------------------------------

    def look(self) -> Sequence[Seen]:
        """What is to be seen now, knowing what is in the hand."""
        self._feel()
        return self._sight.see(self._arm.data)

    def _feel(self) -> None:
        """Tell the eyes what is in the hand: where it is let go, or lost, is where to look for it."""
        if isinstance(self._sight, Feeling):
            x, y, z = (float(v) for v in self._arm.pinch)
            self._sight.in_hand(self.held if self.holds() else "", (x, y, z))

    def holds(self) -> bool:
        """Whether something is between the fingers, by their own feeling: told to close, and kept from it."""
        return bool(self.held) and self._arm.closing and self._arm.width > NOTHING

    def _lay(self, thing: Seen, x: float, y: float, top: float) -> None:
        """Lay what is held so that it comes to lie on this height."""
        at = np.array([x, y, top + thing.size / 2 - DEEPER + 0.003])
        over = self._arm.way([_over(at, ABOVE)])
        down = self._arm.way([at], over.end)
        up = self._arm.way([_over(at, ABOVE)], down.end)
        self._arm.go(over)
        self._phase("carried", thing.name)
        self._arm.settle()
        if not self.holds():
            self.held = ""
            raise Trouble("grasp_slipped", f"{thing.name} was lost on the way")
        self._arm.go(down)
        self._feel()
        self._arm.grip(OPEN, 0.35)
        self.held = ""
        self._arm.go(up)
        self._phase("laid", thing.name)

    def _let_go(self) -> None:
        self._feel()
        self._arm.grip(OPEN, 0.4)
        self.held = ""

    def _find(self, name: str) -> Seen:
        """The thing that is meant: its name, or the only one whose name contains it."""
        seen = list(self.look())
        exact = [t for t in seen if t.name == name]
        alike = exact or [t for t in seen if name and name in t.name]
        if not alike:
            there = ", ".join(t.name for t in seen) or "nothing"
            raise Trouble("object_not_found", f"no {name!r} is to be seen; there is {there}", clean=True)
        if len(alike) > 1:
            raise Trouble("ambiguous_object", f"{name!r} may be {' or '.join(t.name for t in alike)}", clean=True)
        return alike[0]

    def _see(self, name: str) -> Seen | None:
        return next((t for t in self.look() if t.name == name), None)

    def _must_be_empty(self) -> None:
        if self.holds():
            raise Trouble("needs_not_met", f"the hand holds {self.held}", clean=True)

    def _must_hold(self, name: str) -> Seen:
        if not self.holds() or name not in self.held:
            held = f"it holds {self.held}" if self.holds() else "it is empty"
            raise Trouble("needs_not_met", f"the hand does not hold {name!r}; {held}", clean=True)
        thing = self._scene.objects.get(self.held)
        x, y, z = (float(v) for v in self._arm.pinch)
        # Of a thing that the scene knows nothing of, the fingers feel how wide it is.
        return Seen(self.held, x, y, z, thing.size if thing else self._arm.width, thing.colour if thing else "")

    def _spot(self, spot: str) -> tuple[float, float]:
        if spot in self._scene.spots:
            return self._scene.spots[spot]
        try:
            x, y = (float(v) for v in spot.split(","))
        except ValueError:
            known = ", ".join(self._scene.spots) or "none"
            raise Trouble("bad_arguments", f"no spot {spot!r}; there are {known}; or give 'x, y'", clean=True) from None
        return x, y

    def _room_in(self, bin: str) -> tuple[float, float]:
        """A place in the bin where nothing lies yet, and where the fingers, which open sideways, come out again."""
        box = self._scene.bins[bin]
        seen = [t for t in self.look() if t.name != self.held]
        step = box.size / 4
        places = [(box.at[0] + dx * step, box.at[1] + dy * step) for dx, dy in ((0, 0), (1.1, 0), (-1.1, 0))]
        return max(places, key=lambda p: min([0.06, *(float(np.hypot(t.x - p[0], t.y - p[1])) for t in seen)]))


def _over(place: Any, height: float) -> Any:
    return place + np.array([0.0, 0.0, height])
