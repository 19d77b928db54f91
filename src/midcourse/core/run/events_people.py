"""What people were asked and said, and the time that was given to them and to other things."""

from __future__ import annotations

from ..model import Value
from ..people.messages import Message, Question
from .waits import WaitsFor


class Asked(Value, tag="asked", frozen=True):
    """A question was put; the run waits for its answer."""

    question: Question
    """The question as people see it; it stays open until it is answered or its time is over."""


class Heard(Value, tag="heard", frozen=True):
    """Somebody reached the run."""

    message: Message
    """What was said; the run itself says no where nobody answered about an act or a plan in time."""
    id: str = ""
    """The inbox's id of the message, so that it is heard once."""


class Waited(Value, tag="waited", frozen=True):
    """Time passed on purpose."""

    why: WaitsFor
    """What for; time spent on `people` is not counted against the budget."""
    took: float = 0.0
    """Seconds that it lasted."""
    unheard: str = ""
    """Why whoever was asked cannot answer, in words: the approver broke off; '' else."""


Speaking = Asked | Heard | Waited
