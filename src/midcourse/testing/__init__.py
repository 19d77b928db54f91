"""For tests of what you build on Midcourse: fakes for each role, a clock that stands still, chaos from a seed.

from midcourse.testing import FrozenClock, SymbolicWorld, check_world
"""

from __future__ import annotations

from ..worlds.symbolic import SymbolicWorld
from .chaos import Chaos, Died, Disturbance, Mix
from .clock import FrozenClock
from .contracts import ContractBroken, check_approver, check_journal, check_judge, check_memory, check_planner, check_world
from .memory import DictMemory
from .people import AnswersAll, ScriptedPeople

__all__ = [
    "AnswersAll",
    "Chaos",
    "ContractBroken",
    "DictMemory",
    "Died",
    "Disturbance",
    "FrozenClock",
    "Mix",
    "ScriptedPeople",
    "SymbolicWorld",
    "check_approver",
    "check_journal",
    "check_judge",
    "check_memory",
    "check_planner",
    "check_world",
]
