"""Rules about people: they come first."""

from __future__ import annotations

from ..people.messages import Answer
from ..run.commands import Command, Note, Wait
from ..run.events import Heard
from ..run.state import Run
from .endings import stop
from .questions import UNASKED

NOBODY = "nobody (time limit)"


def cancelled(run: Run, now: float) -> Command | None:
    """A cancel ends the run before anything else is done."""
    if run.people.cancelled is None:
        return None
    return stop(run, now, "cancelled", run.people.cancelled or "cancelled by a person")


def held(run: Run, now: float) -> Command | None:
    """A pause lasts until somebody says so; while a person acts, the run does not."""
    return Wait("people") if run.people.paused or run.people.taken_over else None


def waiting(run: Run, now: float) -> Command | None:
    """An open question is waited for; at its time limit it counts as no, or, where no means nothing, ends the run."""
    question = run.people.question
    if question is None:
        return None
    if now < question.until:
        return Wait("people", question.until)
    why = f" ({run.people.unheard})" if run.people.unheard else ""
    if question.kind in ("approve", "plan"):
        return Note(Heard(Answer(question.id, False, NOBODY, f"not answered in time{why}")))
    return stop(run, now, UNASKED[question.kind], f"nobody answered in time: {question.text}{why}")
