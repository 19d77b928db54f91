"""What a run keeps of its steps, its doubts, its fixes and its people's answers: the values that its state is made of."""

from __future__ import annotations

from typing import Final
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
THOUGH_IT_FAILED: Final = "look after it failed"
"""What settles an act that failed, and that a look shows to have been done all the same."""


class Record(Value, frozen=True):
    """One step over the life of the run."""

    step: Step
    """The step as it stands now: with its target found again, and its arguments as a person changed them."""
    state: StepState = "planned"
    """What became of it; `assumed` is done by the world's word, `confirmed` by a look."""
    version: int = 1
    """The plan that brought it."""
    attempts: int = 0
    """How often it was begun."""
    stirred: bool = False
    """It was called done, must not be done twice, and something came with it that speaks of it: it did something."""


class GoalWay(Value, frozen=True):
    """The way to a goal of an `achieve` step."""

    asked_by: str
    """The step that it was planned for last."""
    steps: tuple[str, ...]
    """The acts, and goals inside it, that were planned last to reach the goal."""
    before: tuple[str, ...] = ()
    """Those of lists of this way that broke off."""


class Approval(Value, frozen=True):
    """A person's yes: for one act with just these arguments, once, for a while."""

    digest: str
    """Digest of the one act, or plan, that may run."""
    question: str
    """The id of the question that it answers."""
    until: float
    """When it expires, in seconds since the epoch."""


class Replied(Value, frozen=True):
    """The last answer to a question, until something was done about it."""

    question: Question
    """The question as it was put."""
    yes: bool
    """The answer; an answer that came too late is a no."""
    by: str = ""
    """Who answered, as the answer says: `rules` where no person could be asked."""
    reason: str = ""
    """Why, or what was meant, in their words."""


class Broken(Value, frozen=True):
    """How an act broke off of which nobody knows whether it happened."""

    reason: str
    """The slug of the failure, as the world gave it, or `timeout` or `interrupted`."""
    detail: str
    """What went wrong, in words."""
    finding: Finding
    """What it was found to be: it counts as that failure once it is settled that the act did not happen."""


class Sighting(Value, frozen=True):
    """When a part of the goal was last seen."""

    look: int
    """The number of the look, from 1."""
    at: float
    """When that look was over, in seconds since the epoch."""


class Trial(Value, frozen=True):
    """A fix under trial: what a plan does otherwise than the one whose step failed."""

    situation: Situation
    """The failure that it is to mend."""
    edit: Edit
    """What is done otherwise, in terms of the failed act."""
    source: str
    """Who proposed it: the planner, the reflection, or `lesson ID`."""
    steps: tuple[str, ...]
    """The steps it brought; the last is the one that must be seen to work."""
    version: int
    """The version of the plan that brought it; with the run's id it names the trial."""
    why: str = ""
    """The root cause where somebody found one, else the failure, in words: a new lesson keeps it."""
    lesson: Lesson | None = None
    """The lesson that is tried, where one is."""
    wanted: str = ""
    """What the failed act was to bring about, where other acts stand in its place: that, not their own effect, is help."""
    failed: Act | None = None
    """The act that failed, which the edit starts from."""
    rest: tuple[Step, ...] = ()
    """The steps that were to come after it."""


class Doubt(Value, frozen=True):
    """An act that was set aside: nobody knows whether it happened."""

    act: Intended
    """The act as it was begun."""
    news: tuple[str, ...]
    """What would show that it did."""
    at: float
    """When it was sent."""
    target: Target | None = None
    """The act's target as it looked when the plan was made, by which it is known under another id; None for none."""


class LastAct(Value, frozen=True):
    """What was done last and what the world said of it."""

    digest: str
    """Digest of skill, arguments and target."""
    skill: str
    """The name of its skill."""
    outcome: str
    """`done`, or the reason why it failed or is in doubt."""
    output: str = ""
    """Digest of what it gave; '' for nothing."""


def is_same_act(skill: str, args: object, target: str, record: Record) -> bool:
    """Whether a record's step is just this act."""
    step = record.step
    return isinstance(step, Act) and (skill, args, target) == (step.skill, step.args, step.target)
