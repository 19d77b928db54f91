"""What a list that the page builds itself shows as chosen."""

from __future__ import annotations

from .reading import Reading
from .texts import LONGEST, Texts, clean
from .things import FIELDS, ROLES, within

TALLEST = 60
"""Pixels: a box that is taller is more than a field with its value."""
OFFERING = frozenset({"listbox", "menu", "tree", "grid"})
"""What an open list offers is not chosen yet."""


def chosen_in(reading: Reading, texts: Texts, place: int, label: str) -> str:
    """The text in a list, or in the small box that it lies in; '' where that holds other fields, or nothing but its name."""
    for p in (place, *reading.parents(place)[:4]):
        box = reading.nodes[p].box
        if box is None or box[3] > TALLEST or _holds_another(reading, texts, p, place):
            break
        offering = [i for i in range(p, texts.end(p)) if reading.nodes[i].role in OFFERING]
        text = texts.leading(p, texts.within(offering)) if offering else texts.inside(p, LONGEST)
        if text:
            return text if clean(text) != label else ""
    return ""


def without_signs(reading: Reading, place: int, shown: str) -> str:
    """What a list that the page builds itself shows, without the signs beside it, such as the one that empties it."""
    texts = [n.text.strip() for n in within(reading, place) if n.text.strip()]
    worded = [text for text in texts if any(c.isalnum() for c in text)]
    return " ".join(worded) if worded != texts and "".join(shown.split()) == "".join("".join(texts).split()) else shown


def _holds_another(reading: Reading, texts: Texts, around: int, place: int) -> bool:
    """Whether a part of the page holds a field beside this one."""
    others = (i for i in range(around, texts.end(around)) if not place <= i < texts.end(place))
    fields = (reading.nodes[i] for i in others if ROLES.get(reading.nodes[i].role) in FIELDS - {"listbox"})
    return any(n.box is not None and n.box[2] > 1 and n.box[3] > 1 for n in fields)
