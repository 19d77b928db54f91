"""Rows of two cells, one of which names the field in the other by a link, as lists of settings do: to help, or to the setting."""

from __future__ import annotations

from .reading import Reading
from .texts import Texts

CELLS, LINK = ("td", "th"), "a"
ASKING = ("input", "select", "textarea")


def first_in_row(reading: Reading, texts: Texts, place: int) -> str:
    """What the link says that is all that is written in the first of two cells, for a field in the second; '' where it is not so.
    Other texts are labels by their places."""
    parents = reading.parents(place)
    own = next((p for p in parents if reading.nodes[p].tag in CELLS), None)
    if own is None:
        return ""
    row = reading.nodes[own].parent
    cells = [i for i in range(row + 1, texts.end(row)) if reading.nodes[i].parent == row and reading.nodes[i].tag in CELLS]
    if row < 0 or len(cells) != 2 or cells[1] != own:
        return ""
    inside = range(cells[0] + 1, texts.end(cells[0]))
    links = [i for i in inside if reading.nodes[i].tag == LINK]
    asks = any(reading.nodes[i].tag in ASKING for i in inside)
    others = [i for i in range(own + 1, texts.end(own)) if reading.nodes[i].tag in ASKING and i != place]
    said = texts.inside(links[0]) if len(links) == 1 and not (asks or others) else ""
    return said if said == texts.inside(cells[0]) else ""
