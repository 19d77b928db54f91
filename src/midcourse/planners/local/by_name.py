"""`local`: for screens that nobody has a map of. The planner of words first; where it is at a loss, act, look and turn back.

A plan that the task brings is followed; its goals, and things that are missing, are looked for. `local:FILE` keeps what was
learned of the screens in a file, and begins with it.
"""

from __future__ import annotations

from ...core.protocols import Planner
from ..given import Given
from ..repair import RepairPlanner
from ..words import WordsPlanner
from ..written import WrittenPlanner
from . import LocalPlanner
from .goals import WithGoals
from .words import WordsNearness, WordsProposer


def from_words(words: str, given: Given) -> Planner:
    """The planner of this name."""
    map = given.base / words if words else None
    local = LocalPlanner(WordsProposer(), WordsNearness(), planner=RepairPlanner(WordsPlanner()), map=map)
    return WithGoals(WrittenPlanner(*given.plans), local) if given.plans else local
