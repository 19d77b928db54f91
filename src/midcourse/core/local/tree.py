"""The decisions of local planning as a tree, and how well closeness foretold what came out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from .bearing import REACHED, Probe

GOAL = -1
"""The place where the goal is."""


class Branch(NamedTuple):
    """One line of the tree."""

    rails: tuple[bool, ...]
    """For each level above it whether more comes below on that level; its own level is the last. () for a root."""
    decision: Probe
    """What was decided; of a root, the first decision there."""
    to: Probe | None = None
    """The decision that came next: its place is where this one led. None if it was the last."""
    reached: bool = False
    """The goal was reached by it."""

    @property
    def is_root(self) -> bool:
        """Whether it stands for the place at which a search began."""
        return not self.rails


def branches(decisions: Sequence[Probe], reached: bool) -> list[Branch]:
    """The tree of each search, one after the other. A place hangs below the decision that first led to it. `reached`: the last
    decision led to what was looked for."""
    found: list[Branch] = []
    searches = [list(part) for _, part in groupby(decisions, key=lambda d: (d.number[:-1], d.goal))]
    for i, search in enumerate(searches):
        at: dict[int, list[tuple[Probe, Probe | None]]] = {}
        below: dict[tuple[int, ...], int] = {}
        seen = {search[0].place}
        for decision, after in zip(search, [*search[1:], None], strict=True):
            at.setdefault(decision.place, []).append((decision, after))
            if after is not None and after.place not in seen:
                seen.add(after.place)
                below[decision.number] = after.place
        found.append(Branch((), search[0]))
        found += _grown(search[0].place, at, below, (), _ended_well(searches, i, reached))
    return found


def _ended_well(searches: Sequence[Sequence[Probe]], i: int, reached: bool) -> bool:
    """Whether a search found what it looked for: the one that came next tells, and of the last the run."""
    return searches[i + 1][0].came == REACHED if i + 1 < len(searches) else reached


def _grown(
    place: int,
    at: dict[int, list[tuple[Probe, Probe | None]]],
    below: dict[tuple[int, ...], int],
    rails: tuple[bool, ...],
    reached: bool,
) -> Iterator[Branch]:
    made = at.get(place, [])
    for i, (decision, after) in enumerate(made):
        more = i + 1 < len(made)
        yield Branch((*rails, more), decision, after, reached and after is None)
        if decision.number in below:
            yield from _grown(below[decision.number], at, below, (*rails, more), reached)


def agreement(decisions: Sequence[Probe], reached: bool) -> tuple[float, int] | None:
    """How often, of two places, the one that was said to be nearer was nearer in acts; and of how many pairs. None where no
    goal was reached or too little was measured. The ways are those that were gone."""
    right, pairs = 0.0, 0
    searches = [list(part) for _, part in groupby(decisions, key=lambda d: (d.number[:-1], d.goal))]
    for i, search in enumerate(searches):
        if not _ended_well(searches, i, reached):
            continue
        far = _acts_left(search)
        near = {d.place: d.near for d in search if d.near is not None}
        for a, b in combinations(sorted(near), 2):
            if a in far and b in far and far[a] != far[b]:
                pairs += 1
                right += 0.5 if near[a] == near[b] else float((near[a] > near[b]) == (far[a] < far[b]))
    return (right / pairs, pairs) if pairs else None


def _acts_left(search: Sequence[Probe]) -> dict[int, int]:
    """Place -> acts from there to the goal, over the ways that were gone."""
    into: dict[int, set[int]] = {}
    for decision, there in zip(search, [*(d.place for d in search[1:]), GOAL], strict=True):
        into.setdefault(there, set()).add(decision.place)
    far, queue = {GOAL: 0}, deque([GOAL])
    while queue:
        place = queue.popleft()
        for before in into.get(place, ()):
            if before not in far:
                far[before] = far[place] + 1
                queue.append(before)
    return far
