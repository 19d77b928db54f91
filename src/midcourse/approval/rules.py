"""An approver that goes by rules given beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.people.messages import Answer, Question
from ..core.people.patterns import allows, fits


class RulesApprover:
    """Says yes or no to acts that fit a pattern, such as `send(to=*@example.com)`; leaves all else to people.

    If an act fits both a yes and a no, the no wins. With `otherwise=False` the answer is no to every act that fits no pattern,
    to every question about a further replan or about what was meant, and to every plan that waits for a yes.
    """

    def __init__(self, allow: Sequence[str] = (), refuse: Sequence[str] = (), otherwise: bool | None = None) -> None:
        self._allow, self._refuse, self._otherwise = allow, refuse, otherwise

    async def allows(self, question: Question) -> Answer | None:
        """By the rules; None where they are silent."""
        if question.kind in ("replan", "plan", "clarify") and self._otherwise is not None:
            return Answer(question.id, self._otherwise, "rules", "nobody can be asked")
        if question.kind != "approve":
            return None
        for pattern in self._refuse:
            if fits(pattern, question.skill, {**question.usual, **question.args}, question.target):
                return Answer(question.id, False, "rules", f"the rule {pattern} refuses it")
        for pattern in self._allow if not question.secret else ():
            if allows(pattern, question.skill, question.args, question.target, question.usual):
                return Answer(question.id, True, "rules", f"the rule {pattern} allows it")
        if self._otherwise is None:
            return None
        return Answer(question.id, self._otherwise, "rules", "no rule speaks of it and nobody can be asked")


def refuse_all() -> RulesApprover:
    """Nobody can be asked: every question is answered with no."""
    return RulesApprover(otherwise=False)
