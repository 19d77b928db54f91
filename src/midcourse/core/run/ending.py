"""How a run ends."""

from __future__ import annotations

from typing import Literal as Choice

from ..failing.analysis import Met
from ..history.ledger import Certificate
from ..model import Cost, Group, Value

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


class Fates(Group, frozen=True):
    """What became of the steps, by their ids, and of what they changed."""

    confirmed: tuple[str, ...] = ()
    """Done, and seen to be so."""
    assumed: tuple[str, ...] = ()
    """Done by the world's word, with nothing to see it by."""
    undone: tuple[str, ...] = ()
    """Done once, but the world took it back."""
    uncertain: tuple[str, ...] = ()
    """Begun, and nobody knows whether they happened."""
    left: tuple[str, ...] = ()
    """Steps of the last plan that were still to be done."""
    owed: tuple[str, ...] = ()
    """Values that were changed while a way was looked for and are not seen to be put back, each with what it was."""


class Afterword(Group, frozen=True):
    """What it tells those that come after it."""

    failed_replans: int = 0
    """Replans that brought nothing."""
    notes: tuple[str, ...] = ()
    """What was odd, though nothing failed: an act that always changed what is seen, and once did not."""
    met: tuple[Met, ...] = ()
    """The failures of the run."""


class Ending(Value, frozen=True):
    """How a run ended. Only what was seen counts as confirmed."""

    success: bool
    """The goal was seen to hold, or a judge said so."""
    final_reason: FinalReason | SoFar
    """Why it ended; or, of a run that has not, what it waits for."""
    final_detail: str = ""
    """The same in words, with what was met; '' if the reason says it all."""
    root_cause: str = ""
    """The failure that it came from, with what was found out about it; '' where nothing failed, or the goal was reached."""
    said_by: str = ""
    """Who or what showed that the goal is met."""
    next_safe_action: str = ""
    """What may safely be done now, in words; '' where nothing is left to do."""
    certificate: Certificate | None = None
    """Why there is no way, where that was worked out."""
    fates: Fates = Fates()
    """What became of the steps."""
    steps: int = 0
    """Acts that were begun, retries included."""
    replans: int = 0
    """Plans asked for because something was not as planned."""
    planner_calls: int = 0
    """Requests to the planner, of every purpose."""
    versions: int = 0
    """Plans that were accepted."""
    wall_seconds: float = 0.0
    """Seconds from the start to the end, waiting for people included."""
    cost: Cost = Cost()
    """Tokens and money of all answers, whoever gave them."""
    afterword: Afterword = Afterword()
    """What it tells later runs."""

    @property
    def verdict(self) -> Verdict:
        """`success` if the goal was seen or a judge confirmed it, `done_unproven` if nobody can tell more, else `failed`."""
        if self.success:
            return "success"
        return "done_unproven" if self.final_reason == "done_unproven" else "failed"

    @property
    def in_words(self) -> str:
        """The verdict as people say it."""
        return IN_WORDS[self.verdict]

    @property
    def can_go_on(self) -> bool:
        """Whether the run can still be resumed although it ended: only if it ended because the planner could not be reached."""
        return self.final_reason == "planner_unreachable"
