"""`local`: for screens that nobody has a map of. The planner of words first; where it is at a loss, act, look and turn back.

`local:FILE` keeps what was learned of the screens in a file, and begins with it.
"""

from __future__ import annotations

from ...core.protocols import Planner
from ..given import Given
from ..repair import RepairPlanner
from ..words import WordsPlanner
from . import LocalPlanner
from .words import WordsNearness, WordsProposer


def from_words(words: str, given: Given) -> Planner:
    """The planner of this name."""
    map = given.base / words if words else None
    return LocalPlanner(WordsProposer(), WordsNearness(), planner=RepairPlanner(WordsPlanner()), map=map)
