"""Best-first search: greedy for a first plan, then with the way's own price for a better one.

Deferred evaluation: a state is put in the queue with its parent's estimate and looked at when its turn comes. Preferred
acts have a queue of their own that gains weight whenever the search comes nearer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass
from heapq import heappop, heappush
from time import monotonic

from .acts import Aim, Op
from .relaxed import Relaxed

BOOST = 100
"""How many turns the preferred queues are ahead of the others after progress."""
FIRST = 700
"""States of the first try; each further one has twice as many."""
BREATH = 8
"""States between two pauses in which others get their turn."""

_Entry = tuple[float, int, int, float, int | None, Op | None]
"""Key, order, state, price of the way, parent, act: one way into a state; there may be several in a queue."""
Closed = Callable[[Op, int], bool]
"""Whether an act must not be begun in a state."""


@dataclass(slots=True)
class Effort:
    """How many states may be looked at, and how many were. Shared by the searches of one request."""

    most: int
    used: int = 0
    until: float = float("inf")
    """When time is up, by the monotonic clock."""

    @property
    def left(self) -> int:
        """States that may still be looked at."""
        return self.most - self.used if monotonic() < self.until else 0

    def part(self, share: float, most: int | None = None) -> Effort:
        """A share of what is left; to be given back by `spend`."""
        now = monotonic()
        return Effort(min(int(self.left * share), self.left if most is None else most), until=now + (self.until - now) * share)

    def spend(self, part: Effort) -> None:
        """Count what a part has used."""
        self.used += part.used


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to."""

    plan: list[Op] | None
    exhausted: bool = False
    """Every state within reach was looked at."""
    nearest: tuple[Op, ...] = ()
    """The way to the state with the least estimate."""


def search(
    relaxed: Relaxed,
    start: int,
    aim: Aim,
    effort: Effort,
    closed: Closed | None = None,
    weight: float | None = None,
    below: float = float("inf"),
    or_else: Callable[[int], bool] | None = None,
) -> Generator[None, None, Found]:
    """A way from a state to an aim that costs less than `below`; greedy without a weight, else by cost plus weighted estimate.

    A state that is good enough `or_else` is a find too.
    """
    problem, ops = relaxed.problem, relaxed.ops

    def arrived(state: int) -> bool:
        return problem.holds(aim, state) or (or_else is not None and or_else(state))

    if arrived(start):
        return Found([])
    came: dict[int, tuple[int, Op] | None] = {}
    paid: dict[int, float] = {}
    entry = (0.0, 0, start, 0.0, None, None)
    queues: list[list[_Entry]] = [[entry], [], [], []]  # by either estimate: all acts, preferred acts
    weights = [0, 0, 0, 0]
    order = 0
    nearest, least = start, [float("inf"), float("inf")]
    while any(queues):
        turn = min((n for n in range(4) if queues[n]), key=weights.__getitem__)
        weights[turn] += 1
        _, _, state, so_far, parent, by = heappop(queues[turn])
        if state in paid and (weight is None or paid[state] <= so_far):
            continue
        if closed is not None and by is not None and parent is not None and closed(by, parent):
            continue  # asked only now, for what is dear to ask of all; another act may still lead here
        came[state] = (parent, by) if by is not None and parent is not None else None
        paid[state] = so_far
        if arrived(state):
            return Found(_way(came, state))
        if effort.left <= 0:
            return Found(None, nearest=tuple(_way(came, nearest)))
        effort.used += 1
        if effort.used % BREATH == 0:
            yield
        guess = relaxed.estimate(state, aim)
        if guess is None:
            continue
        guesses = (guess.distance, guess.summed)
        for n in (0, 1):
            if guesses[n] < least[n]:
                nearest, least[n] = state, guesses[n]
                weights[1], weights[3] = weights[0] - BOOST, weights[2] - BOOST
        preferred = set(guess.preferred)
        for number in guess.applicable:
            op = ops[number]
            total = so_far + op.cost
            if total >= below:
                continue
            after = (state & ~op.takes) | op.gives if not (op.counts or op.sets) else problem.after(op, state)
            if after in paid and (weight is None or paid[after] <= total):
                continue
            order += 1
            reached = arrived(after)
            for n in (0, 1) if weight is None else (0,):
                key = guesses[n] if weight is None else total + weight * guesses[n]
                entry = (-1.0 if reached else key, order, after, total, state, op)  # what reaches the aim is looked at next
                heappush(queues[2 * n], entry)
                if number in preferred:
                    heappush(queues[2 * n + 1], entry)
    return Found(None, exhausted=True, nearest=tuple(_way(came, nearest)))


def search_anew(
    relaxed: Relaxed, start: int, aim: Aim, effort: Effort, closed: Closed | None = None
) -> Generator[None, None, Found]:
    """A greedy search that begins again with its acts in another order when it gets nowhere: bad luck is rarely had twice."""
    chance = random.Random(0)
    most = FIRST
    found = Found(None)
    while effort.left > 0:
        part = effort.part(1.0, most)
        found = yield from search(relaxed, start, aim, part, closed)
        effort.spend(part)
        if found.plan is not None or found.exhausted:
            break
        most *= 2
        ops = list(relaxed.ops)
        chance.shuffle(ops)
        relaxed = Relaxed(relaxed.problem, ops)
    return found


def _way(came: dict[int, tuple[int, Op] | None], state: int) -> list[Op]:
    way: list[Op] = []
    while (step := came[state]) is not None:
        state, op = step
        way.append(op)
    return way[::-1]
