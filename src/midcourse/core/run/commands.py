"""What to do next. The policy returns one of these; the director carries it out."""

from __future__ import annotations

from ..history.ledger import Attempt
from ..history.lessons import Lesson
from ..history.situations import Situation
from ..model import Value
from ..people.messages import Question
from ..plans.plan import Cause
from .ending import Ending
from .events import Event, Intended, Purpose
from .waits import WaitsFor


class Look(Value, tag="look", frozen=True):
    """Observe the world."""


class MakePlan(Value, tag="plan", frozen=True):
    """Ask the planner."""

    purpose: Purpose
    """What it is counted as: `first`, `replan`, `segment` or `achieve`."""
    cause: Cause
    """What it is asked for because of: the planner is told, and the plan keeps it."""
    toward: str = ""
    """The id of the `achieve` step that is planned for; '' for none."""


class DoAct(Value, tag="act", frozen=True):
    """Carry out one act, exactly as intended."""

    intent: Intended
    """The event that is journalled before the act starts."""


class Assess(Value, tag="assess", frozen=True):
    """Ask the judge whether the goal is met."""


class Reflect(Value, tag="reflect", frozen=True):
    """Look into a failure."""

    failure: Attempt
    """The failure that is not yet dealt with."""


class Recall(Value, tag="recall", frozen=True):
    """Look up what earlier runs have learned about a failure."""

    step: str
    """The id of the step that failed."""
    situation: Situation
    """The failure in the form in which lessons are looked up."""


class Learn(Value, tag="learn", frozen=True):
    """Keep what was seen of a fix."""

    lesson: Lesson
    """The one that was tried, or a new one for a fix that nobody had tried before."""
    helped: bool
    """Whether the fix was seen to help; else it counts as harm."""
    trial: str
    """The trial's name, so that it is counted once."""
    detail: str = ""
    """What that rests on, in words; '' where a look showed the fix to work."""


class Ask(Value, tag="ask", frozen=True):
    """Put a question to people."""

    question: Question
    """The question with its time limit, ready to be put."""


class Wait(Value, tag="wait", frozen=True):
    """Let time pass, or somebody speak."""

    why: WaitsFor
    """What for; any message ends it, and time spent on `people` is not counted against the budget."""
    until: float | None = None
    """None: only a message ends it."""


class Note(Value, tag="note", frozen=True):
    """Record a conclusion; nothing is done in the world."""

    event: Event
    """The event that is journalled as it is."""


class Stop(Value, tag="stop", frozen=True):
    """End the run."""

    ending: Ending
    """The ending that is journalled as the last event."""


Command = Look | MakePlan | DoAct | Assess | Reflect | Recall | Learn | Ask | Wait | Note | Stop


def label(command: Command) -> str:
    """The command in a word or three, as journalled."""
    match command:
        case Look():
            return "look"
        case DoAct():
            return f"act {command.intent.step}"
        case Assess() | Reflect() | Recall() | Learn():
            return command.__struct_config__.tag  # pyright: ignore[reportReturnType]
        case MakePlan():
            return f"plan {command.purpose}"
        case Ask():
            return f"ask {command.question.kind}"
        case Wait():
            return "wait"
        case Note():
            return f"note {command.event.__struct_config__.tag}"
        case Stop():
            return f"stop {command.ending.final_reason}"
