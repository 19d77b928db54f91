"""What is read from a picture where nothing else tells: does it fit its form, and is a thing the one that is meant?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from math import isfinite
from typing import Any, NamedTuple, cast

from ..language.text import Unreadable, json_in
from ..model import Value

FORM = '{"zones": [{"label": "Save", "role": "button", "box": [left, top, width, height], "value": ""}]}'
ROLES = ("button", "link", "checkbox", "radio", "textbox", "combobox", "menuitem", "tab", "item", "text")
MOST = 200
"""Zones of one picture that are read; a model that says more repeats itself."""
LONGEST = 200
"""Characters of a label or a value."""
SHORT = 3
"""Letters of a label that must be read exactly: one of them makes another word."""
LIKE = 0.8
"""How much of two labels must be alike: letters are misread, words are not exchanged."""
TRIES = 3
"""How often the same picture is asked about."""

Area = tuple[int, int, int, int]
"""Left, top, width, height in pixels of the picture."""


class Zone(Value, frozen=True):
    """A part of a picture with something in it."""

    label: str
    """What is written on it, or what people would call it; never ''."""
    box: Area
    """Where it is in the picture; inside it."""
    role: str = "item"
    """What sort of thing it is; `text` for what is only to be read."""
    value: str = ""
    """What stands in it, if it is a field."""


class Drawn(NamedTuple):
    """The zones of an answer that fit the form, and what is wrong with the others."""

    zones: tuple[Zone, ...]
    """At least one."""
    dropped: str = ""
    """Why zones were left out; '' if none was."""


def zones_in(text: str, size: tuple[int, int], cut: bool = False) -> Drawn:
    """The zones in a model's answer about a picture of this size. Unreadable when there is none that fits the form."""
    said: object = json_in(text, FORM, cut, finite=False)  # a zone that does not fit is left out by itself
    listed = cast("dict[str, Any]", said).get("zones") if isinstance(said, dict) else said
    if not isinstance(listed, list):
        raise Unreadable(f"the answer has no zones; answer with {FORM}")
    zones: list[Zone] = []
    wrong: list[str] = []
    told = cast("list[object]", listed)
    for each in told[:MOST]:
        zone = _zone(each, size)
        if isinstance(zone, str):
            wrong.append(zone)
        elif zone not in zones:
            zones.append(zone)
    if not zones:
        raise Unreadable(f"no zone fits the form: {wrong[0]}" if wrong else "the answer names 0 zones")
    return Drawn(tuple(zones), f"{len(wrong)} of {len(told)} zones left out: {wrong[0]}" if wrong else "")


def _zone(said: object, size: tuple[int, int]) -> Zone | str:
    """The zone, or what is wrong with it."""
    if not isinstance(said, dict):
        return f"{_short(said)} is no zone"
    told = cast("dict[str, Any]", said)
    label = told.get("label")
    if not isinstance(label, str) or not label.strip():
        return "a zone without a label"
    label = " ".join(label.split())[:LONGEST]
    role, value = told.get("role", told.get("type", "item")), told.get("value", "")
    box = _box(told.get("box"))
    if box is None:
        return f"the box of {label!r} is {_short(told.get('box'))}, not four numbers"
    left, top, width, height = box
    if width < 2 or height < 2 or left < 0 or top < 0 or left + width > size[0] or top + height > size[1]:
        return f"the box of {label!r} is {list(box)}, outside the picture of {size[0]} by {size[1]}"
    return Zone(label, box, role if role in ROLES else "item", value[:LONGEST] if isinstance(value, str) else "")


def _box(said: object) -> Area | None:
    if isinstance(said, dict):
        told = cast("dict[str, Any]", said)
        said = [told.get(name) for name in ("x", "y", "width", "height")]
    if not isinstance(said, list):
        return None
    parts = cast("list[object]", said)
    numbers = [p for p in parts if isinstance(p, int | float) and not isinstance(p, bool) and isfinite(p) and abs(p) < 1e6]
    if len(parts) != 4 or len(numbers) != 4:
        return None
    left, top, width, height = (round(n) for n in numbers)
    return left, top, width, height


def label_in(text: str, cut: bool = False) -> str:
    """What a model calls the one thing in a picture; '' if it names none. Unreadable when the answer has another form."""
    said: object = json_in(text, '{"label": "Save"}', cut)
    label = cast("dict[str, Any]", said).get("label") if isinstance(said, dict) else None
    if not isinstance(label, str):
        raise Unreadable('the answer has no label; answer with {"label": "Save"}')
    return label.strip()[:LONGEST]


def is_same_label(wanted: str, read: Sequence[str]) -> bool:
    """Whether all that is read in a place is what should be there, and no more: the same letters, but for a few misread ones."""
    letters, found = _letters(wanted), _letters("".join(read))
    if not letters or min(len(letters), len(found)) <= SHORT:
        return bool(letters) and letters == found
    return SequenceMatcher(None, letters, found).ratio() >= LIKE


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def old_reading(window: str, age: float | None, cause: str) -> str:
    """What is to be said of a window whose picture could not be read anew. `age`: of the reading that is kept; None for none."""
    kept = "nothing is known of what is in it" if age is None else f"what is known of it is {age:.0f} s old"
    return f"the window {window!r} could not be read: {cause}; {kept}"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
