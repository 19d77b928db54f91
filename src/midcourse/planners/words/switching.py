"""Clauses that ask for a state: `switch Fuzzy times off`, `turn the light on`. What is in it already is left as it is."""

from __future__ import annotations

import re

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .clicking import click
from .fields import NO, YES
from .finding import best
from .language import Clause, is_mark
from .records import spoken
from .screen import BOXES

STATES = {"on": True, "off": False}
SHOWS = re.compile(r"(?P<name>.+?)[\s:=–—-]+(?P<state>\w+)")
"""What is written on a button that shows its state: `Running: on`."""


def switched(asked: Asked, clause: Clause) -> list[Act] | None:
    """Set the box, or press the button that shows its state, unless it is so already; without a state, click on what is meant."""
    screen, words = asked.screen, [w for w in clause.words if not is_mark(w)]
    said = [w for w in words if w.lower() in STATES]
    if len(said) != 1:
        return click(asked, clause)
    wants = STATES[said[0].lower()]
    thing = Clause("select", clause.verb, [w for w in words if w != said[0]], clause.quoted, whole=clause.whole)
    boxes = best(thing, screen.of(*BOXES))
    if boxes and (len(boxes) == 1 or boxes[0].score > boxes[1].score):
        box = boxes[0].target
        return [] if (box.id in screen.checked) == wants else [Act("check" if wants else "uncheck", {}, box.id)]
    named = spoken(" ".join(clause.quoted or thing.content))
    shown = [(t, now) for t in screen.of("button", "item") if (now := _state(t, named)) is not None and t.id not in screen.hidden]
    if len(shown) == 1 and not boxes:
        target, now = shown[0]
        return [] if now == wants else asked.once("click", target)
    return click(asked, clause) if not boxes else None


def _state(target: Target, named: set[str]) -> bool | None:
    """Whether a thing of this name shows that it is on; None where it is another, or shows no state."""
    found = SHOWS.fullmatch(target.label)
    if found is None or not named or spoken(found["name"]) != named:
        return None
    state = found["state"].lower()
    return True if state in YES else False if state in NO else None
