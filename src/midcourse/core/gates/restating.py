"""What a new plan is beside what was done: the whole list once more, what is left of it, or a choice among done acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..failing.failures import PASSING
from ..plans.calls import deeds_digest
from ..plans.plan import ACHIEVE_STEP, REMEDIES, REPLAN_STEP, Achieve, Act, Cause, Plan, Replan, Step, goal_digest
from ..run.state import Run
from .amounts import amounts
from .deeds import Deed, held_goals
from .ways import deeds_of_broken, deeds_toward, gone_before, is_open, steps_of_ways


def begins_again(run: Run, steps: Sequence[Step]) -> bool:
    """Whether a plan may give done work once more: it was not a step of the plan before that asked for it. A list that comes
    again as it was, though the step stands in the midst of it, does: what is behind that step was never done."""
    cause = run.talk.requested.cause if run.talk.requested is not None else None
    if cause is None or not (cause.rule == ACHIEVE_STEP or _is_next_stretch(run, cause)):
        return True
    return cause.rule != ACHIEVE_STEP and any(_has_more_behind(p.steps, cause.step) for p in _given(run, steps))


def _has_more_behind(steps: Sequence[Step], id: str) -> bool:
    """Whether other steps than such that ask for a plan stand behind one."""
    places = [step.id for step in steps]
    return id in places and any(not isinstance(step, Replan) for step in steps[places.index(id) :])


def _is_next_stretch(run: Run, cause: Cause) -> bool:
    """Whether a plan was asked for by a `replan` step of the planner's own: what it holds is new."""
    record = run.work.records.get(cause.step)
    if record is not None and isinstance(record.step, Replan):
        return not record.step.unsound
    return cause.rule == REPLAN_STEP


def broken_off(run: Run) -> set[str]:
    """What was done on the way to the goal that a plan is asked for, where an earlier list of that way broke off."""
    goal = _asked_for(run)
    return deeds_of_broken(run, goal) if goal is not None else set()


def _asked_for(run: Run) -> Achieve | None:
    """The goal that a way is asked for."""
    asked = run.talk.requested
    if asked is None or asked.cause.rule != ACHIEVE_STEP:
        return None
    goal = run.work.records[asked.cause.step].step
    return goal if isinstance(goal, Achieve) else None


def is_like_the_whole(run: Run, new: Sequence[str], history: Sequence[Deed], left: Sequence[str]) -> bool:
    """Whether a new plan goes on more like what was done, with what was left behind it, than like what was left alone."""
    if list(new) == list(left):
        return False  # it is what was left, though it begins with what has failed
    rest = 0 if left and left[0] == _hopeless(run) else _alike_for(new, left)
    whole = (*(d.what for d in history), *left)
    return any(_alike_for(new, whole, k) > rest for k in range(len(history)))


def _hopeless(run: Run) -> str:
    """The act that has just failed for good: no plan that was told so begins with it."""
    failure = run.trouble.failure
    return failure.digest if failure is not None and failure.kind not in PASSING else ""


def _alike_for(a: Sequence[str], b: Sequence[str], start: int = 0) -> int:
    """How many they begin with alike, the second from a place on."""
    most = min(len(a), len(b) - start)
    return next((i for i in range(most) if a[i] != b[start + i]), most)


def is_whole(run: Run, steps: Sequence[Step], history: Sequence[Deed]) -> bool:
    """Whether a new plan is a whole list, in whatever order: it leaves out no done act that a plan before it held as often (tries
    are no acts of their own, and what led to a goal belongs to that), or it was given before. What may be done twice may be left
    out."""
    led = _toward_goals(run, steps)
    stand = Counter(d.what for d in history if not (_may_repeat(run, d) or d.lost or d.id in led))
    given = Counter(amounts(run, steps).values())
    missing = (stand - given).keys()
    planned = (p for p in reversed(run.work.plans) if missing and p.cause.rule not in REMEDIES)  # remedies were never planned
    left_out = any((stand & Counter(amounts(run, p.steps).values())) - given for p in planned)
    return not left_out or bool(_given(run, steps))


