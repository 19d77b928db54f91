"""What earlier runs tell: how often replanning failed for this task, and how far its agent can be trusted."""

from __future__ import annotations

from collections.abc import Iterable

from ..failing.analysis import Met
from ..model import Task, Value
from ..plans.plan import digest
from .lessons import lower_bound

MOST_MET = 30
"""Failures of earlier runs that a run remembers."""
MONTH = 30 * 86_400.0
"""Seconds after which an agent's run counts half."""


class Past(Value, frozen=True):
    """The record that a run starts with."""

    failed_replans: int = 0
    """Of this task, since it last succeeded."""
    successes: float = 0.0
    """Runs of this agent that went well, over all tasks; the older the less they count."""
    failures: float = 0.0
    """Runs of this agent that did not go well, counted in the same way."""
    met: tuple[Met, ...] = ()
    """Failures that its last runs met, the newest first."""

    @property
    def trust(self) -> float:
        """The share of runs that go well, as far as the record makes sure of it: 0 for an agent that nobody knows."""
        return lower_bound(self.successes, self.failures, z=1.96)


def task_key(task: Task) -> str:
    """The same for every run of the same task."""
    return digest((task.goal, task.done_when, task.world))


def record_of(outcomes: Iterable[tuple[float, bool]], now: float) -> tuple[float, float]:
    """(successes, failures) of an agent from when its runs ended and how, faded with time."""
    sums = [0.0, 0.0]
    for at, success in outcomes:
        sums[not success] += 0.5 ** (max(0.0, now - at) / MONTH)
    return sums[0], sums[1]
