"""Midcourse: agents that act in a world that changes under them.

Everything public is a name here; each is loaded when first used, so that the import stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .approval.console import ConsoleApprover
    from .approval.inbox import InboxApprover
    from .approval.rules import RulesApprover
    from .core.errors import BadInput, LookFailed, MidcourseError, PlannerUnreachable
    from .core.gates.request import AtALoss, NothingToDo, NoWay, PlanRequest
    from .core.logic.conditions import fact
    from .core.model import (
        Call,
        Constraint,
        Cost,
        Delivery,
        Done,
        FactKind,
        Failed,
        Grant,
        Observation,
        Otherwise,
        Parameter,
        Skill,
        Target,
        Task,
        Uncertain,
    )
    from .core.people.messages import (
        AddConstraint,
        AddGrant,
        Answer,
        Cancel,
        ChangeGoal,
        GoOn,
        HandBack,
        Pause,
        Question,
        TakeOver,
    )
    from .core.plans.plan import Achieve, Act, Draft, Replan
    from .core.plans.shorthand import act
    from .core.protocols import Approver, Judge, Planner, Store, Verdict, World
    from .core.run.ending import Ending
    from .core.run.entries import Entry
    from .core.run.settings import AutoReplanning, Consent, Learning, Limits, Looking, Patience, Settings
    from .front import Outcome, Session, open_blobs, open_lessons, open_store, resume, resume_async, run, run_async
    from .inputs.config import load_settings
    from .planners.cascade import CascadePlanner
    from .planners.repair import RepairPlanner
    from .planners.scripted import ScriptedPlanner
    from .planners.search import SearchPlanner
    from .planners.segments import SegmentPlanner
    from .planners.unified import UnifiedPlanner
    from .planners.words import WordsPlanner
    from .release import RELEASE as __version__
    from .worlds.calling import current_call
    from .worlds.functions import fail, observer, skill
    from .worlds.tools import ToolsWorld

__all__ = [
    "Achieve",
    "Act",
    "AddConstraint",
    "AddGrant",
    "Answer",
    "Approver",
    "AtALoss",
    "AutoReplanning",
    "BadInput",
    "Call",
    "Cancel",
    "CascadePlanner",
    "ChangeGoal",
    "Consent",
    "ConsoleApprover",
    "Constraint",
    "Cost",
    "Delivery",
    "Done",
    "Draft",
    "Ending",
    "Entry",
    "FactKind",
    "Failed",
    "GoOn",
    "Grant",
    "HandBack",
    "InboxApprover",
    "Judge",
    "Learning",
    "Limits",
    "LookFailed",
    "Looking",
    "MidcourseError",
    "NoWay",
    "NothingToDo",
    "Observation",
    "Otherwise",
    "Outcome",
    "Parameter",
    "Patience",
    "Pause",
    "PlanRequest",
    "Planner",
    "PlannerUnreachable",
    "Question",
    "RepairPlanner",
    "Replan",
    "RulesApprover",
    "ScriptedPlanner",
    "SearchPlanner",
    "SegmentPlanner",
    "Session",
    "Settings",
    "Skill",
    "Store",
    "TakeOver",
    "Target",
    "Task",
    "ToolsWorld",
    "Uncertain",
    "UnifiedPlanner",
    "Verdict",
    "WordsPlanner",
    "World",
    "__version__",
    "act",
    "current_call",
    "fact",
    "fail",
    "load_settings",
    "observer",
    "open_blobs",
    "open_lessons",
    "open_store",
    "resume",
    "resume_async",
    "run",
    "run_async",
    "skill",
]

_HOMES = {
    "approval.console": ("ConsoleApprover",),
    "approval.inbox": ("InboxApprover",),
    "approval.rules": ("RulesApprover",),
    "inputs.config": ("load_settings",),
    "core.logic.conditions": ("fact",),
    "core.errors": ("BadInput", "LookFailed", "MidcourseError", "PlannerUnreachable"),
    "core.run.ending": ("Ending",),
    "core.run.entries": ("Entry",),
    "core.people.messages": (
        "AddConstraint",
        "AddGrant",
        "Answer",
        "Cancel",
        "ChangeGoal",
        "GoOn",
        "HandBack",
        "Pause",
        "Question",
        "TakeOver",
    ),
    "core.model": (
        "Call",
        "Constraint",
        "Cost",
        "Delivery",
        "Done",
        "FactKind",
        "Failed",
        "Grant",
        "Observation",
        "Otherwise",
        "Parameter",
        "Skill",
        "Target",
        "Task",
        "Uncertain",
    ),
    "core.plans.plan": ("Achieve", "Act", "Draft", "Replan"),
    "core.plans.shorthand": ("act",),
    "core.protocols": ("Approver", "Judge", "Planner", "Store", "Verdict", "World"),
    "core.gates.request": ("AtALoss", "NoWay", "NothingToDo", "PlanRequest"),
    "core.run.settings": ("AutoReplanning", "Consent", "Learning", "Limits", "Looking", "Patience", "Settings"),
    "front": ("Outcome", "Session", "open_blobs", "open_lessons", "open_store", "resume", "resume_async", "run", "run_async"),
    "planners.cascade": ("CascadePlanner",),
    "planners.repair": ("RepairPlanner",),
    "planners.scripted": ("ScriptedPlanner",),
    "planners.search": ("SearchPlanner",),
    "planners.segments": ("SegmentPlanner",),
    "planners.unified": ("UnifiedPlanner",),
    "planners.words": ("WordsPlanner",),
    "worlds.calling": ("current_call",),
    "worlds.functions": ("fail", "observer", "skill"),
    "worlds.tools": ("ToolsWorld",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module(".release", __name__).RELEASE
    if name not in _HOME_OF:
        raise AttributeError(f"midcourse has no {name!r}; it has {', '.join(__all__)}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
