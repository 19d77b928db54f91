"""A world from PDDL files, disturbed while it is worked in: somebody takes the ferry back across.

Run me: python examples/pddl_world.py
"""

from __future__ import annotations

from pathlib import Path

from midcourse import Call, Done, Failed, RepairPlanner, SearchPlanner, Uncertain, run
from midcourse.worlds.pddl import read_files
from midcourse.worlds.symbolic import SymbolicWorld

FILES = Path(__file__).parent / "pddl"


class Busy(SymbolicWorld):
    """The ferry, which others use too."""

    async def act(self, call: Call) -> Done | Failed | Uncertain:
        """Do it; after the second act somebody else sails away."""
        result = await super().act(call)
        if len(self.done) == 2:
            self.truth = {f for f in self.truth if not f.startswith("moored")} | {"moored(north)"}
        return result


def main() -> None:
    """Run it and say what came of it."""
    task = read_files(FILES / "ferry.pddl", FILES / "two-cars.pddl")
    planner = RepairPlanner(SearchPlanner())
    outcome = run("bring both cars across", done_when=task.goal, world=Busy(task.skills, task.facts, seed=4), planner=planner)
    ending = outcome.ending
    print(f"success: {outcome.success}; {ending.steps} acts, {ending.planner_calls} planner calls, {planner.repaired} repaired")


if __name__ == "__main__":
    main()
