"""Done work, known by what was done and not by the ids of steps: which steps of a new plan give it once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ..failing.failures import PASSING
from ..plans.contracts import speaks_of_all
from ..plans.plan import ACHIEVE_STEP, GOAL_CHANGED, REMEDIES, REPLAN_STEP, Achieve, Act, Cause, Replan, Step, goal_digest
from ..run.records import DONE_BY_US
from ..run.state import Run
from .amounts import amount, amounts
from .ways import deeds_toward, ends_of_ways, is_broken_off, is_denied


class Deed(NamedTuple):
    """A step that was done."""

    id: str
    """The lifelong id of the step."""
    what: str
    """Digest of skill, arguments with outputs filled in, and target."""
    lost: bool
    """Somebody undid it, or looks prove that it did nothing: it is to be done again."""


class Restated(NamedTuple):
    """The steps of a new plan that were done before, each with the step that did it."""

    begun: dict[str, str]
    """Those with which a list begins again: they are entered behind."""
    strewn: dict[str, str]
    """Those that stand among new steps: the planner may mean them once more, and must say so."""
    read: dict[str, str] = {}
    """Those that only look: they look again, and what they gave before stands until they have."""


UNSEEN_EFFECTS = ("no_effect", "partial_effect")
"""Reasons of failures of acts that answered well."""
MODEL = "model"
"""The author of plans that a language model made."""


def were_done(run: Run, steps: Sequence[Step], but_for: Collection[str] = ()) -> bool:
    """Whether all these steps were done before, some deeds left out, and not all of them may be done twice."""
    done = {deed.what for deed in _history(run) if deed.id not in but_for and not deed.lost}
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
    broken_off = _broken_off(run)
    if run.course.plan is None or afresh:
        return Restated(kept, {})
    if not (_begins_again(run) or broken_off):
        return Restated(kept, _seen_done(run, steps) if author == MODEL else {})
    acts = amounts(run, steps)
    history, left = _history(run), _still_to_do(run, steps)
    if broken_off:
        history = [d for d in history if d.id in broken_off]
    elif not _has_goals(run, steps) and _is_a_choice(run, list(acts.values()), history, left):
        return Restated(kept, {})
    more = Counter(acts.values())
    if not _is_like_the_whole(list(acts.values()), [d.what for d in history], left, _hopeless(run)):
        more -= Counter(left)
    early = _of_earlier_stretches(run)
    if not _goes_far_back(early, list(acts.values()), history):
        history = [d for d in history if d.id not in early]
    is_whole = not _left_out(run, history, Counter(acts.values())) or _was_given(run, list(acts.values()))
    pool = dict(enumerate(d for d in history if d.what in more))
    begun, strewn, read = dict[str, str](), dict[str, str](), dict[str, str]()
    at, fresh = 0, True
    for step in steps:
        if isinstance(step, Replan):
            continue
        what = acts[step.id]
        alike = [k for k, deed in pool.items() if deed.what == what] if more[what] > 0 else []
        earlier = next(iter(alike), None) if is_whole else None  # a whole list may be given again in another order
        place = next((k for k in alike if k >= at), earlier)
        harmless = isinstance(step, Act) and step.skill in run.known.skills and run.known.skills[step.skill].risk == "harmless"
        if place is None:
            fresh = fresh and harmless
            continue
        deed = pool.pop(place)
        if isinstance(step, Achieve):  # what led there belongs to it, and stands for no other act
            led = deeds_toward(run, step.goal)
            pool = {k: other for k, other in pool.items() if other.id not in led}
        more[what] -= 1
        at = max(at, place + 1) if fresh else at
        if harmless:
            read[step.id] = deed.id
        if harmless or deed.lost or (isinstance(step, Act) and (step.again or is_wanted_again(run, deed.id, step, steps))):
            continue
        if fresh:
            begun[step.id] = deed.id
        elif isinstance(step, Act) and not run.known.may_repeat(step) and not _came_to_nothing(run, deed.id, acts, step.id):
            strewn[step.id] = deed.id
    if not any(isinstance(step, Act | Achieve) and step.id not in begun | strewn | kept for step in steps):
        begun, meant = _of_a_plan_that_is_done(run, steps, begun)
        strewn |= meant
    return Restated(begun | kept, {id: by for id, by in strewn.items() if id not in kept}, read)


def _left_out(run: Run, history: Sequence[Deed], given: Counter[str]) -> Counter[str]:
    """The done acts that a new plan does not hold, or not so often as one plan before it did: tries are no acts of their own."""
    stand = Counter(d.what for d in history if run.changes(d.id) and not d.lost)
    planned = Counter[str]()
    for plan in run.work.plans:
        if plan.cause.rule not in REMEDIES:  # what the engine puts in was never planned
            planned |= Counter(amounts(run, plan.steps).values())
    return (stand & planned) - given


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


def _hopeless(run: Run) -> str:
    """The act that has just failed for good: no plan that was told so begins with it."""
    failure = run.trouble.failure
    return failure.digest if failure is not None and failure.kind not in PASSING else ""


def _is_like_the_whole(new: Sequence[str], history: Sequence[str], left: Sequence[str], hopeless: str) -> bool:
    """Whether a new plan goes on more like what was done, with what was left behind it, than like what was left alone."""
    if list(new) == list(left):
        return False  # it is what was left, though it begins with what has failed
    rest = 0 if left and left[0] == hopeless else _alike_for(new, left)
    whole = (*history, *left)
    return any(_alike_for(new, whole, k) > rest for k in range(len(history)))


def _has_goals(run: Run, steps: Sequence[Step]) -> bool:
    """Whether there are goals on the way: their ways are plans of their own, and leave out what others did."""
    before = run.course.plan.steps if run.course.plan is not None else ()
    return bool(run.work.ways) or any(isinstance(step, Achieve) for step in (*steps, *before))


def _is_a_choice(run: Run, new: Sequence[str], history: Sequence[Deed], left: Sequence[str]) -> bool:
    """Whether a new plan has done acts before just what was left, which begins with what failed, and leaves out others: who
    planned it knows what was done, and means those once more. A list that is given again as a whole leaves out nothing that its
    planner ever planned; nor does one that was given before, or a stretch, of what came before it."""
    failure, first = run.trouble.failure, len(new) - len(left)
    if failure is None or left[:1] != [failure.digest] or list(new[first:]) != list(left):
        return False
    early = _of_earlier_stretches(run) | _of_remedies(run)
    done = {d.what for d in history if run.changes(d.id) and d.id not in early}
    again = done.intersection(new[: max(first, 0)])
    return bool(again) and again != done and not _was_given(run, new)


def _was_given(run: Run, new: Sequence[str]) -> bool:
    """Whether a plan of this run would have done just this, from its beginning."""
    return any(list(amounts(run, plan.steps).values()) == list(new) for plan in (run.course.plan, *run.work.plans) if plan)


def _of_remedies(run: Run) -> set[str]:
    """Steps that the engine put in by itself, to mend a failure: no planner ever planned them."""
    own = {plan.version for plan in run.work.plans if plan.cause.rule in REMEDIES}
    return {id for id in run.work.deeds if run.work.records[id].version in own}


def _of_earlier_stretches(run: Run) -> set[str]:
    """Steps of plans before the last one that a `replan` step asked for."""
    last = max((plan.version for plan in run.work.plans if _is_next_stretch(run, plan.cause)), default=0)
    return {id for id in run.work.deeds if run.work.records[id].version < last}


def _goes_far_back(early: set[str], new: Sequence[str], history: Sequence[Deed]) -> bool:
    """Whether a new plan begins where the run began, not just where the present stretch did: one like act is no proof of that."""
    old = [d.what for d in history if d.id in early]
    return bool(old) and _alike_for(new, old) >= min(2, len(old))


def _alike_for(a: Sequence[str], b: Sequence[str], start: int = 0) -> int:
    """How many they begin with alike, the second from a place on."""
    most = min(len(a), len(b) - start)
    return next((i for i in range(most) if a[i] != b[start + i]), most)


def _begins_again(run: Run) -> bool:
    """Whether a plan may give done work once more: it was not a step of the plan before that asked for it."""
    cause = run.talk.requested.cause if run.talk.requested is not None else None
    return cause is None or not (cause.rule == ACHIEVE_STEP or _is_next_stretch(run, cause))


def _is_next_stretch(run: Run, cause: Cause) -> bool:
    """Whether a plan was asked for by a `replan` step of the planner's own: what it holds is new."""
    record = run.work.records.get(cause.step)
    ours = record is not None and isinstance(record.step, Replan) and record.step.unsound
    return cause.rule == REPLAN_STEP and not ours


