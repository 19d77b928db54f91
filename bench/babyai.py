"""Midcourse against BabyAI's own bot on the same grid games, undisturbed and with the world changing behind the agent's back.

    .venv/bin/python bench/babyai.py [--seeds 12] [--first 1000] [--quick] [--out bench/results]

Both agents play the same level from the same seed, and the same seeded disturbances come after the same moves. Success is the
game's own verdict. Midcourse plans with search over contracts and knows what its agent has seen. The bot is written for these
levels; it reads where the mission's things are from the game, as soon as their cell has been seen once. It raises an error in
many changed worlds: that counts as a failure, and is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import signal
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from midcourse.core.run.settings import Limits, Patience, Settings
from midcourse.front import run_async
from midcourse.planners.repair import RepairPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.worlds.grid import Disturbances, GridWorld, Kind
from midcourse.worlds.grid.game import make_env

LEVELS = (
    "GoToRedBall",
    "GoToObj",
    "GoToLocal",
    "GoTo",
    "PickupLoc",
    "PickupDist",
    "UnblockPickup",
    "OpenDoor",
    "UnlockLocal",
    "Unlock",
    "PutNextLocal",
    "KeyCorridor",
    "BlockedUnlockPickup",
    "GoToSeq",
    "SynthSeq",
    "MiniBossLevel",
)
QUICK = ("GoToRedBall", "GoToLocal", "PickupDist", "UnlockLocal", "PutNextLocal", "BlockedUnlockPickup", "MiniBossLevel")
ONE_ROOM = ("GoToRedBall", "GoToObj", "GoToLocal", "PickupLoc", "PickupDist", "PutNextLocal")
"""Levels with no door to lock."""
CONDITIONS: dict[str, Kind | None] = {"undisturbed": None, "things moved": "move", "doors locked": "lock"}
SETTINGS = Settings(
    limits=Limits(max_steps=400, max_replans=100, max_segments=300, max_planner_calls=400, max_seconds=20.0),
    patience=Patience(backoff=0.0),
)
PATIENCE = 20
"""Seconds after which an agent that is still thinking has failed."""


class Played(NamedTuple):
    """How one game went."""

    won: bool
    moves: int
    crash: str = ""
    replans: int = 0
    seconds: float = 0.0


class Row(NamedTuple):
    """One level under one condition: the games of both agents, seed by seed."""

    level: str
    ours: list[Played]
    bot: list[Played]


# --- playing ------------------------------------------------------------------------------------------------------


class TookTooLong(Exception):
    """The agent was still thinking when its time was up."""


@contextmanager
def patience(seconds: int) -> Generator[None]:
    """End what is inside with an error after so many seconds."""

    def ring(*_: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def disturbances(kind: Kind | None, seed: int) -> Disturbances | None:
    return None if kind is None else Disturbances(kind, seed)


def play_ours(level: str, seed: int, kind: Kind | None) -> Played:
    world = GridWorld(level, seed, disturbances(kind, seed))
    planner = RepairPlanner(SearchPlanner(nodes=5_000, seconds=5.0))
    began = time.perf_counter()
    replans, crash = 0, ""
    try:
        with patience(PATIENCE + 10):
            outcome = asyncio.run(run_async(world.task, world=world, planner=planner, settings=SETTINGS))
            replans = outcome.ending.replans if outcome.ending else 0
    except Exception as error:
        crash = type(error).__name__
    return Played(world.won, world.game.moves, crash, replans, time.perf_counter() - began)


def play_bot(level: str, seed: int, kind: Kind | None) -> Played:
    from minigrid.utils.baby_ai_bot import BabyAIBot

    env: Any = make_env(level, seed)
    disturbing = disturbances(kind, seed)
    began = time.perf_counter()
    moves, won, crash = 0, False, ""
    action: Any = None
    try:
        with patience(PATIENCE):
            bot: Any = BabyAIBot(env)
            while True:
                action = bot.replan(action)
                _, reward, terminated, truncated, _ = env.step(action)
                moves += 1
                if terminated or truncated:
                    won = reward > 0
                    break
                if disturbing is not None:
                    disturbing.after_move(env, moves)
    except Exception as error:
        crash = type(error).__name__
    return Played(won, moves, crash, seconds=time.perf_counter() - began)


# --- counting -----------------------------------------------------------------------------------------------------


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate."""
    z, p = 1.96, won / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    wide = z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - wide), min(1.0, middle + wide)


