"""When to replan. `validity` is ours; the others are the loops it is compared with, on the same core."""

from __future__ import annotations

from ..commands import Command, MakePlan, Note
from ..conditions import Condition, Literal, fill, matches, parse, show
from ..contracts import TARGET
from ..doubts import may_be_doubted, wording
from ..events import Doubted, Flagged, Missed, Reentered
from ..model import Skill
from ..plan import Act, Cause, Replan, Step, act_digest, title
from ..state import Run
from ..stuck import find
from .endings import stop
from .rebinding import rebind

UNMET = "a need was not met"


def no_plan(run: Run, now: float) -> Command | None:
    """A run begins with a plan."""
    return MakePlan("first", Cause("first")) if run.plan is None else None


def stuck(run: Run, now: float) -> Command | None:
    """Going in circles is told once to the planner; the second time the run stops."""
    if run.settings.replan == "fixed" or run.outdated is not None:
        return None
    pattern = find(run.turns, run.settings.stuck_after)
    if pattern is None:
        return None
    if run.flags == 0:
        return Note(Flagged(pattern.name, pattern.detail))
    return stop(run, now, "stuck", f"{pattern.name}: {pattern.detail}")


def outdated(run: Run, now: float) -> Command | None:
    """People want something else now, or the plan led in circles."""
    if run.outdated is None:
        return None
    return MakePlan("replan" if run.outdated.rule == "stuck" else "segment", run.outdated)


def validity(run: Run, now: float) -> Command | None:
    """Replan only when it can help: go on while the rest of the plan holds, enter it elsewhere when it holds there."""
    if run.settings.replan != "validity" or run.kernels is None or run.plan is None or run.blind:
        return None
    if run.acts_since_look:
        return None  # looks have a price here, and what was done since the last one is not in what is believed
    place = run.furthest()
    if place == run.position:
        # A plan that is to be made next must know what did not work.
        return (_no_effect(run) if isinstance(run.next_step, Replan) else None) or _ghost_still_missing(run)
    if place is not None and place > run.position:
        to_a_ban = place < len(run.plan.steps) and banned(run, place)  # then what lies between may be there to lift it
        return Note(_move(run, place)) if _seen_now(run, place) and not to_a_ban else _ghost_still_missing(run)
    return _no_effect(run) or rebind(run) or redo(run) or _replan(run)


def _seen_now(run: Run, place: int) -> bool:
    """Whether the last look by itself shows what skipping to this place rests on: memory is not enough to skip work."""
    assert run.kernels is not None
    made = (lit for k in range(run.position, place) for lit in run.kernels.contracts[k].makes)
    return run.belief.holds_freshly(tuple(dict.fromkeys((*run.kernels.demands(place), *made)))) is not None


def _no_effect(run: Run) -> Command | None:
    """The last act was called done, and what it should bring about is seen not to be so."""
    step = run.last_step
    if step is None or run.records[step.id].state != "assumed" or run.last_act is None or run.last_act.outcome != "done":
        return None
    wanted = tuple(lit for lit in run.expected(step) if run.belief.holds_freshly((lit,)) is False)
    if not wanted or run.came_out_otherwise(step):
        return None
    if other := _did_something_else(run, step, wanted):
        return other
    new = [lit for lit in run.expected(step) if lit.text not in run.shown_before]
    partly = any(run.belief.holds_freshly((lit,)) for lit in new)
    reason = "partial_effect" if partly else "no_effect"
    return Note(Missed(step.id, reason, f"it was called done, but {show(wanted)} is seen not to hold"))


def redo(run: Run) -> Command | None:
    """Enter the plan at the last place where it holds, unless that was tried too often or failed there."""
    assert run.kernels is not None and run.plan is not None
    place = run.furthest()
    if place is None or place == run.position:
        return None
    move = _move(run, place)
    again = run.plan.steps[place]
    chancy = isinstance(again, Act) and bool(run.skills[again.skill].outcomes)  # it may take many tries, as it says itself
    if move.redone and not chancy and run.redos.get(f"{move.redone[0]} {move.because}", 0) >= run.settings.redos:
        return None
    if place < len(run.plan.steps) and banned(run, place):
        return None
    return Note(move)


def banned(run: Run, place: int) -> bool:
    """Whether the step at this place failed in the world as it is now."""
    assert run.plan is not None
    step = run.plan.steps[place]
    if not isinstance(step, Act) or not run.attempts:
        return False
    digests = {a.digest for a in run.attempts if a.step == step.id} | {act_digest(step.skill, step.args, step.target)}
    return any(run.ban(step, step.args, digest) for digest in digests)


