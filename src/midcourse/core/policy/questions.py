"""Questions, made in one way."""

from __future__ import annotations

from ..people.messages import About, Question
from ..people.risk import Weighed
from ..run.ending import FinalReason
from ..run.events import Intended
from ..run.state import Run

UNASKED: dict[About, FinalReason] = {
    "approve": "denied",
    "plan": "denied",
    "replan": "replan_exhausted",
    "settle": "environment",
    "environment": "environment",
    "clarify": "at_a_loss",
}
"""How a run ends when it may ask no more, or nobody answers."""


def question(
    run: Run,
    now: float,
    kind: About,
    text: str,
    act: Intended | None = None,
    weighed: Weighed | None = None,
    digest: str = "",
    lines: tuple[str, ...] = (),
) -> Question:
    """The run's next question."""
    skill = run.known.skills.get(act.skill) if act else None
    return Question(
        id=f"q{run.spent.questions + 1}",
        kind=kind,
        text=text,
        step=act.step if act else "",
        digest=act.digest if act else digest,
        skill=act.skill if act else "",
        args=act.args if act else {},
        target=act.target if act else "",
        risk=weighed.declared if weighed else skill.risk if skill else "irreversible",
        until=now + run.setup.settings.consent.question_seconds,
        score=weighed.score if weighed else 0.0,
        groups=weighed.groups if weighed else (),
        lines=lines,
        usual=skill.usual() if skill else {},
    )
