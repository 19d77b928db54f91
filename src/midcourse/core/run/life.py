"""A task's life as one state machine: where it stands, and where it may go from there."""

from __future__ import annotations

from typing import Literal as Choice

from .ending import Ending
from .state import Run

Life = Choice["planned", "running", "waiting", "replanning", "done", "failed", "cancelled"]

MOVES: dict[Life, tuple[Life, ...]] = {
    "planned": ("running", "waiting", "replanning", "done", "failed", "cancelled"),
    "running": ("waiting", "replanning", "done", "failed", "cancelled"),
    "waiting": ("planned", "running", "replanning", "done", "failed", "cancelled"),
    "replanning": ("planned", "running", "waiting", "done", "failed", "cancelled"),
    "done": (),
    "failed": (),
    "cancelled": (),
}
"""From where to where. A task that has ended stays ended, and another try is another run; but one whose planner could not be
reached waits for it."""


def life(run: Run) -> Life:
    """Where the task stands."""
    if run.ending is not None:
        return life_at_the_end(run.ending)
    if run.people.question is not None or run.people.paused or run.people.taken_over:
        return "waiting"
    if (
        run.trouble.failure is not None
        or run.course.outdated is not None
        or (run.talk.planning is not None and run.course.plan is not None)
    ):
        return "replanning"
    return "planned" if run.spent.steps == 0 else "running"


def life_at_the_end(ending: Ending) -> Life:
    """Where a task stands that has ended."""
    if ending.verdict != "failed":
        return "done"
    if ending.can_go_on:
        return "waiting"
    return "cancelled" if ending.final_reason == "cancelled" else "failed"


def allowed(before: Life, after: Life) -> bool:
    """Whether a task may go from one to the other in one event."""
    return before == after or after in MOVES[before]
