"""What was asked of the planner, the judge, the reflector and the memory, and what they said."""

from __future__ import annotations

from typing import Literal as Choice

from ..history.ledger import Certificate
from ..history.lessons import Found, Lesson
from ..history.reflections import Reflection
from ..model import Cost, Value
from ..plans.plan import Act, Cause, Plan

Counsel = Choice["the judge", "the reader of the goal", "the reflector"]
Purpose = Choice["first", "replan", "segment", "achieve"]


class PlanRequested(Value, tag="plan requested", frozen=True):
    """The planner is about to be asked; the most it may cost is set aside."""

    purpose: Purpose
    """`first`; `replan`, something was not as planned; `segment`, to plan on; `achieve`, for a goal on the way."""
    cause: Cause
    """What it is asked for because of, as the planner is told."""
    reserved: Cost = Cost()
    """What is set aside until it answers: the most that it may cost."""
    toward: str = ""
    """The `achieve` step that is planned for, if one is."""


class Consulted(Value, tag="consulted", frozen=True):
    """Somebody who charges is about to be asked for more than a plan; the most it may cost is set aside until the answer."""

    who: Counsel
    """Who is asked."""
    reserved: Cost
    """What is set aside: it is paid for though the process dies before the answer comes."""


class GoalRead(Value, tag="goal read", frozen=True):
    """A goal in words was put as a condition; from now on the run is judged by it."""

    done_when: str
    """'' where it could not be, or what was said cannot be used."""
    who: str
    """Who read it, such as the model's name; `nobody` where reading broke off."""
    detail: str = ""
    """Why it is read so, or why what was said cannot be used, in words."""
    cost: Cost = Cost()
    """What the answer cost, nothing where no model was asked; the most that it may where that is not known."""
    took: float = 0.0
    """Seconds that it took."""


class Unaffordable(Value, tag="unaffordable", frozen=True):
    """The planner was not asked: its answer may cost more than is left."""

    most: Cost
    """The most that the answer may cost, by the planner's own word."""
    left: Cost
    """What may still be set aside, the reserve kept back."""


class Planned(Value, tag="planned", frozen=True):
    """A plan was accepted and replaces what was not done of the one before."""

    plan: Plan
    """The plan with its version and lifelong ids."""
    cost: Cost = Cost()
    """What the answer cost; nothing for a plan that a lesson or a reflection mended."""
    took: float = 0.0
    """Seconds that the planner took; 0 where it was not asked."""


class Objection(Value, frozen=True):
    """Why a plan was sent back."""

    kind: Choice["malformed", "empty", "invalid", "repeats", "forbidden", "unchanged", "done"]
    """`repeats` what failed; `done` before; `unchanged`, the plan that led here; `invalid`, a need or the goal would not hold;
    `forbidden` by people; or its form."""
    text: str
    """What is wrong, in words, as the planner is told."""
    step: str = ""
    """The id of the step that it is about; '' where it is about the whole plan."""
    failed: str = ""
    """The kind of failure that it would repeat."""
    about: tuple[str, ...] = ()
    """The parts of contracts that it rests on: a planner that insists doubts them."""


class PlanRefused(Value, tag="plan refused", frozen=True):
    """A plan was sent back; the current one stays."""

    objection: Objection
    """What is wrong with it."""
    digest: str = ""
    """Digest of the plan's steps, by which insisting is noticed; '' where there was no plan to read."""
    author: str = ""
    """Who made it, as the draft says; '' if not said."""
    cost: Cost = Cost()
    """What the answer cost, nothing where no model was asked; the most that it may where that is not known."""
    took: float = 0.0
    """Seconds that it took."""


GIVES_UP = ("impossible", "stuck")
"""A planner's words that end a run, if they stand."""


class PlannerSaid(Value, tag="planner said", frozen=True):
    """The planner gave no plan."""

    answer: Choice["done", "impossible", "stuck", "unreachable"]
    """`done`, nothing is left to do; `impossible`, as it has shown; `stuck`, it found nothing; `unreachable`, it said nothing."""
    detail: str = ""
    """Why, in the planner's words, or what kept it from answering; '' if not said."""
    retry_after: float | None = None
    """Seconds after which a planner that was unreachable wants to be asked again; None: the run chooses a pause."""
    cost: Cost = Cost()
    """What the answer cost, nothing where no model was asked; the most that it may where that is not known."""
    took: float = 0.0
    """Seconds that it took."""
    certificate: Certificate | None = None
    """What the planner says stands in the way."""
    best: tuple[Act, ...] = ()
    """The way to the nearest it came."""
    asks: str = ""
    """What people are asked before the run gives up; '' for nothing."""


class Assessed(Value, tag="assessed", frozen=True):
    """The judge's answer to whether the goal is met, where no condition can tell."""

    met: bool | None
    """None where it cannot tell, broke off or was not asked."""
    who: str
    """Who judged, such as `facts` or the model's name; `nobody` where there is no verdict."""
    why: str = ""
    """What the verdict rests on, or why there is none, in words."""
    cost: Cost = Cost()
    """What the answer cost, nothing where no model was asked; the most that it may where that is not known."""
    took: float = 0.0
    """Seconds that it took."""


class Reflected(Value, tag="reflected", frozen=True):
    """Somebody looked into a failure."""

    step: str
    """The id of the step that failed."""
    reflection: Reflection
    """What was found out; where that came to nothing, the failure itself."""
    took: float = 0.0
    """Seconds that it took."""


class Recalled(Value, tag="recalled", frozen=True):
    """Lessons were looked up for a failure, the best first."""

    step: str
    """The id of the step that failed."""
    found: tuple[Found, ...] = ()
    """At most three; () where there are none or the memory broke off."""
    took: float = 0.0
    """Seconds that it took."""


class Learned(Value, tag="learned", frozen=True):
    """A fix was seen to help or to harm, and that was kept; no lesson where the trial told nothing."""

    helped: bool
    """Whether the fix was seen to help; False also where people did not want it, and then there is no lesson."""
    lesson: Lesson | None = None
    """The lesson as it was before this trial was counted; None where nothing is counted."""
    detail: str = ""
    """What the count rests on, or why it could not be kept, in words; '' where a look showed it."""


Planning = GoalRead | PlanRequested | Unaffordable | Planned | PlanRefused | PlannerSaid
Thinking = Consulted | Assessed | Reflected | Recalled | Learned
