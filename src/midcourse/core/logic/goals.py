"""A task's goal as a condition, and what else a run speaks of."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Skill, Task
from .conditions import Condition, parse


def goal_of(task: Task) -> Condition:
    """The goal as a condition; empty where only words are given."""
    return parse(task.done_when)


def spoken_of(goal: Condition, skills: Iterable[Skill]) -> frozenset[str]:
    """The kinds of facts that matter to a run, as far as anything declares them."""
    contracts = (text for s in skills for text in (s.needs, s.makes, s.breaks, *(o.makes for o in s.outcomes)))
    return frozenset(lit.name for condition in (goal, *map(parse, contracts)) for lit in condition)
