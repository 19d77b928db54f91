"""What happened. The journal holds these and nothing else.

An event says what was seen or done, never what to do next: that is decided anew from the state.
"""

from __future__ import annotations

from typing import Literal as Choice

from ..failing.findings import Finding
from ..history.ledger import Certificate
from ..history.lessons import Found, Lesson
from ..history.past import Past
from ..history.reflections import Reflection
from ..model import Cost, FactKind, Json, Result, Skill, Target, Task, Value
from ..people.messages import Message, Question
from ..people.risk import RiskRule
from ..plans.plan import Act, Cause, Plan
from .ending import Ending
from .settings import Settings
from .waits import WaitsFor

POLICY = 6
"""Version of the rules; raised when the same state may be decided otherwise."""

Purpose = Choice["first", "replan", "segment", "achieve"]


class Started(Value, tag="started", frozen=True):
    """The run and all it was made under."""

    run: str
    task: Task
    settings: Settings
    skills: tuple[Skill, ...]
    vocabulary: tuple[FactKind, ...] = ()
    world: str = ""
    planner: str = ""
    release: str = ""
    policy: int = POLICY
    reflects: bool = False
    """Somebody is there to look into failures."""
    remembers: bool = False
    """Lessons of earlier runs can be recalled, and new ones kept."""
    past: Past = Past()
    risks: tuple[RiskRule, ...] = ()
    """The rules by which the risk of an act is weighed."""


class Resumed(Value, tag="resumed", frozen=True):
    """Another process, or the same one later, took the run up from its journal."""

    epoch: int


class Interrupted(Value, tag="interrupted", frozen=True):
    """The process was told to stop; the run can be resumed."""

    why: str = ""


class Looked(Value, tag="looked", frozen=True):
    """A look, as its difference from what was believed before."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """Long ones by their hash, `#…`."""
    covers: tuple[str, ...] = ("*",)
    targets: tuple[Target, ...] | None = None
    """None: as before."""
    picture: str = ""
    source: str = ""
    stale: str = ""
    took: float = 0.0


class NotSeen(Value, tag="not seen", frozen=True):
    """A look that failed; what was believed stays, and is older."""

    detail: str
    took: float = 0.0


class PlanRequested(Value, tag="plan requested", frozen=True):
    """The planner is about to be asked; the most it may cost is set aside."""

    purpose: Purpose
    cause: Cause
    reserved: Cost = Cost()
    toward: str = ""
    """The `achieve` step that is planned for, if one is."""


class GoalRead(Value, tag="goal read", frozen=True):
    """A goal in words was put as a condition; from now on the run is judged by it."""

    done_when: str
    """'' where it could not be, or what was said cannot be used."""
    who: str
    detail: str = ""
    cost: Cost = Cost()
    took: float = 0.0


class Unaffordable(Value, tag="unaffordable", frozen=True):
    """The planner was not asked: its answer may cost more than is left."""

    most: Cost
    left: Cost


class Planned(Value, tag="planned", frozen=True):
    """A plan was accepted and replaces what was not done of the one before."""

    plan: Plan
    cost: Cost = Cost()
    took: float = 0.0


class Objection(Value, frozen=True):
    """Why a plan was sent back."""

    kind: Choice["malformed", "empty", "invalid", "repeats", "forbidden", "unchanged", "done"]
    text: str
    step: str = ""
    failed: str = ""
    """The kind of failure that it would repeat."""
    about: tuple[str, ...] = ()
    """The parts of contracts that it rests on: a planner that insists doubts them."""


class PlanRefused(Value, tag="plan refused", frozen=True):
    """A plan was sent back; the current one stays."""

    objection: Objection
    digest: str = ""
    author: str = ""
    cost: Cost = Cost()
    took: float = 0.0


GIVES_UP = ("impossible", "stuck")
"""A planner's words that end a run, if they stand."""


class PlannerSaid(Value, tag="planner said", frozen=True):
    """The planner gave no plan."""

    answer: Choice["done", "impossible", "stuck", "unreachable"]
    detail: str = ""
    retry_after: float | None = None
    cost: Cost = Cost()
    took: float = 0.0
    certificate: Certificate | None = None
    """What the planner says stands in the way."""
    best: tuple[Act, ...] = ()
    """The way to the nearest it came."""


