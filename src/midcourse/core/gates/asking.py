"""The request to a planner that a decision to plan amounts to."""

from __future__ import annotations

from collections.abc import Mapping

from ..failing.findings import finding_of
from ..history.ledger import Attempt, Scene
from ..logic.conditions import Literal
from ..plans.calls import act_digest
from ..plans.horizon import best_length, price_of_planning, spoiling_rate
from ..plans.plan import Achieve, Act, Cause, Step, title
from ..run.budget import cost_left, planner_calls_left, seconds_left
from ..run.commands import MakePlan
from ..run.records import DONE_BY_US
from ..run.state import Run
from .analysing import analyse
from .approvals import forbidden
from .deeds import deeds_in_order
from .disputed import UNSEEN
from .handing import own_attempt, own_skill, own_step, own_task, own_value
from .oddities import oddities
from .request import Bounds, Brief, DoneStep, InDoubt, Insight, Left, PlanRequest, Progress, View


def request_for(run: Run, command: MakePlan, now: float) -> PlanRequest:
    """The request that a decision to plan amounts to. Whatever can be changed in it is the planner's own copy."""
    goal, done_when = run.setup.task.goal, run.setup.task.done_when
    toward = run.work.records[command.toward].step if command.toward else None
    if isinstance(toward, Achieve):
        goal, done_when = toward.goal, toward.condition
    settings = run.setup.settings
    return PlanRequest(
        goal=goal,
        done_when=done_when,
        purpose=command.purpose,
        cause=command.cause,
        skills=tuple(own_skill(skill) for skill in run.known.skills.values()),
        facts=run.seen.belief.facts,
        left=Left(
            steps=settings.limits.max_steps - run.spent.steps,
            replans=settings.limits.max_replans - run.spent.replans,
            planner_calls=planner_calls_left(run.spent, settings),
            seconds=seconds_left(settings, run.elapsed(now)),
            cost=cost_left(run.spent, settings),
            answers=settings.limits.max_model_calls - run.spent.model_calls,
        ),
        view=View(
            covers=run.seen.belief.covers,
            targets=run.seen.belief.targets,
            vocabulary=run.known.vocabulary,
            assumed=_assumed(run),
            stale=run.seen.belief.stale,
            age=max(0.0, now - run.seen.belief.at),
        ),
        progress=Progress(
            done=_done(run),
            undone=tuple(title(run.work.records[id].step) for id in run.work.with_state("undone")),
            in_doubt=tuple(InDoubt(title(run.work.records[d.act.step].step), " and ".join(d.news)) for d in run.acting.aside),
            remaining=tuple(map(own_step, run.course.plan.steps[run.course.position :])) if run.course.plan else (),
        ),
        attempts=tuple(map(own_attempt, (*run.history.attempts, *_without_effect(run, command.cause)))),
        objections=run.talk.refused,
        brief=Brief(
            wanted="bridge" if command.purpose == "replan" and _has_rest(run) else "segment",
            segment=best_length(*price_of_planning(run.spent.paid), spoiling_rate(run.spent.replans, run.spent.steps)),
            whole=run.course.plan is not None and not run.course.plan.means,
            number=run.spent.planner_calls - run.spent.unanswered + 1,
        ),
        bounds=Bounds(
            constraints=tuple(c.text for c in run.people.constraints),
            forbids=tuple(c.forbids for c in run.people.constraints if c.forbids),
            refused=frozenset(run.people.refusals),
            refusals=_refusals(run),
            only=run.setup.task.only,
            retries=settings.patience.retries,
        ),
        insight=_insight(run),
        task=own_task(run.setup.task),
    )


def _insight(run: Run) -> Insight:
    """What is known about the failure at hand, if there is one, and what was odd."""
    reflection, recalled = run.trouble.reflection, run.trouble.found
    if run.trouble.failure is None:
        return Insight(analysis=analyse(run), notes=oddities(run))
    return Insight(
        reflection=reflection.sentence() if reflection is not None else "",
        analysis=analyse(run),
        lessons=tuple(f.lesson.sentence() for f in recalled or ()),
        notes=oddities(run),
    )


