"""What a pose would show, by the game's own rule of sight, and where to go to see more."""

from __future__ import annotations

from collections.abc import Collection

from .game import WIDE
from .memory import Memory, Pose, neighbours
from .mission import STEPS, Place
from .paths import Ways


def would_see(memory: Memory, pose: Pose) -> set[Place]:
    """The cells that this pose shows for certain: what was never seen may hide what is behind it."""
    ahead, right = STEPS[pose[2]], STEPS[(pose[2] + 1) % 4]

    def place(aside: int, far: int) -> Place:
        aside -= WIDE // 2
        return pose[0] + ahead[0] * far + right[0] * aside, pose[1] + ahead[1] * far + right[1] * aside

    lit = {(WIDE // 2, 0)}
    for far in range(WIDE):
        for columns, step in ((range(WIDE - 1), 1), (range(WIDE - 1, 0, -1), -1)):
            for column in columns:
                if (column, far) not in lit:
                    continue
                cell = memory.cell(place(column, far))
                if cell is None or not cell.is_clear:
                    continue
                lit |= {(column + step, far), (column + step, far + 1), (column, far + 1)}
    return {place(column, far) for column, far in lit if far < WIDE}


def unseen(memory: Memory) -> set[Place]:
    """Cells never seen that lie beside ground the agent knows: corners behind walls are of no interest."""
    found: set[Place] = set()
    for place, cell in memory.cells.items():
        if cell.is_clear:
            found.update(p for p in neighbours(place) if p not in memory.cells)
    return found


def viewpoint(memory: Memory, ways: Ways, wanted: Collection[Place]) -> Pose | None:
    """The nearest pose that shows one of these cells."""
    if not wanted:
        return None
    for pose in ways.moves:
        if pose != memory.pose and _within(pose, wanted) and not would_see(memory, pose).isdisjoint(wanted):
            return pose
    return None


def _within(pose: Pose, wanted: Collection[Place]) -> bool:
    """Whether one of the cells is in the square that a pose looks at."""
    ahead, right = STEPS[pose[2]], STEPS[(pose[2] + 1) % 4]
    for x, y in wanted:
        dx, dy = x - pose[0], y - pose[1]
        if 0 <= dx * ahead[0] + dy * ahead[1] < WIDE and abs(dx * right[0] + dy * right[1]) <= WIDE // 2:
            return True
    return False