def without_open_ways(run: Run, steps: Sequence[Step], history: Sequence[Deed], left: Sequence[str]) -> list[Deed]:
    """What was done, but for what was done on ways that broke off to goals that a plan holds: acts that its planner gave are
    meant beside those. Where it gives more of them, it may have put the way in its list."""
    asked = _asked_for(run)
    goals = [step for step in steps if isinstance(step, Achieve) and (asked is None or step.id not in run.work.records)]
    open_ways = {id for goal in goals for id in deeds_of_broken(run, goal)}
    if not open_ways:
        return list(history)
    new, whats = Counter(amounts(run, steps).values()), {goal_digest(goal) for goal in goals}
    if asked is not None:
        new -= Counter(left)  # what stands behind the way is no part of it
    own = _given_by_its_planner(run) if asked is None else _of_last_list(run, asked)
    return [d for d in history if d.id not in open_ways or d.what in whats or new[d.what] > own[d.what]]


def _of_last_list(run: Run, goal: Achieve) -> Counter[str]:
    """How many of each act the list held that was given last for the way to a goal."""
    _, way = gone_before(run, goal_digest(goal), goal.id)
    own = [run.work.records[id].step for id in way.steps] if way is not None else []
    return Counter(amounts(run, own).values())


def _given_by_its_planner(run: Run) -> Counter[str]:
    """How many of each act its planner's own lists hold, ways to goals apart: the most in a stretch, over all stretches."""
    whole, stretch = Counter[str](), Counter[str]()
    for plan in run.work.plans:
        if _is_next_stretch(run, plan.cause):
            whole, stretch = whole + stretch, Counter[str]()
        if plan.cause.rule not in (*REMEDIES, ACHIEVE_STEP):
            stretch |= Counter(amounts(run, plan.steps).values())
    return whole + stretch


def _given(run: Run, steps: Sequence[Step]) -> list[Plan]:
    """The plans of this run that would have done just this, from their beginning: as they are written, or by now."""
    new, written = list(amounts(run, steps).values()), deeds_digest(steps, run.known.skills)
    alike = (p for p in (run.course.plan, *run.work.plans) if p and _length(p.steps) == len(new))
    return [p for p in alike if deeds_digest(p.steps, run.known.skills) == written or list(amounts(run, p.steps).values()) == new]


def _length(steps: Sequence[Step]) -> int:
    return sum(not isinstance(step, Replan) for step in steps)


def _toward_goals(run: Run, steps: Sequence[Step]) -> set[str]:
    """What was done on the way to goals that a plan holds: it belongs to them."""
    return {id for step in steps if isinstance(step, Achieve) for id in deeds_toward(run, step.goal)}


def is_a_choice(run: Run, steps: Sequence[Step], history: Sequence[Deed], left: Sequence[str]) -> bool:
    """Whether a new plan has done acts before just what was left, which begins with what failed, and leaves out others: who
    planned it knows what was done, and means those once more. A list that is given again as a whole leaves out nothing that its
    planner ever planned; nor does one that was given before, or a stretch, of what came before it. An act with other arguments
    stands for the one that it leaves out. Ways to goals are plans of their own, and leave out what others did."""
    if _has_goals(run, steps):
        return False
    acts = amounts(run, steps)
    new = list(acts.values())
    failure, first = run.trouble.failure, len(new) - len(left)
    if failure is None or left[:1] != [failure.digest] or list(new[first:]) != list(left):
        return False
    early = of_earlier_stretches(run) | _of_remedies(run)
    done = {d.what for d in history if run.changes(d.id) and d.id not in early}
    again = done.intersection(new[: max(first, 0)])
    fresh = [s for s in steps if s.id in acts][: max(first, 0)]
    edited = {s.skill for s in fresh if isinstance(s, Act) and acts[s.id] not in done}
    left_out = {_skill(run.work.records[d.id].step) for d in history if d.what in done.difference(new)}
    return bool(again) and bool(left_out - edited) and not _given(run, steps)


