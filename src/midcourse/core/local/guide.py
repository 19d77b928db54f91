"""A coarse plan: goals on the way, kept as a suggestion. No mark goes back in what is shown, and none is believed for good."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from ..model import Value

STRIKES = 3
"""How often a goal may be called impossible before it leaves the plan."""
IDLE = 3
"""Acts in a row without progress after which the unreached part is made anew."""
REVISIONS = 3
"""How often that is done."""
_STEP = re.compile(r"^\s*(?:step\s+)?(\d+)\s*[.:)]\s*(.+)$", re.IGNORECASE)
_GESTURES = re.compile(
    r"\b(?:double[- ]?|right[- ]?)?click\b|\b(?:ctrl|alt|shift|cmd)\s*\+|\(\s*\d+\s*,\s*\d+\s*\)|\b[xy]\s*=\s*\d+"
    r"|(?:^|\b(?:then|and)\s+)(?:tap|press|hit|drag|hover|type)\b",
    re.IGNORECASE,
)


class Waypoint(Value, frozen=True):
    """One goal of a coarse plan."""

    id: str
    """`g` and a number, for the life of the run."""
    goal: str
    """What is to be found or reached, in words of exploring: no clicks, no keys, no coordinates."""
    condition: str = ""
    """How it is seen to be reached; '' where a judge must say."""
    reached: bool = False
    """It was seen or said to be reached. This is shown, and is never taken back in what is shown."""
    doubted: bool = False
    """It was reached, and a later look or the judge says otherwise: it is tried again once nothing else is open."""
    strikes: int = 0
    """How often it was called impossible."""
    aside: int | None = None
    """The world in which it was called impossible or had no way: it waits until that is another."""


class Guide(Value, frozen=True):
    """A coarse plan and how far it is."""

    points: tuple[Waypoint, ...] = ()
    """In the order in which they are held to come; those that left it are gone."""
    revisions: int = 0
    """How often the unreached part was made anew."""
    idle: int = 0
    """Acts in a row that brought nothing new and led no nearer."""
    dropped: tuple[str, ...] = ()
    """Goals that left it for being called impossible: whoever revises it is told."""
    next_id: int = 1
    """The number of the next goal."""


def guide_of(goals: Iterable[tuple[str, str]]) -> Guide:
    """A coarse plan of goals, each with a condition or ''."""
    return _with_goals(Guide(), goals)


def goals_in(text: str) -> list[tuple[str, str]]:
    """The goals of a text such as "Step 1: Explore the File menu"; a condition may follow after `|`."""
    found: list[tuple[str, str]] = []
    for line in text.splitlines():
        if match := _STEP.match(line):
            goal, _, condition = match[2].partition("|")
            found.append((goal.strip(), condition.strip()))
    return found


def too_fine(goal: str) -> str:
    """What in a goal speaks of clicks, keys or coordinates; '' if nothing does."""
    match = _GESTURES.search(goal)
    return match[0] if match else ""


def marked(guide: Guide, holds: Callable[[str], bool | None], said: Callable[[str], bool | None] | None = None) -> Guide:
    """The guide after a look. `holds` says whether a condition is seen; `said` what a judge says of a goal without one."""
    points: list[Waypoint] = []
    for point in guide.points:
        true = holds(point.condition) if point.condition else said(point.goal) if said is not None else None
        if true:
            point = replace(point, reached=True, doubted=False)
        elif true is False and point.reached:
            point = replace(point, doubted=True)
        points.append(point)
    return replace(guide, points=tuple(points))


def still_open(guide: Guide, world: int) -> list[Waypoint]:
    """Goals to try in this world: after the last reached one, then before it, then the doubted ones."""
    last = max((i for i, p in enumerate(guide.points) if p.reached and not p.doubted), default=-1)
    unreached = [(i, p) for i, p in enumerate(guide.points) if not p.reached]
    after = [p for i, p in unreached if i > last]
    before = [p for i, p in unreached if i < last]
    doubted = [p for p in guide.points if p.reached and p.doubted]
    return [p for p in (*after, *before, *doubted) if p.aside != world and p.strikes < STRIKES]


def without_a_way(guide: Guide, id: str, world: int, impossible: bool) -> Guide:
    """A goal has no way here: it waits for another world, and leaves the plan when it was called impossible too often."""
    point = next(p for p in guide.points if p.id == id)
    struck = replace(point, aside=world, strikes=point.strikes + impossible)
    if struck.strikes >= STRIKES and not point.reached:  # what was reached once stays in what is shown
        rest = tuple(p for p in guide.points if p.id != id)
        return replace(guide, points=rest, dropped=(*guide.dropped, point.goal))
    return replace(guide, points=tuple(struck if p.id == id else p for p in guide.points))


def after_act(guide: Guide, progress: bool) -> Guide:
    """The guide after one more act."""
    return replace(guide, idle=0 if progress else guide.idle + 1)


def is_worn(guide: Guide) -> bool:
    """Whether its unreached part is to be made anew."""
    return guide.idle >= IDLE and guide.revisions < REVISIONS


def revised(guide: Guide, goals: Iterable[tuple[str, str]]) -> Guide:
    """What was reached stays, under its id; the rest is new."""
    kept = tuple(p for p in guide.points if p.reached)
    known = {(p.goal, p.condition) for p in kept}
    fresh = [goal for goal in goals if goal not in known]
    return _with_goals(replace(guide, points=kept, revisions=guide.revisions + 1, idle=0), fresh)


def told(guide: Guide) -> str:
    """The plan as people and planners read it: a suggestion, with what is reached."""
    if not guide.points:
        return ""
    reached = sum(p.reached for p in guide.points)
    marks = "; ".join(f"[{'x' if p.reached else ' '}] {p.goal}" for p in guide.points)
    return f"Progress: {reached} of {len(guide.points)} (a suggestion, not an order): {marks}"


def shown(guide: Guide) -> tuple[str, ...]:
    """The goals, one a line: what is reached, and a mark at the one that is next."""
    present = next((p.id for p in guide.points if not p.reached), "")
    return tuple(f"{'>' if p.id == present else '-'} [{'x' if p.reached else ' '}] {p.goal}" for p in guide.points)


def _with_goals(guide: Guide, goals: Iterable[tuple[str, str]]) -> Guide:
    points, number = list(guide.points), guide.next_id
    for goal, condition in goals:
        points.append(Waypoint(f"g{number}", goal, condition))
        number += 1
    return replace(guide, points=tuple(points), next_id=number)
