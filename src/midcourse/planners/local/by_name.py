"""`local`: for screens that nobody has a map of. The planner of words first; where it is at a loss, act, look and turn back.

A plan that the task brings is followed; its goals, and things that are missing, are looked for. `local:FILE` keeps what was
learned of the screens in a file, and begins with it. With a model, the model names what could be tried and says how near it is.
"""

from __future__ import annotations

from ...core.protocols import Planner
from ..given import Given
from ..repair import RepairPlanner
from ..words import WordsPlanner
from ..written import WrittenPlanner
from . import LocalPlanner
from .goals import WithGoals
from .model import ModelNearness, ModelProposer
from .words import WordsNearness, WordsProposer


def from_words(words: str, given: Given) -> Planner:
    """The planner of this name."""
    map = given.base / words if words else None
    model = given.model
    helpers = (
        (WordsProposer(given.alike), WordsNearness(given.alike))
        if model is None
        else (ModelProposer(model), ModelNearness(model))
    )
    local = LocalPlanner(*helpers, planner=RepairPlanner(WordsPlanner(around=False)), map=map)
    return WithGoals(WrittenPlanner(*given.plans), local) if given.plans else local
