"""`… when the price is less than $5`: what waits for a number on the screen is not begun before that is so."""

from __future__ import annotations

import re

from ...core.plans.plan import Act
from .asked import Asked
from .language import Clause, stem
from .screen import Part, Screen

WHEN = re.compile(
    r"\b(?:when|once|if|as soon as|after) (?:the |its )?(?P<what>[\w ]+?)"
    r" (?:is|are|gets|falls|drops|goes|rises|becomes|reaches|has)"
    r" (?P<how>less than|lower than|below|under|at most|more than|greater than|higher than|above|over|at least)"
    r" (?:to )?[$€£]?\s?(?P<number>-?\d[\d,]*(?:\.\d+)?)",
    re.IGNORECASE,
)
BELOW = ("less than", "lower than", "below", "under", "at most")
TICK = 0.25
"""Seconds between two looks at what changes by itself."""
LOOKS = 30
SHOWN = re.compile(r"[$€£]?\s?(-?\d[\d,]*(?:\.\d+)?)")


def not_yet(asked: Asked, clause: Clause) -> list[Act] | None:
    """A wait, where a clause has such a condition and the screen does not show that it holds; None where it may be begun. It is
    not begun either where the screen shows no such number: then nothing tells."""
    found = WHEN.search(clause.text)
    if found is None:
        return None
    number = _number_of(asked.screen, found["what"])
    wanted = float(found["number"].replace(",", ""))
    below = found["how"].lower() in BELOW
    if number is not None and (number < wanted if below else number > wanted):
        return None
    waited = sum(act.skill == "wait_for" for act in asked.screen.done[asked.since :])
    if waited >= LOOKS or "wait_for" not in asked.screen.skills:
        return Part()
    return Part([Act("wait_for", {"seconds": TICK}, again=True)])


def _number_of(screen: Screen, what: str) -> float | None:
    """The one number on a line that names it; None where there is none, or several are."""
    words = {stem(w) for w in what.split()}
    lines = [line for line in screen.texts if words <= {stem(w) for w in re.findall(r"\w+", line)}]
    told = {float(n.replace(",", "")) for line in lines for n in SHOWN.findall(line)}
    return told.pop() if len(told) == 1 else None
