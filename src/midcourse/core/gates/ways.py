"""Ways to the goals of `achieve` steps: what belongs to one, also over goals inside goals, and which were gone to their end."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..logic.conditions import parse
from ..plans.plan import ACHIEVE_STEP, Achieve, Act, goal_digest
from ..run.records import DONE, GoalWay
from ..run.state import Run


def ends_of_ways(run: Run) -> dict[str, list[str]]:
    """Step -> the goals whose ways end with it, the innermost first, of all ways that were gone to their end."""
    ends: dict[str, list[str]] = {}
    for goal in reversed(run.work.ways):  # one that stands inside another was asked for after it
        for way in run.work.ways[goal]:
            if end := _end(run, way, frozenset((goal,))):
                ends.setdefault(end, []).append(goal)
    return ends


def _end(run: Run, way: GoalWay, above: frozenset[str]) -> str:
    """The last step of the way to a goal; '' while a part of it is open, as a goal is that the way ends with once more."""
    parts = [_end_of_part(run, id, above) for id in way.steps]
    return parts[-1] if parts and all(parts) else ""


def _end_of_part(run: Run, id: str, above: frozenset[str]) -> str:
    record = run.work.records[id]
    if not isinstance(record.step, Achieve):
        return id if record.state in (*DONE, "undone") else ""
    if record.state == "passed":
        return id
    inner = goal_digest(record.step)
    way = None if inner in above else _way_of(run, id, inner)
    return _end(run, way, above | {inner}) if way is not None else ""


def _way_of(run: Run, id: str, goal: str) -> GoalWay | None:
    """The way that was planned for a step, or else the last one to such a goal."""
    ways = run.work.ways.get(goal, ())
    return next((way for way in reversed(ways) if way.asked_by == id), ways[-1] if ways else None)


def gone_before(run: Run, goal: str, asked_by: str) -> tuple[tuple[GoalWay, ...], GoalWay | None]:
    """The ways to a goal that were gone to their end, and the last one where it broke off, or is seen not to have led there. If
    a plan wants the goal twice, the second comes behind the first."""
    ways = run.work.ways.get(goal, ())
    if not ways:
        return (), None
    reached = bool(_end(run, ways[-1], frozenset((goal,))))
    if reached and (not is_denied(run, goal) or _stood_beside(run, asked_by, ways[-1].asked_by)):
        return ways, None
    return ways[:-1], ways[-1]


def is_open(run: Run, goal: str) -> bool:
    """Whether the last way to a goal was not gone to its end."""
    ways = run.work.ways.get(goal, ())
    return bool(ways) and not _end(run, ways[-1], frozenset((goal,)))


def _stood_beside(run: Run, one: str, other: str) -> bool:
    """Whether two steps came with the same plan."""
    there = one in run.work.records and one != other
    return there and run.work.records[one].version == run.work.records[other].version


def deeds_of_broken(run: Run, goal: Achieve) -> set[str]:
    """What was done on the way to a goal that broke off."""
    _, way = gone_before(run, goal_digest(goal), goal.id)
    return _deeds_of(run, way, frozenset((goal_digest(goal),))) if way is not None else set()


def deeds_that_end(run: Run, goal: Achieve, end: str) -> set[str]:
    """What was done on the way to a goal that ends with this step."""
    wanted = goal_digest(goal)
    ways = (way for way in run.work.ways.get(wanted, ()) if _end(run, way, frozenset((wanted,))) == end)
    return {id for way in ways for id in _deeds_of(run, way, frozenset((wanted,)))}


def _deeds_of(run: Run, way: GoalWay, above: frozenset[str]) -> set[str]:
    found: set[str] = set()
    for id in (*way.before, *way.steps):
        step = run.work.records[id].step
        inner = goal_digest(step) if isinstance(step, Achieve) else ""
        if not inner:
            found.add(id)
            continue
        inside = _way_of(run, id, inner) if inner not in above else None
        if inside is not None and (id not in way.before or inside.asked_by == id):  # what broke off led to nothing of another's
            found |= _deeds_of(run, inside, above | {inner})
    return found.intersection(run.work.deeds)


def steps_of_ways(run: Run, goals: Iterable[str]) -> set[str]:
    """The steps planned last on the ways to these goals, and to the goals inside them."""
    found, open_goals, known = set[str](), list(goals), set[str]()
    while open_goals:
        if (goal := open_goals.pop()) in known:
            continue
        known.add(goal)
        ids = [id for way in run.work.ways.get(goal, ()) for id in way.steps]
        inside = (step for id in ids if isinstance(step := run.work.records[id].step, Achieve))
        open_goals += map(goal_digest, inside)
        found.update(ids)
    return found


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