def _move(run: Run, place: int) -> Reentered:
    assert run.kernels is not None and run.plan is not None
    ids = tuple(step.id for step in run.plan.steps)
    here = run.position
    if place > here:
        return Reentered(place, skipped=ids[here:place], because="what they make is already so")
    lost = show(run.kernels.failing(here))
    return Reentered(place, redone=ids[place:here], because=f"{lost} no longer holds")


def _replan(run: Run) -> Command:
    assert run.kernels is not None
    lost = show(run.kernels.failing(run.position))
    step = run.next_step
    return MakePlan("replan", Cause("plan no longer holds", f"{lost} does not hold", step.id if step else ""))


def still_unknown(run: Run, now: float) -> Command | None:
    """The plan sensed for a fact before it would rely on it, and still nobody knows: plan to look further."""
    if "*" in run.belief.covers or run.settings.replan != "validity" or run.acts_since_look:
        return None
    step = run.next_step
    if not isinstance(step, Act) or run.plan is None:
        return None
    unknown = [lit for lit in run.contract(step).needs if run.belief.holds((lit,)) is None]
    before = [s for s in run.plan.steps[: run.position] if isinstance(s, Act) and run.skills[s.skill].senses]
    for lit in unknown:
        if any(_senses(run.skills[s.skill], s, lit) for s in before):
            return MakePlan(
                "segment", Cause("still unknown", f"{step.id} needs {lit.text}, and nothing has shown it yet", step.id)
            )
    return None


def _senses(skill: Skill, step: Act, literal: Literal) -> bool:
    patterns = fill(parse(skill.senses), {**step.args, "target": step.target})
    return any(p.name == literal.name and matches(p, literal.args) for p in patterns)


def _ghost_still_missing(run: Run) -> Command | None:
    """No act starts whose declared need is seen false, also one that an undeclared effect was to bring."""
    step = run.next_step
    if step is None:
        return None
    missing = tuple(lit for lit in run.contract(step).needs if run.belief.holds((lit,)) is False)
    if not missing:
        return None
    if any(lit.name == TARGET for lit in missing) and (found := rebind(run)):
        return found
    cause = Cause(UNMET, f"{title(step)} needs {show(missing)}", step.id)
    return _insisted(run, step, missing[0], cause) or MakePlan("replan", cause)


def _insisted(run: Run, step: Step, missing: Literal, cause: Cause) -> Command | None:
    """The planner was told that this need is not met, and plans the same act again: perhaps it knows better than the contract."""
    told = run.plan.cause if run.plan is not None else cause
    skill = run.skills.get(step.skill) if isinstance(step, Act) else None
    if not run.settings.doubts or not isinstance(step, Act) or skill is None or not may_be_doubted(skill):
        return None
    if (told.rule, told.detail) != (cause.rule, cause.detail) or not (literal := wording(skill, "needs", step, missing)):
        return None
    return Note(Doubted(skill.name, "needs", literal, f"{missing.text} does not hold, and the planner insists", step.id))


def _did_something_else(run: Run, step: Step, wanted: Condition) -> Command | None:
    """The act changed the world, only not as its contract says: the contract is wrong there."""
    skill = run.skills.get(step.skill) if isinstance(step, Act) else None
    if not run.settings.doubts or not run.stirred or not isinstance(step, Act) or skill is None or not may_be_doubted(skill):
        return None
    for lit in wanted:
        if literal := wording(skill, "makes", step, lit):
            return Note(Doubted(skill.name, "makes", literal, f"it was done, and {lit.text} is seen not to hold", step.id))
    return None


def any_change(run: Run, now: float) -> Command | None:
    """Plan anew on any difference from what the plan predicted."""
    if run.settings.replan != "any-change" or not run.surprised or run.next_step is None:
        return None
    return MakePlan("segment", Cause("any change", run.surprised))


def every_k(run: Run, now: float) -> Command | None:
    """Plan anew after every k acts."""
    every = {"every-step": 1, "every-k": run.settings.every}.get(run.settings.replan)
    if every is None or run.acted_in_plan < every or run.next_step is None:
        return None
    return MakePlan("segment", Cause("every k steps", f"{run.acted_in_plan} acts since the last plan"))
