"""The same seeds under each way of deciding when to replan, judged from outside."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import get_args

import msgspec

from ..core.run.settings import AutoReplanning, Limits, Looking, Patience, Settings, When
from ..testing.chaos import Mix
from .story import RICH, play

WAYS: tuple[When, ...] = get_args(When)

CLASSES: dict[str, Mix] = {
    "nothing": Mix(),
    "passing failure": Mix(fail=0.25),
    "failure for good": Mix(fail_for_good=0.15, most=2),
    "hangs": Mix(hang=0.08),
    "late answer": Mix(late=0.25),
    "lies": Mix(lie=0.2),
    "work undone": Mix(undo=0.2),
    "help": Mix(help=0.3),
    "irrelevant change": Mix(irrelevant=0.9),
    "machine lost": Mix(capability=0.2),
    "goal changed": Mix(goal=0.1, most=1),
    "crashes": Mix(die_before=0.08, die_after=0.08),
    "everything": RICH,
}
"""Kinds of trouble, each by itself, then all together."""


class Row(msgspec.Struct):
    """What came of one way of deciding, in one kind of trouble or in all."""

    way: str
    trouble: str
    runs: int = 0
    successes: int = 0
    false_successes: int = 0
    harmful_repeats: int = 0
    unapproved: int = 0
    planner_calls: int = 0
    steps: int = 0

    def per_run(self, total: int) -> float:
        """A mean."""
        return total / self.runs if self.runs else 0.0


def settings_for(way: When) -> Settings:
    """The same generous limits for all, so that none loses by a budget made for another, or waits for nobody."""
    return Settings(
        replan=way,
        patience=Patience(backoff=0.002),
        auto=AutoReplanning(max_attempts=12, require_human_intervention_after=12),
        limits=Limits(max_replans=12, max_segments=150, max_planner_calls=200, max_steps=120),
        looking=Looking(look_retries=3),
    )


def compare(seeds: int, first: int = 0, ways: Iterable[When] = WAYS, tick: Callable[[], None] = lambda: None) -> list[Row]:
    """Play `seeds` days, spread evenly over the kinds of trouble, once for each way."""
    rows: dict[tuple[str, str], Row] = {}
    names = list(CLASSES)
    for number in range(seeds):
        trouble = names[number % len(names)]
        for way in ways:
            row = rows.setdefault((way, trouble), Row(way, trouble))
            _add(row, way, CLASSES[trouble], first + number)
            tick()
    return list(rows.values())


def _add(row: Row, way: When, mix: Mix, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        played = asyncio.run(play(Path(folder), seed, mix, settings_for(way)))
    row.runs += 1
    row.successes += played.claimed and played.audit.success
    row.false_successes += played.false_success
    row.harmful_repeats += played.audit.harmful_repeats
    row.unapproved += played.unapproved
    row.planner_calls += played.run.spent.planner_calls
    row.steps += played.run.spent.steps


def total(rows: Iterable[Row], way: str) -> Row:
    """All kinds of trouble of one way together."""
    whole = Row(way, "all")
    for row in rows:
        if row.way == way:
            for name in ("runs", "successes", "false_successes", "harmful_repeats", "unapproved", "planner_calls", "steps"):
                setattr(whole, name, getattr(whole, name) + getattr(row, name))
    return whole
