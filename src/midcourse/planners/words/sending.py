"""What sends a form, by structure: ownership, type, place; words only where structure leaves several."""

from __future__ import annotations

import re

from ...core.model import Target
from .clicking import SENDERS
from .fields import TAKES, Form, part_of
from .finding import norm
from .screen import Screen

BACKWARD = ("cancel", "reset", "clear", "close", "back", "delete", "remove", "preview", "logout", "log out", "dismiss")
"""What buttons that do not send a form are called; those come last."""
NEAR = 60
"""Pixels: a small button so far right of a field may belong to it."""


def senders(screen: Screen, form: Form) -> list[Target]:
    """What may send a form, the likeliest first."""
    buttons = [t for t in screen.of("button") if t.id not in screen.hidden and "hasPopup" not in t.state]
    mine = [t for t in buttons if part_of(screen, t) == form.part]
    submits = [t for t in mine if "submit" in t.state]
    if submits:
        return _ranked(screen, submits)
    fields = [t for t in screen.targets if t.role in TAKES]
    if form.part:
        apart = [b for b in mine if not any(_touches(b, f) for f in fields)]
        return _ranked(screen, apart, last_first=form.part.startswith("dialog"))
    loose = [b for b in mine if not any(_touches(b, f) for f in fields)]
    apart = [b for b in loose if not screen.parts.get(b.id, "").startswith(("navigation", "row"))]
    if not apart:  # a bar over an editor: many buttons, of which only a word tells
        bar = [b for b in loose if screen.parts[b.id] == "navigation" and norm(b.label) in SENDERS]
        return sorted(bar, key=lambda b: SENDERS.index(norm(b.label)))
    return _ranked(screen, _after(screen, apart, form))


def _touches(button: Target, field: Target) -> bool:
    """Whether a button is a part of a field: it lies in it, or at its edge, and is no bigger."""
    if button.box is None or field.box is None:
        return False
    left, top, width, height = button.box
    x, y, wide, high = field.box
    on_line = top < y + high and top + height > y and height <= high + 12
    return on_line and left < x + wide + NEAR and left + width > x - 4 and width <= 3 * height


def _after(screen: Screen, buttons: list[Target], form: Form) -> list[Target]:
    """The buttons after the last value in the order of the page; where none comes after it, those before."""
    places = {t.id: i for i, t in enumerate(screen.targets)}
    last = max(places[e.target.id] for e in form.entries if e.target.id not in screen.hidden)
    return [b for b in buttons if places[b.id] > last] or [b for b in reversed(buttons) if places[b.id] < last]


def _ranked(screen: Screen, buttons: list[Target], last_first: bool = False) -> list[Target]:
    """Those that can be used first, then by what they are called where that tells, then by their place."""
    places = {t.id: i for i, t in enumerate(buttons)}

    def rank(button: Target) -> tuple[bool, bool, int, int]:
        label = norm(button.label)
        off = bool(screen.enabled) and button.id not in screen.enabled
        backward = any(re.search(rf"(?<!\w){word}(?!\w)", label) for word in BACKWARD)
        named = 0 if label in SENDERS else 1 if any(re.search(rf"(?<!\w){w}(?!\w)", label) for w in SENDERS) else 2
        return backward, off, min(named, 1), -places[button.id] if last_first else places[button.id]

    return sorted(buttons, key=rank)
