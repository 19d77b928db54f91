"""What people say to a run while it goes on, and what they are asked."""

from __future__ import annotations

from typing import Literal as Choice

from msgspec import MsgspecError, json
from msgspec.structs import replace

from ..errors import TaskError
from ..language.depth import DEEPEST, is_deep
from ..model import Constraint, Grant, Json, Risk, Value

About = Choice["approve", "plan", "settle", "environment", "replan", "clarify"]
"""What a question is about: an act, a plan, whether an act happened, whether something is mended, whether to plan again, what was
meant."""
CLARIFIED = "a person says: "
"""How what a person said to such a question is told to the planner."""


class Question(Value, frozen=True):
    """What a person is asked."""

    id: str
    """`q` and a number, unique within the run: what an answer refers to."""
    kind: About
    """What it is about, and so what a yes means."""
    text: str
    """The question as people read it, with the reason for asking."""
    step: str = ""
    """The id of the step it is about; '' where it is about no single act."""
    digest: str = ""
    """Digest of the act or plan that a yes is bound to; '' where it is about neither."""
    skill: str = ""
    """The skill of the act; '' where it is about no single act."""
    args: dict[str, Json] = {}
    """The arguments of the act, with outputs filled in; secrets stay references."""
    target: str = ""
    """The id of the act's target; '' for none."""
    risk: Risk = "irreversible"
    """As the act's skill declares it, for a plan that of its riskiest act; `irreversible` where nothing was weighed."""
    until: float = 0.0
    """Seconds since the epoch. After that, no answer counts as a no to an act or a plan; else the run ends."""
    score: float = 0.0
    """How risky it is, 0 to 1."""
    groups: tuple[str, ...] = ()
    """The kinds of critical operations that it belongs to."""
    lines: tuple[str, ...] = ()
    """What it is about in full, where that is more than an act: how a plan differs from what was left of the one before."""
    usual: dict[str, Json] = {}
    """The skill's defaults: what the arguments are that the act does not give, and what they are compared with if it does."""
    secret: str = ""
    """What the act would do with a secret that the task does not mean for it; no rule that allows acts answers that."""

    @property
    def in_full(self) -> tuple[str, ...]:
        """What its text leaves out: what it is about, and arguments that the act does not give and that count all the same."""
        unsaid = {name: value for name, value in self.usual.items() if name not in self.args and value is not None}
        given = ", ".join(f"{name}={json.encode(value).decode()}" for name, value in unsaid.items())
        return (*self.lines, f"not given, so as usual: {given}") if given else self.lines


class Cancel(Value, tag="cancel", frozen=True):
    """End the run."""

    why: str = ""
    """The reason as the ending tells it; '' becomes `cancelled by a person`."""


class Pause(Value, tag="pause", frozen=True):
    """Do nothing until told to go on."""


class GoOn(Value, tag="go on", frozen=True):
    """The end of a pause."""


class AddConstraint(Value, tag="constraint", frozen=True):
    """Forbid something from now on."""

    constraint: Constraint
    """What is forbidden; a pattern that cannot be read is dropped, and only its words count."""


class ChangeGoal(Value, tag="goal", frozen=True):
    """Give the run another goal from now on. Finished work stays done."""

    goal: str
    """The new goal in words, in place of the old one."""
    done_when: str = ""
    """Its condition; '' where there are only words. With one that cannot be read, nothing changes."""


class TakeOver(Value, tag="take over", frozen=True):
    """A person acts in the world now."""

    by: str = ""
    """Who acts now; '' is told as `a person`."""


class HandBack(Value, tag="hand back", frozen=True):
    """The person is finished; look again and go on."""

    note: str = ""
    """What the person did, in words, for the journal; nothing is decided by it."""


class Answer(Value, tag="answer", frozen=True):
    """The answer to a question.

    `approve`: yes, this act. `plan`: yes, this plan. `settle`: yes, it happened. `environment`: yes, it is mended.
    `replan`: yes, plan again. `clarify`: yes, and `reason` says what was meant.
    """

    question: str
    """The id of the question. To one that is closed, only a no counts, and only while its yes is unused."""
    yes: bool
    """What it means depends on what the question is about: see above."""
    by: str
    """Who answers: a name, `console`, `rules` where only rules were asked, or `nobody (time limit)`."""
    reason: str = ""
    """Why, in words: a no is told to the planner with it; '' if not said."""
    args: dict[str, Json] | None = None
    """With a yes to an act: its arguments as the person wants them. That is another act, and the yes is for that one."""
    given: float = 0.0
    """When it was given, in seconds since the epoch; 0: when it was heard. The time of a yes runs from here."""


class AddGrant(Value, tag="grant", frozen=True):
    """Allow beforehand what fits a pattern."""

    grant: Grant
    """What is allowed; one whose pattern cannot be read is heard and has no effect."""


Message = Cancel | Pause | GoOn | AddConstraint | AddGrant | ChangeGoal | TakeOver | HandBack | Answer


LONGEST_REASON = 10_000
"""Characters of a reason or a note that are kept."""


def in_bounds(message: Message) -> Message:
    """The message as a run hears it: a reason or a note is told to planners and shown to people, over and over, and is cut."""
    told = {name: str(getattr(message, name, "")) for name in ("by", "reason", "note", "why")}
    cut = {name: f"{text[:LONGEST_REASON]} (and more)" for name, text in told.items() if len(text) > LONGEST_REASON}
    return replace(message, **cut) if cut else message


def stamped(message: Message, now: float) -> Message:
    """The message as an inbox keeps it: an answer says when it was given, however late it is read. TaskError for one that could
    not be read again: it would lie in the way of all that come after it."""
    message = replace(message, given=now) if isinstance(message, Answer) and not message.given else message
    try:
        body = json.encode(message)
        if is_deep(body):
            raise TaskError(f"the message is nested deeper than {DEEPEST} brackets")
        json.decode(body, type=Message)
    except (MsgspecError, TypeError, ValueError, RecursionError) as error:
        raise TaskError(f"the message cannot be sent: {error}") from None
    return message
