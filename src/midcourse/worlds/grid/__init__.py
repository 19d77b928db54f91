"""Grid games (BabyAI levels of minigrid) as a world: the agent knows what it has seen, and acts in options of several moves.

`game` is the only file that touches minigrid, `mission` says what is asked, `memory` keeps what was seen, `paths` finds ways over
it, `sight` tells what a place would show, `facts` puts memory into words, `contracts` declares the options and `options` carries
them out, `disturbances` changes a level behind the agent's back. Levels with a key inside a box are not supported: nothing
seen tells what a box holds.
"""

from __future__ import annotations

from .disturbances import Disturbances, Kind
from .mission import Mission, Part, task_of
from .world import GridWorld

__all__ = ["Disturbances", "GridWorld", "Kind", "Mission", "Part", "task_of"]
