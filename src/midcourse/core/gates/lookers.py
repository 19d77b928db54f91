"""Worlds that look with a language model, and how they are held to the budget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from ..model import Cost

Affords = Callable[[Cost], bool]
"""Whether an answer that may cost this much may be asked for now."""


@runtime_checkable
class LooksAtAPrice(Protocol):
    """A world that asks a model what it sees, where nothing cheaper can tell. What it paid stands in its looks."""

    @property
    def most_each(self) -> Cost:
        """The most that one answer may cost; nothing where no model is asked."""
        ...

    def keep_within(self, affords: Affords) -> None:
        """Ask for nothing that this does not allow. Said when a run starts or is taken up."""
        ...
