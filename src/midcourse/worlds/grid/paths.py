"""Ways over the known map, counted in moves: turning left, turning right, going forward."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush

from .game import FORWARD, LEFT, RIGHT
from .memory import Memory, Pose, Thing, in_front, neighbours
from .mission import Place

DOOR, THING, LOCKED = 4, 12, 60
"""What an obstacle on the way is worth, in moves."""


class Ways:
    """Every pose that can be had from here, with the fewest moves to it."""

    def __init__(self, memory: Memory, free: Callable[[Place], bool] | None = None) -> None:
        self._memory = memory
        free = free or memory.is_free
        self.moves: dict[Pose, int] = {memory.pose: 0}
        """Poses in order of distance."""
        self._came: dict[Pose, tuple[Pose, int]] = {}
        queue = deque([memory.pose])
        while queue:
            pose = queue.popleft()
            x, y, heading = pose
            nexts = [((x, y, (heading + 3) % 4), LEFT), ((x, y, (heading + 1) % 4), RIGHT)]
            ahead = in_front(pose)
            if free(ahead):
                nexts.insert(0, ((*ahead, heading), FORWARD))
            for found, action in nexts:
                if found not in self.moves:
                    self.moves[found] = self.moves[pose] + 1
                    self._came[found] = (pose, action)
                    queue.append(found)

    def to(self, pose: Pose) -> list[int]:
        """The moves to a pose."""
        actions: list[int] = []
        while pose in self._came:
            pose, action = self._came[pose]
            actions.append(action)
        return actions[::-1]

    def nearest(self, wanted: Callable[[Pose], bool]) -> Pose | None:
        """The nearest pose of a kind."""
        return next((pose for pose in self.moves if wanted(pose)), None)

    def facing(self, place: Place) -> Pose | None:
        """The nearest pose that looks at a cell from beside it."""
        best: Pose | None = None
        for beside in neighbours(place):
            heading = _heading(beside, place)
            pose = (*beside, heading)
            if pose in self.moves and (best is None or self.moves[pose] < self.moves[best]):
                best = pose
        return best


def _heading(start: Place, end: Place) -> int:
    return {(1, 0): 0, (0, 1): 1, (-1, 0): 2, (0, -1): 3}[end[0] - start[0], end[1] - start[1]]


class Detours:
    """The cheapest ways if obstacles were no hindrance: what stands in the way of what."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.price: dict[Place, int] = {memory.at: 0}
        self._came: dict[Place, Place] = {}
        queue = [(0, memory.at)]
        while queue:
            paid, place = heappop(queue)
            if paid > self.price[place]:
                continue
            for found in neighbours(place):
                step = self._step(found)
                if step is not None and paid + step < self.price.get(found, 1 << 30):
                    self.price[found] = paid + step
                    self._came[found] = place
                    heappush(queue, (paid + step, found))

    def _step(self, place: Place) -> int | None:
        cell = self._memory.cell(place)
        if cell is None or cell.kind in ("wall", "lava"):
            return None
        if cell.is_free:
            return 1
        if cell.kind == "door":
            return LOCKED if cell.state == "locked" else DOOR
        return THING

    def obstacles(self, place: Place) -> list[Thing]:
        """What stands in the way to beside this cell, from here on; the cell's own thing is left out."""
        found: list[Thing] = []
        while place in self._came:
            place = self._came[place]
            thing = self._memory.thing_at(place)
            if thing is not None and not self._memory.is_free(place):
                found.append(thing)
        return found[::-1]
