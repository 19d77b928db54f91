"""Clauses that ask for an order of things: sorted by dragging, or by what sorts a list; one thing put to a place among others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .finding import best, norm
from .language import Clause, ordinal
from .screen import Part, Screen

DOWN = re.compile(r"\b(?:descend|decreas|revers|largest|highest|greatest|biggest) ?\w*|\b(?:from )?z to a\b", re.IGNORECASE)
NAMED_LAST = re.compile(r"\b(?:smallest|lowest|least) (?:\w+ )?(?:to|first)\b", re.IGNORECASE)
PLACE = re.compile(
    r"\bto (?:the )?(?P<nth>\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|last|top|bottom|end|start|beginning|left|right)"
    r"(?: (?:position|place|spot|slot|row|of|in)\b.*)?$",
    re.IGNORECASE,
)
"""Where something is to go in a list."""
BESIDE = re.compile(r"^(?P<what>.+?) (?P<side>above|before|below|after|behind|under|beneath) (?P<which>.+)$", re.IGNORECASE)
LATER = frozenset(("below", "after", "behind", "under", "beneath"))
ENDS = {"end": -1, "start": 1, "beginning": 1, "left": 1, "right": -1}
MOVED = ("item", "shape", "listitem", "option", "image", "link")
"""What can be dragged about in a list."""
OVER = 0.3
"""The part of a thing's height by which it is dragged beyond the one whose place it takes."""


def sort(asked: Asked, clause: Clause) -> list[Act] | None:
    """Bring what is listed into the order that is asked for."""
    low = clause.text.lower()
    by = re.search(r"\bby (?:the )?(.+?)(?: (?:in|from) .*)?$", clause.text, re.IGNORECASE)
    down = bool(DOWN.search(low)) and not NAMED_LAST.search(low)
    if by is not None and (acts := _sorted_by(asked, by[1], down)) is not None:
        return acts
    group = max(_groups(asked.screen), key=len, default=list[Target]())
    if len(group) < 2:
        return None
    keys = [_number(t) for t in group]
    known = [k for k in keys if k is not None]

    def rank(thing: Target) -> tuple[float, str]:
        return (_number(thing) or 0.0, "") if len(known) == len(group) else (0.0, norm(thing.label))

    wanted = sorted(group, key=rank, reverse=down)
    place = next((i for i, (a, b) in enumerate(zip(group, wanted, strict=True)) if rank(a) != rank(b)), None)
    return [] if place is None else _to(group, wanted[place], place)


def put(asked: Asked, clause: Clause) -> list[Act] | None:
    """One of a list to a place in it: by its number, or beside another; None where no such place is named."""
    said = clause.text
    if found := PLACE.search(said):
        what = _meant(asked, said[: found.start()])
        group = _group_of(asked.screen, what) if what is not None else []
        if what is None or len(group) < 2:
            return None
        number = ENDS.get(found["nth"].lower()) or ordinal(found["nth"]) or 1
        place = number - 1 if number > 0 else len(group) - 1
        return None if place >= len(group) else [] if group[place].id == what.id else _to(group, what, place)
    if found := BESIDE.match(said):
        what, which = _meant(asked, found["what"]), _meant(asked, found["which"])
        group = _group_of(asked.screen, what) if what is not None else []
        if what is None or which is None or which.id == what.id or which.id not in [t.id for t in group]:
            return None
        ids = [t.id for t in group]
        at, other = ids.index(what.id), ids.index(which.id)
        place = other + (found["side"].lower() in LATER) - (at < other)
        return [] if at == place else _to(group, what, place)
    return None


def _sorted_by(asked: Asked, name: str, down: bool) -> list[Act] | None:
    """By the list that offers orders, or the header of a column; None where neither has the name."""
    screen = asked.screen
    for id, offered in screen.offers.items():
        like = [o for o in offered if norm(name) in norm(o)]
        ways = [o for o in like if bool(DOWN.search(o.lower())) == down] or like
        if ways and "sort" in norm(id):
            return [] if screen.values.get(id) == ways[0] else [Act("select", {"option": ways[0]}, id)]
    found = best(Clause("click", "sort", name.split(), [name.strip('."')]), screen.of("button", "link", "item"))
    if not found:
        return None
    clicks = sum(a.skill == "click" and a.target == found[0].target.id for a in screen.done[asked.since :])
    return [Act("click", {}, found[0].target.id)] * max(0, (2 if down else 1) - clicks)


def _meant(asked: Asked, words: str) -> Target | None:
    said = re.sub(r'[".]', " ", words).split()
    quoted = re.findall(r'"([^"]+)"', words)
    found = best(Clause("drag", "drag", said, quoted), asked.screen.of(*MOVED))
    return found[0].target if found else None


def _to(group: Sequence[Target], what: Target, place: int) -> list[Act]:
    """Drag one of a list to the place of another, and a little beyond it, as what lies there must give way."""
    mine, there = what.box, group[place].box
    if mine is None or there is None:
        return []
    right, down = there[0] - mine[0], there[1] - mine[1]
    if abs(down) >= abs(right):
        down += round(OVER * there[3]) * (1 if down > 0 else -1)
    else:
        right += round(OVER * there[2]) * (1 if right > 0 else -1)
    return Part([Act("drag", {"right": right, "down": down}, what.id, again=True)])


def _groups(screen: Screen) -> list[list[Target]]:
    """Things of one sort and size that lie below each other, or beside each other, in that order."""
    found: list[list[Target]] = []
    for axis in (0, 1):
        lines: dict[tuple[str, int, int], list[Target]] = {}
        for thing in screen.of(*MOVED):
            if thing.box is not None:
                lines.setdefault((thing.role, thing.box[axis] // 8, thing.box[3 - axis] // 4), []).append(thing)
        found += [sorted(line, key=lambda t: t.box[1 - axis] if t.box else 0) for line in lines.values() if len(line) > 1]
    return found


def _group_of(screen: Screen, thing: Target) -> list[Target]:
    return max((g for g in _groups(screen) if any(t.id == thing.id for t in g)), key=len, default=list[Target]())


def _number(thing: Target) -> float | None:
    found = re.search(r"-?\d+(?:[.,]\d+)?", thing.label)
    return float(found[0].replace(",", ".")) if found else None
