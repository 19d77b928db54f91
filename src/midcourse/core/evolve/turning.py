"""What is noted of each act, so that circles are noticed: the act, its outcome, the world after it, and whether it was new."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..failing.failures import tries_allowed
from ..history.stuck import WINDOW, Turn
from ..logic.conditions import parse_fact
from ..plans.calls import step_digest
from ..plans.plan import ACHIEVE_STEP, REPLAN_STEP, Act, Cause, Plan, Replan
from ..run.records import LastAct, is_same_act
from ..run.state import Run
from ..seeing.belief import Change


def note_turn(run: Run, change: Change) -> Run:
    """The run with its last act and what came of it noted."""
    last = run.acting.last_act
    if last is None or _is_retry(run) or _is_more_of_a_stretch(run, last):
        return run
    skill = run.known.skills.get(last.skill)
    turn = Turn(
        act=last.digest,
        outcome=last.outcome,
        skill=last.skill,
        world=run.seen.belief.core,
        output=last.output,
        whole=run.seen.belief.print,
        news=_is_news(run, last) or _gained(run, change) or _is_as_planned(run),
        unmet=run.course.kernels.unmet[-1] if run.course.kernels is not None else 0,
        asked=last.outcome == "done" and _is_a_stretch(run.course.plan),
        waits=last.outcome == "done" and skill is not None and skill.risk == "harmless" and not skill.makes,
    )
    return replace(run, history=replace(run.history, turns=(*run.history.turns[1 - WINDOW :], turn)))


def _is_news(run: Run, last: LastAct) -> bool:
    """Whether the act led to a world, or to an output, that was not there before."""
    turns, belief = run.history.turns, run.seen.belief
    if belief.core not in [t.world for t in turns] or (last.output and last.output not in [t.output for t in turns]):
        return True
    if last.outcome != "done" or last.digest in [t.act for t in turns]:
        return False  # after a repeated act the difference may be a mere clock
    return belief.print not in [t.whole for t in turns]


def _gained(run: Run, change: Change) -> bool:
    """A fact came that takes no other's place: the tenth `processed(x)` is progress, the tenth `time(x)` is a clock.

    One that was there before, and comes back, is neither.
    """
    if not change.added:
        return False
    gone = {parse_fact(f).name for f in change.removed}
    fresh = (f for f in change.added if f not in run.seen.gone_before)
    return any((name := parse_fact(f).name) not in gone and name not in run.known.spoken_of for f in fresh)


def _is_retry(run: Run) -> bool:
    """A retry that the ladder allows is no sign of going in circles: it has a limit of its own."""
    failure, step = run.trouble.failure, run.course.last_step
    if failure is None and step is not None and run.work.records[step.id].state == "assumed" and run.seen_false(step.id):
        return True  # it did nothing: the ladder counts that
    if failure is None and step is not None and run.came_out_otherwise(step):
        return True  # it may, and says so
    if failure is None or tries_allowed(failure.kind, run.setup.settings.patience.retries) == 1:
        return False
    return sum(a.digest == failure.digest and not a.forgiven for a in run.history.attempts) > 1


def _is_more_of_a_stretch(run: Run, last: LastAct) -> bool:
    """Whether the act was done before in the stretch that holds it: a stretch with four like acts is gone through once."""
    step = run.course.last_step
    if last.outcome != "done" or not isinstance(step, Act):
        return False
    version = run.work.records[step.id].version
    plan = next(plan for plan in run.work.plans if plan.version == version)
    others = (run.work.records[id] for id in run.work.deeds if id != step.id)
    like = any(r.version == version and is_same_act(step.skill, step.args, step.target, r) for r in others)
    return like and plan.cause.rule == REPLAN_STEP


def _is_as_planned(run: Run) -> bool:
    """Whether the act was done no more often than the plan that brought it says: such a plan does not go in circles."""
    step = run.course.last_step
    if run.acting.last_act is None or run.acting.last_act.outcome != "done":
        return False
    if not isinstance(step, Act) or run.course.plan is None:
        return False
    record, act = run.work.records[step.id], run.acting.last_act.digest
    same = ((id, r) for id, r in run.work.records.items() if r.version == record.version)
    brought = [
        id for id, r in same if step_digest(r.step, run.known.skills) == act or is_same_act(step.skill, step.args, step.target, r)
    ]
    done = run.work.times.get(act, 0)
    if _is_asked_for_once(run, record.version):
        done = sum(id in brought for id in run.work.deeds)  # what other plans held of it was meant, too
    return done <= len(brought)


def _is_asked_for_once(run: Run, version: int) -> bool:
    """Whether a plan is the first one of the run, the first for a goal on the way, or a stretch unlike each one before."""
    plan = next(plan for plan in run.work.plans if plan.version == version)
    earlier = [other for other in run.work.plans if other.version < version]
    if plan.cause.rule == REPLAN_STEP:
        return all(other.digest != plan.digest for other in earlier)
    return not earlier or (plan.cause.rule == ACHIEVE_STEP and _is_first_way(run, plan.cause, earlier))


def _is_first_way(run: Run, cause: Cause, earlier: Sequence[Plan]) -> bool:
    """Whether no way was given before to a goal of that wording, or to that step of a list: lists end, ways in ways may not."""
    ways = [other.cause for other in earlier if other.cause.rule == ACHIEVE_STEP]
    if all(other.detail != cause.detail for other in ways):
        return True
    record = run.work.records.get(cause.step)
    brought = next((other for other in earlier if record is not None and other.version == record.version), None)
    listed = brought is not None and brought.cause.rule not in (ACHIEVE_STEP, REPLAN_STEP)
    return listed and all(other.step != cause.step for other in ways)


def _is_a_stretch(plan: Plan | None) -> bool:
    """Whether a plan is one of several, each asked for by a `replan` or an `achieve` step of the one before."""
    return plan is not None and (plan.cause.rule in (REPLAN_STEP, ACHIEVE_STEP) or isinstance(plan.steps[-1], Replan))
