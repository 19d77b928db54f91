"""Where something may be that cannot be seen: behind a cover, in a shut section, on another tab, on the next page."""

from __future__ import annotations

from ...core.model import Target
from ...core.plans.plan import Act
from .finding import alike, norm
from .screen import Screen

MOMENT = 0.6
"""Seconds."""
STARTING = 6
"""How often it is waited, twice as long each time, for a program that starts."""
ONWARD = ("next", ">", "»", "more", "show more", "load more", "older", "see more")


def waits(screen: Screen) -> int:
    """How often in a row it was waited, up to now."""
    return next((i for i, act in enumerate(reversed(screen.done)) if act.skill != "wait_for"), len(screen.done))


def reveal(screen: Screen, missing: str) -> Act | None:
    """An act that was not tried yet and may bring it into sight."""
    for cover in screen.covers:
        if not screen.tried("dismiss", cover=cover):
            return Act("dismiss", {"cover": cover})
    waited = waits(screen)
    if waited < (STARTING if screen.has_windows else 1):
        return Act("wait_for", {"seconds": MOMENT * 2**waited})  # it may be on its way
    likely = sorted(screen.collapsed, key=lambda t: -alike(t.label, missing))
    tabs = [t for t in screen.of("tab") if t.id not in screen.checked and "selected" not in t.state]
    for target in (*likely, *tabs):
        if screen.did("click", target.id) < 0:
            return Act("click", {}, target.id)
    closed = [t for t in screen.of("treeitem", "menuitem") if screen.did("click", t.id) < 0]
    if closed:
        return Act("click", {}, closed[0].id)
    onward = [t for t in screen.of("link", "button", "item") if norm(t.label) in ONWARD or t.label.strip() in ONWARD]
    return Act("click", {}, onward[0].id) if onward else None


def hidden_parts(screen: Screen) -> Target | None:
    """A tab or shut section that was not opened yet."""
    tabs = [t for t in screen.of("tab") if t.id not in screen.checked and "selected" not in t.state]
    shut = [t for t in (*screen.collapsed, *tabs) if t.id not in screen.hidden and "hasPopup" not in t.state]
    return next((t for t in shut if screen.did("click", t.id) < 0), None)
