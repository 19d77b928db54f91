"""`model:PROVIDER:NAME`: a language model behind what keeps it cheap and puts it right."""

from __future__ import annotations

from ...core.errors import TaskError
from ...core.protocols import Planner
from ..gaps import GapsPlanner
from ..given import Given
from ..repair import RepairPlanner
from ..segments import SegmentPlanner
from . import ModelPlanner


def from_words(words: str, given: Given) -> Planner:
    """The planner of this name; whoever prepares the run has opened the model."""
    if given.model is None:
        raise TaskError(f"the planner model:{words} needs its model; give model= a language model, provider:name")
    return behind_repair(ModelPlanner(given.model))


def behind_repair(planner: Planner) -> Planner:
    """For planners that have a price and may err: not asked where the contracts show a short way back into the plan, put right
    where these show what is missing, and asked for no more steps than pay."""
    return RepairPlanner(SegmentPlanner(GapsPlanner(planner)))
