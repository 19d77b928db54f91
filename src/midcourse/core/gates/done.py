"""Done work, known by what was done and not by the ids of steps: which steps of a new plan give it once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..logic.conditions import Literal, parse
from ..plans.contracts import speaks_of_all
from ..plans.plan import GOAL_CHANGED, Achieve, Act, Replan, Step
from ..run.state import Run
from .amounts import amounts
from .deeds import amount, history_of_deeds
from .restating import (
    begins_again,
    broken_off,
    goes_far_back,
    is_a_choice,
    is_like_the_whole,
    is_whole,
    of_earlier_stretches,
    still_to_do,
    without_open_ways,
)
from .ways import deeds_that_end

MODEL = "model"
"""The author of plans that a language model made."""


class Restated(NamedTuple):
    """The steps of a new plan that were done before, each with the step that did it."""

    begun: dict[str, str]
    """Those with which a list begins again: they are entered behind."""
    strewn: dict[str, str]
    """Those that stand among new steps: the planner may mean them once more, and must say so."""
    read: dict[str, str] = {}
    """Those that only look: they look again, and what they gave before stands until they have."""


def were_done(run: Run, steps: Sequence[Step], but_for: Collection[str] = ()) -> bool:
    """Whether all these steps were done before, some deeds left out, and not all of them may be done twice."""
    done = {deed.what for deed in history_of_deeds(run) if deed.id not in but_for and not deed.lost}
    acts = amounts(run, steps)
    if any(isinstance(s, Replan) or (isinstance(s, Act) and s.again) or acts[s.id] not in done for s in steps):
        return False
    return not all(isinstance(s, Act) and run.known.may_repeat(s) for s in steps)


def restated(run: Run, steps: Sequence[Step], afresh: bool = False, author: str = "") -> Restated:
    """What of a new plan was done before.

    A plan asked for because something went wrong may begin at the beginning again. Of each act, as many count as done as the plan
    holds beyond what was still to be done. A plan made afresh is never a list given again. Nor is one that a `replan` or an
    `achieve` step asked for: what it holds is new, unless the way to the same goal broke off, or a model gives an act again that
    is seen done. Nor is one that chooses among the done acts. A step that stays as it is stays done.
    """
    kept = {step.id: run.course.restated[step.id] for step in steps if step.id in run.course.restated}
    way = broken_off(run)
    if run.course.plan is None or afresh:
        return Restated(kept, {})
    if not (way or begins_again(run, steps)):
        return Restated(kept, _seen_done(run, steps) if author == MODEL else {})
    acts = amounts(run, steps)
    history, left = history_of_deeds(run), still_to_do(run, steps)
    if way:
        history = [d for d in history if d.id in way]
    elif is_a_choice(run, steps, history, left):
        return Restated(kept, {})
    else:
        history = without_open_ways(run, steps, history)
    more = Counter(acts.values())
    if not is_like_the_whole(run, list(acts.values()), history, left):
        more -= Counter(left)
    early = of_earlier_stretches(run)
    if not goes_far_back(run, early, steps, history):
        history = [d for d in history if d.id not in early]
    in_any_order = is_whole(run, steps, history)
    pool = dict(enumerate(d for d in history if d.what in more))
    begun, strewn, read = dict[str, str](), dict[str, str](), dict[str, str]()
    at, fresh = 0, True
    for step in steps:
        if isinstance(step, Replan):
            continue
        what = acts[step.id]
        alike = [k for k, deed in pool.items() if deed.what == what] if more[what] > 0 else []
        earlier = next(iter(alike), None) if in_any_order else None
        stands = None
        if isinstance(step, Achieve):  # reached, wherever it was
            stands = next((k for k in alike if not pool[k].lost or _is_taken_behind(run, pool[k].id, step, steps)), None)
        place = next((k for k in alike if k >= at), earlier) if stands is None else stands
        harmless = isinstance(step, Act) and step.skill in run.known.skills and run.known.skills[step.skill].risk == "harmless"
        if place is None:
            fresh = fresh and harmless
            continue
        deed = pool.pop(place)
        if isinstance(step, Achieve):  # what led there belongs to it, and stands for no other act
            led = deeds_that_end(run, step, deed.id)
            pool = {k: other for k, other in pool.items() if other.id not in led}
        more[what] -= 1
        at = max(at, place + 1) if fresh else at
        if harmless:
            read[step.id] = deed.id
        if (
            harmless
            or (deed.lost and stands is None)
            or (isinstance(step, Act) and (step.again or is_wanted_again(run, deed.id, step, steps)))
        ):
            continue
        if fresh:
            begun[step.id] = deed.id
        elif isinstance(step, Achieve) or not (run.known.may_repeat(step) or _came_to_nothing(run, deed.id, acts, step.id)):
            strewn[step.id] = deed.id
    if not any(isinstance(step, Act | Achieve) and step.id not in begun | strewn | kept for step in steps):
        begun, meant = _of_a_plan_that_is_done(run, steps, begun)
        strewn |= meant
    return Restated(begun | kept, {id: by for id, by in strewn.items() if id not in kept}, read)


def _of_a_plan_that_is_done(run: Run, steps: Sequence[Step], begun: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Of a plan in which nothing is left to do: what is passed all the same, since twice does harm, and what the planner is told
    of, since people want something else by now and it may mean it once more."""
    if all(isinstance(step, Act) and run.known.may_repeat(step) for step in steps):
        return {}, {}
    cause = run.talk.requested.cause if run.talk.requested is not None else None
    return ({}, begun) if cause is not None and cause.rule == GOAL_CHANGED else (begun, {})


