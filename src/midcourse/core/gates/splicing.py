"""The way to an `achieve` step, put in its place."""

from __future__ import annotations

from msgspec.structs import replace

from ..logic.conditions import parse, show
from ..plans.contracts import contract_of
from ..plans.plan import Achieve, Act, Replan, Step, goal_digest
from ..run.events import Objection
from ..run.state import Run
from .done import were_done
from .ways import deeds_of_broken, deeds_toward


def spliced(run: Run, steps: tuple[Step, ...], toward: str) -> tuple[Step, ...]:
    """The way to an `achieve` step in its place, then the rest as it was. Its end shows whether that was achieved.

    Where it ends with `replan`, it is the first stretch of the way: that step is still to be achieved.
    """
    assert run.course.plan is not None
    place = run.course.plan.position(toward)
    wanted, last = run.course.plan.steps[place], steps[-1]
    if isinstance(last, Replan):
        steps = (*steps[:-1], wanted)
    elif isinstance(wanted, Achieve) and wanted.condition:
        steps = _told_of(run, steps, wanted)
    here = {step.id for step in steps}
    return (*steps, *(step for step in run.course.plan.steps[place + 1 :] if step.id not in here))


def _told_of(run: Run, steps: tuple[Step, ...], wanted: Achieve) -> tuple[Step, ...]:
    """A way whose end shows whether it led to a goal: by its last step, or, where goals inside it may bring that about too, by
    that goal behind it, if it is seen at all."""
    last = steps[-1]
    inner = [step for step in steps if isinstance(step, Achieve) and not (step is last and step.condition)]
    if inner:
        is_seen = run.seen.belief.holds_freshly(parse(wanted.condition)) is not None
        return (*steps, wanted) if is_seen else steps
    if isinstance(last, Act) and not last.expects:
        return (*steps[:-1], replace(last, expects=_left_to_the_last(run, steps, wanted)))
    if isinstance(last, Achieve) and last.condition != wanted.condition:
        return (*steps[:-1], replace(last, condition=f"{last.condition} and {wanted.condition}"))
    return steps


def _left_to_the_last(run: Run, steps: tuple[Step, ...], goal: Achieve) -> str:
    """What of a goal only the last step of the way can bring about: not what is so already, nor what a step before it makes."""
    before = [contract_of(step, run.known.skills, run.work.outputs) for step in steps[:-1] if isinstance(step, Act)]
    wanted = [lit for lit in parse(goal.condition) if run.seen.belief.holds_freshly((lit,)) is not True]
    return show(tuple(lit for lit in wanted if not any(contract.gives(lit) for contract in before)))


def gives_back(run: Run, steps: tuple[Step, ...], toward: str) -> Objection | None:
    """The way to a goal cannot begin with reaching it, nor be the plan that led to it, nor what did not lead there: who is asked
    again would say the same."""
    wanted = run.work.records[toward].step
    if not isinstance(wanted, Achieve):
        return None
    asked = f"a way to {wanted.goal!r} was asked for"
    if all(isinstance(step, Replan) for step in steps):
        return Objection("unchanged", f"{asked}, and nothing is to be done but to plan again; give acts", steps[0].id)
    same = (i for i, step in enumerate(steps) if isinstance(step, Achieve) and goal_digest(step) == goal_digest(wanted))
    place = next(same, None)
    if place == 0:
        return Objection("unchanged", f"{asked}, and its first step is to reach just that; give acts", steps[0].id)
    if place is not None and were_done(run, steps[:place], deeds_toward(run, wanted.goal)):
        text = f"{asked}, and all that stands before it in this plan is done; give the acts that lead there, or say `again`"
        return Objection("unchanged", text, steps[place].id)
    missed = wanted.condition and run.seen.belief.holds_freshly(parse(wanted.condition)) is False
    onward = isinstance(steps[-1], Replan)
    before = set(run.work.deeds) - deeds_of_broken(run, wanted)  # what was done before may be meant once more on the way
    if (missed or onward) and were_done(run, [step for step in steps if not isinstance(step, Replan)], before):
        told = f"{wanted.condition} is seen not to hold" if missed else "it is still to be reached"
        return Objection("unchanged", f"{asked}, all of this was done, and {told}; give another way, or say `again`", steps[0].id)
    return None
