"""Twenty customers through a flaky service, then one summary: what a loop and the engine make of it, by the service's own ledger.

    .venv/bin/python bench/flaky_api.py [--seeds 30] [--kills 10] [--way seen] [--seed 7 --show] [--calm]

The service answers 500, answers 429, acts and hangs, acts and answers 500, or works: see flaky_ways/service.py. Each way runs in
a process of its own, undisturbed, and again with SIGKILL at random moments and a new process each time, which goes on from the
store (a plain loop begins again). Lines are those of the way's file without blanks, comments and docstrings.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import io
import json
import multiprocessing
import os
import random
import statistics
import tempfile
import time
import tokenize
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from flaky_ways.client import CUSTOMERS, KEYED, SUMMARY
from flaky_ways.life import RESULT, journal, live
from flaky_ways.service import Service

from midcourse.interfaces.render import history, sentence

WAYS = {
    "plain": False,
    "plain_looks": False,
    "plain_keyed": True,
    "bare": False,
    "seen": False,
    "seen_complete": False,
    "keyed": True,
    "seen_keyed": True,
}
"""Way -> whether its service honours keys."""
MUST = ("seen", "seen_complete", "keyed", "seen_keyed")
"""Ways that are to end with twenty moved, none doubled and one summary, whatever happens."""
LIFE = 0.3
"""The most seconds from the moment a process begins its work to its kill."""
PATIENCE = 60.0
"""Seconds after which a process that was not to be killed counts as hanging."""


@dataclass(frozen=True)
class Result:
    """One run: what the ledger says, and what the way said of itself."""

    way: str
    seed: int
    kills: int
    moved: int
    doubled: int
    """Moves beyond the first of each customer."""
    summaries: int
    early: int
    """Summaries posted before all customers were moved."""
    hasty: int
    killed: int
    seconds: float
    success: bool
    ending: str
    detail: str = ""
    verdict: str = ""
    questions: int = 0
    plans: int = 0
    acts: int = 0
    in_flight: int = 0
    """Kills that struck while an act was under way."""

    @property
    def right(self) -> bool:
        """All moved once, then one summary."""
        return (self.moved, self.doubled, self.summaries, self.early) == (len(CUSTOMERS), 0, 1, 0)

    @property
    def harmless(self) -> bool:
        """Nothing twice."""
        return self.doubled == 0 and self.summaries <= 1


def play(way: str, seed: int, kills: int, folder: Path, calm: bool = False) -> Result:
    """One run to its end, over as many lives as it takes."""
    chance = random.Random(f"kills/{way}/{seed}")
    killed, began = 0, time.monotonic()
    with Service(seed, WAYS[way], calm) as service:
        while killed < kills and not _lives(way, service.address, folder, chance.uniform(0, LIFE)):
            killed += 1
        if killed == kills:
            _lives(way, service.address, folder, PATIENCE)
        seconds, ledger = time.monotonic() - began, service.ledger
    hung = {"success": False, "ending": "left no word"}
    told = json.loads((folder / RESULT).read_text()) if (folder / RESULT).exists() else hung
    times = ledger.times
    return Result(
        way=way,
        seed=seed,
        kills=kills,
        moved=sum(customer in times for customer in CUSTOMERS),
        doubled=sum(max(0, times[customer] - 1) for customer in CUSTOMERS),
        summaries=times[SUMMARY],
        early=sum(made.thing == SUMMARY and made.moved < len(CUSTOMERS) for made in ledger.effects),
        hasty=ledger.hasty,
        killed=killed,
        seconds=round(seconds, 2),
        **told,
    )


def _lives(way: str, address: str, folder: Path, seconds: float) -> bool:
    """Whether a process came to its own end within this time of its work; else it is killed."""
    context = multiprocessing.get_context("forkserver")
    ours, theirs = context.Pipe()
    process = context.Process(target=live, args=(way, address, folder, theirs))
    process.start()
    theirs.close()
    ours.poll(PATIENCE)
    process.join(seconds)
    ended = process.exitcode is not None
    if not ended:
        process.kill()
        process.join()
    process.close()
    return ended


def lines(way: str) -> int:
    """Lines of code of a way's file."""
    source = inspect.getsource(importlib.import_module(f"flaky_ways.{way}"))
    blank = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in blank and not token.string.startswith('"""'):
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code)


# --- telling ------------------------------------------------------------------------------------------------------

HEADS = (
    "way", "keys", "kills", "in an act", "right", "moved", "doubled", "summaries (0/1/more)", "says success", "false success",
    "right, not called so", "questions", "waiting", "plans", "hasty", "seconds", "lines", "endings",
)  # fmt: skip