def _broken_off(run: Run) -> set[str]:
    """What was done on the way to the goal that a plan is asked for, where an earlier list of that way broke off."""
    asked = run.talk.requested
    if asked is None or asked.cause.rule != ACHIEVE_STEP:
        return set()
    goal = run.work.records[asked.cause.step].step
    return deeds_toward(run, asked.cause.detail) if isinstance(goal, Achieve) and is_broken_off(run, goal) else set()


def _still_to_do(run: Run, steps: Sequence[Step]) -> list[str]:
    """What is left of the present plan, but for the way to a goal that the new plan holds itself: that is asked for again."""
    assert run.course.plan is not None
    goals = [goal_digest(step) for step in steps if isinstance(step, Achieve)]
    apart = {id for goal in goals for id in run.work.ways.get(goal, ())}.union(run.course.restated)
    rest = (s for s in run.course.plan.steps[run.course.position :] if not isinstance(s, Replan) and s.id not in apart)
    acts = amounts(run, run.course.plan.steps)
    return [acts[step.id] for step in rest]


def _history(run: Run) -> list[Deed]:
    """All that was done, in order; behind the last act of the way to a goal, that goal."""
    begun = (*DONE_BY_US, "undone")
    goals = ends_of_ways(run)
    deeds: list[Deed] = []
    order = deeds_in_order(run)
    acts = {id: amount(run, step) for id in order if isinstance(step := run.work.records[id].step, Act)}
    done = {acts[id]: id for id in run.work.deeds if id in acts}
    for id in order:
        record, step = run.work.records[id], run.work.records[id].step
        reached = goals.get(id, ())
        if isinstance(step, Achieve):
            deeds.append(Deed(id, goal_digest(step), lost=True))  # it held by itself; whether it still does is seen
            deeds += (Deed(id, goal, is_denied(run, goal)) for goal in reached)
            continue
        if not isinstance(step, Act) or record.state not in (*begun, "skipped"):
            continue
        what = acts[id]
        if record.state == "skipped" and what not in done:
            deeds.append(Deed(id, what, lost=True))  # so here
            deeds += (Deed(id, goal, run.seen_false(id) or is_denied(run, goal)) for goal in reached)
            continue
        if record.state == "skipped":
            id, record = done[what], run.work.records[done[what]]
        # One that shows nothing may be done once more; where twice does harm, no more: its contract may be wrong.
        once_more = run.work.times.get(what, 0) < 2 and not never_showed(run, step.skill, what)
        again = run.known.may_repeat(step) or once_more
        lost = record.state == "undone" or (again and run.did_nothing(id))
        deeds += (Deed(id, what, lost), *(Deed(id, goal, lost or is_denied(run, goal)) for goal in reached))
    return _made_good(deeds)


