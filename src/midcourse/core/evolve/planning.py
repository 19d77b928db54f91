"""What follows from a planner's answer, and from entering a plan at another place."""

from __future__ import annotations

from msgspec.structs import replace

from ..failing.failures import pause_before
from ..gates.done import restated
from ..gates.doubts import NEEDS, subject_of, without
from ..history.situations import signature, situation_of
from ..logic.conditions import show
from ..logic.goals import goal_of, spoken_of
from ..model import Cost
from ..plans.contracts import contract_of
from ..plans.edits import Forbid, Insert, Instead, learn
from ..plans.kernels import Kernels
from ..plans.plan import ACHIEVE_STEP, REPLAN_STEP, Achieve, Act, Plan, escaped, goal_digest, references
from ..run.events import (
    GIVES_UP,
    Doubted,
    GoalRead,
    Passed,
    Planned,
    PlannerSaid,
    PlanRefused,
    PlanRequested,
    Rebound,
    Reentered,
    Unaffordable,
)
from ..run.records import Record, Trial
from ..run.state import Run, mark

LESSON, REFLECTION = "lesson ", "reflection"
"""How the author of a plan is called that mends the one before by a lesson, or by what was found out about the failure."""


def plan_requested(run: Run, event: PlanRequested) -> Run:
    """The run while the planner thinks. Asking again after an objection, an outage or a second look is no further replan."""
    again = run.asks_again
    spent = replace(
        run.spent,
        planner_calls=run.spent.planner_calls + 1,
        replans=run.spent.replans + (event.purpose == "replan" and not again),
        segments=run.spent.segments + (event.purpose in ("segment", "achieve") and not again),
        reserved=run.spent.reserved + event.reserved,
    )
    reply = None if run.reply is not None and run.reply.question.kind == "replan" else run.reply  # a yes serves one request
    told = run.told | {subject} if (subject := subject_of(event.cause, run.records)) else run.told
    run = replace(run, planning=event, requested=event, spent=spent, said=None, reply=reply, told=told)
    return _replanned(run) if event.purpose == "replan" and not again else run


def _replanned(run: Run) -> Run:
    """What a replan leaves behind: the one before brought nothing, or did; and when this failure was last replanned for."""
    run = replace(run, failed_replans=run.failed_replans + run.in_vain, progress=True)
    if run.failure is None:
        return run
    sign = signature(run.failure)
    times = run.replanned.get(sign, (0, 0.0))[0] + 1
    return replace(run, replanned={**run.replanned, sign: (times, run.at)})


def planned(run: Run, event: Planned) -> Run:
    """The run with a new plan; what was done stays done."""
    plan = event.plan
    run = _on_trial(charge(run, event.cost), plan)
    if event.cost.money or event.cost.tokens:
        paid = event.cost.money or event.cost.tokens * 1e-6
        run = replace(run, paid=(*run.paid[-19:], (len(plan.steps), paid)))
    staying = {step.id for step in plan.steps}
    found = restated(run, plan.steps, plan.afresh)
    again = {**found.begun, **found.strewn}
    run = _on_the_way(run, plan)
    records = dict(run.records)
    for id, record in run.records.items():
        if id in staying:
            records[id] = replace(record, state="planned")
        elif record.state == "planned":
            records[id] = replace(record, state="dropped")
    for step in plan.steps:
        records.setdefault(step.id, Record(step, version=plan.version))
    run = replace(
        run,
        plan=plan,
        plans=(*run.plans, plan),
        position=0,
        approvals=tuple(a for a in run.approvals if a.digest != plan.digest),  # a yes was to the plan before, whatever it held
        records=records,
        next_id=max([run.next_id, *(int(step.id[1:]) + 1 for step in plan.steps)]),
        outdated=None,
        bound={t.id: t for t in run.belief.targets if any(isinstance(s, Act) and s.target == t.id for s in plan.steps)},
        failure=None,
        refused=(),
        said=None,
        reconsidered=False,
        unreachable=0,
        surprised="",
        predicted=None,
        assessment=None,
        redos={},
        restated=again,
        outputs={**run.outputs, **{new: run.outputs[old] for new, old in again.items() if old in run.outputs}},
        progress=False,
        planned_at=run.elapsed(run.at),
        planned_in=run.belief.print,
        idle_plans=run.idle_plans + 1 if _led_to_nothing(run, plan) else 0,
        acted_in_plan=0,
    )
    return with_kernels(run, fresh=True)


def _on_the_way(run: Run, plan: Plan) -> Run:
    """The run with the acts noted that a plan for a goal on the way brings."""
    asked = run.records[plan.cause.step].step if plan.cause.rule == ACHIEVE_STEP and plan.cause.step else None
    if not isinstance(asked, Achieve):
        return run
    way = tuple(step.id for step in plan.steps if isinstance(step, Act) and step.id not in run.records)
    return replace(run, ways={**run.ways, goal_digest(asked): way}) if way else run


