"""What a judge is shown of the steps of a run."""

from __future__ import annotations

from typing import Final

from ..logic.conditions import parse
from ..plans.contracts import speaks_of_all
from ..plans.plan import Achieve, Act, Step
from ..run.records import THOUGH_IT_FAILED, Record
from ..run.state import Run
from .deeds import deeds_in_order

HALF_TOLD: Final = "left out, since what it makes was so already, which does not tell all that it is called with"
"""How a judge hears of a step that was never begun, and whose effect says less than the step: `row(north)` of `add(north, 7)`."""

CHANGED: Final = "told by a change alone"
"""How a judge hears of a step that declares no effect, gave no answer, and after which a look had changed as by it."""

GONE: Final = "seen when it was done and is gone since, by no act that is known to take it back"
"""How a judge hears of a step whose effect the last look denies."""

HALF_SHOWN: Final = "not answered, and what a look shows of it does not tell all that it is called with"
"""How a judge hears of a step that broke off, and whose effect says less than the step: half of it may be done."""

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
    if not isinstance(step, Act):
        return record.state
    if record.state in ("confirmed", "skipped") and _is_taken_back(run, step):
        return GONE
    contract = run.contract(step)
    if contract.complete or speaks_of_all(step, contract):
        return record.state
    if record.state == "confirmed" and run.work.settled.get(step.id) in ("look", THOUGH_IT_FAILED):
        return HALF_SHOWN
    return HALF_TOLD if record.state == "skipped" and not record.attempts else record.state


def _is_taken_back(run: Run, step: Act) -> bool:
    """Whether the last look denies what the step did, and no later act of ours declares to take it back."""
    if run.counted_back(run.contract(step)):
        return True
    if not run.seen_false(step.id):
        return False
    lost = [lit for lit in run.expected(step) if run.seen.belief.holds_freshly((lit,)) is False]
    order = deeds_in_order(run)
    later = order[order.index(step.id) + 1 :] if step.id in order else ()
    contracts = [run.contract(run.work.records[id].step) for id in later]
    return any(not any(contract.ends(lit) for contract in contracts) for lit in lost)
