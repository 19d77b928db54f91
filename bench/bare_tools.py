"""Real tools of two libraries that know nothing of Midcourse, one call of a task disturbed: what gets done, what is said of it.

    make bare-tools                                       # an environment of its own, then all of it
    .venv-bare/bin/python bench/bare_tools.py --quick     # every tenth task
    .venv-bare/bin/python bench/bare_tools.py --task retail_0 --fault "silent no-op" --level bare --way midcourse --show

`bfcl`: eight stateful interfaces of the Berkeley Function Calling Leaderboard. `tau2`: the shop and the airline of τ²-bench.
Every task brings the calls that solve it: they are the plan, and the state after an undisturbed run of them is the truth. Tasks
whose own calls fail, change nothing or come out differently twice are left out. One call that changes something is struck by a
fault, chosen from the seed; the same call for every kind of fault, level and way.

Levels: `bare` (the functions as they are), `seen` (also an observer of the library's public state), `effects` (also what each
call makes and takes, from the undisturbed run). Ways: Midcourse as it comes, with a planner that restates its whole list; a loop
with retries; a loop like a tool node. All get the same faults and error texts, and may look where the level allows it.
Effects are counted by comparing the state before and after each real call, outside of whoever calls.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bare import bfcl, tau2
from bare.box import Task
from bare.faults import FAULTS, Stage, choose, know
from bare.report import Row, summary, table, write_json
from bare.ways import LEVELS, WAYS, Helps

LIBRARIES = {bfcl.NAME: bfcl, tau2.NAME: tau2}


class Job(NamedTuple):
    """One task under all that was asked for."""

    library: str
    task: str
    faults: tuple[str, ...]
    levels: tuple[str, ...]
    ways: tuple[str, ...]
    seed: int
    goal: bool


_tasks: dict[tuple[str, str], Task] = {}


def load(libraries: Sequence[str]) -> None:
    """Read the tasks; worker processes inherit them."""
    for library in libraries:
        _tasks.update({(library, task.name): task for task in LIBRARIES[library].tasks()})


def one_task(job: Job) -> list[Row] | None:
    """Every run of a task; None if the task cannot be used."""
    task = _tasks[job.library, job.task]
    known = know(task)
    if known is None:
        return None
    rows: list[Row] = []
    for fault, level, way in _cells(job):
        stage = Stage(task, choose(task, known, fault, job.seed))
        said = WAYS[way](stage, task, known, Helps(level, job.goal))
        right, doubled = stage.box.state() == known.end, stage.doubled(known)
        told = (said.success, said.unproven, said.waits)
        rows.append(Row(task.library, task.name, fault, level, way, right, doubled, *told, len(stage.log), said.reason))
    return rows


def _cells(job: Job) -> Iterator[tuple[str, str, str]]:
    return ((fault, level, way) for fault in job.faults for level in job.levels for way in job.ways)


def show(job: Job) -> None:
    """Each run of a task in words."""
    task = _tasks[job.library, job.task]
    known = know(task)
    if known is None:
        print(f"{task.name} is left out: a call of its own solution fails, nothing changes, or two plays differ")
        return
    for fault, level, way in _cells(job):
        struck = choose(task, known, fault, job.seed)
        stage = Stage(task, struck)
        said = WAYS[way](stage, task, known, Helps(level, job.goal))
        now = stage.box.state()
        print(f"## {task.name}, {fault}{f' in {struck.call.key}' if struck else ''}, {level}, {way}\n")
        print("\n".join(said.story))
        print("\ncalls that reached the tools:", *stage.log, sep="\n  ")
        print(f"\nsuccess {said.success}, unproven {said.unproven}, waits {said.waits}: {said.reason}")
        print(f"right {now == known.end}, surplus effects {stage.doubled(known)}")
        print(
            *(f"  missing {f}" for f in sorted(known.end - now)), *(f"  surplus {f}" for f in sorted(now - known.end)), sep="\n"
        )


def main() -> None:
    """Run what was asked for, print it, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", nargs="+", choices=LIBRARIES, default=list(LIBRARIES))
    parser.add_argument("--task", nargs="+", default=[], help="names of tasks, such as base_12 or retail_3")
    parser.add_argument("--fault", nargs="+", choices=FAULTS, default=list(FAULTS))
    parser.add_argument("--level", nargs="+", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--way", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--goal", action="store_true", help="with effects, Midcourse also gets a condition for the end")
    parser.add_argument("--quick", action="store_true", help="every tenth task")
    parser.add_argument("--every", type=int, default=1, help="every nth task")
    parser.add_argument("--show", action="store_true", help="print each run in words instead of a table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, default=Path(".midcourse/bench/bare_tools.json"))
    asked = parser.parse_args()
    load(asked.library)
    names = [key for key in _tasks if not asked.task or key[1] in asked.task][:: 10 if asked.quick else asked.every]
    jobs = [Job(*name, tuple(asked.fault), tuple(asked.level), tuple(asked.way), asked.seed, asked.goal) for name in names]
    if not jobs:
        parser.error(f"no such task; there are {', '.join(name for _, name in _tasks)}")
    if asked.show:
        for job in jobs:
            show(job)
        return
    started = time.monotonic()
    with ProcessPoolExecutor(asked.workers) as pool:
        found = list(pool.map(one_task, jobs))
    rows = [row for mine in found if mine is not None for row in mine]
    used = sum(mine is not None for mine in found)
    seconds = round(time.monotonic() - started)
    print(f"{used} tasks of {len(jobs)} ({len(jobs) - used} left out), seed {asked.seed}, {len(rows)} runs in {seconds} s\n")
    print(table(rows), summary(rows), sep="\n\n")
    about = {"seed": asked.seed, "goal": asked.goal, "tasks": used, "left_out": len(jobs) - used, "seconds": seconds}
    write_json(rows, about, asked.out)


if __name__ == "__main__":
    main()
