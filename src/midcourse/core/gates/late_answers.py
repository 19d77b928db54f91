"""A world that may still hear the answer to a call that the engine has given up waiting for."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from ..model import Result


@runtime_checkable
class AnswersLate(Protocol):
    """A world whose calls go on after their time limit, and may answer then."""

    def late_answer(self, key: str) -> Result | None:
        """What the call with this key has answered since; None where it has not, or where that is told already."""
        ...
