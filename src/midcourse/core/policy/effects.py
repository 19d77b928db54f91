"""What an act was to bring about is seen to be missing, or was there already: what follows for the plan."""

from __future__ import annotations

from ..errors import PlanError
from ..gates.deeds import never_showed
from ..gates.disputed import UNSEEN, effect_of, wording
from ..gates.wanted import has_more_to_take, is_wanted_again, left_no_trace
from ..logic.conditions import Condition, show
from ..plans.calls import act_digest
from ..plans.contracts import Contract, speaks_of_all
from ..plans.plan import Act, Cause, Step, references, resolve, title
from ..run.commands import Command, MakePlan, Note
from ..run.events import Doubted, Missed, Passed, Reentered
from ..run.records import DONE_BY_US, Record
from ..run.state import Run
from .yet_to_come import MAY_COME, settled_at, too_early, watch


def missing(run: Run, now: float) -> Command | None:
    """The last act was called done, and what it should bring about is seen not to be so: dealt with whatever the goal names.

    It is given time first. What is seen to have done nothing has failed, if looks show all that it may touch or it may be done
    twice. Else nobody knows what it did: the planner is told, and if it goes on all the same, the contract gives way.
    """
    step = run.course.last_step
    if (
        not isinstance(step, Act)
        or run.work.records[step.id].state != "assumed"
        or run.acting.intent is None
        or run.acting.intent.step != step.id
    ):
        return None
    wanted = tuple(lit for lit in run.expected(step) if run.seen.belief.holds_freshly((lit,)) is False)
    if not wanted or run.came_out_otherwise(step):
        return None
    skill = run.known.skills.get(step.skill)
    if now < settled_at(run, skill):
        return watch(run, now, MAY_COME, run.acting.answered_at, settled_at(run, skill))
    called = f"it was called done, but {show(wanted)} is seen not to hold"
    if run.course.plan is not None and run.course.plan.means:  # who plans by contracts hears of it as of any failure
        return Note(Missed(step.id, "no_effect" if run.did_nothing(step.id) else "partial_effect", called))
    tried = sum(a.digest == run.acting.intent.digest and a.reason == "no_effect" and not a.forgiven for a in run.history.attempts)
    allowed = (
        run.setup.settings.patience.retries if run.known.may_repeat(step) else min(1, run.setup.settings.patience.retries)
    )  # its contract may be wrong
    again = tried < allowed or (run.contract(step).complete and (not tried or run.work.has_shown(step.skill)))
    if (
        run.did_nothing(step.id)
        and again
        and (run.known.may_repeat(step) or not never_showed(run, step.skill, run.acting.intent.digest))
    ):
        return Note(Missed(step.id, "no_effect", called))
    return _doubted(run, step, wanted) or MakePlan("replan", Cause(UNSEEN, f"{title(step)}: {called}", step.id))


def _doubted(run: Run, step: Act, wanted: Condition) -> Command | None:
    """The planner was told of such a thing before and went on, and the skill was never seen to do what it says."""
    skill = run.known.skills.get(step.skill)
    if skill is None or not run.setup.settings.doubts or effect_of(step.skill) not in run.known.told:
        return None
    if run.work.has_shown(skill.name):
        return None
    for lit in wanted:
        why = f"it was done, and {lit.text} is seen not to hold"
        if literal := wording(skill, "makes", step, lit):
            return Note(Doubted(skill.name, "makes", literal, why, step.id))
        if literal := wording(skill, "breaks", step, lit.denied()):
            return Note(Doubted(skill.name, "breaks", literal, why, step.id))
    return None


def done_before(run: Run) -> Command | None:
    """The next act was done, here or in an earlier plan, and nothing shows that it was undone: it is passed by."""
    step = run.course.next_step
    if step is None:
        return None
    record, before = run.work.records[step.id], run.course.restated.get(step.id)
    if before is not None and record.state in ("planned", "passed") and not _is_lost(run, step, before):
        return Note(Passed(step.id, _as_before(run, step, before)))
    if step.id in run.course.spared and (record.state in DONE_BY_US or not isinstance(step, Act)):
        if run.course.spared[step.id] and run.seen_false(step.id):
            return None  # what was done again on the way back has taken it
        return Note(Passed(step.id, f"it was {_word(record)} before, and nothing shows that what did not hold rests on it"))
    if record.state == "undone" and _has_come(run, step):
        return Note(Passed(step.id, f"what it makes has come: {show(run.contract(step).makes)}"))
    if not stands_done(run, step.id):
        return None
    return Note(Passed(step.id, f"it was {_word(record)} before, and nothing shows that it was undone"))


