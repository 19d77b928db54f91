"""For tests of what you build on Midcourse: fakes for each role, a clock that stands still, chaos from a seed.

from midcourse.testing import FrozenClock, MenuPlanner, SymbolicWorld
"""

from __future__ import annotations

from .chaos import Chaos, Died, Disturbance, Mix
from .clock import FrozenClock
from .people import AnswersAll, ScriptedPeople
from .symbolic import SymbolicWorld

__all__ = ["AnswersAll", "Chaos", "Died", "Disturbance", "FrozenClock", "Mix", "ScriptedPeople", "SymbolicWorld"]