def row(results: Sequence[Result]) -> list[object]:
    """One way with one number of kills."""
    first, runs = results[0], len(results)
    moved = [r.moved for r in results]
    summaries = Counter(min(r.summaries, 2) for r in results)
    doubled = sum(r.doubled for r in results)
    return [
        first.way,
        "yes" if WAYS[first.way] else "no",
        f"{statistics.mean(r.killed for r in results):.1f}" if first.kills else "0",
        sum(r.in_flight for r in results),
        f"{sum(r.right for r in results)}/{runs}",
        f"{statistics.mean(moved):.1f} (least {min(moved)})",
        f"{doubled} (in {sum(r.doubled > 0 for r in results)})" if doubled else "0",
        "/".join(str(summaries[n]) for n in range(3)),
        sum(r.success for r in results),
        sum(r.success and not r.right for r in results),
        sum(r.right and not r.success for r in results),
        sum(r.questions for r in results),
        sum(r.ending == "waiting" for r in results),
        f"{statistics.mean(r.plans for r in results):.1f}",
        sum(r.hasty for r in results),
        f"{statistics.median(r.seconds for r in results):.1f}",
        lines(first.way),
        ", ".join(f"{count} {ending}" for ending, count in Counter(r.ending for r in results).most_common()),
    ]


def table(results: Iterable[Result]) -> str:
    """All ways, as Markdown."""
    groups: dict[tuple[str, int], list[Result]] = {}
    for result in results:
        groups.setdefault((result.way, result.kills), []).append(result)
    rows = [HEADS, ["---"] * len(HEADS), *(row(group) for group in groups.values())]
    return "\n".join("| " + " | ".join(map(str, cells)) + " |" for cells in rows)


def bars(results: Iterable[Result]) -> list[str]:
    """The bars that are missed, one a line."""
    return [
        f"{r.way}, seed {r.seed}, {r.killed} kills: {r.moved} moved, {r.doubled} doubled, {r.summaries} summaries; "
        f"{'success' if r.success else r.ending}"
        for r in results
        if (r.way in MUST and not r.right) or (r.way == "bare" and not (r.harmless and (r.right or r.questions)))
        or (not r.way.startswith("plain") and r.success and not r.right)
    ]  # fmt: skip


def show(way: str, seed: int, kills: int, calm: bool) -> None:
    """One run in words."""
    with tempfile.TemporaryDirectory() as name:
        result = play(way, seed, kills, Path(name), calm)
        if not way.startswith("plain"):
            for entry, run in history(journal(Path(name))):
                print(f"{entry.seq:4} [{entry.rule}] {sentence(entry, run)[:300]}")
    print(result)


def measure(ways: Sequence[str], seeds: Sequence[int], kills: Sequence[int], jobs: int, calm: bool = False) -> list[Result]:
    """All runs, a few at a time: most of their time is spent waiting."""
    tasks = [(way, seed, count) for way in ways for count in kills for seed in seeds]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(jobs) as pool:
        folders = [Path(name) / f"{way}-{seed}-{count}" for way, seed, count in tasks]
        for folder in folders:
            folder.mkdir()
        return list(pool.map(lambda task, folder: play(task[0], task[1], task[2], folder, calm), tasks, folders))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=30, help="how many seeds, from 1")
    parser.add_argument("--seed", type=int, help="this seed alone")
    parser.add_argument("--way", action="append", choices=WAYS, help="this way alone; may be given again")
    parser.add_argument("--kills", type=int, default=10, help="kills of the disturbed runs; 0: only undisturbed ones")
    parser.add_argument("--calm", action="store_true", help="a service that always works: what is lost on a quiet day?")
    parser.add_argument("--jobs", type=int, default=4, help="runs at a time")
    parser.add_argument("--show", action="store_true", help="one journal in words, with as many kills as --kills says")
    parser.add_argument("--out", type=Path, default=Path(".midcourse/bench"))
    given = parser.parse_args()
    seeds = [given.seed] if given.seed is not None else list(range(1, given.seeds + 1))
    if given.show:
        show((given.way or ["seen"])[0], seeds[0], given.kills, given.calm)
        return
    results = measure(given.way or list(WAYS), seeds, sorted({0, given.kills}), given.jobs, given.calm)
    missed = bars(results)
    report = f"The engine {'knows' if KEYED else 'does not know'} `keyed`.\n\n{table(results)}\n\nBars missed: {len(missed)}\n"
    print(report + "".join(f"- {line}\n" for line in missed[:40]))
    given.out.mkdir(parents=True, exist_ok=True)
    name = "flaky_api_calm" if given.calm else "flaky_api"
    (given.out / f"{name}.md").write_text(report)
    (given.out / f"{name}.json").write_text(json.dumps([asdict(r) | {"right": r.right} for r in results], indent=1))


def _prepare() -> None:
    """Processes are forked from one that has loaded everything and run nothing."""
    here = str(Path(__file__).parent)
    os.environ["PYTHONPATH"] = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])
    multiprocessing.set_forkserver_preload([f"flaky_ways.{name}" for name in ("life", *WAYS)])


_prepare()

if __name__ == "__main__":
    main()
