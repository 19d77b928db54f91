"""What a run has for a planner that is chosen by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from ..core.plans.plan import Step
from ..core.protocols import Model

Alike = Callable[[str, Sequence[str]], Sequence[float]]
"""How alike in meaning a text is to each of others: 0 or less for not at all, 1 for the same."""


class Given(NamedTuple):
    """Each planner takes what it needs, and says so where it is missing."""

    plans: Sequence[Sequence[Step]] = ()
    """Those that the task brings, in order."""
    model: Model | None = None
    """The language model that was given or named; None if there is none."""
    base: Path = Path()
    """The folder that files are named from: that of the task file, else the current one. A resumed run has the same."""
    alike: Alike | None = None
    """Compares meanings, where that is installed."""
