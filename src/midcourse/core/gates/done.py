"""Done work, known by what was done and not by the ids of steps: which steps of a new plan give it once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..logic.conditions import Literal
from ..plans.contracts import speaks_of_all
from ..plans.plan import GOAL_CHANGED, Achieve, Act, Replan, Step
from ..run.state import Run
from .amounts import amounts
from .deeds import Deed, history_of_deeds, what_is_wanted_went
from .restating import (
    begins_again,
    broken_off,
    gives_earlier_stretches,
    goes_far_back,
    is_a_choice,
    is_like_the_whole,
    is_whole,
    of_earlier_stretches,
    still_to_do,
    without_open_ways,
)
from .wanted import came_to_nothing, is_of, is_taken_behind, is_wanted_again, may_have_gone_with, went_with
from .ways import deeds_that_end

MODEL = "model"
"""The author of plans that a language model made."""


class Restated(NamedTuple):
    """The steps of a new plan that were done before, each with the step that did it."""

    begun: dict[str, str]
    """Those with which a list begins again: they are entered behind."""
    strewn: dict[str, str]
    """Those that stand among new steps: the planner may mean them once more, and must say so."""
    read: dict[str, str]
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
        return Restated(kept, {}, {})
    if not (way or begins_again(run, steps)):
        return Restated(kept, _seen_done(run, steps) if author == MODEL else {}, {})
    history, left = history_of_deeds(run), still_to_do(run, steps)
    if way:
        history = without_open_ways(run, steps, [d for d in history if d.id in way], left)
    elif is_a_choice(run, steps, history, left):
        return Restated(kept, {}, {})
    else:
        history = without_open_ways(run, steps, history, left)
    given = Counter(amounts(run, steps).values())
    if not is_like_the_whole(run, list(amounts(run, steps).values()), history, left):
        given -= Counter(left)
    early = of_earlier_stretches(run)
    if not goes_far_back(run, early, steps, history):
        if gives_earlier_stretches(run, early, steps, history, left):
            given = Counter(amounts(run, steps).values()) - Counter(left)
        else:
            history = [d for d in history if d.id not in early]
    begun, strewn, read = _aligned(run, steps, history, given)
    if not any(isinstance(step, Act | Achieve) and step.id not in begun | strewn | kept for step in steps):
        begun, meant = _of_a_plan_that_is_done(run, steps, begun)
        strewn |= meant
    return Restated(begun | kept, {id: by for id, by in strewn.items() if id not in kept}, read)


def _aligned(run: Run, steps: Sequence[Step], history: Sequence[Deed], given: Counter[str]) -> Restated:
    """The steps of a new plan beside what was done. `given`: how many of each act may stand for done ones."""
    deeds, begun_anew, lost = _Deeds(run, steps, history, given), dict[str, str](), list[Literal]()
    found, is_begin = Restated({}, {}, {}), True
    for step in steps:
        if isinstance(step, Replan):
            continue
        deed, is_harmless = deeds.take(step, is_begin), _is_harmless(run, step)
        if deed is None:
            is_begin = is_begin and is_harmless
        elif is_harmless:
            found.read[step.id] = deed.id
        elif deed.lost or _is_meant(run, deed, step, steps) or went_with(run, deed.id, lost):
            lost += run.expected(run.work.records[deed.id].step)
        elif is_begin and not (may_have_gone_with(run, deed.id, lost) or _may_be_a_remedy(run, step, deed)):
            found.begun[step.id] = deed.id
        elif came_to_nothing(run, deed.id, step, steps) and isinstance(step, Act):
            continue
        elif isinstance(step, Act) and run.known.may_repeat(step):
            begun_anew[step.id] = deed.id
        else:
            found.strewn[step.id] = deed.id
    found.strewn.update(_built_on(steps, history, begun_anew, found.strewn))
    return found


def _may_be_a_remedy(run: Run, step: Step, deed: Deed) -> bool:
    """Whether who planned an act may have seen that what came with it is gone: they are told of `again`."""
    return isinstance(step, Act) and what_is_wanted_went(run, deed.id)


def _built_on(
    steps: Sequence[Step], history: Sequence[Deed], begun_anew: dict[str, str], strewn: dict[str, str]
) -> dict[str, str]:
    """Of the steps that could be done twice, those behind which a list gives work that stands and came after them: to begin it
    anew, such as a form or a cart, may take that work away."""
    places, order = {step.id: i for i, step in enumerate(steps)}, {deed.id: i for i, deed in enumerate(history)}
    stand = [(places[id], order[by]) for id, by in strewn.items()]
    return {id: by for id, by in begun_anew.items() if any(places[id] < place and order[by] < when for place, when in stand)}


class _Deeds:
    """What was done, each to be given once more by one step at most, in the order of the plan where it may not be in any."""

    def __init__(self, run: Run, steps: Sequence[Step], history: Sequence[Deed], given: Counter[str]) -> None:
        self._run, self._steps, self._acts, self._given = run, steps, amounts(run, steps), given
        self._open = dict(enumerate(d for d in history if d.what in given))
        self._in_any_order = is_whole(run, steps, history)
        self._at = 0

    def take(self, step: Act | Achieve, is_begin: bool) -> Deed | None:
        """The deed that a step gives once more; None if it is new. `is_begin`: all steps before it were given, too."""
        what = self._acts[step.id]
        alike = [k for k, deed in self._open.items() if deed.what == what] if self._given[what] > 0 else []
        reached = self._reached(step, alike) if isinstance(step, Achieve) else None
        earlier = next(iter(alike), None) if self._in_any_order else None
        place = reached if reached is not None else next((k for k in alike if k >= self._at), earlier)
        if place is None:
            return None
        deed = self._open.pop(place)
        if isinstance(step, Achieve):  # what led there belongs to it, and stands for no other act
            led = deeds_that_end(self._run, step, deed.id)
            self._open = {k: other for k, other in self._open.items() if other.id not in led}
        self._given[what] -= 1
        self._at = max(self._at, place + 1) if is_begin else self._at
        return deed if reached is None else deed._replace(lost=False)

    def _reached(self, goal: Achieve, alike: Sequence[int]) -> int | None:
        """Where a goal was reached, wherever that was; None if it is to be reached again."""
        stands = (k for k in alike if not self._open[k].lost or is_taken_behind(self._run, self._open[k].id, goal, self._steps))
        return next(stands, None)


def _is_harmless(run: Run, step: Step) -> bool:
    return isinstance(step, Act) and step.skill in run.known.skills and run.known.skills[step.skill].risk == "harmless"


def _is_meant(run: Run, deed: Deed, step: Step, steps: Sequence[Step]) -> bool:
    """Whether a planner means an act once more: it says so, or a step of ours took back what it had made."""
    return isinstance(step, Act) and (step.again or is_wanted_again(run, deed.id, step, steps))


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
        same = [id for id in run.work.deeds if run.work.records[id].state == "confirmed" and is_of(run, id, acts[step.id])]
        if same and run.seen.belief.holds_freshly(contract.makes):
            found[step.id] = same[-1]
    return found
