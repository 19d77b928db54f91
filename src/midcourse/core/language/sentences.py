"""Lists inside sentences."""

from __future__ import annotations

from collections.abc import Sequence


def listed(items: Sequence[str], most: int = 20) -> str:
    """The items of a sentence; of very many the first ones, and how many more there are."""
    if len(items) <= most:
        return ", ".join(items)
    return f"{', '.join(items[:most])} and {len(items) - most} more"
