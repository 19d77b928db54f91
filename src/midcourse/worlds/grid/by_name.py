"""`grid:LEVEL`, and perhaps a seed after it."""

from __future__ import annotations

from pathlib import Path

from ...core.protocols import World
from . import GridWorld


def from_words(words: str, base: Path, keep: Path | None) -> World:
    """The world of this name. A game is not kept: another process begins it anew."""
    level, *more = words.split() or [""]
    return GridWorld(level, int(more[-1]) if more and more[-1].isdigit() else 0)