def _word(record: Record) -> str:
    return "called done" if record.state == "assumed" else "done"


def _has_come(run: Run, step: Step) -> bool:
    """Whether all that an act of ours makes, which did not hold, holds by now: it was late, or somebody has brought it back."""
    contract = run.contract(step)
    if not isinstance(step, Act) or step.id not in run.work.deeds or not contract.makes or contract.counts or step.again:
        return False
    return run.seen.belief.holds_freshly(contract.makes) is True and not has_more_to_take(run, contract)


def would_be_passed(run: Run, step_id: str) -> bool:
    """Whether going back to the step changes nothing: it stands done, or what it restates does."""
    step, before = run.work.records[step_id].step, run.course.restated.get(step_id)
    if stands_done(run, step_id) or (before is not None and not _is_lost(run, step, before)):
        return True
    return run.work.records[step_id].state in DONE_BY_US and _has_no_part(run, step)


def _has_no_part(run: Run, step: Step) -> bool:
    """Whether a step only counts, and none of the numbers that do not stand as they should."""
    contract, kernels = run.contract(step), run.course.kernels
    if not contract.counts or contract.makes or kernels is None:
        return False
    counted = {(lit.name, lit.args[:-1]) for lit in contract.counts}
    return not any((lit.name, lit.args[:-1]) in counted for lit in kernels.failing(run.course.position))


def stands_done(run: Run, step_id: str) -> bool:
    """Whether the act is done and nothing shows that it was undone. In a plan that is only means to a goal, what counts is done
    as often as it takes; in any other, as often as the plan says."""
    record, plan = run.work.records[step_id], run.course.plan
    if not isinstance(record.step, Act) or record.state not in DONE_BY_US:
        return False
    if run.seen_false(step_id) and (plan is None or plan.means or not run.used_up(step_id)):
        return False
    if references(record.step.args) and (now := _digest_now(run, record.step)) and now not in run.work.times:
        return False  # what it is given is another now
    contract = run.contract(record.step)
    if not contract.counts:
        return True
    by_the_plan = (plan is None or not plan.means) and not run.known.may_repeat(record.step)
    return by_the_plan and not run.counted_back(contract)


def _digest_now(run: Run, step: Act) -> str:
    """What the act is, with what earlier steps have given by now; '' while something is not there."""
    try:
        args = resolve(step.args, run.work.given())
    except PlanError:
        return ""
    return act_digest(step.skill, args, step.target, run.known.skills)


def _is_lost(run: Run, step: Step, before: str) -> bool:
    """Whether what an earlier step did is gone, by others or by a step of ours that came before this one."""
    if run.work.records[before].state == "undone":
        return True
    assert run.course.plan is not None
    return isinstance(step, Act) and before in run.work.deeds and is_wanted_again(run, before, step, run.course.plan.steps)


def _as_before(run: Run, step: Step, before: str) -> str:
    lost = tuple(lit for lit in run.expected(step) if run.seen.belief.holds_freshly((lit,)) is False)
    if lost:
        return f"it was called done before, as {before}, though {show(lost)} is not seen, and it is not done twice"
    if left_no_trace(run, before):
        return f"it was called done before, as {before}, though what came with it is not seen any more, and it is not done twice"
    return f"it was {_word(run.work.records[before])} before, as {before}, and nothing shows that it was undone"


def already_there(run: Run, now: float) -> Command | None:
    """The next step's own effect is seen, and not by our own doing: it is left out, and so is the question what it needs.

    Where what it needs is seen not to be so, it does not matter who brought its effect about.
    """
    step = run.course.next_step
    if not isinstance(step, Act) or run.course.plan is None or step.again or run.work.records[step.id].state != "planned":
        return None
    contract = run.contract(step)
    if not contract.makes or contract.counts or run.seen.belief.holds_freshly(contract.makes) is not True:
        return None
    if run.known.may_repeat(step) and run.is_to_tell(step.id):
        return None  # what it gives is wanted, too
    if has_more_to_take(run, contract) or _tells_too_little(run, step, contract):
        return None
    may_begin = run.seen.belief.holds_freshly(contract.needs) is not False
    if (
        (may_begin and _is_ours(run, contract) and not _takes_the_place(run, step, contract))
        or _stands_earlier(run, step)
        or _is_used(run, step)
        or _is_called_for_again(run, step)
    ):
        return None
    if wait := too_early(run, now):
        return wait
    because = f"what it makes is already so: {show(contract.makes)}"
    return Note(Reentered(run.course.position + 1, skipped=(step.id,), because=because))


