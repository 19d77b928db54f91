"""`words`: for screens. A banner in the way is dismissed by search over contracts, all else comes from words and values."""

from __future__ import annotations

from ...core.protocols import Planner
from ..given import Given
from ..repair import RepairPlanner
from . import WordsPlanner


def from_words(words: str, given: Given) -> Planner:
    """The planner of this name."""
    return RepairPlanner(WordsPlanner())
