"""Clauses that ask for numbers in fields that take some: sliders, spinners, and handles that only a picture shows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .finding import norm
from .language import SMALL, Clause, stem
from .screen import Screen

NUMBER = re.compile(r"(?<![\w/])-?\d+(?:\.\d+)?(?![\w/])")
WHOLE = re.compile(r"-?\d+")


def enter_number(asked: Asked, clause: Clause) -> list[Act] | None:
    """`Select 5 with the slider`: a number for each field that takes one; None where there is no such field."""
    screen = asked.screen
    fields = screen.of("spinbutton", "slider")
    numbers = list(NUMBER.finditer(clause.text))
    if numbers and not fields:
        return _slide(screen, [int(float(found[0])) for found in numbers])
    if not fields or not numbers:
        return None
    free = list(fields)
    acts: list[Act] = []
    before = 0
    for found in numbers:
        if not free:
            break
        field = _called(free, clause.text[before : found.start()]) or free[0]
        free.remove(field)
        before = found.end()
        if screen.values.get(field.id) != found[0]:
            acts.append(Act("fill", {"text": found[0]}, field.id))
    return acts


def _called(fields: Sequence[Target], said: str) -> Target | None:
    """The field whose name the words before a number say."""
    words = {stem(w) for w in re.findall(r"\w+", said) if w.lower() not in SMALL}
    named = [(len(mine & words), f) for f in fields if (mine := {stem(w) for w in re.findall(r"\w+", f.label)})]
    most = max(named, key=lambda pair: pair[0], default=(0, None))
    return most[1] if most[0] else None


def _slide(screen: Screen, wanted: Sequence[int]) -> list[Act] | None:
    """Move handles by keyboard, as far as the numbers beside them say; None where there are none."""
    handles = [t for t in screen.targets if "slider" in norm(t.label)]
    shown = [_shown(screen, handle) for handle in handles]
    if len(handles) == 1 and shown[0] is None:  # it moves the one number on the screen
        lines = [int(line) for line in screen.texts if WHOLE.fullmatch(line.strip())]
        shown = [lines[0]] if len(lines) == 1 else [None]
    if not handles or len(handles) != len(wanted):
        return None
    acts: list[Act] = []
    for handle, number, goal in zip(handles, shown, wanted, strict=True):
        if number is None:
            return None
        if away := goal - number:
            acts.append(Act("press", {"keys": "ArrowRight" if away > 0 else "ArrowLeft", "times": abs(away)}, handle.id))
    return acts


def _shown(screen: Screen, handle: Target) -> int | None:
    """The number that stands with a handle."""
    told = [name for name in screen.called.get(handle.id, ()) if WHOLE.fullmatch(name)]
    return int(told[0]) if len(told) == 1 else None
