"""What a judge is shown of the steps of a run."""

from __future__ import annotations

from typing import Final

from ..logic.conditions import parse
from ..plans.contracts import speaks_of_all
from ..plans.plan import Achieve, Act, Step
from ..run.records import THOUGH_IT_FAILED, Record
from ..run.state import Run

HALF_TOLD: Final = "left out, since what it makes was so already, which does not tell all that it is called with"
"""How a judge hears of a step that was never begun, and whose effect says less than the step: `row(north)` of `add(north, 7)`."""

CHANGED: Final = "told by a change alone"
"""How a judge hears of a step that declares no effect, gave no answer, and after which a look had changed as by it."""

SAID: Final = "called reached by the planner, which no look shows"
"""How a judge hears of a goal on the way that was passed on somebody's word."""


def states_of_steps(run: Run) -> tuple[tuple[Step, str], ...]:
    """Every step that counts, with its state."""
    return tuple((r.step, _state(run, r)) for r in run.work.records.values() if r.state != "dropped")


def _state(run: Run, record: Record) -> str:
    step = record.step
    if isinstance(step, Achieve) and record.state == "passed":
        is_seen = bool(step.condition) and run.seen.belief.holds(parse(step.condition)) is not None
        return record.state if is_seen else SAID
    if record.state == "assumed" and run.work.settled.get(step.id) in ("look", THOUGH_IT_FAILED):
        return CHANGED
    if not isinstance(step, Act) or record.state != "skipped" or record.attempts:
        return record.state
    contract = run.contract(step)
    return record.state if contract.complete or speaks_of_all(step, contract) else HALF_TOLD
