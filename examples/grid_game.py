"""A grid game of which only a part is seen: the agent explores, finds the key, unlocks the door.

Run me: python examples/grid_game.py
"""

from __future__ import annotations

from midcourse import RepairPlanner, SearchPlanner, run
from midcourse.worlds.grid import GridWorld


def main() -> None:
    """Play one game and say what came of it."""
    world = GridWorld("UnlockLocal", 3)
    settings = {"max_replans": 40, "max_segments": 100, "max_planner_calls": 150}
    planner = RepairPlanner(SearchPlanner())
    outcome = run(world.task.goal, done_when=world.task.done_when, world=world, planner=planner, settings=settings)
    print(f"success: {outcome.success}; the game says won: {world.won}; {outcome.ending.steps} acts, {world.game.moves} moves")


if __name__ == "__main__":
    main()
