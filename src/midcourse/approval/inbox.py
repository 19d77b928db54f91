"""An approver that leaves every question to whoever reads the inbox."""

from __future__ import annotations

from ..core.people.messages import Answer, Question


class InboxApprover:
    """Never answers by itself: the run waits, and `midcourse approve` answers."""

    async def allows(self, question: Question) -> Answer | None:
        """Not now."""
        return None
