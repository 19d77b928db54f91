"""Do no harm: random ordinary worlds, played by the default, by two other loops on the same core and by a plain loop.

    .venv/bin/python bench/ordinary_worlds.py                     # 2,000 worlds of seeds nobody looked at, about 6 minutes
    .venv/bin/python bench/ordinary_worlds.py --worlds 200
    .venv/bin/python bench/ordinary_worlds.py --show 17           # one world: its plan, its journal, the truth

Effects are counted in a ledger outside the engine. Runs that ask count as not done.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
from ordinary.drawing import PLANNERS, TROUBLES, draw
from ordinary.play import LOOP, Played, play
from ordinary.report import write
from ordinary.showing import show

WAYS = ("validity", "fixed", "on-error", LOOP)
FIRST = 1_000_000
"""Where the seeds begin that are only measured; those below are for building."""


def work(job: tuple[int, str, str, tuple[str, ...]]) -> list[Played]:
    """All ways in one world."""
    seed, trouble, planner, ways = job
    drawn = draw(seed, trouble, planner)
    return [play(drawn, way) for way in ways]


def main() -> None:
    """Play, and print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--worlds", type=int, default=2000)
    parser.add_argument("--first", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--trouble", default="", choices=["", *TROUBLES])
    parser.add_argument("--planner", default="", choices=["", *PLANNERS])
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--show", type=int, default=None, help="one seed, with its journal")
    parser.add_argument("--bad", type=int, default=0, help="name the first so many bad worlds of each kind")
    parser.add_argument("--out", type=Path, default=None)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if args.show is not None:
        sys.stdout.write(show(draw(args.show, args.trouble, args.planner), args.ways.split(",")[0]))
        return
    ways = tuple(args.ways.split(","))
    jobs = [(seed, args.trouble, args.planner, ways) for seed in range(args.first, args.first + args.worlds)]
    with ProcessPoolExecutor(args.processes) as pool:
        played = [p for found in pool.map(work, jobs, chunksize=20) for p in found]
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "ordinary.json").write_bytes(msgspec.json.encode(played))
    sys.stdout.write(write(played, ways, args.bad))


if __name__ == "__main__":
    main()
