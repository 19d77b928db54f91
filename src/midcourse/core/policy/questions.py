"""Questions, made in one way."""

from __future__ import annotations

from typing import Literal as Choice

from ..events import Intended
from ..messages import Question
from ..model import Risk
from ..state import Run


def question(
    run: Run,
    now: float,
    kind: Choice["approve", "settle", "environment"],
    text: str,
    act: Intended | None = None,
    risk: Risk = "irreversible",
) -> Question:
    """The run's next question."""
    return Question(
        id=f"q{run.spent.questions + 1}",
        kind=kind,
        text=text,
        step=act.step if act else "",
        digest=act.digest if act else "",
        skill=act.skill if act else "",
        args=act.args if act else {},
        target=act.target if act else "",
        risk=risk,
        until=now + run.settings.question_seconds,
    )
