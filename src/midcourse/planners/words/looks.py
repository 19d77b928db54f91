"""Things meant by what they look like: kind, colour, size, as `the large red circle`, `a digit`, `all triangles`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...core.model import Target
from .language import SMALL, is_mark
from .screen import Screen

COLOURS = frozenset(
    (
        *("black", "white", "red", "lime", "blue", "yellow", "cyan", "magenta", "grey", "silver", "maroon", "olive", "green"),
        *("purple", "teal", "navy", "orange", "pink", "brown", "violet", "gold"),
    )
)
"""What worlds call colours."""
SAME = {"gray": "grey", "aqua": "cyan", "fuchsia": "magenta", "coloured": "colored"}
KINDS: dict[str, Callable[[str], bool]] = {
    "letter": lambda kind: len(kind) == 1 and kind.isalpha(),
    "digit": lambda kind: len(kind) == 1 and kind.isdigit(),
    "number": lambda kind: bool(re.fullmatch(r"-?\d+", kind)),
    "shape": lambda kind: len(kind) > 2 and kind.isalpha(),
    "square": lambda kind: kind in ("square", "rectangle"),
    "box": lambda kind: kind in ("square", "rectangle"),
    "dot": lambda kind: kind in ("circle", "ellipse"),
    "point": lambda kind: kind in ("circle", "ellipse"),
    "item": lambda kind: True,
    "object": lambda kind: True,
    "figure": lambda kind: True,
    "thing": lambda kind: True,
}
"""What people call kinds of shapes, beside their own names."""
NAMES = frozenset(
    (
        *("circle", "rectangle", "triangle", "ellipse", "polygon", "line", "pentagon", "hexagon", "heptagon", "octagon", "path"),
        *("nonagon", "decagon"),
    )
)
SIZES = {"large": 1, "big": 1, "small": -1, "little": -1, "tiny": -1}
EXTREMES = {
    **dict.fromkeys(("largest", "biggest", "larger", "bigger"), 1),
    **dict.fromkeys(("smallest", "littlest", "tiniest", "smaller"), -1),
}
"""Words for the one that is larger or smaller than all others."""
FACTOR = 1.4
"""So much higher is larger to everybody."""
ALL = frozenset(("all", "every", "each"))


@dataclass(frozen=True, slots=True)
class Look:
    """What something is to look like."""

    kind: str = ""
    colour: str = ""
    size: int = 0
    every: bool = False
    extreme: int = 0

    def fits(self, thing: Target, middle: float) -> bool:
        """Whether a thing looks so; `middle`: the height between large and small ones, 0 where all are alike."""
        colour, kind = colour_and_kind(thing)
        if self.colour == "colored":
            if colour in ("", "black", "white", "grey"):
                return False
        elif self.colour and colour != self.colour:
            return False
        if self.size and middle and thing.box is not None and (thing.box[3] > middle) != (self.size > 0):
            return False
        return not self.kind or kind == self.kind or (self.kind in KINDS and KINDS[self.kind](kind))


def read_look(words: Sequence[str]) -> Look | None:
    """What words say of a look; None where they say of anything else too, or nothing."""
    kind = colour = ""
    size = extreme = 0
    plain = [w for w in words if not is_mark(w)]
    for i, word in enumerate(plain):
        low = SAME.get(word.lower(), word.lower())
        one = low[:-1] if low.endswith("s") and len(low) > 3 else "box" if low == "boxes" else low
        if low in COLOURS or low == "colored":
            colour = colour if low == "colored" and colour else low
        elif low in SIZES:
            size = SIZES[low]
        elif low in EXTREMES:
            extreme = EXTREMES[low]
        elif one in NAMES or one in KINDS:
            kind = one
        elif len(word) == 1 and word.isalnum() and i == len(plain) - 1:
            kind = word
        elif low not in SMALL and low not in ("shaped", "color", "colour"):
            return None
    every = any(w.lower() in ALL for w in words)
    return Look(kind, colour, size, every, extreme) if kind or colour or size or extreme else None


def colour_and_kind(thing: Target) -> tuple[str, str]:
    """What colour a shape has, and what it is or what is written in it."""
    first, _, rest = thing.label.partition(" ")
    colour = SAME.get(first, first)
    if thing.role != "shape" and thing.role != "drawing":
        rest = "rectangle"  # a part of a page without a word is a box to everybody
    return (colour, rest) if colour in COLOURS else ("", thing.label)


def looking_so(screen: Screen, words: Sequence[str], *, drawn: bool = False) -> list[Target]:
    """The shapes that some words describe, in the order of the page; `drawn`: also those that take no clicks."""
    look = read_look(words)
    boxes = [t for t in screen.of("item") if "wordless" in t.state]
    shapes = [*screen.of("shape"), *boxes, *(screen.drawings if drawn else ())]
    if look is None or not shapes:
        return []
    heights = [t.box[3] for t in shapes if t.box is not None and t.box[3] > 0]
    low, high = (min(heights), max(heights)) if heights else (0, 0)
    middle = (low * high) ** 0.5 if high >= FACTOR * low else 0.0
    found = [t for t in shapes if look.fits(t, middle)]
    if not look.extreme or not found:
        return found
    areas = {t.id: (t.box[2] * t.box[3] if t.box else 0) * look.extreme for t in found}
    most = max(areas.values())
    return [t for t in found if areas[t.id] == most]
