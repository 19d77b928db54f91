"""When to replan: validity against the usual loops, on problems that we did not write, with the real engine.

    .venv-bench/bin/python bench/triggers.py --out .midcourse/triggers        # all of it, about 20 minutes on 2 cores
    .venv-bench/bin/python bench/triggers.py --quick --out .midcourse/quick   # a small part of each table

Every policy has the same planner and meets the same trouble at the same step. Success is what the world says.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec
from replanning.beds import CLASSICAL, Bed, classical, probabilistic, problems_folder, triangle
from replanning.degraded import missing, wrong
from replanning.episode import Outcome, first_plan, play
from replanning.policies import DOUBTING, OURS, POLICIES, Policy
from replanning.report import write
from replanning.world import CLASSES, Trouble
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

BASE = next(iter(CLASSES))
BY_NAME = {policy.name: policy for policy in POLICIES}
CLOSE = ("any change (FF-Replan)", "validity", OURS, DOUBTING, "oracle")


class Job(NamedTuple):
    """Some episodes on one bed that are played in one process."""

    table: str
    bed: Bed
    trouble: str
    mix: Trouble
    seeds: tuple[int, ...]
    policies: tuple[str, ...]
    contracts: str = ""
    check: bool = True


def work(job: Job) -> tuple[str, list[Outcome]]:
    """Play a job."""
    found: list[Outcome] = []
    for seed in job.seeds:
        declared = None
        if job.contracts == "missing":
            declared = missing(job.bed.skills, 0.2, seed)
        elif job.contracts == "wrong":
            declared = wrong(job.bed.skills, 0.1, seed)
        for name in job.policies:
            policy: Policy = BY_NAME[name]
            found.append(play(job.bed, job.trouble, job.mix, seed, policy, declared, job.check))
    return job.table, found


def jobs(folder: Path, quick: bool) -> Iterable[Job]:
    """Everything that is to be played."""
    domains = CLASSICAL[::4] if quick else CLASSICAL
    beds = classical(folder, lambda b: len(first_plan(b)), 1 if quick else 2, domains)
    everyone = tuple(name for name in BY_NAME if name != DOUBTING)
    for bed in beds:
        yield Job("base", bed, BASE, CLASSES[BASE], tuple(range(1 if quick else 8)), everyone)
        for name, mix in list(CLASSES.items())[1:]:
            yield Job("classes", bed, name, mix, tuple(range(1 if quick else 3)), everyone)
        for percent in (0, 20, 50, 90):
            mix = msgspec.structs.replace(CLASSES[BASE], irrelevant=percent / 100)
            seeds = tuple(range(1 if quick else 4))
            yield Job("irrelevant", bed, f"{percent} %", mix, seeds, ("any change (FF-Replan)", OURS))
        for kind in ("missing", "wrong"):
            yield Job(kind, bed, kind, CLASSES[BASE], tuple(range(1 if quick else 5)), CLOSE, kind)
    for bed in probabilistic(folder, 1 if quick else 2):
        names = ("fixed plan", "on error", "every 3 + on error", "any change (FF-Replan)", "every step", "validity", OURS)
        yield Job("chances", bed, "chances", Trouble(), tuple(range(1 if quick else 20)), names)
    for n in range(1, 3 if quick else 7):
        for check in (True, False):
            seeds = tuple(range(3 if quick else 100))
            yield Job("triangle", triangle(n), "with" if check else "without", Trouble(), seeds, (OURS,), check=check)


def main() -> None:
    """Play, and write the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a small part of each table")
    parser.add_argument("--out", type=Path, default=Path(".midcourse/triggers"), help="folder for the report")
    parser.add_argument("--problems", default="", help="folder of pddlgym's problems, if it is not installed")
    parser.add_argument("--only", default="", help="some tables: base,classes,irrelevant,missing,wrong,chances,triangle")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    tables: dict[str, list[Outcome]] = {}
    with Progress(*columns, disable=not sys.stderr.isatty()) as progress, ProcessPoolExecutor(args.processes) as pool:
        wanted = set(filter(None, args.only.split(",")))
        todo = [job for job in jobs(problems_folder(args.problems), args.quick) if not wanted or job.table in wanted]
        bar = progress.add_task("episodes", total=sum(len(j.seeds) * len(j.policies) for j in todo))
        for table, found in pool.map(work, todo):
            tables.setdefault(table, []).extend(found)
            progress.advance(bar, len(found))
    (args.out / "episodes.json").write_bytes(msgspec.json.encode(tables))
    report = write(tables, args.out, args.quick)
    sys.stdout.write(report)


if __name__ == "__main__":
    main()
