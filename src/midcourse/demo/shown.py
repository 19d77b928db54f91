"""What is left of a scene that was played."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..core.run.state import Run


@dataclass(frozen=True)
class Shown:
    """The run, what the world did meanwhile, and the pictures that were taken. What is true at its end, each scene adds."""

    run: Run
    happened: list[str]
    pictures: list[Path]

    @property
    def claimed(self) -> bool:
        """What the run says of itself."""
        return self.run.ending is not None and self.run.ending.success