def _skill(step: Step) -> str:
    return step.skill if isinstance(step, Act) else ""


def _has_goals(run: Run, steps: Sequence[Step]) -> bool:
    before = run.course.plan.steps if run.course.plan is not None else ()
    return bool(run.work.ways) or any(isinstance(step, Achieve) for step in (*steps, *before))


def _of_remedies(run: Run) -> set[str]:
    """Steps that the engine put in by itself, to mend a failure: no planner ever planned them."""
    own = {plan.version for plan in run.work.plans if plan.cause.rule in REMEDIES}
    return {id for id in run.work.deeds if run.work.records[id].version in own}


def of_earlier_stretches(run: Run) -> set[str]:
    """Steps of plans before the last one that a `replan` step asked for, but for what the present plan has given once more."""
    last = max((plan.version for plan in run.work.plans if _is_next_stretch(run, plan.cause)), default=0)
    stand = (*run.work.deeds, *run.work.with_state("skipped"), *held_goals(run))
    early = {id for id in stand if run.work.records[id].version < last}
    return early.difference(run.course.restated.values())


def goes_far_back(run: Run, early: set[str], steps: Sequence[Step], history: Sequence[Deed]) -> bool:
    """Whether a new plan begins where the run began, not where the present stretch did: one like act is no proof of that."""
    new, led = amounts(run, steps), _toward_goals(run, steps)
    goals = {new[step.id] for step in steps if isinstance(step, Achieve)}
    end = max((i for i, d in enumerate(history, 1) if d.id in early), default=0)  # what was made good since stands there, too
    old = [d.what for d in history[:end] if d.id not in led or d.what in goals]
    alike = _alike_for(list(new.values()), old)
    stretch = next((p for p in reversed(run.work.plans) if _is_next_stretch(run, p.cause)), None)
    present = list(amounts(run, stretch.steps).values()) if stretch is not None else []
    return bool(old) and alike >= min(2, len(old)) and alike > _alike_for(list(new.values()), present)


def gives_earlier_stretches(
    run: Run, early: set[str], steps: Sequence[Step], history: Sequence[Deed], left: Sequence[str]
) -> bool:
    """Whether a new plan, wherever it begins, holds what earlier stretches did, beside what the present one did and was to do: a
    goal that was reached, two of their acts that may not be done twice, or all of them. One of several may be meant once more."""
    acts = amounts(run, steps)
    goals = {acts[step.id] for step in steps if isinstance(step, Achieve)}
    beside = Counter(acts.values()) - Counter(left) - Counter(d.what for d in history if d.id not in early and not d.lost)
    once = (d for d in history if d.id in early and not d.lost and (d.what in goals or not _may_repeat(run, d)))
    did = Counter(d.what for d in once)
    held = beside & did
    return bool(held) and (held.total() > 1 or held == did or bool(goals & held.keys()))


def _may_repeat(run: Run, deed: Deed) -> bool:
    """Whether a deed may be done twice, or only looks."""
    return run.known.may_repeat(run.work.records[deed.id].step) or not run.changes(deed.id)


def still_to_do(run: Run, steps: Sequence[Step]) -> list[str]:
    """What is left of the present plan. The way to a goal that the new plan holds itself is asked for again: what is left of it
    is that goal."""
    assert run.course.plan is not None
    goals = [goal_digest(step) for step in steps if isinstance(step, Achieve)]
    apart = steps_of_ways(run, goals).union(run.course.restated)
    rest = (s for s in run.course.plan.steps[run.course.position :] if not isinstance(s, Replan) and s.id not in apart)
    acts = amounts(run, run.course.plan.steps)
    unreached = (goal for goal in dict.fromkeys(goals) if is_open(run, goal))
    return [*unreached, *(acts[step.id] for step in rest)]
