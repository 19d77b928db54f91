"""The table as the scene lays it, to go back to: in a simulator an attempt may begin where the first one began."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from ...core.model import Delivery, Skill
from .engine import Data

Array = Any
Cells = Mapping[str, tuple[float, float]]
TAKES = " and ".join(("holding(*)", "on(*, *)", "clear(*)", "at(*, *)", "blocks(*, *)", "free(*)", "place(*, *, *)"))


class Beginning(NamedTuple):
    """Where all bodies are before the first act, and what the arm is told to do."""

    qpos: Array
    qvel: Array
    ctrl: Array
    cells: Cells
    """Where each thing lies, roughly: what is seen near there is told as there, also by eyes that err."""

    @classmethod
    def of(cls, data: Data, cells: Cells) -> Beginning:
        """As it is now."""
        return cls(data.qpos.copy(), data.qvel.copy(), data.ctrl.copy(), dict(cells))

    def restore(self, data: Data) -> None:
        """Put everything back."""
        data.qpos[:], data.qvel[:], data.ctrl[:] = self.qpos, self.qvel, self.ctrl


def reset_to(facts: Collection[str]) -> Skill:
    """The skill that goes back to where these facts held. It is dear: whatever else leads on is better."""
    return Skill(
        "reset",
        "Put the simulated table back as the scene lays it; whatever was done on it is taken back.",
        makes=" and ".join(sorted(facts)),
        breaks=TAKES,
        repeatable=True,
        cost=20.0,
        delivery=Delivery(settles=0.0),
    )
