"""MiniWoB++ with rules and search only: 130 pages, judged by their own reward, with replanning and without.

    .venv/bin/python bench/web.py [--half building|measured|both] [--seeds 3] [--pages NAME …] [--troubled 5] [--processes 2]

Pages are split by the hash of their name: rules are built on one half, the other is only measured.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import web_cost
from miniwob_pages import SIZE, TROUBLES, Episode, is_measured, names, served

from midcourse.core.model import Task
from midcourse.core.plans.plan import Act
from midcourse.core.run.groups import changed
from midcourse.core.run.settings import Settings
from midcourse.director.loop import Director
from midcourse.wiring.assembling import assemble
from midcourse.wiring.names import planner_named
from midcourse.worlds.web import WebWorld

WAYS = ("validity", "fixed")
SOLVED = 0.9
LIMITS = {"max_steps": 40, "max_seconds": 60.0, "max_segments": 20, "backoff": 0.1, "auto_replanning_min_interval_seconds": 0.2}


class Result(NamedTuple):
    """One episode."""

    page: str
    seed: int
    way: str
    trouble: str
    reward: float
    reason: str
    goal: str
    acts: str


async def _play(jobs: Sequence[tuple[str, int, str, str]], loud: bool) -> list[Result]:
    found: list[Result] = []
    with served() as address:
        web = WebWorld(f"{address}/click-button.html", size=SIZE, settle=1.0)
        for page, seed, way, trouble in jobs:
            episode = Episode(web, address)
            goal = await episode.begin(page, seed, trouble)
            parts = assemble(episode, planner_named("words"))
            settings = changed(Settings(replan=way), LIMITS)  # type: ignore[arg-type]
            try:
                run = await Director(parts, patient=False).start(f"{page}-{seed}-{way}", Task(goal, "episode(over)"), settings)
                ending = run.ending
                reason = f"{ending.final_reason}: {ending.final_detail}" if ending else ""
                steps = [r.step for r in run.work.records.values() if isinstance(r.step, Act)]
                acts = "; ".join(f"{s.skill}({s.target}{', ' if s.args else ''}{s.args or ''})" for s in steps)
            except Exception as error:
                if loud:
                    raise
                reason, acts = repr(error)[:200], ""
            found.append(Result(page, seed, way, trouble, await episode.reward(), reason, goal, acts))
            if loud:
                print(
                    found[-1].reward,
                    page,
                    seed,
                    way,
                    trouble,
                    "|",
                    goal.replace("\n", " / ")[:150],
                    "|",
                    acts[:300],
                    "|",
                    reason[:160],
                    flush=True,
                )
        await web.close()
    return found


def _in_process(jobs: Sequence[tuple[str, int, str, str]], loud: bool) -> list[Result]:
    return asyncio.run(_play(jobs, loud))


def run_all(jobs: list[tuple[str, int, str, str]], processes: int, loud: bool = False) -> list[Result]:
    """All episodes, shared out over processes."""
    if processes == 1:
        return _in_process(jobs, loud)
    shares = [jobs[i::processes] for i in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        return [result for share in pool.map(_in_process, shares, [loud] * processes) for result in share]


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("building", "measured", "both"), default="both")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--pages", nargs="*", default=[])
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS))
    parser.add_argument(
        "--troubled", type=int, default=0, metavar="SEEDS", help="then so many more seeds on solved pages, with trouble"
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--cost", type=int, default=0, metavar="ROUNDS", help="only what eight acts cost beside plain Playwright")
    parser.add_argument("--loud", action="store_true", help="tell each episode (of the building half only)")
    options = parser.parse_args()
    if options.cost:
        web_cost.report(options.cost)
        return
    halves = {"building": (False,), "measured": (True,), "both": (False, True)}[options.half]
    pages = options.pages or [name for name in names() if is_measured(name) in halves]
    jobs = [(page, seed, way, "") for page in pages for way in options.ways for seed in range(1, options.seeds + 1)]
    results = run_all(jobs, options.processes, options.loud)
    report(results)
    if options.troubled:
        solved = sorted({page for means in by_page(results, "validity") for page, mean in means.items() if mean >= SOLVED})
        kinds = list(TROUBLES)
        seeds = range(101, 101 + options.troubled)
        jobs = [
            (page, seed, way, kinds[(seed + n) % 4]) for n, page in enumerate(solved) for way in options.ways for seed in seeds
        ]
        report_troubled(run_all(jobs, options.processes, options.loud))


def by_page(results: list[Result], way: str) -> list[dict[str, float]]:
    """The mean reward of each page, for the building half and the measured half."""
    halves: list[dict[str, float]] = []
    for measured in (False, True):
        rewards: dict[str, list[float]] = defaultdict(list)
        for r in results:
            if is_measured(r.page) == measured and r.way == way:
                rewards[r.page].append(max(0.0, r.reward))
        halves.append({page: sum(v) / len(v) for page, v in rewards.items()})
    return halves


def report(results: list[Result]) -> None:
    """Solved pages and mean reward of each half."""
    for way in WAYS:
        for half, means in zip(("building", "measured"), by_page(results, way), strict=True):
            if means:
                solved = sum(mean >= SOLVED for mean in means.values())
                mean = sum(means.values()) / len(means)
                print(f"{half} half, {way}: {solved} of {len(means)} pages at 90 % or better; mean reward {mean:.3f}")


def report_troubled(results: list[Result]) -> None:
    """Success on solved pages under each trouble, with replanning and without."""
    print("| trouble | " + " | ".join(f"{way}" for way in WAYS) + " |\n|---|" + "---:|" * len(WAYS))
    for kind in (*TROUBLES, "all"):
        cells: list[str] = []
        for way in WAYS:
            mine = [r.reward >= SOLVED for r in results if r.way == way and kind in (r.trouble, "all")]
            cells.append(f"{sum(mine)}/{len(mine)} ({sum(mine) / max(1, len(mine)):.0%})")
        print(f"| {kind} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
