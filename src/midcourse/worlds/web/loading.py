"""Whether a page says that it still loads what it is about."""

from __future__ import annotations

from .reading import Node, Reading
from .texts import is_seen

AT = ("aria-valuenow", "aria-valuetext", "value")
"""What tells how far something has come; a sign that only says that one waits has none of it."""


def loads(reading: Reading) -> bool:
    """Whether a part of the page says that it is busy, or a sign that tells no progress turns there."""
    return any(node.box is not None and is_seen(node) and (_is_busy(node) or _turns(node)) for node in reading.nodes)


def _is_busy(node: Node) -> bool:
    return node.attributes.get("aria-busy", "") == "true"


def _turns(node: Node) -> bool:
    return "progressbar" in (node.role, node.attributes.get("role", "")) and not any(name in node.attributes for name in AT)
