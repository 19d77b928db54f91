"""Clauses that ask for the mouse or for patience: drag, scroll, point, wait."""

from __future__ import annotations

import re

from ...core.model import Target
from ...core.plans.plan import Act
from .arranging import put
from .asked import Asked
from .finding import GOOD, Match, best
from .language import Clause
from .looks import looking_so, read_look

ALL = 200
"""Notches of the wheel that lead to the end of anything."""
INTO = re.compile(r"\b(?:onto|into|inside|to|over|on|in)\b")
"""What stands between a thing and where it is to go."""


def drag(asked: Asked, clause: Clause) -> list[Act] | None:
    """Something onto something else, to a place in a list, or in a direction."""
    screen = asked.screen
    low = [w.lower() for w in clause.words]
    ways = {"right": ("right", 80), "left": ("right", -80), "up": ("down", -80), "down": ("down", 80)}
    way = next((w for w in low if w in ways), "")
    parts = INTO.split(clause.text, maxsplit=1)
    if not way and (acts := put(asked, clause)) is not None:
        return acts
    if len(parts) > 1 and (acts := _gathered(asked, parts[0], parts[1])) is not None:
        return acts
    what = Clause(
        "drag", "drag", [w for w in parts[0].split() if w.lower() not in ways], [q for q in clause.quoted if q in parts[0]]
    )
    looked = looking_so(screen, what.words)[:1] if len(looking_so(screen, what.words)) == 1 else []
    found = [Match(t, GOOD) for t in looked] or best(what, screen.targets)
    if not found and way:
        found = [Match(t, GOOD) for t in screen.of("shape", "item", "image")[:1]]
    if not found:
        return None
    if way:
        if screen.did("drag", found[0].target.id, asked.since) >= 0:
            return []
        name, far = ways[way]
        return [Act("drag", {name: far}, found[0].target.id)]
    where = (
        best(Clause("drag", "drag", parts[1].split(), [q for q in clause.quoted if q in parts[1]]), screen.targets)
        if len(parts) > 1
        else []
    )
    if screen.did("drag", found[0].target.id, asked.since) >= 0:
        asked.since = screen.did("drag", found[0].target.id, asked.since) + 1
        return []
    return [Act("drag", {"onto": where[0].target.id}, found[0].target.id)] if where else None


def _gathered(asked: Asked, what: str, where: str) -> list[Act] | None:
    """All that looks as it is said into what looks as it is said; what lies there already is left there. None where that is not
    what is said."""
    screen = asked.screen
    look = read_look(what.split())
    things = looking_so(screen, what.split())
    holders = [t for t in looking_so(screen, where.split(), drawn=True) if t.box is not None]
    if look is None or not holders or not (look.every or things):
        return None
    holder = max(holders, key=lambda t: t.box[2] * t.box[3] if t.box else 0)
    moved = [t for t in things if t.id != holder.id] if look.every else [t for t in things if t.id != holder.id][:1]
    return [Act("drag", {"onto": holder.id}, t.id) for t in moved if not _lies_in(t, holder)]


def _lies_in(thing: Target, holder: Target) -> bool:
    if thing.box is None or holder.box is None:
        return False
    x, y = thing.box[0] + thing.box[2] / 2, thing.box[1] + thing.box[3] / 2
    left, top, width, height = holder.box
    return left <= x <= left + width and top <= y <= top + height


def scroll(asked: Asked, clause: Clause) -> list[Act] | None:
    """To the end of a long text, or to its beginning: by keys where it takes any, and else by the wheel."""
    screen = asked.screen
    up = any(w.lower() in ("top", "up", "start", "beginning") for w in clause.words)
    areas = [t for t in screen.fields if t.role == "textbox"]
    large = [t for t in areas if "multiline" in t.state] or areas
    if large and not screen.is_off(large[0].id):
        if screen.did("press", large[0].id, asked.since) >= 0:
            return []
        return [Act("press", {"keys": "Control+Home" if up else "Control+End"}, large[0].id)]
    if "scroll" not in screen.skills or not (large or screen.scrolls):
        return []
    onto = large[0].id if large else ""
    return [] if screen.did("scroll", onto, asked.since) >= 0 else [Act("scroll", {"down": -ALL if up else ALL}, onto)]


def hover(asked: Asked, clause: Clause) -> list[Act] | None:
    """Point at what is meant."""
    looked = looking_so(asked.screen, clause.words)[:1]
    found = [m.target for m in best(clause, asked.screen.targets)] or looked
    return asked.once("hover", found[0]) if found else None


def wait(asked: Asked, clause: Clause) -> list[Act] | None:
    """`wait 3 seconds`: the clock on the wall is no fact of any page, so it is simply waited."""
    seconds = next((float(w) for w in clause.words if re.fullmatch(r"\d+(\.\d+)?", w)), 1.0)
    done = any(a.skill == "wait_for" for a in asked.screen.done[asked.since :])
    return [] if done else [Act("wait_for", {"seconds": seconds})]
