"""What a page is headed by: the one heading that is above all others in it, with what the page is about."""

from __future__ import annotations

from .reading import Node, Reading
from .texts import Texts, is_seen

BESIDE = frozenset({"header", "nav", "aside", "footer"})
"""Parts of a page whose headings are the site's."""
LOWEST = 6


def headed(reading: Reading, texts: Texts) -> str:
    """The only heading of the highest rank; '' where there is none, or several."""
    ranks = {i: rank for i, node in enumerate(reading.nodes) if (rank := _rank(node)) and _is_own(reading, i) and texts.inside(i)}
    top = [i for i, rank in ranks.items() if rank == min(ranks.values())]
    return texts.inside(top[0]) if len(top) == 1 else ""


def _rank(node: Node) -> int:
    """How high a heading stands, 1 for the highest; 0 for what is none."""
    if node.role != "heading" or node.box is None or not is_seen(node):
        return 0
    told = node.attributes.get("aria-level", "") or node.tag.removeprefix("h")
    return int(told) if told.isdigit() and 0 < int(told) <= LOWEST else LOWEST


def _is_own(reading: Reading, place: int) -> bool:
    return not any(reading.nodes[p].tag in BESIDE for p in reading.parents(place))