def _led_to_nothing(run: Run, plan: Plan) -> bool:
    """Whether the plan before led to no act, in a world that stayed the same, and the new one is no other stretch of the way."""
    if run.plan is None or run.acted_in_plan or run.planned_in != run.belief.print:
        return False
    return plan.cause.rule != REPLAN_STEP or plan.digest in {p.digest for p in run.plans}


def _on_trial(run: Run, plan: Plan) -> Run:
    """What the new plan does otherwise than the step that failed: a fix, until it is seen to help or to harm."""
    failure = run.failure
    if run.plan is None or failure is None or not failure.skill or plan.cause.step != failure.step:
        return run
    old, place = run.plan.steps, run.plan.position(failure.step)
    fix = plan.author if plan.author.startswith((LESSON, REFLECTION)) else ""
    if fix:
        run = replace(_replanned(run), tried=run.tried | {fix}, spent=replace(run.spent, replans=run.spent.replans + 1))
    failed = old[place] if place >= 0 else None
    if not run.remembers or not isinstance(failed, Act):
        return run
    lesson = next((f.lesson for f in run.found or () if fix == f"{LESSON}{f.lesson.id}"), None)
    meant = failed if not references(failed.args) else replace(failed, args=escaped(failure.args))
    before = run.spoiled if run.spoiled is not None and failure.step in run.spoiled.steps else None
    root, rest = (before.failed or meant, before.rest) if before else (meant, old[place + 1 :])
    edit = lesson.edit if lesson else learn(root, rest, plan.steps, run.belief.facts)
    if edit is None or isinstance(edit, Forbid):
        return replace(run, trial=None)
    brought = len(edit.acts) + isinstance(edit, Insert) if isinstance(edit, Insert | Instead) else 1
    wanted = show(run.expected(root)) if isinstance(edit, Instead) else ""
    trial = Trial(
        situation=before.situation if before and not lesson else situation_of(failure, run.world),
        edit=edit,
        source=fix or "the planner",
        steps=tuple(step.id for step in plan.steps[:brought]),
        version=plan.version,
        why=before.why if before else run.reflection.root_cause if run.reflection is not None else failure.sentence(),
        lesson=lesson,
        wanted=wanted,
        failed=root,
        rest=rest,
    )
    return replace(run, trial=trial)


def with_kernels(run: Run, fresh: bool = False) -> Run:
    """The run with its plan's contracts and kernels read anew; a fresh plan's ghosts are told by the world as it is."""
    assert run.plan is not None
    contracts = [contract_of(step, run.skills, run.outputs) for step in run.plan.steps]
    ghosts = None if fresh or run.kernels is None else run.kernels.ghosts
    return replace(
        run,
        contracts={**run.contracts, **{step.id: c for step, c in zip(run.plan.steps, contracts, strict=True)}},
        kernels=Kernels.build(
            contracts, run.goal, run.belief.facts, run.belief.covered, ghosts, _leaned_on(run.plan), run.plan.means
        ),
    )


def _leaned_on(plan: Plan) -> dict[int, int]:
    """Step -> the last step that depends on it, by place."""
    places = {step.id: i for i, step in enumerate(plan.steps)}
    found: dict[int, int] = {}
    for i, step in enumerate(plan.steps):
        for other in (*step.after, *(references(step.args) if isinstance(step, Act) else ())):
            if other in places:
                found[places[other]] = i
    return found


def goal_read(run: Run, event: GoalRead) -> Run:
    """The run once its goal was put as a condition, or could not be."""
    run = replace(charge(run, event.cost), goal_read=event)
    run = replace(run, spent=replace(run.spent, planner_calls=run.spent.planner_calls + 1))
    task = replace(run.task, done_when=event.done_when or run.task.done_when)
    goal = goal_of(task)
    return replace(run, task=task, goal=goal, spoken_of=spoken_of(goal, run.skills.values()))


def refused(run: Run, event: PlanRefused) -> Run:
    """The run after an objection: the present plan stays."""
    before = run.sent_back if run.refused else ()
    told = run.told.union(event.objection.about)
    run = replace(charge(run, event.cost), refused=(*run.refused, event.objection), said=None, unreachable=0, told=told)
    return replace(run, sent_back=(*before, event.digest))


