"""Means with 95 % intervals, clustered by problem: episodes on one problem are not independent."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .episode import Outcome

RESAMPLES = 1000
Value = Callable[[Outcome], float]


class Figure(NamedTuple):
    """A value and its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


def by_bed(outcomes: Iterable[Outcome]) -> list[list[Outcome]]:
    """The outcomes, problem by problem."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.bed, []).append(outcome)
    return [groups[name] for name in sorted(groups)]


def mean(outcomes: Sequence[Outcome], value: Value) -> Figure:
    """The mean over episodes."""
    return _resampled(by_bed(outcomes), lambda groups: _ratio(groups, value, lambda o: 1.0))


def share(outcomes: Sequence[Outcome], part: Value, whole: Value) -> Figure:
    """A sum over a sum."""
    return _resampled(by_bed(outcomes), lambda groups: _ratio(groups, part, whole))


def ratio(ours: Sequence[Outcome], theirs: Sequence[Outcome], value: Value) -> Figure:
    """Our mean over theirs, on the same problems and seeds."""
    other = {(o.bed, o.trouble, o.seed): o for o in theirs}
    pairs = {(o.bed, o.trouble, o.seed): other[o.bed, o.trouble, o.seed] for o in ours}
    groups = by_bed(ours)
    return _resampled(groups, lambda gs: _ratio(gs, value, lambda o: value(pairs[o.bed, o.trouble, o.seed])))


def _ratio(groups: Sequence[Sequence[Outcome]], top: Value, bottom: Value) -> float:
    over = sum(top(o) for group in groups for o in group)
    under = sum(bottom(o) for group in groups for o in group)
    return over / under if under else 0.0


def _resampled(groups: list[list[Outcome]], of: Callable[[Sequence[Sequence[Outcome]]], float]) -> Figure:
    if not groups:
        return Figure(0.0, 0.0, 0.0)
    chance = random.Random(1)
    found = sorted(of(chance.choices(groups, k=len(groups))) for _ in range(RESAMPLES))
    return Figure(of(groups), found[int(0.025 * RESAMPLES)], found[int(0.975 * RESAMPLES) - 1])
