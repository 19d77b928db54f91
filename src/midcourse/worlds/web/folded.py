"""Menus that a page shows only to whoever points at them: links and buttons that nobody sees, in a small part with what does."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from .reading import Node, Reading
from .texts import Texts, is_seen

OFFERED = frozenset({"menuitem", "menuitemradio", "menuitemcheckbox", "link", "button"})
POINTED_AT = frozenset({"button", "link", "item", "image", "menuitem"})
"""What such a menu may come up at."""
NARROW = 24
"""Letters: more is written on no sign of a menu."""
BROAD = frozenset({"html", "body", "main", "form", "section", "article", "fieldset", "dialog", "table", "tbody", "#document"})
"""Parts of a page that are no one thing's: what is hidden in them is not known to belong to what is seen there."""
CLIMBED = 2
"""So many empty parts around a menu may lie between it and what it belongs to, as a cell of its row does."""


def folded(reading: Reading, texts: Texts, chosen: Mapping[int, str]) -> set[int]:
    """The places at which something unfolds: the one thing (of `chosen`, by role) in a small part with links or buttons that are
    not seen, or that part itself, where only a few letters or a sign are written in it."""
    found: set[int] = set()
    met: set[int] = set()
    places = sorted(chosen)
    for i, node in enumerate(reading.nodes):
        if not is_offered(node) or not is_hidden(node):
            continue
        part = _part_around(reading, i, met)
        for _ in range(CLIMBED):
            if part is None or texts.inside(part) or _within(texts, places, part):
                break
            part = _own(reading, reading.nodes[part].parent)
        if part is None:
            continue
        inside = _within(texts, places, part)
        if not inside and _is_sign(reading, texts, part):
            found.add(part)
        if len(inside) == 1 and chosen[inside[0]] in POINTED_AT:
            found.add(inside[0])
    return found


def _within(texts: Texts, places: Sequence[int], part: int) -> Sequence[int]:
    """Which of some places lie in a part of the page."""
    return places[bisect_left(places, part) : bisect_left(places, texts.end(part))]


def is_offered(node: Node) -> bool:
    return node.tag in ("a", "button") or node.attributes.get("role", "") in OFFERED


def is_hidden(node: Node) -> bool:
    return node.box is None or not is_seen(node)


def _part_around(reading: Reading, place: int, met: set[int]) -> int | None:
    """The small part around the whole of what is hidden with a thing; None where it is known already, or not small."""
    while place >= 0 and is_hidden(reading.nodes[place]):
        if place in met:
            return None
        met.add(place)
        place = reading.nodes[place].parent
    return _own(reading, place)


def _own(reading: Reading, place: int) -> int | None:
    return place if place >= 0 and reading.nodes[place].tag not in BROAD else None


def _is_sign(reading: Reading, texts: Texts, part: int) -> bool:
    """Whether little enough is written in a part of the page for a menu's sign."""
    box = reading.nodes[part].box
    return 0 < len(texts.inside(part)) <= NARROW and box is not None and box[2] > 0 < box[3]