def planner_said(run: Run, event: PlannerSaid) -> Run:
    """The run after an answer that is no plan. Nothing is given up on one look: what it missed may only not have been seen."""
    run = charge(run, event.cost)
    if event.answer in GIVES_UP and run.settings.replan == "validity" and not run.reconsidered:
        return replace(run, said=event, look_wanted="before giving up")
    if event.answer != "unreachable":
        return replace(run, said=event)
    pause = pause_before(run.unreachable, run.settings.backoff) if event.retry_after is None else event.retry_after
    if run.requested is not None:  # nobody was there to be called
        run = replace(run, spent=replace(run.spent, planner_calls=max(0, run.spent.planner_calls - 1)))
    return replace(run, said=event, unreachable=run.unreachable + 1, retry_at=run.at + pause)


def unaffordable(run: Run, event: Unaffordable) -> Run:
    """The run once an answer would cost more than is left."""
    most, left = event.most, event.left
    return replace(run, unaffordable=f"the answer may cost {most.in_words()}; {left.in_words()} are left")


def charge(run: Run, cost: Cost) -> Run:
    """What was set aside is free again; what was used is spent. Nobody pays us: a cost below zero is none."""
    reserved = run.planning.reserved if run.planning else Cost()
    cost = Cost(max(0, cost.tokens), max(0.0, cost.money), max(0, cost.unpriced))
    calls = run.spent.model_calls + (cost != Cost())
    spent = replace(run.spent, cost=run.spent.cost + cost, reserved=run.spent.reserved - reserved, model_calls=calls)
    return replace(run, spent=spent, planning=None)


def reentered(run: Run, event: Reentered) -> Run:
    """The run at another place of its plan."""
    for id in event.skipped:
        if run.failure is not None and run.failure.step == id:
            run = _came_of_it(run, id)
        elif run.records[id].state not in ("confirmed", "assumed", "passed"):
            run = mark(run, id, "skipped")
    for id in event.redone:
        if run.records[id].state not in ("confirmed", "assumed", "undone"):
            run = mark(run, id, "planned")
    redos = run.redos
    if event.redone:
        key = f"{event.redone[0]} {event.because}"
        redos = {**redos, key: redos.get(key, 0) + 1}
    return replace(run, position=event.position, redos=redos, failure=None)


def _came_of_it(run: Run, step_id: str) -> Run:
    """The run once the effect of an act that seemed to have failed was seen: it was done after all."""
    assert run.failure is not None
    act = run.failure.digest
    times = {**run.times, act: run.times.get(act, 0) + 1}
    return replace(mark(run, step_id, "confirmed"), deeds=(*run.deeds, step_id), times=times, progress=True)


def passed(run: Run, event: Passed) -> Run:
    """The run behind a step that needs nothing. What a done one did not bring about is not counted on any more."""
    place = run.position
    kept = run if run.records[event.step].state in ("confirmed", "assumed", "failed") else mark(run, event.step, "passed")
    if event.step in run.restated and run.kernels is not None:
        made = run.kernels.contracts[place].makes
        if gone := {lit for lit in made if run.belief.holds((lit,)) is False}:
            kept = replace(kept, kernels=run.kernels.without(place, gone, run.belief.facts, run.belief.covered))
    return replace(kept, position=place + 1, failure=None)


def doubted(run: Run, event: Doubted) -> Run:
    """The run with one literal less in a skill's contract; the plan's contracts and kernels are read anew."""
    skill = without(run.skills[event.skill], event.part, event.literal)
    doubted, gave_way = run.doubted, run.gave_way
    if event.part == "makes":
        doubted = doubted | {event.skill}
    else:
        gave_way = {event.skill: run.skills[event.skill].needs, **gave_way}
    run = replace(run, skills={**run.skills, event.skill: skill}, doubted=doubted, gave_way=gave_way)
    return with_kernels(run) if run.plan is not None else run


def was_right(run: Run, skill: str) -> Run:
    """The run once an act failed whose needs the planner did not believe in: they stand again, and the planner is told again."""
    needs = run.gave_way.get(skill)
    if needs is None:
        return run
    run = replace(
        run,
        skills={**run.skills, skill: replace(run.skills[skill], needs=needs)},
        gave_way={**run.gave_way, skill: None},
        told=frozenset(told for told in run.told if not told.startswith(skill + NEEDS)),
    )
    return with_kernels(run) if run.plan is not None else run


def rebound(run: Run, event: Rebound) -> Run:
    """The run with the remaining steps on the target under its new id."""
    assert run.plan is not None
    steps = tuple(
        replace(s, target=event.new) if i >= run.position and isinstance(s, Act) and s.target == event.old else s
        for i, s in enumerate(run.plan.steps)
    )
    records = {**run.records, **{s.id: replace(run.records[s.id], step=s) for s in steps}}
    run = replace(run, plan=replace(run.plan, steps=steps), records=records, failure=None)
    return with_kernels(run)
