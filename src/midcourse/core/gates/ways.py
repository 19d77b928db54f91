"""Ways to the goals of `achieve` steps: what belongs to one, also over goals inside goals, and which were gone to their end."""

from __future__ import annotations

from collections.abc import Collection

from ..logic.conditions import parse
from ..plans.plan import ACHIEVE_STEP, Achieve, Act, goal_digest
from ..run.records import DONE
from ..run.state import Run


def ends_of_ways(run: Run) -> dict[str, list[str]]:
    """Step -> the goals whose ways end with it, the innermost first, of all ways that were gone to their end."""
    ends: dict[str, list[str]] = {}
    for goal in reversed(run.work.ways):  # one that stands inside another was asked for after it
        if end := _end(run, goal, frozenset()):
            ends.setdefault(end, []).append(goal)
    return ends


def _end(run: Run, goal: str, above: frozenset[str]) -> str:
    """The last step of the way to a goal; '' while a part of it is open, as a goal is that the way ends with once more."""
    parts = [_end_of_part(run, id, above | {goal}) for id in run.work.ways.get(goal, ())]
    return parts[-1] if parts and all(parts) else ""


def _end_of_part(run: Run, id: str, above: frozenset[str]) -> str:
    record = run.work.records[id]
    if not isinstance(record.step, Achieve):
        return id if record.state in (*DONE, "undone") else ""
    if record.state == "passed":
        return id
    inner = goal_digest(record.step)
    return "" if inner in above else _end(run, inner, above)


def is_broken_off(run: Run, goal: Achieve) -> bool:
    """Whether a way to a goal was begun and not gone to its end, or is seen not to have led there."""
    wanted = goal_digest(goal)
    return wanted in run.work.ways and (not _end(run, wanted, frozenset()) or is_denied(run, wanted))


def is_denied(run: Run, goal: str) -> bool:
    """Whether the last look shows that a goal does not hold."""
    steps = (record.step for record in run.work.records.values())
    step = next(step for step in steps if isinstance(step, Achieve) and goal_digest(step) == goal)
    return bool(step.condition) and run.seen.belief.holds_freshly(parse(step.condition)) is False


def deeds_toward(run: Run, goal: str) -> set[str]:
    """What was done on the ways to a goal, and to the goals inside it."""
    goals, ours = {goal}, dict[str, Act | Achieve]()
    while True:
        ours = _brought_by(run, goals)
        inner = {step.goal for step in ours.values() if isinstance(step, Achieve)}
        if inner <= goals:
            return {id for id in ours if id in run.work.deeds}
        goals |= inner


def _brought_by(run: Run, goals: Collection[str]) -> dict[str, Act | Achieve]:
    """The steps that plans brought which were asked for to reach one of these."""
    versions = {plan.version for plan in run.work.plans if plan.cause.rule == ACHIEVE_STEP and plan.cause.detail in goals}
    return {
        id: record.step
        for id, record in run.work.records.items()
        if record.version in versions and isinstance(record.step, Act | Achieve)
    }
