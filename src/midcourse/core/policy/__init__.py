"""What to do next: an ordered list of small named rules. The first that has an answer decides.

The name of the rule that fired is journalled with what it led to, and is the answer to "why".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..people.messages import About
from ..run.budget import seconds_left
from ..run.commands import Ask, Assess, Command, DoAct, Learn, Look, MakePlan, Note, Recall, Reflect, Stop, Wait
from ..run.state import Run
from . import answers, consent, doubts, mending, people, replanning, seeing, stepping, studying, triggers
from .endings import stop

Rule = Callable[[Run, float], Command | None]


UNASKED: dict[About, str] = {
    "approve": "denied",
    "plan": "denied",
    "replan": "replan_exhausted",
    "settle": "environment",
    "environment": "environment",
}
"""How a run ends when it may ask no more."""


class Decision(NamedTuple):
    """A command and the rule it comes from."""

    rule: str
    command: Command
    at: float


RULES: tuple[tuple[str, Rule], ...] = (
    ("cancelled", people.cancelled),
    ("paused or taken over", people.held),
    ("waiting for an answer", people.waiting),
    ("rest", seeing.rest),
    ("look", seeing.look),
    ("blind", seeing.blind),
    ("in doubt", doubts.settle),
    ("fix seen to work", studying.worked),
    ("goal seen", seeing.goal_seen),
    ("judged", seeing.judged),
    ("unaffordable", answers.unaffordable),
    ("planner's word", answers.said),
    ("objection", answers.objected),
    ("stuck", triggers.stuck),
    ("outdated", triggers.outdated),
    ("failed", mending.failed),
    ("no plan", triggers.no_plan),
    ("plan not agreed to", consent.unapproved),
    ("plan does not hold", triggers.validity),
    ("still unknown", triggers.still_unknown),
    ("any change", triggers.any_change),
    ("every k steps", triggers.every_k),
    ("plan time-out", replanning.overdue),
    ("plan ended", stepping.plan_ended),
    ("next step", stepping.next_step),
)


def decide(run: Run, now: float) -> Decision:
    """The next command of a run that has not ended."""
    for name, rule in RULES:
        command = rule(run, now)
        if command is not None:
            if isinstance(command, Ask | Stop):
                command = seeing.after_the_goal(run, now, command)
            if isinstance(command, MakePlan):
                command = studying.spoiled(run, command) or replanning.checked(run, now, command)
            limited = within_budget(run, now, command)
            unseen = run.seen.acts_since_look and not run.seen.blind and run.people.cancelled is None
            if isinstance(limited, Stop) and unseen:
                return Decision("look before the end", Look(), now)
            if isinstance(limited, Stop) and run.history.trial is not None:
                learned = studying.at_the_end(run, limited.ending.success)
                if learned is not None:
                    return Decision("what came of the fix", learned, now)
            if isinstance(limited, MakePlan) and unseen and run.setup.settings.look_cost:
                return Decision("look before planning", Look(), now)
            return Decision(name if limited is command else f"{name}, but out of budget", limited, now)
    raise AssertionError("the last rule always decides")


def within_budget(run: Run, now: float, command: Command) -> Command:
    """The command, or the end if it would pass a limit."""
    settings, spent = run.setup.settings, run.spent
    match command:
        case Look():
            return command
        case Wait() if command.why != "people" and command.until is not None:
            return _wait_within(run, now, command)
        case Wait() | Note() | Stop() | Reflect() | Recall() | Learn():
            return command
        case MakePlan() | Assess() if spent.model_calls >= settings.max_model_calls:
            used = f"{spent.model_calls} of {settings.max_model_calls} answers of models are used"
            return stop(run, now, "budget_exhausted", used)
        case DoAct() if spent.steps >= settings.max_steps:
            return stop(run, now, "max_steps", f"{spent.steps} of {settings.max_steps} steps are used")
        case MakePlan() if why := _no_more_plans(run, command):
            return stop(run, now, *why)
        case Ask() if spent.questions >= settings.max_questions:
            asked = f"{spent.questions} of {settings.max_questions} questions are used; unasked: {command.question.text}"
            return stop(run, now, UNASKED[command.question.kind], asked)
        case DoAct() | MakePlan() | Ask() | Assess() if seconds_left(settings, run.elapsed(now)) <= 0:
            return stop(run, now, "budget_exhausted", f"{settings.max_seconds:g} seconds are used, less the reserve")
        case DoAct() | MakePlan() | Ask() | Assess():
            return command


def _wait_within(run: Run, now: float, wait: Wait) -> Command:
    """A wait that ends with the budget."""
    left = seconds_left(run.setup.settings, run.elapsed(now))
    if left <= 0:
        return stop(run, now, "budget_exhausted", f"{run.setup.settings.max_seconds:g} seconds are used, less the reserve")
    return wait if wait.until is None or wait.until <= now + left else Wait(wait.why, now + left)


def _no_more_plans(run: Run, command: MakePlan) -> tuple[str, str] | None:
    settings, spent = run.setup.settings, run.spent
    again = run.talk.asks_again
    cause = f"{command.cause.rule}: {command.cause.detail}" if command.cause.detail else command.cause.rule
    if command.purpose == "replan" and run.trouble.failure is not None and run.trouble.failure.detail not in cause:
        cause = f"{cause}; {run.trouble.failure.sentence()}"
    if settings.replan == "fixed" and command.purpose == "replan":
        return "replan_exhausted", f"the plan is fixed, and {cause}"
    if command.purpose == "replan" and not again and spent.replans >= settings.max_replans:
        return "replan_exhausted", f"{spent.replans} replans are used, and max_replans is {settings.max_replans}; {cause}"
    if command.purpose in ("segment", "achieve") and not again and spent.segments >= settings.max_segments:
        return "budget_exhausted", f"{spent.segments} of {settings.max_segments} segments are used; {cause}"
    if spent.planner_calls >= settings.max_planner_calls:
        return (
            "budget_exhausted",
            f"{spent.planner_calls} of {settings.max_planner_calls} planner calls are used; {cause}",
        )
    return None
