"""The gate to the planner: may the run ask for another plan by itself, is any left, and must it wait?"""

from __future__ import annotations

from operator import itemgetter

from ..failing.findings import Severity
from ..history.situations import signature
from ..plans.plan import Cause
from ..run.budget import planner_calls_left
from ..run.commands import Ask, Command, MakePlan, Wait
from ..run.ending import FinalReason
from ..run.state import Run
from .endings import stop
from .questions import question
from .yet_to_come import outstanding

LONGEST_PAUSE = 300.0
"""Seconds: the most that lies between two replans for the same failure."""
RULES = "rules"
"""Who answers where nobody is there to be asked."""


def overdue(run: Run, now: float) -> Command | None:
    """The plan has been under way for longer than one may be."""
    limit = run.setup.settings.plan_seconds
    if not limit or run.course.plan is None or run.course.next_step is None or run.elapsed(now) - run.course.planned_at <= limit:
        return None
    return MakePlan("replan", Cause("plan time-out", f"the plan has taken more than {limit:g} seconds", run.course.next_step.id))


def gate(run: Run, now: float, command: MakePlan) -> Command:
    """The request, or what must come first, or the end if no plan is left."""
    allowed = permitted(run, now, command)
    if allowed is not command:
        return allowed
    ended = _used_up(run, command)
    return stop(run, now, *ended) if ended is not None else command


def permitted(run: Run, now: float, command: MakePlan) -> Command:
    """The request, or what must come first: a person's word, or a pause."""
    empty = bool(run.talk.refused) and run.talk.refused[-1].kind == "empty"
    again = run.talk.asks_again
    if not run.setup.strategy.replans or (not empty and (again or command.purpose != "replan")):
        return command
    why = _needs_a_person(run, _severity(run, command, empty))
    if why:
        return _agreed(run, now, command, why)
    if again or not run.setup.strategy.watches:
        return command
    if wait := outstanding(run, now):
        return wait
    if run.trouble.failure is None:
        return command
    times, last = run.history.replanned.get(signature(run.trouble.failure), (0, 0.0))
    pause = min(LONGEST_PAUSE, run.setup.settings.auto.min_interval_seconds * 2.0 ** (times - 1)) if times else 0.0
    return Wait("the same failure was just replanned for", last + pause) if now < last + pause else command


def _severity(run: Run, command: MakePlan, empty: bool) -> Severity | None:
    """How bad what asks for the plan is; None where nothing failed."""
    if empty:
        return "critical"
    if command.cause.rule == "plan time-out":
        return "high"
    if run.trouble.failure is None or (run.course.kernels is not None and not run.course.kernels.holds(run.course.position)):
        return None  # nothing failed, or the plan would be of no use without the failure too
    return run.trouble.failure.severity


def _needs_a_person(run: Run, severity: Severity | None) -> str:
    """Why a person must agree, or ''."""
    settings = run.setup.settings
    if not settings.auto.enabled:
        return "automatic replanning is off"
    triggers: dict[Severity, bool] = {
        "critical": settings.auto.trigger_critical,
        "high": settings.auto.trigger_high,
        "medium": settings.auto.trigger_medium,
        "low": True,  # such a step is passed by; where another plan is made, it is not for its sake
    }
    if severity is not None and not triggers[severity]:
        return f"failures of {severity} severity do not replan by themselves"
    limits = {
        "auto_replanning_max_attempts": settings.auto.max_attempts,
        "auto_replanning_require_human_intervention_after": settings.auto.require_human_intervention_after,
    }
    name, limit = min(limits.items(), key=itemgetter(1))
    return f"{run.futile} replans of this task brought nothing, and {name} is {limit}" if run.futile >= limit else ""


def _agreed(run: Run, now: float, command: MakePlan, why: str) -> Command:
    cause = f"{command.cause.rule}: {command.cause.detail}" if command.cause.detail else command.cause.rule
    reply = run.people.reply
    if reply is None or reply.question.kind != "replan":
        return Ask(question(run, now, "replan", f"May another plan be made? {cause}. {why[0].upper()}{why[1:]}."))
    if reply.yes:
        return command
    who = "nobody could be asked" if reply.by == RULES else "a person did not want another plan"
    return stop(run, now, "replan_exhausted", f"{who}; {why}; {cause}")


def _used_up(run: Run, command: MakePlan) -> tuple[FinalReason, str] | None:
    """Why no plan is left, as a final reason and its detail."""
    settings, spent = run.setup.settings, run.spent
    again = run.talk.asks_again
    cause = f"{command.cause.rule}: {command.cause.detail}" if command.cause.detail else command.cause.rule
    if command.purpose == "replan" and run.trouble.failure is not None and run.trouble.failure.detail not in cause:
        cause = f"{cause}; {run.trouble.failure.sentence()}"
    if not run.setup.strategy.replans and command.purpose == "replan":
        return "replan_exhausted", f"the plan is fixed, and {cause}"
    if command.purpose == "replan" and not again and spent.replans >= settings.limits.max_replans:
        return "replan_exhausted", f"{spent.replans} replans are used, and max_replans is {settings.limits.max_replans}; {cause}"
    onward = command.purpose in ("segment", "achieve") and not again
    if onward and run.searched:
        return None  # the search has a limit of its own, and each of its acts counts
    if onward and spent.segments >= settings.limits.max_segments:
        return "budget_exhausted", f"{spent.segments} of {settings.limits.max_segments} segments are used; {cause}"
    if planner_calls_left(spent, settings) <= 0:
        return (
            "budget_exhausted",
            f"{spent.planner_calls - spent.searches} of {settings.limits.max_planner_calls} planner calls are used; {cause}",
        )
    return None
