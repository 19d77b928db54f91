"""The short way from a state into a plan: to a place of it from which the rest can be followed.

Every place is scored by how dear it is to get what the plan needs from there on; for the best few a small search looks for
the way.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from math import ceil
from typing import NamedTuple

from ...core.plans.plan import Act
from .acts import Aim, Op
from .best_first import Closed, Effort, search
from .careful import trap_in
from .closed import DeadEnds
from .problem import Problem
from .relaxed import Relaxed
from .shorter import after_all, needed_before, price, works

STEADY = 2.0
"""States looked at for each act that a way promises to have: one that needs more is no short way."""


class Place(NamedTuple):
    """A place of a plan, what it needs there, how far that is, and how long the whole way would be."""

    at: int
    aim: Aim
    far: float
    whole: float


class Way(NamedTuple):
    """The acts of the way, and the place where it enters the plan."""

    acts: list[Op]
    at: int


def known_in(problem: Problem, acts: Iterable[Act]) -> list[Op | None]:
    """Each act as the problem knows it; None for one that can never be done."""
    ops = {(op.skill, repr(op.args), op.target, op.outcome): op for op in problem.ops}
    return [ops.get((act.skill, repr(act.args), act.target, act.outcome)) for act in acts]


def places_in(relaxed: Relaxed, start: int, ops: Sequence[Op], last: int) -> list[Place]:
    """Every place of the plan up to a last one that can be entered, with what it needs and how dear that is from here."""
    problem = relaxed.problem
    prices = relaxed.prices(start)
    places: list[Place] = []
    for j in range(last + 1):
        aim = needed_before(problem, ops[j:], problem.aim)
        dear = relaxed.price_of(aim, prices) if aim is not None else None
        if aim is not None and dear is not None:
            places.append(Place(j, aim, dear, dear + price(ops[j:])))
    return places


def way_back(
    relaxed: Relaxed,
    before: Sequence[Op],
    ops: Sequence[Op],
    places: list[Place],
    closed: Closed | None,
    dead: DeadEnds,
    effort: Effort,
    steady: float = STEADY,
) -> Generator[None, None, Way | None]:
    """A way from where the acts `before` it lead, into the plan, whose rest then leads to the aim.

    Each search may look at `effort.most` states; those that were looked at are counted there.
    """
    problem = relaxed.problem
    start = after_all(problem, problem.start, before)
    for place in _most_promising(places):
        part = Effort(min(effort.most, ceil(steady * place.far) + 2))
        found = yield from search(relaxed, start, place.aim, part, closed, or_else=lambda s: _entry(problem, places, s) >= 0)
        effort.spend(part)
        if found.plan is None:
            continue
        at = _entry(problem, places, after_all(problem, start, found.plan))
        whole = [*before, *found.plan, *ops[at:]]
        if not works(problem, problem.start, whole, problem.aim, closed):
            continue
        if dead and (yield from trap_in(relaxed, whole, Effort(effort.most), closed, dead, set())) is not None:
            continue  # it leads past a place from which no careful way leads on
        return Way(found.plan, at)
    return None


def _entry(problem: Problem, places: list[Place], state: int) -> int:
    """The last place of the plan that a state fits; -1 if none."""
    return next((p.at for p in reversed(places) if problem.holds(p.aim, state)), -1)


def _most_promising(places: list[Place]) -> list[Place]:
    """Where to head for: the shortest way in all, the nearest place, and where the plan was left."""
    if not places:
        return []
    chosen = (min(places, key=lambda p: (p.whole, p.far)), min(places, key=lambda p: (p.far, p.whole)), places[0])
    return list(dict.fromkeys(chosen))
