"""How a run decides and what it may spend. Journalled with the run: a run is judged by the settings it had."""

from __future__ import annotations

from typing import Annotated
from typing import Literal as Choice

from msgspec import Meta, field

from ..model import Group, Value
from .strategies import When

MOST = 10**15
"""As good as without end; a number in a file may have any number of digits."""
Count = Annotated[int, Meta(ge=0, le=MOST)]
Seconds = Annotated[float, Meta(ge=0, le=1e10)]


class Consent(Group, frozen=True, omit_defaults=False):
    """What people are asked, and how long they may take."""

    autonomy: Annotated[int, Meta(ge=0, le=4)] = 2
    """Before which acts the engine asks a person. 0: every act; 1: every act that changes anything; 2: irreversible acts and
    critical operations; 3: as 2, but if the agent's trust is 0.8 or more, not before critical operations below risk 0.7; 4:
    irreversible acts, and acts of risk 0.9 or more."""
    approve_plans: Choice["never", "changed", "widened", "all"] = "never"
    """Which plans wait for a person's yes before their first act. `changed`: every plan that differs from what was left of the
    previous plan, but neither the first one nor one that a `replan` or `achieve` step asked for; `widened`: every plan with a
    skill that no earlier plan had, or with more risk; `all`: every plan. The engine still asks a person about single acts."""
    question_seconds: Seconds = 86_400.0
    """How long a question waits. After that, the act or plan in question counts as refused; any other question ends the run."""
    approval_seconds: Seconds = 900.0
    """How long a yes is valid."""


class Learning(Group, frozen=True, omit_defaults=False):
    """How lessons are used, and who may use what the run learns."""

    lessons: Choice["use", "tell", "off"] = "use"
    """What to do with lessons of earlier runs. `use`: try one before the planner is asked for a plan; `tell`: only tell the
    planner; `off`: nothing."""
    scope: Choice["agent", "team", "all"] = "agent"
    """Who may use what this run learns."""


class AutoReplanning(Group, frozen=True, omit_defaults=False):
    """When it replans by itself, and when a person must agree."""

    enabled: bool = field(default=True, name="enable_auto_replanning")
    """Replan without asking a person when something is not as planned; off: a person must agree to each such replan."""
    max_attempts: Count = field(default=3, name="auto_replanning_max_attempts")
    """How many replans of a task may fail, over all its runs since it last succeeded, before a person must agree to more."""
    min_interval_seconds: Seconds = field(default=5.0, name="auto_replanning_min_interval_seconds")
    """The pause between two replans for the same failure. It doubles each time, up to 5 minutes. Only `validity` pauses."""
    timeout_seconds: Annotated[float, Meta(gt=0, le=1e10)] = field(default=300.0, name="auto_replanning_timeout_seconds")
    """How long the planner may take for one plan."""
    trigger_critical: bool = field(default=True, name="auto_replanning_trigger_critical")
    """Replan without asking a person after a failure of critical severity; off: a person must agree."""
    trigger_high: bool = field(default=True, name="auto_replanning_trigger_high")
    """The same for high severity."""
    trigger_medium: bool = field(default=False, name="auto_replanning_trigger_medium")
    """The same for medium severity: the failure may pass by itself. After a failure of low severity the engine skips the step."""
    require_human_intervention_after: Count = field(default=5, name="auto_replanning_require_human_intervention_after")
    """How many replans may fail before a person must agree to more; the smaller of this and `auto_replanning_max_attempts`
    counts."""


class Limits(Group, frozen=True, omit_defaults=False):
    """What a run may spend."""

    max_steps: Count = 200
    """The most acts to start, retries included. A longer list of steps raises it, unless somebody sets it."""
    max_replans: Count = 5
    """The most plans to ask for because something was not as planned."""
    max_segments: Count = 30
    """The most plans to ask for with nothing wrong: for a `replan` or `achieve` step, a changed goal, an act whose result is
    unknown, or a fact that is still unknown. Requests during local planning's search do not count."""
    max_planner_calls: Count = 30
    """The most requests to the planner, for any purpose. Requests during local planning's search do not count: the search has
    its own limit of acts, and `max_steps` and `max_model_calls` apply too."""
    max_model_calls: Count = 60
    """The most answers from language models: as planner, judge, reflector and reader of the goal together."""
    max_questions: Count = 20
    """The most questions to people."""
    max_seconds: Seconds = 3600.0
    """The most wall time; waiting for people does not count."""
    max_tokens: Count = 1_000_000
    """The most model tokens."""
    max_money: Annotated[float, Meta(ge=0, le=1e9)] = 1.0
    """The most US dollars. The engine can keep this limit only if it knows the price of the model."""
    reserve: Annotated[float, Meta(ge=0, le=0.5)] = 0.05
    """The share of time, tokens and money kept for the last look and the report."""


class Patience(Group, frozen=True, omit_defaults=False):
    """How often something is tried before it is given up."""

    retries: Count = 3
    """How often to retry a step whose failure may pass by itself."""
    backoff: Seconds = 0.5
    """The pause before the first retry. It doubles each time, up to 30 seconds."""
    redos: Count = 3
    """How often to do one step again because the same facts were lost."""
    objections: Count = 2
    """How often to send a plan back before the run stops."""
    stuck_after: Annotated[int, Meta(ge=2)] = 3
    """How often a pattern may repeat, with nothing new, before the run counts as stuck."""


class Looking(Group, frozen=True, omit_defaults=False):
    """When to look, and how long that may take."""

    look_cost: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    """What a look costs, in acts. 0: look after every act; more: look only when a missed change would cost more."""
    settle_seconds: Seconds = 2.0
    """How long an effect may take to show. Until then a look cannot say that it is missing. An act that is not repeatable gets
    five times as long. A skill's own `settles` takes precedence."""
    look_seconds: Seconds = 60.0
    """How long one look, or one verdict of the judge, may take."""
    look_retries: Count = 3
    """How often to look again when looking fails."""


class Settings(Value, frozen=True, omit_defaults=False):
    """All settings of a run. Each journal holds all their values, because a later release may have other defaults. Outside
    Python a setting is named without its group; `field_places(Settings)` lists these names.
    """

    replan: When = "validity"
    """When to replan. `validity`: when the rest of the plan no longer works; `fixed`: never; `on-error`: after a failed step;
    `every-k`: every `every` steps and after a failed step; `every-step`: after every step; `any-change`: on any difference
    from what the plan predicted."""
    every: Annotated[int, Meta(ge=1)] = 3
    """The number of steps for `every-k`."""
    stop_early: bool = True
    """Do not try again what cannot work: ban a failed act, send back plans that repeat it, and stop with a certificate if there
    is no other way."""
    doubts: bool = True
    """Believe evidence rather than a contract. The engine drops a declared need that is seen to be false if the planner plans the
    act again (never for an irreversible act). It drops a declared effect that no look ever shows."""
    consent: Consent = Consent()
    """What people are asked."""
    learning: Learning = Learning()
    """What is made of lessons."""
    afresh: bool = False
    """Start as if no earlier run of the task had failed: failed replans of earlier runs do not count."""
    auto: AutoReplanning = AutoReplanning()
    """When it replans by itself."""
    limits: Limits = Limits()
    """What it may spend."""
    patience: Patience = Patience()
    """How often it tries."""
    looking: Looking = Looking()
    """When it looks."""
    plan_seconds: Seconds = 0.0
    """How long to follow one plan before the engine asks the planner for another; 0: as long as it takes."""
