"""The rules, in order: the first that has an answer decides. Each row says why it stands where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..run.commands import Command
from ..run.state import Run
from ..run.strategies import When
from . import answers, consent, doubts, loops, mending, people, replanning, seeing, stepping, studying, triggers

Rule = Callable[[Run, float], Command | None]


class Row(NamedTuple):
    """One rule in its place."""

    name: str
    """As the journal calls it."""
    rule: Rule
    """Gives a command, or None: then the next row is asked."""
    why: str
    """Why it stands here and not further down."""


DEFAULT: tuple[Row, ...] = (
    Row("cancelled", people.cancelled, "people end a run at once, whatever it is about to do"),
    Row("paused or taken over", people.held, "while people hold the world, nothing else may touch or even see it"),
    Row("waiting for an answer", people.waiting, "what was asked is not decided by anything else meanwhile"),
    Row("rest", seeing.rest, "what is given time to pass is not looked at before that"),
    Row("look", seeing.look, "every rule below rests on what is seen"),
    Row("blind", seeing.blind, "where nothing can be seen, only people can help"),
    Row("in doubt", doubts.settle, "whether the last act happened is settled before anything is counted, judged or repeated"),
    Row("fix seen to work", studying.worked, "a fix gets its credit from the look that shows it, before the run may end on it"),
    Row("goal seen", seeing.goal_seen, "what is reached needs no plan, and no verdict"),
    Row("judged", seeing.judged, "a verdict that was asked for counts before more is planned"),
    Row("unaffordable", answers.too_dear, "what cannot be paid is not asked for again"),
    Row("planner's word", answers.said, "done, impossible and stuck are answers: they come before the old plan goes on"),
    Row("objection", answers.objected, "a plan that was sent back is asked for once more before the old one is looked at"),
    Row("stuck", triggers.in_circles, "circles are noticed before the plan that makes them goes on"),
    Row("outdated", triggers.outdated, "people want something else, or it goes in circles: the rest of the plan does not matter"),
    Row("failed", mending.failed, "a failure is dealt with before the plan around it is checked"),
    Row("no plan", triggers.no_plan, "every rule below needs one"),
    Row("plan not agreed to", consent.unapproved, "no act of a plan begins before people agreed to it"),
    Row("plan does not hold", triggers.validity, "the next step begins only where the rest of the plan still leads to the goal"),
    Row("still unknown", triggers.still_unknown, "the plan holds, but what it looked for was not found"),
    Row("plan time-out", replanning.overdue, "a plan that holds and takes too long is replaced between two steps, not in one"),
    Row("plan ended", stepping.plan_ended, "there is no next step"),
    Row("next step", stepping.next_step, "nothing above had a reason against it"),
)
"""The rules of `validity`; the loops for comparison have them too, except those that `_LOOP` leaves out."""

_LOOP = tuple(
    row._replace(rule=loops.failed_in_a_loop) if row.name == "failed" else row
    for row in DEFAULT
    if row.name not in ("plan does not hold", "still unknown")
)
"""What all loops for comparison share."""


def _before_the_end(row: Row) -> tuple[Row, ...]:
    place = next(i for i, other in enumerate(_LOOP) if other.name == "plan time-out")
    return (*_LOOP[:place], row, *_LOOP[place:])


TABLES: dict[When, tuple[Row, ...]] = {
    "validity": DEFAULT,
    "fixed": tuple(row for row in _LOOP if row.name != "stuck"),
    "on-error": _LOOP,
    "every-k": _before_the_end(Row("every k steps", loops.every_k, "a new stretch is planned before the old one goes on")),
    "every-step": _before_the_end(Row("every k steps", loops.every_step, "a new stretch is planned before the old one goes on")),
    "any-change": _before_the_end(Row("any change", loops.any_change, "a surprise is planned for before the plan goes on")),
}
"""The default, and the loops that it is compared with."""