def rate(games: Sequence[Played]) -> str:
    low, high = wilson(sum(g.won for g in games), len(games))
    return f"{100 * sum(g.won for g in games) / len(games):.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def mean(values: Sequence[float]) -> str:
    """A mean and the half width of its 95 % interval."""
    if not values:
        return "–"
    middle = sum(values) / len(values)
    if len(values) < 2:
        return f"{middle:.1f}"
    spread = math.sqrt(sum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(values))
    return f"{middle:.1f} ± {1.96 * spread:.1f}"


def line(name: str, ours: Sequence[Played], bot: Sequence[Played]) -> str:
    both = [(a.moves, b.moves) for a, b in zip(ours, bot, strict=True) if a.won and b.won]
    cells = (
        name,
        rate(ours),
        rate(bot),
        mean([a for a, _ in both]),
        mean([b for _, b in both]),
        mean([a - b for a, b in both]),
        str(sum(bool(g.crash) for g in bot)),
        f"{sum(g.replans for g in ours) / len(ours):.1f}",
    )
    return f"| {' | '.join(cells)} |"


def table(rows: Sequence[Row]) -> str:
    """One condition in markdown; moves are over the games that both won."""
    head = "| level | Midcourse won | bot won | Midcourse moves | bot moves | difference | bot errors | replans |"
    lines = [head, "|---|---|---|---|---|---|---|---|", *(line(r.level, r.ours, r.bot) for r in rows)]
    ours, bot = [g for r in rows for g in r.ours], [g for r in rows for g in r.bot]
    return "\n".join([*lines, line("**all**", ours, bot)])


def report(results: dict[str, list[Row]], seeds: range, seconds: float) -> str:
    parts = [
        "# Grid games: Midcourse and BabyAI's bot",
        f"Seeds {seeds[0]} to {seeds[-1]}; 95 % intervals; moves are means over the games that both won; {seconds:.0f} s in all.",
    ]
    for name, rows in results.items():
        crashes = [g.crash for r in rows for g in r.bot if g.crash]
        kinds = ", ".join(f"{crashes.count(k)} {k}" for k in sorted(set(crashes))) or "none"
        own = sum(bool(g.crash) for r in rows for g in r.ours)
        parts += [f"## {name.capitalize()}", table(rows), f"Errors of the bot: {kinds}. Errors of Midcourse: {own}."]
    return "\n\n".join(parts) + "\n"


def play_all(levels: Sequence[str], seeds: range, bar: Progress) -> dict[str, list[Row]]:
    results: dict[str, list[Row]] = {}
    rows = [(n, level) for n, kind in CONDITIONS.items() for level in levels if kind != "lock" or level not in ONE_ROOM]
    job = bar.add_task("", total=len(rows) * len(seeds))
    for name, level in rows:
        row = Row(level, [], [])
        bar.update(job, description=f"{name}: {level}")
        for seed in seeds:
            row.ours.append(play_ours(level, seed, CONDITIONS[name]))
            row.bot.append(play_bot(level, seed, CONDITIONS[name]))
            bar.advance(job)
        results.setdefault(name, []).append(row)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=0, help="games a level and condition (12, or 4 with --quick)")
    parser.add_argument("--first", type=int, default=1000, help="the first seed; the world was written on seeds below 100")
    parser.add_argument("--quick", action="store_true", help="fewer levels and seeds, in less than a minute")
    parser.add_argument("--out", type=Path, default=None, help="a folder to write babyai.md into")
    options = parser.parse_args()
    levels, seeds = (QUICK, options.seeds or 4) if options.quick else (LEVELS, options.seeds or 12)
    began = time.perf_counter()
    columns = (TextColumn("{task.description:<32}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        results = play_all(levels, range(options.first, options.first + seeds), bar)
    text = report(results, range(options.first, options.first + seeds), time.perf_counter() - began)
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "babyai.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
