"""What is known about the failures of a run, put together."""

from __future__ import annotations

from ..failing.analysis import Analysis, Met
from ..history.ledger import Attempt
from ..history.situations import signature
from ..plans.edits import say
from ..run.state import Run

MOST_LIKE = 5
"""Like failures that are told, the newest first."""


def analyse(run: Run) -> Analysis | None:
    """The failure at hand: what was found out about it, what was learned, and where the like was met before."""
    failure, reflection = run.trouble.failure, run.trouble.reflection
    if failure is None:
        return None
    finding, sign = failure.finding, signature(failure)
    own = [_met(a, sign) for a in run.history.attempts if a is not failure and signature(a) == sign]
    similar = dict.fromkeys(met.sentence() for met in (*reversed(own), *run.setup.past.met) if met.signature == sign)
    return Analysis(
        step=failure.step,
        failure=failure.sentence(),
        kind=failure.kind,
        severity=failure.severity,
        category=finding.category if finding is not None else "unknown",
        root_cause=reflection.root_cause if reflection is not None else failure.sentence(),
        factors=reflection.factors if reflection is not None else (),
        preventable=reflection.preventable if reflection is not None else None,
        fix=say(reflection.fix) if reflection is not None and reflection.fix is not None else "",
        similar=tuple(similar)[:MOST_LIKE],
        lessons=tuple(f"lesson {f.lesson.id}: {f.lesson.sentence()}" for f in run.trouble.found or ()),
        who=reflection.who if reflection is not None else "",
    )


def met(run: Run) -> tuple[Met, ...]:
    """What later runs should remember of this one: the last failure of each sort."""
    last = {signature(a): a for a in run.history.attempts}
    return tuple(_met(a, sign, run.id) for sign, a in last.items())


def _met(attempt: Attempt, sign: str, run: str = "") -> Met:
    return Met(sign, attempt.sentence(), attempt.forgiven and not attempt.pardoned, run)
