"""How each skill is done, with honest reasons where it is not: every one looks at the thing itself afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.model import Done, Failed, Json, Result
from .arm import Arm, Blocked, Unreachable, Way
from .perception import IN_HAND, Feeling, Perception, Seen, blocks, lies_in, lies_on, on_table
from .scene import FARTHEST, HOME, OPEN, WALL, Bin, Scene

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
WEDGED = 0.009
"""Metres: fingers that stay so much farther apart than a thing is wide hold more than that."""
SPREAD = 0.054
"""Metres from the middle of the open fingers to their outer sides."""
HOMEWARD = 1.6
"""Seconds that the way to where the arm rests takes."""
DEEPER = 0.004
"""How much lower than a thing's middle it is grasped."""


class Trouble(Exception):
    """A skill that cannot go on, with its reason."""

    def __init__(self, reason: str, detail: str) -> None:
        self.reason, self.detail = reason, detail
        super().__init__(f"{reason}: {detail}")


class Hands:
    """The skills, one method each. `phase` is told what is going on: disturbances and films listen."""

    def __init__(self, arm: Arm, scene: Scene, sight: Perception, phase: Callable[[str, str], None]) -> None:
        self._arm, self._scene, self._sight, self._phase = arm, scene, sight, phase
        self.held = ""
        """What was grasped last, as far as the hand knows."""

    def do(self, skill: str, args: dict[str, Json]) -> Result:
        """Do it; what does not work is a failure with a reason. It is a clean one if the arm has not moved."""
        before = self._arm.steps
        try:
            getattr(self, f"_{skill}")(**args)
        except Unreachable as far:
            return Failed("unreachable", str(far), clean=self._arm.steps == before)
        except Blocked as wall:
            return Failed("collision", str(wall), clean=self._arm.steps == before)
        except Trouble as trouble:
            return Failed(trouble.reason, trouble.detail, clean=self._arm.steps == before)
        return Done()

    # --- skills -----------------------------------------------------------------------------------------------------------

    def _pick(self, object: str) -> None:
        thing = self._find(object)
        self._must_be_empty()
        if thing.size > WIDEST:
            raise Trouble("no_grasp", f"{thing.name} is {thing.size:.2f} m wide; the fingers open {2 * OPEN:.2f} m")
        at = np.array([thing.x, thing.y, max(0.012, thing.z - DEEPER)])
        there, down, up = self._ways(at, LIFT)
        self._arm.check([there, down], thing)
        self._arm.grip(OPEN, 0.05)
        self._arm.go(there)
        self._phase("above", thing.name)
        self._arm.go(down)
        self._arm.grip(0.0)
        self._phase("grasped", thing.name)
        width = self._arm.width
        if width < NOTHING:
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
            if width > thing.size + WEDGED:
                text = f"the fingers stayed {width:.3f} m apart on {thing.name}, which is {thing.size:.2f} m wide"
                raise Trouble("no_grasp", f"{text}: something stands beside it, such as a wall")
            raise Trouble("grasp_slipped", f"{thing.name} slipped out of the fingers on the way up")
        now = self._see(thing.name)
        if self.held != thing.name:
            raise Trouble("object_not_found", f"the fingers hold {self.held}: {thing.name} is no longer where it was seen")
        if now is not None and now.z < thing.z + RISEN:
            self._let_go()
            raise Trouble("grasp_slipped", f"{thing.name} rose {now.z - thing.z:.3f} m; {RISEN} m is lifted")

    def _unstack(self, object: str, below: str) -> None:
        thing, lower = self._find(object), self._find(below)
        if not lies_on(thing, lower):
            raise Trouble("needs_not_met", f"{thing.name} does not lie on {lower.name}")
        self._pick(thing.name)

    def _take_out(self, object: str, bin: str) -> None:
        thing = self._find(object)
        if not lies_in(thing, self._bin(bin)):
            raise Trouble("needs_not_met", f"{thing.name} is not in {bin}")
        self._pick(thing.name)

    def _pick_off(self, object: str, spot: str) -> None:
        thing = self._find(object)
        x, y = self._spot(spot)
        if not blocks(thing, x, y):
            raise Trouble("needs_not_met", f"{thing.name} is not in the way of {spot}")
        self._pick(thing.name)

    def _place_on(self, object: str, target: str) -> None:
        thing = self._must_hold(object)
        below = self._find(target)
        self._must_differ(thing.name, below.name)
        self._lay(thing, below.x, below.y, below.z + below.size / 2, on=below)
        now = self._see(thing.name)
        if now is None or not lies_on(now, below):
            where = f"it lies at ({now.x:.2f}, {now.y:.2f}, {now.z:.2f})" if now else "it is not to be seen"
            raise Trouble("dropped", f"{thing.name} is not on {below.name}: {where}")

    def _place_in(self, object: str, bin: str) -> None:
        box = self._bin(bin)
        thing = self._must_hold(object)
        self._lay(thing, *self._room_in(bin, thing), 0.0)
        now = self._see(thing.name)
        if now is None or not lies_in(now, box):
            raise Trouble("dropped", f"{thing.name} is not inside {bin}")

    def _place_at(self, object: str, spot: str) -> None:
        x, y = self._spot(spot)
        thing = self._must_hold(object)
        self._lay(thing, x, y, 0.0)
        now = self._see(thing.name)
        if now is None or np.hypot(now.x - x, now.y - y) > CLOSE or not on_table(now):
            raise Trouble("dropped", f"{thing.name} does not lie at {spot}")

    def _push(self, object: str, spot: str) -> None:
        thing = self._find(object)
        self._must_be_empty()
        goal = np.array(self._spot(spot))
        here = np.array([thing.x, thing.y])
        far = float(np.linalg.norm(goal - here))
        if not on_table(thing):
            raise Trouble("needs_not_met", f"{thing.name} does not lie on the table")
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
        self._arm.check([there, down, across, back], thing, closed=True)
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
        upper, below = self._find(top), self._find(bottom)
        self._must_differ(upper.name, below.name)
        self._arm.solve(_laid(upper, below.x, below.y, below.z + below.size / 2))
        self._pick(upper.name)
        self._place_on(upper.name, below.name)

    def _open_gripper(self) -> None:
        self._let_go()

    def _home(self) -> None:
        way = Way([HOME], HOMEWARD)
        self._arm.check([way], None, carried=True)
        self._arm.go(way)
        self._arm.let(0.3)

    def _wait(self, seconds: float = 1.0) -> None:
        if not 0 <= seconds <= 30:
            raise Trouble("bad_arguments", f"seconds={seconds}; from 0 to 30")
        self._arm.let(seconds)

    # --- common ------------------------------------------------------------------------------------------------------------

    def look(self) -> Sequence[Seen]:
        """What is to be seen now, knowing what is in the hand; and if that is another thing than was meant, from now on so."""
        self._feel()
        seen = self._sight.see(self._arm.data)
        self.held = self.between(seen) or self.held
        return seen

    def between(self, seen: Sequence[Seen]) -> str:
        """The name of what is between the fingers, by what they feel and what is seen there."""
        if not self.holds():
            return ""
        away = {t.name: float(np.linalg.norm(np.array([t.x, t.y, t.z]) - self._arm.pinch)) for t in seen}
        if away.get(self.held, IN_HAND + 1) <= IN_HAND:
            return self.held
        nearest = min(away, key=lambda name: away[name], default="")
        if nearest and away[nearest] <= IN_HAND / 2:
            return nearest
        return "" if self.held in away else self.held  # seen elsewhere, or hidden by the fingers

    def _feel(self) -> None:
        """Tell the eyes what is in the hand: where it is let go, or lost, is where to look for it."""
        if isinstance(self._sight, Feeling):
            x, y, z = (float(v) for v in self._arm.pinch)
            self._sight.in_hand(self.held if self.holds() else "", (x, y, z))

    def holds(self) -> bool:
        """Whether something is between the fingers, by their own feeling: told to close, and kept from it."""
        return bool(self.held) and self._arm.closing and self._arm.width > NOTHING

    def _lay(self, thing: Seen, x: float, y: float, top: float, on: Seen | None = None) -> None:
        """Lay what is held so that it comes to lie on this height."""
        at = _laid(thing, x, y, top)
        over, down, up = self._ways(at, ABOVE)
        self._arm.check([over, down], on, carried=True)
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

    def _ways(self, at: Any, height: float) -> tuple[Way, Way, Way]:
        """Over a place, down to it, and up to a height; by way of rest, where the joints have got themselves into a corner."""
        try:
            self._arm.solve(at)  # whether the place itself can be reached is the first question
            over = self._arm.way([_over(at, ABOVE)])
            down = self._arm.way([at], over.end)
        except Unreachable:
            self._arm.solve(at, HOME)
            rested = self._arm.way([_over(at, ABOVE)], HOME)
            over = Way([HOME, *rested.postures], rested.seconds + HOMEWARD)
            down = self._arm.way([at], over.end)
        return over, down, self._arm.way([_over(at, height)], down.end)

    def _let_go(self) -> None:
        self._feel()
        self._arm.grip(OPEN, 0.4)
        self.held = ""

    def _find(self, name: str) -> Seen:
        """The thing that is meant: its name, or the only one whose name contains it."""
        seen = list(self.look())
        if not name:
            raise Trouble("bad_arguments", f"which thing? There is {', '.join(t.name for t in seen) or 'nothing'}")
        exact = [t for t in seen if t.name == name]
        alike = exact or [t for t in seen if name in t.name]
        if not alike:
            there = ", ".join(t.name for t in seen) or "nothing"
            raise Trouble("object_not_found", f"no {name!r} is to be seen; there is {there}")
        if len(alike) > 1:
            raise Trouble("ambiguous_object", f"{name!r} may be {' or '.join(t.name for t in alike)}")
        return alike[0]

    def _see(self, name: str) -> Seen | None:
        return next((t for t in self.look() if t.name == name), None)

    def _must_be_empty(self) -> None:
        if self.holds():
            raise Trouble("needs_not_met", f"the hand holds {self.held}")

    def _must_hold(self, name: str) -> Seen:
        if not name or not self.holds() or name not in self.held:
            held = f"it holds {self.held}" if self.holds() else "it is empty"
            raise Trouble("needs_not_met", f"the hand does not hold {name!r}; {held}")
        thing = self._scene.objects.get(self.held)
        x, y, z = (float(v) for v in self._arm.pinch)
        # Of a thing that the scene knows nothing of, the fingers feel how wide it is.
        return Seen(self.held, x, y, z, thing.size if thing else self._arm.width, thing.colour if thing else "")

    def _must_differ(self, thing: str, other: str) -> None:
        if thing == other:
            raise Trouble("bad_arguments", f"{thing} cannot lie on itself")

    def _bin(self, bin: str) -> Bin:
        if bin not in self._scene.bins:
            raise Trouble("bad_arguments", f"no bin {bin!r}; there are {', '.join(self._scene.bins) or 'none'}")
        return self._scene.bins[bin]

    def _spot(self, spot: str) -> tuple[float, float]:
        if spot in self._scene.spots:
            return self._scene.spots[spot]
        try:
            x, y = (float(v) for v in spot.split(","))
        except ValueError:
            known = ", ".join(self._scene.spots) or "none"
            raise Trouble("bad_arguments", f"no spot {spot!r}; there are {known}; or give 'x, y'") from None
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
            raise Trouble("bad_arguments", f"{spot!r} is no place on the table")
        return x, y

    def _room_in(self, bin: str, thing: Seen) -> tuple[float, float]:
        """A place in the bin where nothing lies yet, and where the fingers, which open sideways, come out again."""
        box = self._scene.bins[bin]
        room = box.size - 2 * WALL
        if thing.size > room:
            raise Trouble("impossible", f"{thing.name} is {thing.size:.2f} m wide, {bin} is {room:.2f} m inside")
        seen = [t for t in self.look() if t.name != self.held]
        along, aside = (room - thing.size) / 2, max(0.0, room / 2 - SPREAD)
        # From one end, so that most fits in.
        for dy in (0.0, aside, -aside):
            for dx in np.linspace(-along, along, 16):
                x, y = box.at[0] + float(dx), box.at[1] + dy
                if all(_clear(thing, x, y, t) for t in seen):
                    return x, y
        raise Trouble("needs_not_met", f"there is no room left in {bin}")


def _clear(thing: Seen, x: float, y: float, other: Seen) -> bool:
    """Whether a thing can be laid there beside another, and the fingers open, which they do sideways."""
    return abs(x - other.x) > (thing.size + other.size) / 2 + 0.002 or abs(y - other.y) > SPREAD + other.size / 2


def _laid(thing: Seen, x: float, y: float, top: float) -> Any:
    """Where the fingers are when they have laid a thing on this height."""
    return np.array([x, y, top + thing.size / 2 - DEEPER + 0.003])


def _over(place: Any, height: float) -> Any:
    return place + np.array([0.0, 0.0, height])
