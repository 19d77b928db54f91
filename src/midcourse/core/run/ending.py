"""How a run ends."""

from __future__ import annotations

from typing import Literal as Choice

from ..failing.analysis import Met
from ..history.ledger import Certificate
from ..model import Cost, Value

Verdict = Choice["success", "done_unproven", "failed"]
FinalReason = Choice[
    "plan_complete",
    "already_done",
    "done_unproven",
    "not_reached",
    "replan_exhausted",
    "structural",
    "impossible",
    "planner_failed",
    "planner_unreachable",
    "at_a_loss",
    "stuck",
    "budget_exhausted",
    "max_steps",
    "denied",
    "environment",
    "cancelled",
]
"""Why a run ended. The first two are the only ones of a success."""
SoFar = Choice["waiting", "unfinished"]
"""What stands in its place in the summary of a run that has not ended."""


IN_WORDS: dict[Verdict, str] = {"success": "success", "done_unproven": "done, not proven", "failed": "no success"}


class Ending(Value, frozen=True):
    """How a run ended. Only what was seen counts as confirmed."""

    success: bool
    final_reason: FinalReason | SoFar
    final_detail: str = ""
    root_cause: str = ""
    said_by: str = ""
    """Who or what showed that the goal is met."""
    confirmed: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    """Done by the world's word, with nothing to see it by."""
    undone: tuple[str, ...] = ()
    uncertain: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    steps: int = 0
    replans: int = 0
    planner_calls: int = 0
    versions: int = 0
    failed_replans: int = 0
    """Replans that brought nothing."""
    wall_seconds: float = 0.0
    cost: Cost = Cost()
    certificate: Certificate | None = None
    next_safe_action: str = ""
    notes: tuple[str, ...] = ()
    """What was odd, though nothing failed: an act that always changed what is seen, and once did not."""
    met: tuple[Met, ...] = ()
    """The failures of the run, for those that come after it."""

    @property
    def verdict(self) -> Verdict:
        """Seen, or said by a judge; done as far as anybody can tell; or neither."""
        if self.success:
            return "success"
        return "done_unproven" if self.final_reason == "done_unproven" else "failed"

    @property
    def in_words(self) -> str:
        """The verdict as people say it."""
        return IN_WORDS[self.verdict]

    @property
    def can_go_on(self) -> bool:
        """Whether the run can be resumed all the same: nothing was wrong but that the planner could not be reached."""
        return self.final_reason == "planner_unreachable"
