"""Clauses that ask for the mouse or for patience: drag, scroll, point, wait."""

from __future__ import annotations

import re

from ...core.plans.plan import Act
from .asked import Asked
from .finding import GOOD, Match, best
from .language import Clause


def drag(asked: Asked, clause: Clause) -> list[Act] | None:
    """Something onto something else, or in a direction."""
    screen = asked.screen
    low = [w.lower() for w in clause.words]
    ways = {"right": ("right", 80), "left": ("right", -80), "up": ("down", -80), "down": ("down", 80)}
    way = next((w for w in low if w in ways), "")
    parts = re.split(r"\b(?:onto|into|to|over|on)\b", clause.text, maxsplit=1)
    what = Clause(
        "drag", "drag", [w for w in parts[0].split() if w.lower() not in ways], [q for q in clause.quoted if q in parts[0]]
    )
    found = best(what, screen.targets) or (
        [Match(screen.of("shape", "item", "image")[0], GOOD)] if screen.of("shape", "item", "image") else []
    )
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
    return [Act("drag", {"onto": where[0].target.id}, found[0].target.id)] if where else None


def scroll(asked: Asked, clause: Clause) -> list[Act] | None:
    """To the end of a long text, or to its beginning."""
    areas = [t for t in asked.screen.fields if t.role == "textbox"]
    if not areas or asked.screen.did("press", areas[0].id, asked.since) >= 0:
        return []
    keys = "Control+Home" if "top" in [w.lower() for w in clause.words] else "Control+End"
    return [Act("press", {"keys": keys}, areas[0].id)]


def hover(asked: Asked, clause: Clause) -> list[Act] | None:
    """Point at what is meant."""
    found = best(clause, asked.screen.targets)
    return asked.once("hover", found[0].target) if found else None


def wait(asked: Asked, clause: Clause) -> list[Act] | None:
    """`wait 3 seconds`: the clock on the wall is no fact of any page, so it is simply waited."""
    seconds = next((float(w) for w in clause.words if re.fullmatch(r"\d+(\.\d+)?", w)), 1.0)
    done = any(a.skill == "wait_for" for a in asked.screen.done[asked.since :])
    return [] if done else [Act("wait_for", {"seconds": seconds})]
