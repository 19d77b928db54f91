"""Everything a director works through."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.gates.hiding import Hide
from ..core.people.risk import RiskRule
from ..core.protocols import Approver, Blobs, Classifier, Clock, Inbox, Journal, Judge, Memory, Planner, Reflector, World


@dataclass(frozen=True, slots=True)
class Parts:
    """One concrete part for each role; those that may be left out have a default."""

    world: World
    planner: Planner
    judge: Judge
    approver: Approver
    journal: Journal
    inbox: Inbox
    blobs: Blobs
    clock: Clock
    planner_name: str = ""
    world_name: str = ""
    release: str = ""
    classifier: Classifier | None = None
    reflector: Reflector | None = None
    memory: Memory | None = None
    risks: tuple[RiskRule, ...] = ()
    hide: Hide | None = None
    """Takes the run's secrets out of a text; None where there are none."""
    note: str = ""
    """What people are told before the run begins: rules that ask less than the shipped ones; '' for nothing."""