def _tells_too_little(run: Run, step: Act, contract: Contract) -> bool:
    """Whether the step may be done twice, and its effect does not speak of all that it is called with."""
    return not contract.complete and run.known.may_repeat(step) and not speaks_of_all(step, contract)


def _is_ours(run: Run, contract: Contract) -> bool:
    """Whether something of it may be so because of an act of ours: that is no sign that this one was done."""
    return any(lit.text in run.work.effects or lit.text in run.seen.perhaps_ours for lit in contract.makes)


def _takes_the_place(run: Run, step: Act, contract: Contract) -> bool:
    """Whether a plan that mends does with another skill what ours had done before it failed with other arguments: the list is
    given again with that skill throughout, and this part of it is seen done."""
    assert run.course.plan is not None
    mends, acts = run.course.plan.mends, [s for s in run.course.plan.steps if isinstance(s, Act)]
    if not mends or not all(lit.text in run.work.effects for lit in contract.makes) or not speaks_of_all(step, contract):
        return False
    if any(r.state == "skipped" and isinstance(r.step, Act) and _call(r.step) == _call(step) for r in run.work.records.values()):
        return False  # it was left out before, and is wanted all the same
    made = [run.work.records[id].step for id in {run.work.effects[lit.text] for lit in contract.makes}]
    failed = [(a.skill, a.args) for a in run.history.attempts]
    return all(
        isinstance(deed, Act)
        and deed.skill != step.skill
        and not any(_call(s)[:2] == (deed.skill, deed.args) for s in acts)
        and any(skill == deed.skill and any(_call(s)[:2] == (step.skill, args) for s in acts) for skill, args in failed)
        for deed in made
    )


def _stands_earlier(run: Run, step: Act) -> bool:
    """Whether the plan holds the same act before: then it means each of them."""
    assert run.course.plan is not None
    same = act_digest(step.skill, step.args, step.target, run.known.skills)
    before = (s for s in run.course.plan.steps[: run.course.position] if isinstance(s, Act))
    return not run.known.may_repeat(step) and any(act_digest(s.skill, s.args, s.target, run.known.skills) == same for s in before)


def _is_called_for_again(run: Run, step: Act) -> bool:
    """Whether it was left out before and the plan that mends what came of that wants it again: then it is done, if it may be done
    twice and may do more than it says. A list that is given again wants nothing twice."""
    assert run.course.plan is not None
    if any(key.startswith(f"{step.id} ") for key in run.course.redos):
        return True
    if run.contract(step).complete or not run.known.may_repeat(step):
        return False
    return run.course.plan.mends and any(
        r.state == "skipped" and isinstance(r.step, Act) and (r.step.skill, r.step.args, r.step.target) == _call(step)
        for r in run.work.records.values()
    )


def _call(step: Act) -> tuple[object, ...]:
    return step.skill, step.args, step.target


def after_all(run: Run, lacking: str) -> Command | None:
    """Something is lacking, and a step of the plan was left out that may do more than it says: it is done now."""
    assert run.course.plan is not None
    for place, step in enumerate(run.course.plan.steps[: run.course.position]):
        if not isinstance(step, Act) or run.work.records[step.id].state != "skipped" or run.course.plan.means:
            continue
        contract = run.contract(step)
        if contract.complete or run.seen.belief.holds_freshly(contract.makes) is not True:
            continue
        because = f"{lacking}, and {step.id} was left out though it may do more than it says"
        return Note(Reentered(place, redone=(step.id,), because=because))
    return None


def _is_used(run: Run, step: Act) -> bool:
    """Whether a later step uses its output."""
    assert run.course.plan is not None
    return any(isinstance(s, Act) and step.id in references(s.args) for s in run.course.plan.steps[run.course.position + 1 :])
