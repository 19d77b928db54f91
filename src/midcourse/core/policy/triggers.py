"""When to replan: never without a plan, when people want something else, when it goes in circles, when the rest does not hold."""

from __future__ import annotations

from collections.abc import Container

from msgspec.structs import replace

from ..gates.disputed import UNMET, in_words, may_be_doubted, need_of, wording
from ..history.stuck import Pattern, find
from ..logic.conditions import Condition, Literal, fill, matches, parse, show
from ..model import Skill
from ..plans.calls import act_digest
from ..plans.contracts import TARGET
from ..plans.plan import Achieve, Act, Cause, Replan, references
from ..run.commands import Command, MakePlan, Note
from ..run.events import Doubted, Flagged, Missed, Reentered
from ..run.records import DONE_BY_US
from ..run.state import Run
from .doubts import came_all_the_same
from .effects import after_all, already_there, done_before, end_may_come, missing, outstanding, unsettled, would_be_passed
from .endings import stop
from .rebinding import rebind


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
        return Note(_move(run, place)) if _seen_now(run, place) and not to_a_ban else _need_seen_false(run, now)
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


def redo(run: Run) -> Command | None:
    """Enter the plan at the last place where it holds, unless that was tried too often or failed there."""
    assert run.course.kernels is not None and run.course.plan is not None
    place = run.furthest()
    if place is None or place == run.course.position:
        return None
    move = _move(run, place)
    again = run.course.plan.steps[place] if place < len(run.course.plan.steps) else None
    skill = run.known.skills.get(again.skill) if isinstance(again, Act) else None
    chancy = skill is not None and bool(skill.outcomes)  # it may take many tries, as it says itself
    most = run.setup.settings.patience.redos
    if move.redone and not chancy and run.course.redos.get(f"{move.redone[0]} {move.because}", 0) >= most:
        return None
    if place < len(run.course.plan.steps) and banned(run, place):
        return None
    if move.redone and all(would_be_passed(run, id) for id in move.redone):
        return None  # each would be passed by again: that changes nothing
    return Note(move)


def banned(run: Run, place: int) -> bool:
    """Whether the step at this place failed in the world as it is now."""
    assert run.course.plan is not None
    step = run.course.plan.steps[place]
    if not isinstance(step, Act) or not run.history.attempts:
        return False
    digests = {a.digest for a in run.history.attempts if a.step == step.id}
    digests.add(act_digest(step.skill, step.args, step.target, run.known.skills))
    return any(run.ban(step, step.args, digest) for digest in digests)


def _move(run: Run, place: int) -> Reentered:
    assert run.course.kernels is not None and run.course.plan is not None
    ids = tuple(step.id for step in run.course.plan.steps)
    here = run.course.position
    if place > here:
        made = tuple(dict.fromkeys(lit for k in range(here, place) for lit in run.course.kernels.contracts[k].makes))
        if made and run.seen.belief.holds_freshly(made):
            return Reentered(place, skipped=ids[here:place], because=f"what they make is already so: {show(made)}")
        needed = show(run.course.kernels.demands(place))
        return Reentered(place, skipped=ids[here:place], because=f"nothing needs them any more: {needed} is so already")
    redone = tuple(ids[k] for k in range(place, here) if k in _to_redo(run, place))
    return Reentered(place, redone=redone, because=f"{show(run.course.kernels.failing(here))} does not hold")


def _to_redo(run: Run, place: int) -> Container[int]:
    """Which steps between a place and the present one are to be done again, of a plan that is to be done whole: those that make
    what does not hold, or what these need; those that are given what these give; and those that were never done. Where none says
    that it makes it, all whose effect no later act of ours has used up."""
    assert run.course.kernels is not None and run.course.plan is not None
    steps, contracts, here = run.course.plan.steps, run.course.kernels.contracts, run.course.position
    wanted = set(run.course.kernels.failing(here))
    makers: set[int] = set()
    for k in range(here - 1, place - 1, -1):
        if given := {lit for lit in wanted if contracts[k].gives(lit)}:
            makers.add(k)
            lacking = (lit for lit in contracts[k].needs if not run.seen.belief.holds_freshly((lit,)))
            wanted = (wanted - given) | set(lacking)
    if run.course.plan.means:
        return range(place, here)
    if not makers or wanted.intersection(run.course.kernels.failing(here)):
        makers = {k for k in range(place, here) if steps[k].id not in run.work.deeds or not run.used_up(steps[k].id)}
        makers = {k for k in makers if not isinstance(steps[k], Replan)}
    for k in range(place, here):
        step, record = steps[k], run.work.records[steps[k].id]
        if isinstance(step, Replan):
            continue  # it was planned on behind it, and that is still what is planned
        uses = {*step.after, *(references(step.args) if isinstance(step, Act) else ())}
        if record.state not in DONE_BY_US or uses & {steps[m].id for m in makers}:
            makers.add(k)
    return makers


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
