"""What any approver must keep."""

from __future__ import annotations

from collections.abc import Callable

from ...core.people.messages import Question
from ...core.protocols import Approver
from .common import Rule, check

APPROVE = Question("q1", "approve", "May send() run? It cannot be undone.", "s1", "digest", "send", {"to": "all"}, until=100.0)
SETTLE = Question("q2", "settle", "Did send happen?", "s1", "digest", "send", until=100.0)
BROKEN = Question("q3", "environment", "The disk is full. Is it mended?", until=100.0)


def check_approver(make: Callable[[], Approver]) -> None:
    """Check an approver."""
    check("approver", RULES, make)


async def it_answers_the_question_it_was_asked(approver: Approver) -> str:
    for question in (APPROVE, SETTLE, BROKEN):
        answer = await approver.allows(question)
        if answer is not None and answer.question != question.id:
            return f"asked {question.id}, it answered {answer.question}"
    return ""


async def it_says_who_answers(approver: Approver) -> str:
    answer = await approver.allows(APPROVE)
    return "its answer has no name to it" if answer is not None and not answer.by else ""


async def it_answers_yes_or_no_or_nothing(approver: Approver) -> str:
    answer = await approver.allows(APPROVE)
    return "" if answer is None or answer.yes in (True, False) else f"its yes is {answer.yes!r}"


async def it_does_not_invent_what_happened(approver: Approver) -> str:
    answer = await approver.allows(SETTLE)
    rules = answer is not None and answer.by == "rules"
    return "a rule cannot know whether an act happened, and it says it does" if rules else ""


RULES: tuple[Rule[Approver], ...] = (
    it_answers_the_question_it_was_asked,
    it_says_who_answers,
    it_answers_yes_or_no_or_nothing,
    it_does_not_invent_what_happened,
)
