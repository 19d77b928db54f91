"""People for tests: approvers that answer as told."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.people.messages import Answer, Question


class AnswersAll:
    """Says the same to every question, and keeps what it was asked."""

    def __init__(self, yes: bool = True) -> None:
        self._yes = yes
        self.asked: list[Question] = []

    async def allows(self, question: Question) -> Answer | None:
        """The one answer."""
        self.asked.append(question)
        return Answer(question.id, self._yes, "test person")


class ScriptedPeople:
    """Answers in the order given; None leaves a question open. Refuses when the script is at its end."""

    def __init__(self, answers: Iterable[bool | None]) -> None:
        self._answers = iter(answers)
        self.asked: list[Question] = []

    async def allows(self, question: Question) -> Answer | None:
        """The next answer."""
        self.asked.append(question)
        yes = next(self._answers, False)
        return None if yes is None else Answer(question.id, yes, "test person", "" if yes else "said no")
