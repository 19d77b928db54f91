"""Pages made of nodes by hand, without a browser."""

from __future__ import annotations

from typing import Any

from midcourse.worlds.web.reading import Node, Reading


def page(*nodes: Node) -> Reading:
    """A page of these nodes, in the order of the document; the first is the root."""
    return Reading("http://x/", list(nodes), (0.0, 0.0), {})


def node(key: int, tag: str, parent: int = 0, **more: Any) -> Node:
    """A part of the page that can be seen."""
    return Node(key, tag, parent, **{"box": (0, 20 * key, 100, 15), **more})


def text(key: int, words: str, parent: int = 0, **more: Any) -> Node:
    """A text on the page."""
    return node(key, "#text", parent, text=words, **more)


ROOT = Node(0, "#document", -1, box=(0, 0, 800, 600))