def _seen_done(run: Run, steps: Sequence[Step]) -> dict[str, str]:
    """The acts that must not be done twice, were done before, and by their own contract would bring about just what is seen."""
    found, acts = dict[str, str](), amounts(run, steps)
    for step in steps:
        if not isinstance(step, Act) or step.again or step.id in run.work.records or run.known.may_repeat(step):
            continue
        contract = run.contract(step)
        if not contract.makes or contract.counts or contract.breaks or not speaks_of_all(step, contract):
            continue
        same = [id for id in run.work.deeds if run.work.records[id].state == "confirmed" and _is_of(run, id, acts[step.id])]
        if same and run.seen.belief.holds_freshly(contract.makes):
            found[step.id] = same[-1]
    return found


def _is_of(run: Run, id: str, what: str) -> bool:
    step = run.work.records[id].step
    return isinstance(step, Act) and amount(run, step) == what


def _came_to_nothing(run: Run, deed: str, acts: Mapping[str, str], step_id: str) -> bool:
    """Whether the effect of a deed is seen to be missing, all of it: where a part is there, it was done. One that was seen may
    have been taken back by a later deed of ours: where that stands behind it once more, it was done too."""
    record = run.work.records[deed]
    if not run.seen_false(deed) or any(run.seen.belief.holds_freshly((lit,)) for lit in run.expected(record.step)):
        return False
    later = run.work.deeds[run.work.deeds.index(deed) + 1 :]
    behind = list(acts)[list(acts).index(step_id) + 1 :]
    return record.state != "confirmed" or not any(_is_of(run, id, acts[other]) for id in later for other in behind)


def is_wanted_again(run: Run, deed: str, step: Act, steps: Sequence[Step]) -> bool:
    """Whether the effect of a deed is gone by a step of ours that does not stand behind it in the plan."""
    if not run.seen_false(deed):
        return False
    takers = _takers(run, deed, run.expected(run.work.records[deed].step))
    return bool(takers) and not _behind(run, step, steps).intersection(takers)


def _is_taken_behind(run: Run, deed: str, goal: Achieve, steps: Sequence[Step]) -> bool:
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
