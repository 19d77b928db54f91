"""What cameras see of random tables, beside the truth: facts that differ, and how far off things are.

    .venv/bin/python bench/robot_sight.py [--tables 40] [--colours 6]

Each table is looked at three times: at rest, with some things turned, and with the hand over them.
"""

from __future__ import annotations

import argparse
import random
import statistics

import numpy as np

from midcourse.worlds.robot import Bin, RobotWorld, Scene, Thing, TrueSight
from midcourse.worlds.robot.camera import CameraSight
from midcourse.worlds.robot.scene import COLOURS

BINS = {"left_bin": Bin((0.42, -0.38)), "right_bin": Bin((0.42, 0.38))}


def table(seed: int, colours: int) -> Scene:
    """Three to six things that stand at least a centimetre apart."""
    chance = random.Random(f"table {seed}")
    things: dict[str, Thing] = {}
    wanted = chance.randint(3, 6)
    while len(things) < wanted:
        x, y, size = chance.uniform(0.34, 0.64), chance.uniform(-0.24, 0.24), chance.choice((0.03, 0.04, 0.05, 0.06))
        apart = (max(abs(x - t.at[0]), abs(y - t.at[1])) - (size + t.size) / 2 for t in things.values())
        if all(gap > 0.012 for gap in apart):
            colour, shape = chance.choice(list(COLOURS)[:colours]), chance.choice(("cube", "cube", "cylinder"))
            things[f"thing{len(things)}"] = Thing(colour, (x, y), size, shape)
    return Scene(things, BINS, {"mark": (0.58, 0.0)})


def compare(world: RobotWorld) -> tuple[set[str], list[float]]:
    """The facts that differ, and how far each thing is seen from where it is, in millimetres."""
    seen, true = ({t.name: t for t in look} for look in (world.hands.look(), TrueSight(world.scene).see(world.data)))
    facts = [world.facts_of(list(look.values())) for look in (seen, true)]
    off = [1000 * max(abs(a - b) for a, b in zip(seen[n][1:4], true[n][1:4], strict=True)) for n in true if n in seen]
    return {f for f in facts[0] ^ facts[1] if not f.startswith("place(")}, off


def looks(seed: int, colours: int) -> list[tuple[set[str], list[float]]]:
    """The three looks at one table."""
    chance = random.Random(f"hand {seed}")
    world = RobotWorld(table(seed, colours), CameraSight)
    found = [compare(world)]
    for name in world.scene.objects:
        if chance.random() < 0.3:
            start, half = world.model.joint(world.model.body(name).jntadr[0]).qposadr[0], chance.uniform(0, 0.75)
            world.data.qpos[start + 3 : start + 7] = [np.cos(half), 0, 0, np.sin(half)]
    world.arm.let(0.1)
    found.append(compare(world))
    world.arm.go(world.arm.way([(chance.uniform(0.4, 0.6), chance.uniform(-0.2, 0.2), 0.16)]))
    found.append(compare(world))
    world.close()
    return found


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--colours", type=int, default=len(COLOURS), choices=range(1, len(COLOURS) + 1))
    options = parser.parse_args()
    found = [look for seed in range(options.tables) for look in looks(seed, options.colours)]
    off = sorted(mm for _, far in found for mm in far)
    most, wrong = off[int(0.99 * len(off))], [facts for facts, _ in found if facts]
    print(f"{len(found)} looks at {options.tables} tables, {options.colours} colours; facts that are not true in {len(wrong)}")
    print(f"{len(off)} things: off by {statistics.median(off):.1f} mm in the middle, {most:.1f} mm in 99 of 100")
    for facts in wrong:
        print("  ", sorted(facts))


if __name__ == "__main__":
    main()
