"""When to replan: never without a plan, when people want something else, when it goes in circles, when the rest does not hold."""

from __future__ import annotations

from msgspec.structs import replace

from ..gates.disputed import UNMET, in_words, may_be_doubted, need_of, wording
from ..history.stuck import Pattern, find
from ..logic.conditions import Condition, Literal, fill, matches, parse, show
from ..model import Skill
from ..plans.calls import act_digest
from ..plans.contracts import TARGET
from ..plans.plan import Achieve, Act, Cause, Replan
from ..run.commands import Command, MakePlan, Note
from ..run.events import Doubted, Flagged, Missed
from ..run.state import Run
from .doubts import came_all_the_same
from .effects import after_all, already_there, done_before, missing
from .endings import stop
from .going_back import banned, move, redo
from .rebinding import rebind
from .yet_to_come import end_may_come, outstanding, unsettled


def no_plan(run: Run, now: float) -> Command | None:
    """A run begins with a plan."""
    return MakePlan("first", Cause("first")) if run.course.plan is None else None


def in_circles(run: Run, now: float) -> Command | None:
    """Going in circles is told once to the planner; the second time the run stops."""
    if run.course.outdated is not None:
        return None
    pattern = find(run.history.turns, run.setup.settings.patience.stuck_after)
    if run.idles and run.trouble.failure is None and not run.talk.refused and isinstance(run.course.next_step, Replan | None):
        pattern = Pattern("idle", f"{run.course.idle_plans + 1} plans in a row led to no act{_what_was_asked_for(run)}")
    if pattern is None or (pattern.name in ("cycle", "no news") and _goes_on_to_something_else(run)):
        return None
    if pattern.name == "cycle" and run.trouble.failure is not None and _is_on_the_ladder(run):
        return None
    if run.trouble.failure is None and (wait := end_may_come(run, now)):
        return wait
    if run.history.flags == 0:
        return Note(Flagged(pattern.name, pattern.detail))
    return stop(run, now, "stuck", f"{pattern.name}: {pattern.detail}")


def _what_was_asked_for(run: Run) -> str:
    """What the last plans were to mend, as it was told when they were asked for."""
    causes = (plan.cause.detail for plan in reversed(run.work.plans) if plan.cause.rule != "stuck" and plan.cause.detail)
    return f"; what they were to mend: {cause}" if (cause := next(causes, "")) else ""


def _goes_on_to_something_else(run: Run) -> bool:
    """Whether what repeats is over, and nothing failed: the next act, but for done ones that a plan gives again, was not done
    before, the next goal was planned before the way to the last one, or there is no next step and no goal to be seen."""
    if run.course.plan is None or run.trouble.failure is not None:
        return False
    step = next((s for s in run.course.plan.steps[run.course.position :] if s.id not in run.course.restated), None)
    if step is None:
        return not run.known.goal and run.talk.assessment is None
    if isinstance(step, Achieve):
        return run.work.records[step.id].version < run.course.plan.version
    if not isinstance(step, Act):
        return False
    act = act_digest(step.skill, step.args, step.target, run.known.skills)
    return all(turn.act != act for turn in run.history.turns)


def _is_on_the_ladder(run: Run) -> bool:
    """Whether the act failed in one step alone: the ladder counts its tries, and asks for another plan."""
    failure = run.trouble.failure
    return failure is not None and all(a.step == failure.step for a in run.history.attempts if a.digest == failure.digest)


def outdated(run: Run, now: float) -> Command | None:
    """People want something else now, or the plan led in circles."""
    if run.course.outdated is None:
        return None
    if run.trouble.failure is not None and (there := came_all_the_same(run, run.trouble.failure)):
        return there  # whoever plans anew is not led to do it again
    if wait := outstanding(run, now):
        return wait
    due, why = run.course.next_step, run.course.outdated
    if why.rule == "stuck" and isinstance(due, Replan):  # it was to be asked here anyway, and is told why
        return MakePlan("segment", replace(why, step=due.id))
    return MakePlan("replan" if why.rule == "stuck" else "segment", why)


def validity(run: Run, now: float) -> Command | None:
    """Replan only when it can help: go on while the rest of the plan holds, enter it elsewhere when it holds there."""
    if run.course.kernels is None or run.course.plan is None or run.seen.blind:
        return None
    if run.seen.acts_since_look:
        return None  # looks have a price here, and what was done since the last one is not in what is believed
    if known := missing(run, now) or done_before(run):
        return known
    if not run.course.spared.keys().isdisjoint(step.id for step in run.course.plan.steps[run.course.position :]):
        return _need_seen_false(run, now)  # on the way back: the plan is not gone through whole, as its kernels take it
    place = run.furthest()
    if isinstance(run.course.next_step, Replan) and (place is None or place <= run.course.position):
        return None  # to look and plan on here was planned: whatever is seen is no failure
    if there := already_there(run, now):
        return there
    if place == run.course.position:
        return _need_seen_false(run, now)
    if place is not None and place > run.course.position:
        to_a_ban = place < len(run.course.plan.steps) and banned(run, place)  # then what lies between may be there to lift it
        return Note(move(run, place)) if _seen_now(run, place) and not to_a_ban else _need_seen_false(run, now)
    failing = run.course.kernels.failing(run.course.position)
    if _may_be_otherwise_by_now(run, failing):
        return None
    late = unsettled(run, now, failing) or end_may_come(run, now)
    return rebind(run) or late or after_all(run, f"{show(failing)} does not hold") or redo(run) or _replan(run)


