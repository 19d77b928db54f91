"""All that was asked for is done, and the end is seen not to hold: what is missing is said, and nobody says that it is done."""

from __future__ import annotations

from ...core.gates.request import AtALoss, NothingToDo, Reply
from ...core.logic.conditions import coverage, evaluate, parse, show
from ...core.plans.plan import Act, Replan
from .purposes import MOMENT, stretch
from .screen import Screen


def unless_lacking(screen: Screen, reply: Reply) -> Reply:
    """The reply, unless it says that all is done while a part of the end is seen not to hold: that may still come, once."""
    covers = coverage(screen.request.view.covers)
    lacks = [lit for lit in parse(screen.request.done_when) if evaluate((lit,), screen.request.facts, covers) is False]
    if not isinstance(reply, NothingToDo) or not lacks:
        return reply
    if "wait_for" in screen.skills and not any(act.skill == "wait_for" for act in screen.done[-1:]):
        return stretch(Act("wait_for", {"seconds": MOMENT}), Replan("what came of it may still be shown"))
    return AtALoss(f"all that the instruction names was done, and {show(lacks)} is seen not to hold")
