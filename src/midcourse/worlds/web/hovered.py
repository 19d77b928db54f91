"""Lines and cards with buttons or links that nobody sees until somebody points there."""

from __future__ import annotations

from collections.abc import Container

from .folded import is_hidden, is_offered
from .items import items_of
from .reading import Reading
from .texts import Texts

MOST_CARDS = 200
"""So many are told of on one page at most."""


def cards_of(reading: Reading, texts: Texts, known: Container[int]) -> list[int]:
    """Their places: lines of lists, rows and cards that stand among others, and hold something to press that nobody sees. What
    is one of `known` is told of already."""
    hidden = [i for i, node in enumerate(reading.nodes) if is_offered(node) and is_hidden(node)]
    rows = {i for i, node in enumerate(reading.nodes) if node.tag == "tr" and node.box is not None}
    items = items_of(reading, texts) | rows if hidden else set[int]()
    found = dict.fromkeys(p for i in hidden for p in reading.parents(i) if p in items and p not in known)
    return list(found)[:MOST_CARDS]
