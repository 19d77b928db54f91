"""What a field for a file is called that only the browser names: what is written on what it lies in, or lies over."""

from __future__ import annotations

from collections.abc import Iterable

from .reading import Box, Reading
from .texts import Texts

TELLS = ("aria-label", "aria-labelledby", "title")
CLIMBED = 3
"""So many parts of a page around it may be its own."""
LONGEST = 40
"""Letters: more is no name."""
WIDE = frozenset({"body", "form", "main", "section", "article", "html", "fieldset", "table", "tr", "#document"})


def written_around(reading: Reading, texts: Texts, place: int, things: Iterable[int]) -> str:
    """The text of the smallest part around a field for a file that says something, if nothing else in it can be acted on but what
    the field lies over; '' where its author named the field, or nothing tells. `things`: the places of what can be acted on."""
    node, nodes = reading.nodes[place], reading.nodes
    around = reading.parents(place)
    labelled = any(nodes[p].tag == "label" for p in around)
    meant = {n.attributes.get("for", "") for n in nodes if n.tag == "label"} - {""}
    if labelled or node.attributes.get("id", "") in meant or any(node.attributes.get(name, "").strip() for name in TELLS):
        return ""
    for part in around[:CLIMBED]:
        if nodes[part].tag in WIDE:
            return ""
        inside = [i for i in things if part < i < texts.end(part) and i != place]
        if not all(_overlap(node.box, nodes[i].box) for i in inside):
            return ""
        if said := texts.inside(part):
            return said if len(said) <= LONGEST else ""
    return ""


def _overlap(one: Box | None, other: Box | None) -> bool:
    if one is None or other is None:
        return False
    (left, top, width, height), (x, y, wide, high) = one, other
    return left < x + wide and x < left + width and top < y + high and y < top + height
