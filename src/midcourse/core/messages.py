"""What people say to a run while it goes on, and what they are asked."""

from __future__ import annotations

from typing import Literal as Choice

from .model import Constraint, Json, Risk, Value


class Question(Value, frozen=True):
    """What a person is asked."""

    id: str
    kind: Choice["approve", "settle", "environment"]
    text: str
    step: str = ""
    digest: str = ""
    skill: str = ""
    args: dict[str, Json] = {}
    target: str = ""
    risk: Risk = "irreversible"
    until: float = 0.0


class Cancel(Value, tag="cancel", frozen=True):
    """End the run."""

    why: str = ""


class Pause(Value, tag="pause", frozen=True):
    """Do nothing until told to go on."""


class GoOn(Value, tag="go on", frozen=True):
    """The end of a pause."""


class AddConstraint(Value, tag="constraint", frozen=True):
    """Forbid something from now on."""

    constraint: Constraint


class ChangeGoal(Value, tag="goal", frozen=True):
    """Want something else from now on; work that is done stays done."""

    goal: str
    done_when: str = ""


class TakeOver(Value, tag="take over", frozen=True):
    """A person acts in the world now."""

    by: str = ""


class HandBack(Value, tag="hand back", frozen=True):
    """The person is finished; look again and go on."""

    note: str = ""


class Answer(Value, tag="answer", frozen=True):
    """The answer to a question. `settle`: yes, it happened. `environment`: yes, it is mended."""

    question: str
    yes: bool
    by: str
    reason: str = ""


Message = Cancel | Pause | GoOn | AddConstraint | ChangeGoal | TakeOver | HandBack | Answer
