"""A dialog that asks before something is lost: its answer is a person's, so the act that needs one is planned, or left."""

from __future__ import annotations

from ...core.gates.request import AtALoss, Reply
from ...core.model import Json
from ...core.plans.calls import act_digest
from ...core.plans.plan import Act, Draft, Replan
from .screen import Screen
from .ways import WAY

FINAL = "final"
"""The state of targets that cannot be undone once they are pressed."""
CONFIRM = "confirm"
DECLINES = frozenset({"no", "skip", "abort", "close"})
"""Labels of buttons that say no to a question: to propose one, beside the question, would read as its opposite."""
BOX = "browser box"
"""What a box of the browser's own is called."""


def asked_first(screen: Screen) -> Reply | None:
    """What to do about an open question whose yes cannot be undone; None where there is none.

    Whether it may be done is for people to say: the engine asks them. After their no it is dismissed, and nothing else is tried
    that would end in the same question.
    """
    if CONFIRM not in screen.skills:
        return _unasked(screen)
    skills = {skill.name: skill for skill in screen.request.skills}
    for target in screen.of("button"):
        if FINAL not in target.state or target.id in screen.hidden or target.label.lower() in DECLINES:
            continue
        args: dict[str, Json] = {"question": screen.asks.get(target.id, "")}
        if act_digest(CONFIRM, args, target.id, skills) not in screen.request.bounds.refused:
            return Draft((Act(CONFIRM, args, target.id), Replan("the question was answered")), author="words", afresh=True)
        for cover in screen.covers:
            if not screen.tried("dismiss", cover=cover):
                return Draft((Act("dismiss", {"cover": cover}), Replan("the question was left")), author="words", afresh=True)
    refused = [text for text in screen.request.bounds.refusals if text.startswith(f"never {CONFIRM}(")]
    return AtALoss(f"{refused[-1]}; another value is needed") if refused else None


def _unasked(screen: Screen) -> Reply | None:
    """No to a box of the browser's own that a way on brought up: what it asks about is not what was asked for. One that only
    tells something is put away whatever brought it up."""
    box = next((cover for cover in screen.covers if cover.startswith(BOX)), "")
    only_tells = not any(t.id == f"{BOX} Cancel" for t in screen.targets)
    if not box or not (only_tells or (screen.done and screen.done[-1].description == WAY)):
        return None
    return Draft((Act("dismiss", {"cover": box}), Replan("the box was put away")), author="words", afresh=True)
