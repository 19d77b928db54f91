"""Places in drawings: the middle of what is drawn, half way between two of them, a point by its coordinates."""

from __future__ import annotations

import re
from itertools import pairwise

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .language import Clause
from .looks import colour_and_kind, looking_so
from .screen import Screen

MIDDLE = re.compile(r"\b(?:cent(?:er|re)|middle) of (?:the |a )?(?P<what>[\w ]+)$", re.IGNORECASE)
BETWEEN = re.compile(
    r"\b(?:mid-?point|middle|half-?way(?: point)?|cent(?:er|re)) (?:of|between) (?:the |both )?(?:two )?(?P<what>\w+)$",
    re.IGNORECASE,
)
COORDINATES = re.compile(r"\( *(-?\d+(?:\.\d+)?) *, *(-?\d+(?:\.\d+)?) *\)")
THIN = 2
"""Pixels: a line that is an axis is no thicker."""


def placed(asked: Asked, clause: Clause) -> list[Act] | None:
    """A click on the place of a drawing that a clause names; None where it names none, or nothing drawn tells where it is."""
    screen = asked.screen
    if clause.kind not in ("click", "find", "select") or clause.quoted or not (screen.drawings or screen.of("shape")):
        return None
    text = clause.text.strip()
    between, middle, at = BETWEEN.search(text), MIDDLE.search(text), COORDINATES.search(text)
    act: Act | None = None
    if between and len(two := looking_so(screen, [between["what"]], drawn=True)) == 2:
        (x, y), (right, down) = _middle(two[0]), _middle(two[1])
        act = Act("click", {"right": round((right - x) / 2), "down": round((down - y) / 2)}, two[0].id)
    elif middle and len(one := looking_so(screen, middle["what"].split(), drawn=True)) == 1:
        act = Act("click", {}, one[0].id)
    elif at and (point := _point(screen, float(at[1]), float(at[2]))) is not None:
        act = Act("click", {}, point.id)
    return None if act is None else [] if screen.did("click", act.target, asked.since) >= 0 else [act]


def _middle(thing: Target) -> tuple[float, float]:
    left, top, width, height = thing.box or (0, 0, 0, 0)
    return left + width / 2, top + height / 2


def _point(screen: Screen, x: float, y: float) -> Target | None:
    """The dot at some coordinates, where two lines cross in the origin and the dots next to each other are one apart."""
    lines = [t for t in screen.drawings if colour_and_kind(t)[1] in ("line", "rectangle") and t.box is not None]
    flat = [t for t in lines if t.box and t.box[3] <= THIN < t.box[2]]
    upright = [t for t in lines if t.box and t.box[2] <= THIN < t.box[3]]
    dots = [t for t in screen.of("shape") if colour_and_kind(t)[1] == "circle"]
    columns = sorted({round(_middle(t)[0]) for t in dots})
    gaps = [b - a for a, b in pairwise(columns) if b - a > THIN]
    if len(flat) != 1 or len(upright) != 1 or not gaps:
        return None
    step = min(gaps)
    wanted = _middle(upright[0])[0] + x * step, _middle(flat[0])[1] - y * step
    near = [t for t in dots if max(abs(a - b) for a, b in zip(_middle(t), wanted, strict=True)) < step / 3]
    return near[0] if len(near) == 1 else None
