"""How a run decides and what it may spend. Journalled with the run: a run is judged by the settings it had."""

from __future__ import annotations

from typing import Annotated
from typing import Literal as Choice

from msgspec import Meta

from .model import Value

When = Choice["validity", "fixed", "on-error", "every-k", "every-step", "any-change"]

Count = Annotated[int, Meta(ge=0)]
Seconds = Annotated[float, Meta(ge=0)]


class Settings(Value, frozen=True):
    """Every choice a user can make about the loop; each field is read by a rule."""

    replan: When = "validity"
    """When to replan: when the rest of the plan no longer holds; never; on a failed step; every `every` steps and on a
    failed step; after every step; on any difference from what the plan predicted."""
    every: Annotated[int, Meta(ge=1)] = 3
    """The k of `every-k`."""
    stop_early: bool = True
    """Do not try again what cannot work: bans, objections to repeats, certificates."""

    doubts: bool = False
    """Believe evidence rather than a contract that does not call itself complete: a planner that insists on an act whose
    declared need is seen false, an act that was seen to do something else than it declares."""

    max_steps: Count = 200
    """Acts started, retries included."""
    max_replans: Count = 5
    """Plans asked for because something was not as planned."""
    max_segments: Count = 30
    """Plans asked for because a `replan` or `achieve` step said so."""
    max_planner_calls: Count = 30
    """Requests to the planner, of every purpose."""
    max_questions: Count = 20
    """Questions put to people."""
    max_seconds: Seconds = 3600.0
    """Wall time, waiting for people left out."""
    max_tokens: Count = 1_000_000
    """Model tokens."""
    max_money: Annotated[float, Meta(ge=0)] = 1.0
    """US dollars."""
    reserve: Annotated[float, Meta(ge=0, le=0.5)] = 0.05
    """The share of time, tokens and money kept for the last look and the report."""

    retries: Count = 3
    """Further tries of a step whose failure may pass by itself."""
    backoff: Seconds = 0.5
    """Pause before the first retry; doubles each time, up to 30 seconds."""
    redos: Count = 3
    """Times one step is done again, in the same world, because its effect went away."""
    objections: Count = 2
    """Times a plan is sent back before the run stops."""
    look_cost: Annotated[float, Meta(ge=0)] = 0.0
    """What a look costs, in acts. 0: look after every act; more: look when what may be lost by not looking is worth it."""
    look_seconds: Seconds = 60.0
    """How long one look, or one verdict of the judge, may take."""
    look_retries: Count = 3
    """Further looks when looking fails."""
    stuck_after: Annotated[int, Meta(ge=2)] = 3
    """Times a pattern may repeat, with nothing new, before it counts as stuck."""
    question_seconds: Seconds = 86_400.0
    """After this a question counts as answered with no."""
    approval_seconds: Seconds = 900.0
    """How long a yes may be used."""
