"""Colours for fields that take them: a name is written as the browser writes it, with six digits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.plans.plan import Act
from .screen import Screen

HEX = {
    "black": "000000",
    "white": "ffffff",
    "red": "ff0000",
    "lime": "00ff00",
    "blue": "0000ff",
    "yellow": "ffff00",
    "cyan": "00ffff",
    "aqua": "00ffff",
    "magenta": "ff00ff",
    "fuchsia": "ff00ff",
    "grey": "808080",
    "gray": "808080",
    "silver": "c0c0c0",
    "maroon": "800000",
    "olive": "808000",
    "green": "008000",
    "purple": "800080",
    "teal": "008080",
    "navy": "000080",
    "orange": "ffa500",
    "pink": "ffc0cb",
    "brown": "a52a2a",
    "violet": "ee82ee",
    "gold": "ffd700",
}
WRITTEN = re.compile(r"#?[0-9a-f]{6}", re.IGNORECASE)


def pick_colour(screen: Screen, words: Sequence[str]) -> list[Act] | None:
    """The one named colour into the one field that holds a colour; None where there is no such field, or nothing is named."""
    named = [w.lower() for w in words if w.lower() in HEX or re.fullmatch(r"#[0-9a-fA-F]{6}", w)]
    fields = [f for f in screen.fields if WRITTEN.fullmatch(screen.values.get(f.id, ""))]
    if len(named) != 1 or len(fields) != 1:
        return None
    now, wanted = screen.values[fields[0].id], HEX.get(named[0], named[0].removeprefix("#"))
    if now.lower().removeprefix("#") == wanted:
        return []
    return [Act("fill", {"text": f"#{wanted}" if now.startswith("#") else wanted.upper()}, fields[0].id)]
