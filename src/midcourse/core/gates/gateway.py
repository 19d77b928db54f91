"""Every plan, whoever made it, is checked and played through before it replaces anything.

A draft becomes a plan, or goes back with one precise objection. The present plan is never lost.
"""

from __future__ import annotations

from msgspec.structs import replace

from ..errors import BadInput, choices
from ..logic.conditions import Literal, parse, show
from ..model import names
from ..plans.calls import act_digest, as_called, deeds_digest, wrong_arguments
from ..plans.contracts import Contract, contract_of
from ..plans.monitored import watchable
from ..plans.plan import (
    Achieve,
    Act,
    Cause,
    Draft,
    Plan,
    Replan,
    Step,
    plan_digest,
    references,
    rename_references,
    title,
)
from ..run.budget import LONGEST
from ..run.events import Objection
from ..run.records import DONE
from ..run.state import Run
from .analysing import analyse
from .approvals import forbidden
from .disputed import may_be_doubted, need_of, types_of
from .done import restated
from .repeating import fails_again, given_as_new, will_be_skipped
from .splicing import gives_back, spliced


def admit(run: Run, draft: Draft, cause: Cause, toward: str = "") -> Plan | Objection:
    """The draft as the run's next plan, or why not."""
    if not draft.steps:
        return Objection("empty", "a plan needs a step; say done, impossible or stuck instead of an empty plan")
    if len(draft.steps) > LONGEST:
        return Objection("malformed", f"a plan of {len(draft.steps)} steps; at most {LONGEST}: end with a replan step")
    draft = replace(draft, steps=as_called(draft.steps, run.known.skills))
    steps = _with_lifelong_ids(run, draft)
    if isinstance(steps, Objection):
        return steps
    if toward:
        if given_back := gives_back(run, steps, toward):
            return given_back
        steps = spliced(run, steps, toward)
    problem = _unreadable(run, steps)
    if problem is not None:
        return problem
    kinds = set(names(run.known.vocabulary))
    watched = [watchable(step, kinds) for step in steps]
    steps = tuple(step for step, _ in watched)
    contracts = [contract_of(step, run.known.skills, run.work.outputs) for step in steps]
    afresh = draft.means or draft.afresh
    again = restated(run, steps, afresh, draft.author)
    ahead = [(s, c) for s, c in zip(steps, contracts, strict=True) if s.id not in again.begun and s.id not in again.strewn]
    problem = _forbidden(run, steps, ahead) or given_as_new(run, steps, again) or fails_again(run, steps, ahead, again)
    if problem is None and run.setup.strategy.watches:
        problem = _invalid(run, ahead)
    if problem is not None:
        return problem
    known = analyse(run)
    return Plan(
        version=len(run.work.plans) + 1,
        steps=steps,
        parent=run.course.plan.version if run.course.plan else 0,
        cause=cause,
        author=draft.author,
        digest=plan_digest(steps),
        monitorable=_monitorable(run, contracts),
        unseen=tuple(dict.fromkeys(text for _, strange in watched for text in strange)),
        evidence=known.lines() if known is not None else (),
        analysis=known,
        cost=draft.cost,
        means=draft.means and not _keeps_whole(run, steps),
        afresh=afresh,
        bearing=draft.bearing,
    )


def _keeps_whole(run: Run, steps: tuple[Step, ...]) -> bool:
    """Whether steps of a plan that is to be done whole stand in it: then this one is to be done whole too."""
    plan = run.course.plan
    return plan is not None and not plan.means and bool({s.id for s in plan.steps} & {s.id for s in steps})


