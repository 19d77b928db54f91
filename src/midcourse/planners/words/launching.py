"""Clauses that ask for a program: `launch mousepad`, where the world starts programs."""

from __future__ import annotations

from ...core.logic.conditions import fact
from ...core.plans.plan import Act
from .asked import Asked
from .finding import best
from .language import Clause
from .screen import Part

VERBS = ("launch", "open", "start")


def start(asked: Asked, clause: Clause) -> list[Act] | None:
    """Start the program that is named, unless it runs; None where no program is meant, or something on the screen is."""
    screen = asked.screen
    if "launch" not in screen.skills or clause.verb not in VERBS or ">" in clause.text:
        return None
    named = clause.quoted or [w for w in clause.content if w.isprintable()]
    if len(named) != 1 or (clause.verb != "launch" and best(clause, screen.targets)):
        return None
    program = named[0] if clause.quoted else named[0].lower()
    if fact("runs", program) in screen.request.facts:
        return []
    return Part([Act("launch", {"program": program})])