class Intended(Value, tag="intended", frozen=True):
    """An act is about to start. Committed before it does: what has no intent was not done."""

    step: str
    skill: str
    args: dict[str, Json]
    target: str
    digest: str
    attempt: int
    approval: str = ""
    """The question or grant that allows it, where one is needed."""
    key: str = ""
    """What the world is given to tell a further try from a further act."""


class Acted(Value, tag="acted", frozen=True):
    """What came of an act, by the world's word."""

    step: str
    result: Result
    blob: str = ""
    """Where the output is kept, when it is too large for the journal."""
    took: float = 0.0
    finding: Finding | None = None
    """What a failure was found to be."""


class Settled(Value, tag="settled", frozen=True):
    """What became of an uncertain act."""

    step: str
    happened: bool
    by: str
    detail: str = ""


class SetAside(Value, tag="set-aside", frozen=True):
    """Nobody can tell here whether an uncertain act happened: the run goes on to where it shows, and does not do it meanwhile."""

    step: str
    because: str


class Reentered(Value, tag="re-entered", frozen=True):
    """The plan goes on at another place of its own; no planner was asked."""

    position: int
    skipped: tuple[str, ...] = ()
    redone: tuple[str, ...] = ()
    because: str = ""


class Rebound(Value, tag="rebound", frozen=True):
    """A step's target was found again under another id."""

    step: str
    old: str
    new: str


class Passed(Value, tag="passed", frozen=True):
    """A step needs nothing more: what it is for is so already, it was done before, or its failure is of low severity."""

    step: str
    because: str = ""


class Missed(Value, tag="missed", frozen=True):
    """A step cannot start: something it uses is not there."""

    step: str
    reason: str
    detail: str


class Doubted(Value, tag="doubted", frozen=True):
    """A part of a skill's contract is left out from now on: the world, or a planner that insists, speaks against it."""

    skill: str
    part: Choice["needs", "makes"]
    literal: str
    why: str
    step: str = ""


class Relented(Value, tag="relented", frozen=True):
    """There is no way round failures that may pass by themselves: after a longer pause they may be tried again."""

    steps: tuple[str, ...]
    pause: float


class Flagged(Value, tag="flagged", frozen=True):
    """The run goes in circles."""

    pattern: str
    detail: str


class Asked(Value, tag="asked", frozen=True):
    """A question was put; the run waits for its answer."""

    question: Question


class Heard(Value, tag="heard", frozen=True):
    """Somebody reached the run."""

    message: Message
    id: str = ""
    """The inbox's id of the message, so that it is heard once."""


class Waited(Value, tag="waited", frozen=True):
    """Time passed on purpose."""

    why: WaitsFor
    took: float = 0.0


class Assessed(Value, tag="assessed", frozen=True):
    """The judge's answer to whether the goal is met, where no condition can tell."""

    met: bool | None
    who: str
    why: str = ""
    cost: Cost = Cost()
    took: float = 0.0


class Reflected(Value, tag="reflected", frozen=True):
    """Somebody looked into a failure."""

    step: str
    reflection: Reflection
    took: float = 0.0


class Recalled(Value, tag="recalled", frozen=True):
    """Lessons were looked up for a failure, the best first."""

    step: str
    found: tuple[Found, ...] = ()
    took: float = 0.0


class Learned(Value, tag="learned", frozen=True):
    """A fix was seen to help or to harm, and that was kept; no lesson where the trial told nothing."""

    helped: bool
    lesson: Lesson | None = None
    detail: str = ""


class Ended(Value, tag="ended", frozen=True):
    """The last event of every run."""

    ending: Ending


Seeing = Looked | NotSeen
Planning = GoalRead | PlanRequested | Unaffordable | Planned | PlanRefused | PlannerSaid
Doing = Intended | Acted | Settled | SetAside | Missed
Following = Reentered | Passed | Doubted | Rebound | Relented | Flagged
Speaking = Asked | Heard | Waited
Thinking = Assessed | Reflected | Recalled | Learned
Event = Started | Resumed | Interrupted | Seeing | Planning | Doing | Following | Speaking | Thinking | Ended
"""Everything that can happen to a run."""
