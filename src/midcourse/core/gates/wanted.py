"""Whether what a done act brought about is gone, and whether a plan that gives the act once more means it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..logic.conditions import Literal, parse
from ..plans.plan import Achieve, Act, Step
from ..run.state import Run
from .amounts import amounts
from .deeds import amount


def is_of(run: Run, id: str, what: str) -> bool:
    """Whether a step that was done is an act that amounts to this."""
    step = run.work.records[id].step
    return isinstance(step, Act) and amount(run, step) == what


def came_to_nothing(run: Run, deed: str, acts: Mapping[str, str], step_id: str) -> bool:
    """Whether the effect of a deed is seen to be missing, all of it: where a part is there, it was done. One that was seen may
    have been taken back by a later deed of ours: where that stands behind it once more, it was done too."""
    record = run.work.records[deed]
    if not run.seen_false(deed) or any(run.seen.belief.holds_freshly((lit,)) for lit in run.expected(record.step)):
        return False
    later = run.work.deeds[run.work.deeds.index(deed) + 1 :]
    behind = list(acts)[list(acts).index(step_id) + 1 :]
    return record.state != "confirmed" or not any(is_of(run, id, acts[other]) for id in later for other in behind)


def is_wanted_again(run: Run, deed: str, step: Act, steps: Sequence[Step]) -> bool:
    """Whether the effect of a deed is gone by a step of ours that does not stand behind it in the plan."""
    if not run.seen_false(deed):
        return False
    takers = _takers(run, deed, run.expected(run.work.records[deed].step))
    return bool(takers) and not _behind(run, step, steps).intersection(takers)


def is_taken_behind(run: Run, deed: str, goal: Achieve, steps: Sequence[Step]) -> bool:
    """Whether a deed has reached a goal, and what of that holds no more was taken by a step of ours that stands behind it in the
    plan, too."""
    wanted = [lit for lit in parse(goal.condition) if run.seen.belief.holds_freshly((lit,)) is False]
    if run.work.records[deed].state != "confirmed":
        return False
    return bool(_behind(run, goal, steps).intersection(_takers(run, deed, wanted)))


def _takers(run: Run, deed: str, wanted: Iterable[Literal]) -> list[str]:
    """What the later acts amount to that take away something of this."""
    later = (run.work.records[id] for id in run.work.deeds[run.work.deeds.index(deed) + 1 :])
    took = [r.step for r in later if isinstance(r.step, Act) and r.state in ("confirmed", "assumed")]
    return [amount(run, step) for step in took if any(run.contract(step).takes(lit) for lit in wanted)]


def _behind(run: Run, step: Step, steps: Sequence[Step]) -> set[str]:
    """What the steps behind one amount to."""
    acts = amounts(run, steps)
    place = next(i for i, s in enumerate(steps) if s.id == step.id)
    return {acts[s.id] for s in steps[place + 1 :] if s.id in acts}
