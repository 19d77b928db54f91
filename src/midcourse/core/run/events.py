"""What happened. The journal holds these and nothing else.

An event says what was seen or done, never what to do next: that is decided anew from the state. Here a run begins and ends;
what lies between is defined by subject, and everything can be had from here.
"""

from __future__ import annotations

from ..history.past import Past
from ..model import FactKind, Skill, Task, Value
from ..people.risk import RiskRule
from .ending import Ending
from .events_acting import (
    Acted,
    Doing,
    Doubted,
    Flagged,
    Following,
    Intended,
    Looked,
    Missed,
    NotSeen,
    Passed,
    Rebound,
    Reentered,
    Relented,
    Seeing,
    SetAside,
    Settled,
)
from .events_people import (
    Asked,
    Heard,
    Speaking,
    Waited,
)
from .events_planning import (
    GIVES_UP,
    Assessed,
    Consulted,
    Counsel,
    GoalRead,
    Learned,
    Objection,
    Planned,
    PlannerSaid,
    Planning,
    PlanRefused,
    PlanRequested,
    Purpose,
    Recalled,
    Reflected,
    Thinking,
    Unaffordable,
)
from .settings import Settings

__all__ = [
    "GIVES_UP",
    "POLICY",
    "Acted",
    "Asked",
    "Assessed",
    "Consulted",
    "Counsel",
    "Doing",
    "Doubted",
    "Ended",
    "Event",
    "Flagged",
    "Following",
    "GoalRead",
    "Heard",
    "Intended",
    "Interrupted",
    "Learned",
    "Looked",
    "Missed",
    "NotSeen",
    "Objection",
    "Passed",
    "PlanRefused",
    "PlanRequested",
    "Planned",
    "PlannerSaid",
    "Planning",
    "Purpose",
    "Rebound",
    "Recalled",
    "Reentered",
    "Reflected",
    "Relented",
    "Resumed",
    "Seeing",
    "SetAside",
    "Settled",
    "Speaking",
    "Started",
    "Thinking",
    "Unaffordable",
    "Waited",
]

POLICY = 26
"""Version of the rules; raised when the same state may be decided otherwise."""


class Started(Value, tag="started", frozen=True):
    """The run and all it was made under."""

    run: str
    """The run's id, unique within its store."""
    task: Task
    """What it is for, as it was given; people may change the goal later."""
    settings: Settings
    """Every choice about the loop; they stay as they are for the life of the run."""
    skills: tuple[Skill, ...]
    """What the world said that it can do. It is asked again when the run is taken up: see `Resumed`."""
    vocabulary: tuple[FactKind, ...] = ()
    """The kinds of facts that the world declares; () where it declares none."""
    world: str = ""
    """The world's name, by which lessons tell worlds apart; '' if it has none."""
    planner: str = ""
    """The planner's name, for people; '' if it has none."""
    release: str = ""
    """The release of Midcourse that began it, for people; nothing is decided by it."""
    policy: int = 0
    """The version of the rules that decide in this run; 0 in a journal of a release that did not write it."""
    reflects: bool = False
    """Somebody is there to look into failures."""
    remembers: bool = False
    """Lessons of earlier runs can be recalled, and new ones kept."""
    past: Past = Past()
    """What earlier runs of the task and of its agent tell; empty where the store keeps no record."""
    risks: tuple[RiskRule, ...] = ()
    """The rules by which the risk of an act is weighed."""
    imported_from: str = ""
    """The file that the journal was read from; '' for a run of this store. An imported run cannot be resumed."""


class Resumed(Value, tag="resumed", frozen=True):
    """Another process, or the same one later, took the run up from its journal."""

    epoch: int
    """How often the run was begun or taken up, with this time."""
    skills: tuple[Skill, ...] = ()
    """Skills that the world declares otherwise than when it was last asked, as they count from now on."""
    risks: tuple[RiskRule, ...] = ()
    """Rules of risk that people have added since; they count beside those of the start."""
    changes: tuple[str, ...] = ()
    """What of all this is other than before, in words."""


class Interrupted(Value, tag="interrupted", frozen=True):
    """The process was told to stop; the run can be resumed."""

    why: str = ""
    """What stopped it, in words; '' if not said."""


class Ended(Value, tag="ended", frozen=True):
    """The last event of every run."""

    ending: Ending
    """How it ended, with all that is known by then."""


Event = Started | Resumed | Interrupted | Seeing | Planning | Doing | Following | Speaking | Thinking | Ended
"""Everything that can happen to a run."""