def sound_part(run: Run, draft: Draft, objection: Objection) -> Draft | None:
    """What comes before the step that is objected to, with a look after it; None where nothing does.

    All of it, where the only objection is that it does not lead to the goal.
    """
    steps = _with_lifelong_ids(run, draft)
    if isinstance(steps, Objection) or objection.kind not in ("invalid", "malformed") or not run.setup.strategy.watches:
        return None
    at = next((i for i, step in enumerate(steps) if step.id == objection.step), len(steps))
    kept = draft.steps[:at]
    if not any(isinstance(step, Act) for step in kept) or isinstance(kept[-1], Replan):
        return None
    return replace(draft, steps=(*kept, Replan(f"the rest of the plan was not sound: {objection.text}", unsound=True)))


# --- ids --------------------------------------------------------------------------------------------------------


def _with_lifelong_ids(run: Run, draft: Draft) -> tuple[Step, ...] | Objection:
    """A step that repeats a present one under its id keeps the id; every other gets one never used before."""
    present = {s.id: s for s in run.course.plan.steps[run.course.position :]} if run.course.plan else {}
    renamed: dict[str, str] = {}
    number = run.work.next_id
    for i, step in enumerate(draft.steps):
        if step.id in renamed:
            return Objection("malformed", f"two steps have the id {step.id!r}; each needs its own", step.id)
        if step.id and step.id in present and _same(present[step.id], step):
            renamed[step.id] = step.id
            continue
        renamed[step.id or f"#{i}"] = f"s{number}"
        number += 1
    known = {**{id: id for id in run.work.records}, **renamed}
    steps: list[Step] = []
    for i, step in enumerate(draft.steps):
        id, after = renamed[step.id or f"#{i}"], tuple(known.get(a, a) for a in step.after)
        if isinstance(step, Act):
            steps.append(replace(step, id=id, after=after, args=rename_references(step.args, renamed)))
        else:
            steps.append(replace(step, id=id, after=after))
    return tuple(steps)


def _same(a: Step, b: Step) -> bool:
    return plan_digest((a,)) == plan_digest((b,))


# --- form -------------------------------------------------------------------------------------------------------


def _unreadable(run: Run, steps: tuple[Step, ...]) -> Objection | None:
    """Unknown skills, wrong arguments, missing targets and dependencies, conditions that do not parse."""
    done = {id for id, r in run.work.records.items() if r.state in DONE}
    here = any(isinstance(step, Act) and step.target for step in steps)  # where nothing is aimed at, it does not matter
    for step in steps:
        text = _misfit(run, step, done, here)
        if text:
            return Objection("malformed", f"{title(step)}: {text}", step.id)
        if isinstance(step, Act) and (text := _mistyped(run, step)):
            return Objection("malformed", f"{title(step)}: {text}", step.id, about=(types_of(step.skill),))
        done.add(step.id)
        here = here and not _leads_elsewhere(run, step)
    return None


def _leads_elsewhere(run: Run, step: Step) -> bool:
    """Whether other targets than those of now may be there after it: it says too little of what it does to tell."""
    if not isinstance(step, Act):
        return True
    contract = contract_of(step, run.known.skills, run.work.outputs)
    return not contract.complete and not any(step.target in lit.args for lit in contract.makes)


def _misfit(run: Run, step: Step, done: set[str], here: bool) -> str:
    uses = {*step.after, *(references(step.args) if isinstance(step, Act) else ())}
    for other in sorted(uses - done):
        return f"it depends on step {other!r}, which is neither done nor before it"
    try:
        match step:
            case Act():
                parse(step.expects)
                parse(step.needs)
                return _wrong_call(run, step, here)
            case Achieve():
                parse(step.condition)
            case Replan():
                pass
    except BadInput as error:
        return str(error)
    return ""


def _wrong_call(run: Run, step: Act, here: bool) -> str:
    skill = run.known.skills.get(step.skill)
    if skill is None:
        return f"no skill {step.skill!r}; {choices(step.skill, run.known.skills)}"
    if step.outcome and step.outcome not in {o.name for o in skill.outcomes}:
        return f"no outcome {step.outcome!r}; {choices(step.outcome, (o.name for o in skill.outcomes))}"
    if text := wrong_arguments(skill, step.args, typed=False):
        return text
    shown = {t.id for t in run.seen.belief.targets}
    if here and step.target and shown and step.target not in shown and not run.seen.belief.stale:
        return f"no target {step.target!r} is to be seen; {choices(step.target, shown)}"
    return ""


