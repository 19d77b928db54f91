"""Acts that a plan needs only for the case that another one comes out badly: what they make is written into that one's needs.

A spare tyre is loaded although the way is short if all goes well. Whoever follows the plan must know what it is for, or would
leave it out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.logic.conditions import fact
from ...core.plans.plan import Act
from .acts import Op
from .best_first import Closed
from .problem import Problem


def as_steps(problem: Problem, start: int, plan: Sequence[Op], closed: Closed | None) -> list[Act]:
    """The plan's acts, each with the facts that it needs against the worst."""
    acts = [op.act for op in plan]
    if closed is None or all(op.alone for op in plan):
        return acts
    needs: list[set[str]] = [set() for _ in plan]
    for i, precaution in enumerate(plan):
        place, state = _first_risk(problem, start, plan, i, closed)
        if place < 0:
            continue
        made = {fact(*key) for key, bit in problem.bits.items() if precaution.gives & bit & state}
        needs[place] |= made
    return [
        Act(a.skill, a.args, a.target, needs=" and ".join(sorted(n)), outcome=a.outcome) for a, n in zip(acts, needs, strict=True)
    ]


def _first_risk(problem: Problem, start: int, plan: Sequence[Op], left_out: int, closed: Closed) -> tuple[int, int]:
    """Where the plan would come to a dead end's edge without one of its acts, and the state there with it; -1 if nowhere."""
    without, whole = start, start
    for j, op in enumerate(plan):
        if j != left_out:
            if not problem.holds(op, without):
                return -1, 0  # it is needed for more than the worst: its effect is in a need already
            if not op.alone and j > left_out and closed(op, without):
                return j, whole
            without = problem.after(op, without)
        whole = problem.after(op, whole)
    return -1, 0
