"""What people say to a run while it goes on, and what they are asked."""

from __future__ import annotations

from typing import Literal as Choice

from msgspec.structs import replace

from ..model import Constraint, Grant, Json, Risk, Value

About = Choice["approve", "plan", "settle", "environment", "replan"]
"""What a question is about: an act, a plan, whether an act happened, whether something is mended, whether to plan again."""


class Question(Value, frozen=True):
    """What a person is asked."""

    id: str
    kind: About
    text: str
    step: str = ""
    digest: str = ""
    skill: str = ""
    args: dict[str, Json] = {}
    target: str = ""
    risk: Risk = "irreversible"
    until: float = 0.0
    score: float = 0.0
    """How risky it is, 0 to 1."""
    groups: tuple[str, ...] = ()
    """The kinds of critical operations that it belongs to."""
    lines: tuple[str, ...] = ()
    """What it is about in full, where that is more than an act: how a plan differs from what was left of the one before."""


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
    """The answer to a question.

    `approve`: yes, this act. `plan`: yes, this plan. `settle`: yes, it happened. `environment`: yes, it is mended.
    `replan`: yes, plan again.
    """

    question: str
    yes: bool
    by: str
    reason: str = ""
    args: dict[str, Json] | None = None
    """With a yes to an act: its arguments as the person wants them. That is another act, and the yes is for that one."""
    given: float = 0.0
    """When it was given, in seconds since the epoch; 0: when it was heard. The time of a yes runs from here."""


class AddGrant(Value, tag="grant", frozen=True):
    """Allow beforehand what fits a pattern."""

    grant: Grant


Message = Cancel | Pause | GoOn | AddConstraint | AddGrant | ChangeGoal | TakeOver | HandBack | Answer


def stamped(message: Message, now: float) -> Message:
    """The message as an inbox keeps it: an answer says when it was given, however late it is read."""
    return replace(message, given=now) if isinstance(message, Answer) and not message.given else message
