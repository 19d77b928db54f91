"""Commands that speak to a run."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from ...core.errors import TaskError, choices
from ...core.evolve import replay
from ...core.gates.checks import check_ours
from ...core.logic.conditions import parse
from ...core.model import Constraint
from ...core.people.messages import AddConstraint, Answer, Cancel, ChangeGoal, GoOn, HandBack, Message, Pause, TakeOver
from ...core.people.patterns import read_pattern
from .common import RunId, ask, check_said, entries_of, say, still_open, the

_NAMED = re.compile(r"/q\d+$")


def approve(
    which: Annotated[str, typer.Argument(metavar="RUN/QUESTION", help="the question; only the run: the one that is open now")],
    yes: Annotated[bool, typer.Option("--yes/--no", help="the answer")] = True,
    reason: Annotated[str, typer.Option(help="the reason; the planner reads it")] = "",
    by: Annotated[str, typer.Option(help="who answers")] = "operator",
) -> None:
    """Answer the open question of a run."""
    run_id, _, name = which.rpartition("/") if _NAMED.search(which) else (which, "", "")
    run_id = the(run_id)
    state = check_ours(replay(entries_of(run_id)))
    if state.people.question is None:
        raise TaskError(f"run {run_id} asks nothing now")
    if name not in ("", state.people.question.id):
        raise TaskError(
            f"{run_id}/{name} is not open; the run asks now: {run_id}/{state.people.question.id} {state.people.question.text}"
        )
    if yes:
        check_said(state.people.question, reason)
    _send(run_id, Answer(state.people.question.id, yes, by, reason))
    say(f"{'yes' if yes else 'no'} to {state.people.question.id}: {state.people.question.text}")
    say(f"if no process runs it now: midcourse resume {run_id}")


def cancel(run_id: RunId, why_: Annotated[str, typer.Option("--why", help="the reason, for the journal")] = "") -> None:
    """End a run. What it has done stays done."""
    run_id = still_open(run_id)
    _send(run_id, Cancel(why_))
    say(f"cancel left for {run_id}; if no process runs it now: midcourse resume {run_id}")


def tell(
    run_id: RunId,
    what: Annotated[str, typer.Argument(help="pause, go-on, constraint, goal, take-over, hand-back")],
    text: Annotated[str, typer.Argument(help="the constraint or the goal")] = "",
    forbid: Annotated[str, typer.Option(help="with constraint: a pattern that no act may fit")] = "",
    done_when: Annotated[str, typer.Option(help="with goal: its condition")] = "",
) -> None:
    """Send a message to a run that has not ended."""
    messages: dict[str, Message] = {
        "pause": Pause(),
        "go-on": GoOn(),
        "constraint": AddConstraint(Constraint(text or f"never {forbid}", forbid, by="operator")),
        "goal": ChangeGoal(text, done_when),
        "take-over": TakeOver("operator"),
        "hand-back": HandBack(text),
    }
    parse(done_when)
    read_pattern(forbid or "*")
    if what in ("goal", "constraint") and not (text or forbid):
        raise TaskError(f"tell … {what} needs its text: midcourse tell RUN {what} TEXT")
    if what not in messages:
        raise TaskError(f"cannot tell a run {what!r}; {choices(what, messages)}")
    run_id = still_open(run_id)
    _send(run_id, messages[what])
    say(f"{what} left for {run_id}")


def _send(run_id: str, message: Message) -> None:
    ask(lambda store: store.send(run_id, message))


COMMANDS = {"approve": approve, "cancel": cancel, "tell": tell}
