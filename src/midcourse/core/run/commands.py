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
    cause: Cause
    toward: str = ""


class DoAct(Value, tag="act", frozen=True):
    """Carry out one act, exactly as intended."""

    intent: Intended


class Assess(Value, tag="assess", frozen=True):
    """Ask the judge whether the goal is met."""


class Reflect(Value, tag="reflect", frozen=True):
    """Look into a failure."""

    failure: Attempt


class Recall(Value, tag="recall", frozen=True):
    """Look up what earlier runs have learned about a failure."""

    step: str
    situation: Situation


class Learn(Value, tag="learn", frozen=True):
    """Keep what was seen of a fix."""

    lesson: Lesson
    helped: bool
    trial: str
    """The trial's name, so that it is counted once."""
    detail: str = ""


class Ask(Value, tag="ask", frozen=True):
    """Put a question to people."""

    question: Question


class Wait(Value, tag="wait", frozen=True):
    """Let time pass, or somebody speak."""

    why: WaitsFor
    until: float | None = None
    """None: only a message ends it."""


class Note(Value, tag="note", frozen=True):
    """Record a conclusion; nothing is done in the world."""

    event: Event


class Stop(Value, tag="stop", frozen=True):
    """End the run."""

    ending: Ending


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
