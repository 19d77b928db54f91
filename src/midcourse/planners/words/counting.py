"""Questions that can be answered by counting or by naming what is drawn: the answer is what is pressed or entered."""

from __future__ import annotations

import re

from ...core.model import Target
from ...core.plans.plan import Act
from .finding import norm
from .looks import colour_and_kind, looking_so
from .screen import BOXES, Screen

HOW_MANY = re.compile(r"\bhow many (?P<what>[\w -]+?)(?: (?:are|is|do|does|can|on|in)\b.*)?[?.]?$", re.IGNORECASE)
COUNT = re.compile(r"\bcount (?:the )?(?:number of )?(?P<what>[\w -]+?)(?: (?:and|on|in|that|then)\b.*)?[,?.]?$", re.IGNORECASE)
SIDES = re.compile(r"\b(?:sides|corners|edges|vertices)\b.*\b(?:shape|polygon|figure)\b", re.IGNORECASE)
CORNERS = {"triangle": 3, "rectangle": 4, "square": 4, "pentagon": 5, "hexagon": 6, "heptagon": 7, "octagon": 8, "nonagon": 9}
CORNERS["decagon"] = 10
WHICH = re.compile(r"\b(?:which|what|identify)\b.*\bshape\b", re.IGNORECASE)


def counted(screen: Screen) -> str | None:
    """The answer to a question about what is drawn, that the goal asks; None where it asks none, or nothing tells."""
    goal = " ".join(screen.request.goal.split())
    drawn = [*screen.of("shape"), *screen.drawings]
    if not drawn:
        return None
    kinds = {colour_and_kind(t)[1] for t in drawn}
    if SIDES.search(goal) and len(kinds) == 1 and (corners := CORNERS.get(next(iter(kinds)))):
        return str(corners)
    found = next((m for part in re.split(r"[.;]", goal) for rule in (HOW_MANY, COUNT) if (m := rule.search(part))), None)
    if found is not None and (words := found["what"].split()):
        return str(len(looking_so(screen, words, drawn=True)))
    if WHICH.search(goal) and len(drawn) == 1:
        return next(iter(kinds))
    return None


def answer(screen: Screen, told: str) -> list[Act] | None:
    """What gives an answer: the one thing called so, else the one field that is empty; None where there is neither."""
    same = [t for t in screen.of("button", "item", "link", "radio", "option", "image") if _says(t, told)]
    if len(same) == 1:
        if same[0].role in BOXES:
            return [] if same[0].id in screen.checked else [Act("check", {}, same[0].id)]
        return [] if screen.did("click", same[0].id) >= 0 else [Act("click", {}, same[0].id)]
    lists = [id for id, offered in screen.offers.items() if told in offered]
    if len(lists) == 1:
        return [] if screen.values.get(lists[0]) == told else [Act("select", {"option": told}, lists[0])]
    if len(screen.fields) == 1:
        field = screen.fields[0]
        return [] if screen.values.get(field.id) == told else [Act("fill", {"text": told}, field.id)]
    return None


def _says(target: Target, told: str) -> bool:
    label = norm(target.label)
    if label == norm(told):
        return True
    kind = {"square": "rectangle", "number": "digit"}.get(label, label)
    written = len(told) == 1 and ((told.isdigit() and kind == "digit") or (told.isalpha() and kind == "letter"))
    return kind == norm(told) or written
