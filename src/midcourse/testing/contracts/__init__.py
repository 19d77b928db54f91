"""Contracts that any part must keep: call one function in one test of yours.

    def test_my_world():
        check_world(MyWorld, examples=[act("open", door="front")])

What is broken is said by the rule's name, with what was found.
"""

from __future__ import annotations

from .approver import check_approver
from .common import ContractBroken
from .journal import check_journal
from .judge import check_judge
from .memory import check_memory
from .planner import check_planner
from .world import check_world

__all__ = [
    "ContractBroken",
    "check_approver",
    "check_journal",
    "check_judge",
    "check_memory",
    "check_planner",
    "check_world",
]
