"""What a run keeps of its steps, its doubts, its fixes and its people's answers: the values that its state is made of."""

from __future__ import annotations

from typing import Literal as Choice

from ..failing.findings import Finding
from ..history.lessons import Lesson
from ..history.situations import Situation
from ..model import Target, Value
from ..people.messages import Question
from ..plans.edits import Edit
from ..plans.plan import Act, Step
from .events import Intended

StepState = Choice["planned", "intended", "assumed", "confirmed", "failed", "uncertain", "skipped", "undone", "dropped", "passed"]


DONE_BY_US: tuple[StepState, ...] = ("confirmed", "assumed")
"""States of steps that this run has carried out, as far as anybody knows."""
DONE: tuple[StepState, ...] = ("confirmed", "assumed", "passed", "skipped")
"""States in which a later step may build on this one."""


class Record(Value, frozen=True):
    """One step over the life of the run."""

    step: Step
    state: StepState = "planned"
    version: int = 1
    """The plan that brought it."""
    attempts: int = 0


class Approval(Value, frozen=True):
    """A person's yes: for one act with just these arguments, once, for a while."""

    digest: str
    question: str
    until: float


class Replied(Value, frozen=True):
    """An answer to a question about a doubt or about the environment."""

    question: Question
    yes: bool
    by: str = ""


class Broken(Value, frozen=True):
    """How an act broke off of which nobody knows whether it happened."""

    reason: str
    detail: str
    finding: Finding


class Sighting(Value, frozen=True):
    """When a part of the goal was last seen."""

    look: int
    at: float


class Trial(Value, frozen=True):
    """A fix under trial: what a plan does otherwise than the one whose step failed."""

    situation: Situation
    edit: Edit
    source: str
    """Who proposed it: the planner, the reflection, or `lesson ID`."""
    steps: tuple[str, ...]
    """The steps it brought; the last is the one that must be seen to work."""
    version: int
    why: str = ""
    lesson: Lesson | None = None
    """The lesson that is tried, where one is."""
    wanted: str = ""
    """What the failed act was to bring about, where other acts stand in its place: that, not their own effect, is help."""
    failed: Act | None = None
    rest: tuple[Step, ...] = ()
    """The act that failed, and what was to come after it."""


class Doubt(Value, frozen=True):
    """An act that was set aside: nobody knows whether it happened."""

    act: Intended
    news: tuple[str, ...]
    """What would show that it did."""
    at: float
    """When it was sent."""
    target: Target | None = None


class LastAct(Value, frozen=True):
    """What was done last and what the world said of it."""

    digest: str
    skill: str
    outcome: str
    output: str = ""
