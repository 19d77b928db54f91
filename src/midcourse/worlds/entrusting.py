"""What a world may be given before its run and told after it, beside what every world is asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol, runtime_checkable

from ..core.logic.conditions import Condition


@runtime_checkable
class Entrusted(Protocol):
    """A world that needs secrets before its first act, or keeps something by name from run to run, as a browser does."""

    def entrust(self, secrets: Mapping[str, str], home: str, used: Collection[str]) -> str:
        """The secrets by name, the folder for what outlives runs, and the names of the secrets that the task uses. What people
        should know before the run begins, or ''. Raises TaskError for what it cannot do without. Said once, before all else."""
        ...


@runtime_checkable
class LooksFor(Protocol):
    """A world whose looks may miss what is somewhere else: it must know what a run waits to see go."""

    def look_for(self, end: Condition) -> None:
        """The end of the task, before the first look."""
        ...


@runtime_checkable
class Retires(Protocol):
    """A world that keeps something so that another process can go on with its run."""

    def retire(self) -> None:
        """The run is over for good: what was kept for it may go when the world closes."""
        ...