def _mistyped(run: Run, step: Act) -> str:
    """An argument that is not of the declared type. A planner that was told and insists may know better: a type is a hint."""
    return "" if types_of(step.skill) in run.known.told else wrong_arguments(run.known.skills[step.skill], step.args)


# --- what people and failures forbid ------------------------------------------------------------------------------


def _forbidden(run: Run, steps: tuple[Step, ...], ahead: list[tuple[Step, Contract]]) -> Objection | None:
    """What people said no to; a done act that a list gives again is not done again, and needs no leave."""
    if not run.people.refusals and not run.people.constraints and not run.setup.task.only:
        return None
    refusals = run.people.refusals
    if no := refusals.get(plan_digest(steps)) or refusals.get(deeds_digest(steps, run.known.skills)):
        return Objection("forbidden", f"this plan was refused: {no}")
    for step, _ in ahead:
        if isinstance(step, Act):
            act = act_digest(step.skill, step.args, step.target, run.known.skills)
            if why := forbidden(run, act, step.skill, step.args, step.target, planned=True):
                return Objection("forbidden", f"{title(step)}: {why}", step.id)
    return None


# --- playing it through -------------------------------------------------------------------------------------------


def _invalid(run: Run, ahead: list[tuple[Step, Contract]]) -> Objection | None:
    """The first need that would be false. Where an earlier step may have undeclared effects, it is a ghost: no objection.

    Whatever else would be false is told with it: a planner that insists has heard of all of it.
    """
    if run.is_early:
        return None  # the look may show what was before: each need is looked at when its turn comes
    world = run.imagine()
    complete = True
    objections: list[Objection] = []
    for i, (step, contract) in enumerate(ahead):
        if complete and will_be_skipped(step, contract, world):
            complete = contract.complete  # what may do more than it says may be done after all
            continue
        missing = next((lit for lit in contract.needs if complete and world.truth(lit) is False), None)
        if missing is not None and not _insists_on(run, step, missing):
            text = _why_missing(step, missing, i)
            objections.append(Objection("invalid", text, step.id, about=(need_of(step, missing),)))
        complete = complete and contract.complete
        world.apply(contract)
    unmet = tuple(lit for lit in run.known.goal if world.truth(lit) is False)
    if complete and unmet and not objections and not (run.setup.settings.doubts and show(unmet) in run.known.told):
        text = f"after its last step {show(unmet)} would still not hold; add what makes it, or end with a replan step"
        return Objection("invalid", text, about=(show(unmet),))
    return replace(objections[0], about=tuple(part for o in objections for part in o.about)) if objections else None


def _insists_on(run: Run, step: Step, missing: Literal) -> bool:
    """Whether the planner was told of this need and plans the act again: it is looked at once more when its turn comes."""
    if not run.setup.settings.doubts or need_of(step, missing) not in run.known.told:
        return False
    return isinstance(step, Act) and may_be_doubted(run.known.skills.get(step.skill))


def _why_missing(step: Step, missing: Literal, before: int) -> str:
    none = f"none of the {before} steps before it makes that" if before else "it is the first step"
    return f"{title(step)} needs {missing.text}, which is false, and {none}"


def _monitorable(run: Run, contracts: list[Contract]) -> float:
    """The share of what the plan needs and expects that a look can show."""
    literals = [lit for c in contracts for lit in (*c.needs, *c.makes)] + list(run.known.goal)
    kinds = set(names(run.known.vocabulary))
    if not literals:
        return 0.0
    seen = sum(run.seen.belief.covered.has(lit) and (not kinds or lit.name in kinds or lit.name == "target") for lit in literals)
    return round(seen / len(literals), 3)
