"""Why an act failed, and what would mend it."""

from __future__ import annotations

from ..model import Cost, Value
from ..plans.edits import Edit, say


class Reflection(Value, frozen=True):
    """What somebody who looked into a failure says of it."""

    root_cause: str
    """Why the act failed, in words; the failure itself where looking into it came to nothing."""
    factors: tuple[str, ...] = ()
    """What else had a part in it."""
    preventable: bool | None = None
    """Whether a better plan would have avoided it; None where nobody can tell."""
    fix: Edit | None = None
    """What would mend it, as an edit of the plan, the arguments or the constraints."""
    confidence: float = 0.0
    """0 to 1: how sure the fix is; a sure one is tried before the planner is asked."""
    who: str = ""
    """Who looked into it: `rules` or a model's name; `nobody` where that broke off or could not be paid."""
    cost: Cost = Cost()
    """What the answer cost; nothing where no model was asked."""

    def sentence(self) -> str:
        """The reflection in words."""
        fix = f"; to mend it: {say(self.fix)}" if self.fix is not None else ""
        return f"{self.root_cause}{fix}"
