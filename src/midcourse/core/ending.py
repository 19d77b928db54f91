"""How a run ends."""

from __future__ import annotations

from .ledger import Certificate
from .model import Cost, Value


class Ending(Value, frozen=True):
    """How a run ended. Only what was seen counts as confirmed."""

    success: bool
    final_reason: str
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

    @property
    def can_go_on(self) -> bool:
        """Whether the run can be resumed all the same: nothing was wrong but that the planner could not be reached."""
        return self.final_reason == "planner_unreachable"
