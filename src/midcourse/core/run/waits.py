"""What a run waits for."""

from __future__ import annotations

from typing import Literal as Choice

WaitsFor = Choice[
    "people",
    "back-off",
    "looking again",
    "an effect may still come",
    "an act in doubt may still take effect",
    "what failed may pass",
    "the same failure was just replanned for",
    "the planner is unreachable",
]
"""What a run lets time pass for."""
