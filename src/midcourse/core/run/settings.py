"""How a run decides and what it may spend. Journalled with the run: a run is judged by the settings it had."""

from __future__ import annotations

from typing import Annotated
from typing import Literal as Choice

from msgspec import Meta, field

from ..model import Group, Value
from .strategies import When

Count = Annotated[int, Meta(ge=0)]
Seconds = Annotated[float, Meta(ge=0, le=1e10)]


class Consent(Group, frozen=True, omit_defaults=False):
    """What people are asked, and how long they may take."""

    autonomy: Annotated[int, Meta(ge=0, le=4)] = 2
    """Before which acts people are asked. 0: every act; 1: every act that changes anything; 2: what cannot be undone, and
    critical operations; 3: as 2, but a trusted agent does critical operations of less than high risk by itself; 4: what
    cannot be undone, and what is of extreme risk."""
    approve_plans: Choice["never", "changed", "widened", "all"] = "never"
    """Which plans wait for a person's yes before their first act. `changed`: each that does otherwise than what was left of the
    one before; `widened`: each with a skill that no plan before had, or with more risk; `all`. Acts that ask by themselves still
    ask."""
    question_seconds: Seconds = 86_400.0
    """After this a question counts as answered with no."""
    approval_seconds: Seconds = 900.0
    """How long a yes may be used."""


class Learning(Group, frozen=True, omit_defaults=False):
    """What is made of lessons."""

    lessons: Choice["use", "tell", "off"] = "use"
    """What lessons of earlier runs are for: tried before the planner is asked; told to the planner; nothing."""
    scope: Choice["agent", "team", "all"] = "agent"
    """Who may use what this run learns."""


class AutoReplanning(Group, frozen=True, omit_defaults=False):
    """When it replans by itself, and when a person must agree."""

    enabled: bool = field(default=True, name="enable_auto_replanning")
    """Replan by itself when something is not as planned; off: a person must agree to each such replan."""
    max_attempts: Count = field(default=3, name="auto_replanning_max_attempts")
    """Failed replans of a task, over all its runs since it last succeeded, after which a person must agree to more."""
    min_interval_seconds: Seconds = field(default=5.0, name="auto_replanning_min_interval_seconds")
    """Pause between two replans for the same failure; doubles each time, up to 5 minutes. Only `validity` pauses."""
    timeout_seconds: Annotated[float, Meta(gt=0, le=1e10)] = field(default=300.0, name="auto_replanning_timeout_seconds")
    """How long the planner may take for one plan."""
    trigger_critical: bool = field(default=True, name="auto_replanning_trigger_critical")
    """Failures of critical severity replan by themselves; off: a person must agree."""
    trigger_high: bool = field(default=True, name="auto_replanning_trigger_high")
    """The same for high severity."""
    trigger_medium: bool = field(default=False, name="auto_replanning_trigger_medium")
    """The same for medium severity: what may still pass, or may have happened and must not be tried again. A step that fails
    with low severity is passed by."""
    require_human_intervention_after: Count = field(default=5, name="auto_replanning_require_human_intervention_after")
    """Failed replans after which a person must agree to more; the smaller of this and the most attempts counts."""


class Limits(Group, frozen=True, omit_defaults=False):
    """What a run may spend."""

    max_steps: Count = 200
    """Acts started, retries included."""
    max_replans: Count = 5
    """Plans asked for because something was not as planned."""
    max_segments: Count = 30
    """Plans asked for with nothing wrong: a `replan` or `achieve` step, a changed goal, a doubt or a fact to be looked for."""
    max_planner_calls: Count = 30
    """Requests to the planner, of every purpose."""
    max_model_calls: Count = 60
    """Answers of language models, of planner, judge, reflector and reader of the goal together."""
    max_questions: Count = 20
    """Questions put to people."""
    max_seconds: Seconds = 3600.0
    """Wall time, waiting for people left out."""
    max_tokens: Count = 1_000_000
    """Model tokens."""
    max_money: Annotated[float, Meta(ge=0, le=1e9)] = 1.0
    """US dollars."""
    reserve: Annotated[float, Meta(ge=0, le=0.5)] = 0.05
    """The share of time, tokens and money kept for the last look and the report."""


class Patience(Group, frozen=True, omit_defaults=False):
    """How often something is tried before it is given up."""

    retries: Count = 3
    """Further tries of a step whose failure may pass by itself."""
    backoff: Seconds = 0.5
    """Pause before the first retry; doubles each time, up to 30 seconds."""
    redos: Count = 3
    """Times one step is done again, in the same world, because its effect went away."""
    objections: Count = 2
    """Times a plan is sent back before the run stops."""
    stuck_after: Annotated[int, Meta(ge=2)] = 3
    """Times a pattern may repeat, with nothing new, before it counts as stuck."""


class Looking(Group, frozen=True, omit_defaults=False):
    """When to look, and how long that may take."""

    look_cost: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    """What a look costs, in acts. 0: look after every act; more: look when what may be lost by not looking is worth it."""
    settle_seconds: Seconds = 2.0
    """How long an effect may take to show before a look may say that it is missing; a skill's own `settles` goes before it."""
    look_seconds: Seconds = 60.0
    """How long one look, or one verdict of the judge, may take."""
    look_retries: Count = 3
    """Further looks when looking fails."""


class Settings(Value, frozen=True, omit_defaults=False):
    """Every choice a user can make about the loop; each field is read by a rule.

    A journal holds all of them: a later release may have other defaults. Outside Python a setting has a name of its own, without
    the group that it stands in: `places(Settings)` knows them all.
    """

    replan: When = "validity"
    """When to replan: when the rest of the plan no longer holds; never; on a failed step; every `every` steps and on a
    failed step; after every step; on any difference from what the plan predicted."""
    every: Annotated[int, Meta(ge=1)] = 3
    """The k of `every-k`."""
    stop_early: bool = True
    """Do not try again what cannot work: bans, objections to repeats, certificates."""
    doubts: bool = True
    """Believe evidence rather than a contract: a planner that insists on an act whose declared need is seen false (unless it
    cannot be undone), an act that was called done and does not show what it declares."""
    consent: Consent = Consent()
    """What people are asked."""
    learning: Learning = Learning()
    """What is made of lessons."""
    afresh: bool = False
    """Begin as if no earlier run of the task had failed: failed replans of the past do not count."""
    auto: AutoReplanning = AutoReplanning()
    """When it replans by itself."""
    limits: Limits = Limits()
    """What it may spend."""
    patience: Patience = Patience()
    """How often it tries."""
    looking: Looking = Looking()
    """When it looks."""
    plan_seconds: Seconds = 0.0
    """How long one plan may be under way before another is asked for; 0: as long as it takes."""
