"""How a step acts: on something that was seen, by a command to the whole desktop or world, or by planning again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal as Choice

from .plan import Achieve, Act, Replan, Step

Mode = Choice["visual", "command", "replan"]
MODES: tuple[Mode, ...] = ("visual", "command", "replan")


def mode_of(step: Step) -> Mode:
    """Visual: an act on a target. Command: an act without one. Replan: a step that asks for a plan."""
    match step:
        case Act():
            return "visual" if step.target else "command"
        case Achieve() | Replan():
            return "replan"


def count_modes(steps: Iterable[Step]) -> dict[Mode, int]:
    """How many steps there are of each mode."""
    modes = [mode_of(step) for step in steps]
    return {mode: modes.count(mode) for mode in MODES}