def _assumed(run: Run) -> frozenset[str]:
    """What done acts declare to bring about, none of ours takes back, and nothing known denies."""
    held: dict[str, Literal] = {}
    for id in run.work.deeds:
        if run.work.records[id].state in DONE_BY_US and not _may_go_otherwise(run, run.work.records[id].step):
            contract = run.contract(run.work.records[id].step)
            held = {text: lit for text, lit in held.items() if not contract.ends(lit)}
            held |= {lit.fact: lit for lit in contract.makes if not lit.negated and not lit.open}
    return frozenset(text for text, lit in held.items() if run.seen.belief.holds((lit,)) is None)


def _may_go_otherwise(run: Run, step: Step) -> bool:
    """Whether its skill names other outcomes, or only looks: then that it was done does not say what came of it."""
    skill = run.known.skills.get(step.skill) if isinstance(step, Act) else None
    return skill is None or bool(skill.outcomes) or skill.risk == "harmless"


def _has_rest(run: Run) -> bool:
    """Whether there is a plan to come back to: more of it than the step at which it no longer holds."""
    return run.course.plan is not None and sum(isinstance(step, Act) for step in run.course.plan.steps[run.course.position :]) > 1


def _done(run: Run) -> tuple[DoneStep, ...]:
    """All that is done, in the order in which it was; what was left out stands where it would have been done."""
    order = {id: i for i, id in enumerate(deeds_in_order(run))}
    return tuple(
        DoneStep(
            id,
            title(record.step),
            _is_seen(run, id),
            own_value(run.work.outputs.get(id)),
            own_step(record.step),
            record.state == "skipped",
        )
        for id, record in sorted(run.work.records.items(), key=lambda item: order.get(item[0], len(order)))
        if record.state == "confirmed"
        or (record.state == "assumed" and not run.did_nothing(id))
        or (record.state == "skipped" and not _is_gone(run, id, order))
    )


def _is_gone(run: Run, step_id: str, order: Mapping[str, int]) -> bool:
    """Whether the effect of a step that was left out is no longer there, and not by an act of ours that was done after it."""
    wanted = run.expected(run.work.records[step_id].step)
    if run.seen.belief.holds(wanted) is not False:
        return False
    later = (run.contract(run.work.records[id].step) for id in run.work.deeds if order[id] > order.get(step_id, 0))
    return not any(contract.ends(lit) for contract in later for lit in wanted)


def _without_effect(run: Run, cause: Cause) -> tuple[Attempt, ...]:
    """The act that the plan is asked for because of, if looks prove that it did nothing.

    It was called done, and its contract may be wrong, so that nothing forbids it. The planner is told as of any failure.
    """
    act = run.acting.intent
    if act is None or cause.rule != UNSEEN or cause.step != act.step or not run.did_nothing(act.step):
        return ()
    attempt = Attempt(
        step=act.step,
        skill=act.skill,
        args=act.args,
        target=act.target,
        digest=act.digest,
        reason="no_effect",
        detail=cause.detail,
        kind=finding_of("no_effect").kind,
        scene=Scene(
            rests=run.rests(run.work.records[act.step].step, act.args),
            fingerprint=run.seen.belief.fingerprint,
            version=run.course.plan.version if run.course.plan else 0,
            at=run.at,
            deeds=run.deeds_beside(act.digest),
        ),
    )
    return (attempt,)


def _is_seen(run: Run, id: str) -> bool:
    """Whether its effect was seen, and is not seen to be gone: by an act of ours, or by somebody else's in the same moment."""
    return run.work.records[id].state == "confirmed" and not run.seen_false(id)


def _refusals(run: Run) -> tuple[str, ...]:
    if not run.people.refusals:  # mostly so, and a long run has many steps
        return ()
    lines: list[str] = []
    for record in run.work.records.values():
        step = record.step
        if isinstance(step, Act):
            act = act_digest(step.skill, step.args, step.target, run.known.skills)
            if act in run.people.refusals:
                lines.append(f"never {title(step)}: {forbidden(run, act, step.skill, step.args, step.target)}")
    return tuple(dict.fromkeys(lines))
