"""What every command passes once a rule has decided on it, in order. Each row says why it stands where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..run.budget import seconds_left
from ..run.commands import Ask, Assess, Command, DoAct, Learn, Look, MakePlan, Note, Recall, Reflect, Stop, Wait
from ..run.state import Run
from . import replanning, seeing, studying
from .endings import stop
from .questions import UNASKED

Guard = Callable[[Run, float, Command], Command | None]
"""What is done instead of a command; None: the command stands."""


class GuardRow(NamedTuple):
    """One guard in its place."""

    called: str
    """What the journal calls a decision that it changed; `{rule}` is the rule that had decided."""
    guards: frozenset[type[Command]]
    """The commands that it is about."""
    guard: Guard
    """Is given the command as the guards above left it."""
    why: str
    """Why it stands here and not further down."""


def may_plan(run: Run, now: float, command: Command) -> Command | None:
    """A fix that did not help is noted first; then the gate to the planner."""
    if not isinstance(command, MakePlan):
        return None
    return studying.spoiled(run, command) or replanning.gate(run, now, command)


def within_budget(run: Run, now: float, command: Command) -> Command | None:
    """The end, if the command would pass a limit."""
    settings, spent = run.setup.settings, run.spent
    match command:
        case Wait() if command.why != "people" and command.until is not None:
            return _wait_within(run, now, command, command.until)
        case Look() | Wait() | Note() | Stop() | Reflect() | Recall() | Learn():
            return None  # these cost nothing that is limited, or may still be done when nothing else may
        case MakePlan() | Assess() if spent.model_calls >= settings.limits.max_model_calls:
            used = f"{spent.model_calls} of {settings.limits.max_model_calls} answers of models are used"
            return stop(run, now, "budget_exhausted", used)
        case DoAct() if spent.steps >= settings.limits.max_steps:
            return stop(run, now, "max_steps", f"{spent.steps} of {settings.limits.max_steps} steps are used")
        case Ask() if spent.questions >= settings.limits.max_questions:
            detail = f"{spent.questions} of {settings.limits.max_questions} questions are used; unasked: {command.question.text}"
            return stop(run, now, UNASKED[command.question.kind], detail)
        case DoAct() | MakePlan() | Ask() | Assess():
            return _out_of_time(run, now)


def _out_of_time(run: Run, now: float) -> Command | None:
    if now + seconds_left(run.setup.settings, run.elapsed(now)) > now:  # less than the clock can tell is nothing
        return None
    return stop(run, now, "budget_exhausted", f"{run.setup.settings.limits.max_seconds:g} seconds are used, less the reserve")


def _wait_within(run: Run, now: float, wait: Wait, until: float) -> Command | None:
    """A wait that ends with the budget."""
    ends = now + seconds_left(run.setup.settings, run.elapsed(now))
    return _out_of_time(run, now) or (Wait(wait.why, ends) if until > ends else None)


def look_before_the_end(run: Run, now: float, command: Command) -> Command | None:
    """No run ends on an act that nobody looked at, unless people end it or nothing can be seen."""
    return Look() if _is_unseen(run) else None


def credit(run: Run, now: float, command: Command) -> Command | None:
    """A fix under trial is counted before the run ends."""
    if not isinstance(command, Stop) or run.history.trial is None:
        return None
    return studying.at_the_end(run, command.ending.success)


def look_before_planning(run: Run, now: float, command: Command) -> Command | None:
    """Where looks have a price, acts may lie between the last look and the request: a plan is made from a fresh one."""
    return Look() if run.setup.settings.looking.look_cost and _is_unseen(run) else None


def _is_unseen(run: Run) -> bool:
    return run.seen.acts_since_look > 0 and not run.seen.blind and run.people.cancelled is None


def leave_to_plan(run: Run, now: float, command: Command) -> Command | None:
    """Whether a plan may be made. Where none is made any more, what failed does not unmake a success."""
    made = may_plan(run, now, command)
    return seeing.after_the_goal(run, now, made) if isinstance(made, Stop) else made


_LIMITED: frozenset[type[Command]] = frozenset((Wait, MakePlan, Assess, DoAct, Ask))

GUARDS: tuple[GuardRow, ...] = (
    GuardRow(
        "{rule}",
        frozenset((Ask, Stop)),
        seeing.after_the_goal,
        "a bad end or a question may turn into a success, which passes all guards below",
    ),
    GuardRow(
        "{rule}", frozenset((MakePlan,)), leave_to_plan, "who must be asked or waited for is found out before limits end the run"
    ),
    GuardRow("{rule}, but out of budget", _LIMITED, within_budget, "what the guards above made of it is held to the limits"),
    GuardRow("look before the end", frozenset((Stop,)), look_before_the_end, "every end, also one by a limit, is looked at"),
    GuardRow("what came of the fix", frozenset((Stop,)), credit, "the last look may have shown what came of it"),
    GuardRow("look before planning", frozenset((MakePlan,)), look_before_planning, "a plan that is not made needs no look"),
)
