"""How long a plan is worth making, where planning has a price.

A request costs a fixed part and a part for each step; each act spoils the rest of the plan with some likelihood. Short plans
pay the fixed part often, long ones pay for steps that are never done: the best length lies where both cost the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

LONGEST = 1000


def best_length(fixed: float, per_step: float, spoiled: float) -> int:
    """Steps worth planning: sqrt(2 fixed / (per_step x spoiled)), at least one; 0 when any number is."""
    if fixed <= 0.0 or per_step <= 0.0 or spoiled <= 0.0:
        return 0
    return max(1, min(LONGEST, round(sqrt(2.0 * fixed / (per_step * spoiled)))))


def price_of_planning(paid: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """(fixed part, part per step) of what plans of known length have cost: the straight line nearest to all of them."""
    n = len(paid)
    if n == 0 or all(cost <= 0.0 for _, cost in paid):
        return 0.0, 0.0
    steps, cost = sum(s for s, _ in paid) / n, sum(c for _, c in paid) / n
    spread = sum((s - steps) ** 2 for s, _ in paid)
    if spread == 0.0:
        return cost / 2.0, cost / 2.0 / max(1.0, steps)  # one length tells nothing of the parts: half each
    slope = sum((s - steps) * (c - cost) for s, c in paid) / spread
    slope = min(max(slope, 0.0), cost / max(1.0, steps))
    return max(0.0, cost - slope * steps), slope


def spoiling_rate(replans: int, acts: int) -> float:
    """How likely an act is to leave a plan that cannot be followed; nothing is known before the first few."""
    return (replans + 0.5) / (acts + 10.0)
