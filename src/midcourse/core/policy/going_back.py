"""Going back in a plan that does not hold any more: where it is entered again, and what is done once more on the way."""

from __future__ import annotations

from collections.abc import Container

from ..gates.wanted import may_have_gone_with, went_with
from ..logic.conditions import show
from ..plans.calls import act_digest
from ..plans.plan import Act, Replan, references
from ..run.commands import Command, Note
from ..run.events import Reentered
from ..run.records import DONE_BY_US
from ..run.state import Run
from .effects import would_be_passed


def redo(run: Run) -> Command | None:
    """Enter the plan at the last place where it holds, unless that was tried too often or failed there."""
    assert run.course.kernels is not None and run.course.plan is not None
    place = run.furthest()
    if place is None or place == run.course.position:
        return None
    entry = move(run, place)
    again = run.course.plan.steps[place] if place < len(run.course.plan.steps) else None
    skill = run.known.skills.get(again.skill) if isinstance(again, Act) else None
    chancy = skill is not None and bool(skill.outcomes)  # it may take many tries, as it says itself
    most = run.setup.settings.patience.redos
    if entry.redone and not chancy and run.course.redos.get(f"{entry.redone[0]} {entry.because}", 0) >= most:
        return None
    if place < len(run.course.plan.steps) and banned(run, place):
        return None
    if entry.redone and all(would_be_passed(run, id) for id in entry.redone):
        return None  # each would be passed by again: that changes nothing
    lost = run.course.kernels.failing(run.course.position)
    if any(may_have_gone_with(run, run.course.restated.get(id, id), lost) for id in _passed_over(run, entry)):
        return None  # whoever planned it may know
    return Note(entry)


def banned(run: Run, place: int) -> bool:
    """Whether the step at this place failed in the world as it is now."""
    assert run.course.plan is not None
    step = run.course.plan.steps[place]
    if not isinstance(step, Act) or not run.history.attempts:
        return False
    digests = {a.digest for a in run.history.attempts if a.step == step.id}
    digests.add(act_digest(step.skill, step.args, step.target, run.known.skills))
    return any(run.ban(step, step.args, digest) for digest in digests)


def move(run: Run, place: int) -> Reentered:
    """How the plan is entered at a place, and why."""
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
    lost = run.course.kernels.failing(here)
    wanted = set(lost)
    makers: set[int] = set()
    for k in range(here - 1, place - 1, -1):
        if given := {lit for lit in wanted if contracts[k].gives(lit)}:
            makers.add(k)
            lacking = (lit for lit in contracts[k].needs if not run.seen.belief.holds_freshly((lit,)))
            wanted = (wanted - given) | set(lacking)
    if run.course.plan.means:
        return range(place, here)
    if not makers or wanted.intersection(lost):
        makers = {k for k in range(place, here) if steps[k].id not in run.work.deeds or not run.used_up(steps[k].id)}
        makers = {k for k in makers if not isinstance(steps[k], Replan)}
    for k in range(place, here):
        step, record = steps[k], run.work.records[steps[k].id]
        if isinstance(step, Replan):
            continue  # it was planned on behind it, and that is still what is planned
        uses = {*step.after, *(references(step.args) if isinstance(step, Act) else ())}
        if (
            record.state not in DONE_BY_US
            or went_with(run, run.course.restated.get(step.id, step.id), lost)
            or uses & {steps[m].id for m in makers}
        ):
            makers.add(k)
    return makers


def _passed_over(run: Run, entry: Reentered) -> list[str]:
    """The done acts that are come by on the way back, and not done again."""
    assert run.course.plan is not None
    between = run.course.plan.steps[entry.position : run.course.position]
    return [s.id for s in between if s.id not in entry.redone and isinstance(s, Act)]
