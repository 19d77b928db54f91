"""Clauses that ask for a program: `launch mousepad`, where the world starts programs."""

from __future__ import annotations

from ...core.logic.conditions import fact
from ...core.plans.plan import Act, title
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
        _begin_again(asked, program)
        return []
    return Part([Act("launch", {"program": program})])


def _begin_again(asked: Asked, program: str) -> None:
    """Leave behind what was done in a program that died and was started again: it is done anew, from the start."""
    starts = [(i, act.args.get("program")) for i, act in enumerate(asked.screen.done) if act.skill == "launch"]
    mine = [i for i, name in starts if name == program]
    others = [i for i, name in starts if name != program and mine and mine[0] < i]
    died = title(Act("launch", {"program": program})) in asked.screen.request.progress.undone
    if (
        mine and (len(mine) > 1 or died) and not others
    ):  # where others were started since, it cannot be told what was done in which
        asked.since = max(asked.since, mine[-1] + 1)