def _may_be_otherwise_by_now(run: Run, failing: Condition) -> bool:
    """Whether no look denies it now: it was last seen otherwise, before an act of ours that may do more than it says."""
    if not failing or any(run.seen.belief.holds_freshly((lit,)) is False for lit in failing):
        return False
    return any(not run.contract(run.work.records[id].step).complete for id in run.work.deeds)


def _seen_now(run: Run, place: int) -> bool:
    """Whether the last look by itself shows what skipping to this place rests on: memory is not enough to skip work."""
    assert run.course.kernels is not None
    made = tuple(lit for k in range(run.course.position, place) for lit in run.course.kernels.contracts[k].makes)
    return (
        run.seen.belief.holds_freshly(run.course.kernels.demands(place)) is True
        and run.seen.belief.holds_freshly(made) is not None
    )


def _replan(run: Run) -> Command:
    assert run.course.kernels is not None
    lost = show(run.course.kernels.failing(run.course.position))
    step = run.course.next_step
    return MakePlan("replan", Cause("plan does not hold", f"{lost} does not hold", step.id if step else ""))


def still_unknown(run: Run, now: float) -> Command | None:
    """The plan sensed for a fact before it would rely on it, and still nobody knows: plan to look further."""
    if "*" in run.seen.belief.covers or run.seen.acts_since_look:
        return None
    step = run.course.next_step
    if not isinstance(step, Act) or run.course.plan is None:
        return None
    unknown = [lit for lit in run.contract(step).needs if run.seen.belief.holds((lit,)) is None]
    acts = [s for s in run.course.plan.steps[: run.course.position] if isinstance(s, Act) and s.skill in run.known.skills]
    before = [s for s in acts if run.known.skills[s.skill].senses]
    for lit in unknown:
        if any(_senses(run.known.skills[s.skill], s, lit) for s in before):
            return MakePlan(
                "segment", Cause("still unknown", f"{step.id} needs {lit.text}, and nothing has shown it yet", step.id)
            )
    return None


def _senses(skill: Skill, step: Act, literal: Literal) -> bool:
    patterns = fill(parse(skill.senses), {**step.args, "target": step.target})
    return any(p.name == literal.name and matches(p, literal.args) for p in patterns)


def _need_seen_false(run: Run, now: float) -> Command | None:
    """A declared need of the next act is seen false: the planner is told once; if it still wants the act, the contract gives way.

    An act that cannot be undone never starts so. What is not known is hoped for.
    """
    step = run.course.next_step
    if step is None:
        return None
    skill = run.known.skills.get(step.skill) if isinstance(step, Act) else None
    final = skill is not None and skill.risk == "irreversible"
    known = (
        run.seen.belief.holds if final else run.seen.belief.holds_freshly
    )  # what it needs counts as last seen, where it is for good
    lost = next((lit for lit in run.contract(step).needs if known((lit,)) is False), None)
    if lost is None:
        return None
    if lost.name == TARGET and (rebinding := rebind(run)):
        return rebinding
    if wait := unsettled(run, now, (lost,)):
        return wait
    need = need_of(step, lost)
    if need not in run.known.told or not run.setup.settings.doubts:
        return MakePlan("replan", Cause(UNMET, in_words(step, lost), step.id))
    nobody_makes_it = not any(run.contract(r.step).gives(lost) for r in run.work.records.values() if isinstance(r.step, Act))
    if nobody_makes_it and (left_out := after_all(run, f"{lost.text} does not hold")):
        return left_out  # whoever planned it was told, and gave it again
    was_right = skill is not None and run.known.gave_way.get(skill.name, "") is None
    if (
        isinstance(step, Act)
        and skill
        and may_be_doubted(skill)
        and not was_right
        and (literal := wording(skill, "needs", step, lost))
    ):
        return Note(Doubted(skill.name, "needs", literal, f"{lost.text} does not hold, and the planner insists", step.id))
    if final or was_right:
        why = "it cannot be undone" if final else "it failed without that before"
        return Note(Missed(step.id, "needs_not_met", f"{in_words(step, lost)}, which is not so, and {why}"))
    return None  # the planner's own need, and it insists
