"""`search`: plans from the skills' contracts; the present plan is mended where that is shorter."""

from __future__ import annotations

from ...core.protocols import Planner
from ..given import Given
from ..repair import RepairPlanner
from . import SearchPlanner


def from_words(words: str, given: Given) -> Planner:
    """The planner of this name."""
    return RepairPlanner(SearchPlanner())