def never_showed(run: Run, skill: str, digest: str) -> bool:
    """Whether another act of the skill was done again since its effect did not show, and none ever did: the contract is wrong."""
    tried = (a for a in run.history.attempts if a.skill == skill and a.digest != digest and a.reason in UNSEEN_EFFECTS)
    return any(run.work.times.get(a.digest, 0) > 1 for a in tried) and not run.work.has_shown(skill)


def _made_good(deeds: list[Deed]) -> list[Deed]:
    """What was lost and done once more later stands where it was done first, and is not lost."""
    kept, moved = list[Deed](), list[Deed]()
    for i, deed in enumerate(deeds):
        if deed in moved:
            continue
        others = (d for d in deeds[i + 1 :] if d.what == deed.what and not d.lost and d not in moved) if deed.lost else ()
        later = next(iter(others), None)
        if later is not None:
            moved.append(later)
        kept.append(later or deed)
    return kept


def deeds_in_order(run: Run) -> list[str]:
    """What was done, in order, and what was left out because it was so already, where it stood in its plan."""
    order = list(dict.fromkeys(run.work.deeds))
    held = (id for id in run.work.with_state("passed") if isinstance(run.work.records[id].step, Achieve))
    for id in (*run.work.with_state("skipped"), *held):
        plan = next(p for p in run.work.plans if p.version == run.work.records[id].version)
        steps = [step.id for step in plan.steps]
        before = [order.index(other) + 1 for other in steps[: steps.index(id)] if other in order]
        behind = [order.index(other) for other in steps[steps.index(id) :] if other in order]
        behind += [i for i, other in enumerate(order) if run.work.records[other].version > plan.version]
        order.insert(max(before) if before else min(behind, default=len(order)), id)
    return order


def is_wanted_again(run: Run, deed: str, step: Act, steps: Sequence[Step]) -> bool:
    """Whether the effect of a deed is gone by a step of ours that does not stand behind it in the plan."""
    if not run.seen_false(deed):
        return False
    wanted = run.expected(run.work.records[deed].step)
    later = (run.work.records[id] for id in run.work.deeds[run.work.deeds.index(deed) + 1 :])
    takers = [
        amount(run, r.step)
        for r in later
        if isinstance(r.step, Act) and r.state in ("confirmed", "assumed") and any(run.contract(r.step).takes(w) for w in wanted)
    ]
    place = next(i for i, s in enumerate(steps) if s.id == step.id)
    acts = amounts(run, steps) if takers else {}
    behind = {acts[s.id] for s in steps[place + 1 :] if s.id in acts}
    return bool(takers) and not behind.intersection(takers)
