"""The lines of lists and the cards of a page, each of which stands for one of many."""

from __future__ import annotations

from .reading import Reading
from .texts import Texts, is_seen

ITEMS, LINES = frozenset({"li", "article"}), frozenset({"listitem", "article"})
"""What is one of several, by tag and by role: lines of a list, cards."""
LISTED_APART = frozenset({"nav", "menu"})
BARS = frozenset({"navigation", "menu", "menubar", "toolbar", "tablist", "tree", "listbox"})
"""Lists of other things than records."""


def items_of(reading: Reading, texts: Texts) -> set[int]:
    """The lines of lists and the cards that stand among others, as far as something is written in them."""
    beside: dict[tuple[int, str], list[int]] = {}
    for i, node in enumerate(reading.nodes):
        is_item = node.tag in ITEMS or node.attributes.get("role", "") in LINES
        if is_item and node.box is not None and is_seen(node) and texts.inside(i):
            beside.setdefault((node.parent, node.tag), []).append(i)
    return {i for items in beside.values() if len(items) > 1 and not _is_in_a_bar(reading, items[0]) for i in items}


def _is_in_a_bar(reading: Reading, place: int) -> bool:
    around = [reading.nodes[p] for p in reading.parents(place)]
    return any(node.tag in LISTED_APART or node.attributes.get("role", "") in BARS for node in around)
