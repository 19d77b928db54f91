"""What to do next: an ordered table of small named rules, then a table of guards.

The name of the rule that fired is journalled with what it led to, and is the answer to "why".
"""

from __future__ import annotations

from typing import NamedTuple

from ..run.commands import Command
from ..run.state import Run
from .guards import GUARDS
from .rules import TABLES


class Decision(NamedTuple):
    """A command and the rule it comes from."""

    rule: str
    """The rule's name, as the journal keeps it."""
    command: Command
    """What to do, as the guards left it."""
    at: float
    """When it was decided."""


def decide(run: Run, now: float) -> Decision:
    """The next command of a run that has not ended."""
    for row in TABLES[run.setup.settings.replan]:
        command = row.rule(run, now)
        if command is not None:
            return _guarded(run, now, row.name, command)
    raise AssertionError("the last rule always decides")


def _guarded(run: Run, now: float, rule: str, command: Command) -> Decision:
    for row in GUARDS:
        if type(command) not in row.guards:
            continue
        instead = row.guard(run, now, command)
        if instead is not None and instead is not command:
            command, rule = instead, row.called.format(rule=rule)
    return Decision(rule, command, now)
