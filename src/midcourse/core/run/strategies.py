"""When a run replans, and what it does about trouble: the default, and the loops that it is compared with on the same core."""

from __future__ import annotations

from typing import Literal as Choice

from ..model import Value

When = Choice["validity", "fixed", "on-error", "every-k", "every-step", "any-change"]


class Strategy(Value, frozen=True):
    """What one kind of loop is able to do. Which rules it has stands in `policy`."""

    watches: bool = False
    """It checks the rest of the plan against each look, climbs the ladder of remedies, and doubts contracts and verdicts."""
    replans: bool = True
    """It ever makes another plan."""
    looks: Choice["each act", "each stretch", "plan's end"] = "plan's end"
    """How often it looks: after each act, before each new stretch, or only where the plan ends or a step fails."""
    predicts: bool = False
    """It foresees what the next look should show."""


STRATEGIES: dict[When, Strategy] = {
    "validity": Strategy(watches=True, looks="each act"),
    "fixed": Strategy(replans=False),
    "on-error": Strategy(),
    "every-k": Strategy(looks="each stretch"),
    "every-step": Strategy(looks="each act"),
    "any-change": Strategy(looks="each act", predicts=True),
}
