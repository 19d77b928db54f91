"""`model:PROVIDER:NAME`: a language model behind what keeps it cheap and puts it right.

On a screen, a thing that it plans for and that is not there is looked for, and so is a goal to which it knows no way.
"""

from __future__ import annotations

from ...core.errors import TaskError
from ...core.protocols import Planner
from ..gaps import GapsPlanner
from ..given import Given
from ..local import LocalPlanner
from ..local.goals import WithGoals
from ..local.model import ModelNearness, ModelProposer
from ..repair import RepairPlanner
from ..segments import SegmentPlanner
from . import ModelPlanner


def from_words(words: str, given: Given) -> Planner:
    """The planner of this name; whoever prepares the run has opened the model."""
    if given.model is None:
        raise TaskError(f"the planner model:{words} needs its model; give model= a language model, provider:name")
    planner = behind_repair(ModelPlanner(given.model))
    return WithGoals(planner, LocalPlanner(ModelProposer(given.model), ModelNearness(given.model)), itself_first=True)


def behind_repair(planner: Planner) -> Planner:
    """For planners that have a price and may err: not asked where the contracts show a short way back into the plan, put right
    where these show what is missing, and asked for no more steps than pay."""
    return RepairPlanner(SegmentPlanner(GapsPlanner(planner)))
