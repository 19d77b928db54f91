"""What follows from a planner's answer, and from entering a plan at another place."""

from __future__ import annotations

from msgspec.structs import replace

from ..failing.failures import pause_before
from ..gates.disputed import subject_of
from ..gates.done import restated
from ..gates.ways import gone_before
from ..history.lessons import lesson_author
from ..history.situations import signature, situation_of
from ..logic.conditions import show
from ..logic.goals import goal_of, spoken_of
from ..model import Cost
from ..plans.edits import Forbid, Insert, Instead, edit_between
from ..plans.plan import ACHIEVE_STEP, REMEDIES, REPLAN_STEP, Achieve, Act, Plan, Replan, escaped, goal_digest, references
from ..run.budget import spend
from ..run.events import (
    GIVES_UP,
    GoalRead,
    Planned,
    PlannerSaid,
    PlanRefused,
    PlanRequested,
    Unaffordable,
)
from ..run.lives import Course, Talk, Trouble
from ..run.records import GoalWay, Record, Trial
from ..run.state import Run, look_due
from .course import with_kernels


def plan_requested(run: Run, event: PlanRequested) -> Run:
    """The run while the planner thinks. Asking again after an objection, an outage or a second look is no further replan."""
    again = run.talk.asks_again
    onward = event.purpose in ("segment", "achieve") and not again
    spent = replace(
        run.spent,
        planner_calls=run.spent.planner_calls + 1,
        searches=run.spent.searches + (onward and run.searched),
        replans=run.spent.replans + (event.purpose == "replan" and not again),
        segments=run.spent.segments + (onward and not run.searched),
        reserved=event.reserved,
    )
    run = replace(run, spent=spent, talk=replace(run.talk, planning=event, requested=event, said=None))
    reply = run.people.reply
    if reply is not None and reply.question.kind == "replan":  # a yes serves one request
        run = replace(run, people=replace(run.people, reply=None))
    if subject := subject_of(event.cause, run.work.records):
        run = replace(run, known=replace(run.known, told=run.known.told | {subject}))
    return _replanned(run) if event.purpose == "replan" and not again else run


def _replanned(run: Run) -> Run:
    """What a replan leaves behind: the one before brought nothing, or did; and when this failure was last replanned for."""
    replanned, failure = run.history.replanned, run.trouble.failure
    if failure is not None:
        sign = signature(failure)
        times = replanned.get(sign, (0, 0.0))[0] + 1
        replanned = {**replanned, sign: (times, run.at)}
    history = replace(run.history, failed_replans=run.history.failed_replans + run.in_vain, replanned=replanned)
    return replace(run, history=history, course=replace(run.course, progress=True))


def planned(run: Run, event: Planned) -> Run:
    """The run with a new plan; what was done stays done."""
    plan = event.plan
    run = _on_trial(charge(run, event.cost), plan)
    if event.cost.money or event.cost.tokens:
        paid = event.cost.money or event.cost.tokens * 1e-6
        run = replace(run, spent=replace(run.spent, paid=(*run.spent.paid[-19:], (len(plan.steps), paid))))
    old_work = restated(run, plan.steps, plan.afresh, plan.author)
    again = {**old_work.begun, **old_work.strewn}
    run = _on_the_way(run, plan)
    targets = {step.target for step in plan.steps if isinstance(step, Act)}
    course = Course(
        plan=plan,
        restated=again,
        bound={t.id: t for t in run.seen.belief.targets if t.id in targets},
        planned_at=run.elapsed(run.at),
        planned_in=run.seen.belief.print,
        idle_plans=run.course.idle_plans + 1 if _led_to_nothing(run, plan) else 0,
    )
    outputs = run.work.outputs
    work = replace(
        run.work,
        plans=(*run.work.plans, plan),
        records=_records(run, plan),
        next_id=max([run.work.next_id, *(int(step.id[1:]) + 1 for step in plan.steps)]),
        outputs={**outputs, **{new: outputs[old] for new, old in {**old_work.read, **again}.items() if old in outputs}},
    )
    yes = tuple(a for a in run.people.approvals if a.digest != plan.digest)  # one was to the plan before, whatever it held
    run = replace(
        run,
        course=course,
        work=work,
        trouble=Trouble(),
        talk=Talk(requested=run.talk.requested),
        people=replace(run.people, approvals=yes),
        seen=replace(run.seen, surprised="", predicted=None),
    )
    return with_kernels(look_due(run, "local planning looks once more") if run.looks_again else run)


def _records(run: Run, plan: Plan) -> dict[str, Record]:
    """All steps so far and those of the new plan; what was planned before and is no more is dropped."""
    staying = {step.id for step in plan.steps}
    records = dict(run.work.records)
    for id, record in run.work.records.items():
        if id in staying:
            records[id] = replace(record, state="planned")
        elif record.state == "planned":
            records[id] = replace(record, state="dropped")
    for step in plan.steps:
        records.setdefault(step.id, Record(step, version=plan.version))
    return records


def _on_the_way(run: Run, plan: Plan) -> Run:
    """The run with the acts and goals noted that a plan for a goal on the way brings, and that goal, where it is not the end."""
    subgoal = run.work.records[plan.cause.step].step if plan.cause.rule == ACHIEVE_STEP and plan.cause.step else None
    if not isinstance(subgoal, Achieve):
        return run
    own = (s for s in plan.steps if not isinstance(s, Replan) and (s.id not in run.work.records or s.id == plan.cause.step))
    if not (steps := tuple(step.id for step in own)):
        return run
    goal = goal_digest(subgoal)
    earlier, last = gone_before(run, goal, plan.cause.step)
    way = GoalWay(plan.cause.step, steps, (*last.before, *last.steps) if last is not None else ())
    return replace(run, work=replace(run.work, ways={**run.work.ways, goal: (*earlier, way)}))


def _led_to_nothing(run: Run, plan: Plan) -> bool:
    """Whether the plan before led to no act, in a world that stayed the same, and the new one is no other stretch of the way."""
    if run.course.plan is None or run.course.acted or run.course.planned_in != run.seen.belief.print:
        return False
    return plan.cause.rule not in (REPLAN_STEP, ACHIEVE_STEP) or plan.digest in {p.digest for p in run.work.plans}


def _on_trial(run: Run, plan: Plan) -> Run:
    """What the new plan does otherwise than the step that failed: a fix, until it is seen to help or to harm."""
    failure = run.trouble.failure
    if run.course.plan is None or failure is None or not failure.skill or plan.cause.step != failure.step:
        return run
    old, place = run.course.plan.steps, run.course.plan.position(failure.step)
    fix = plan.author if plan.cause.rule in REMEDIES else ""
    if fix:
        run = replace(_replanned(run), spent=replace(run.spent, replans=run.spent.replans + 1))
        run = replace(run, history=replace(run.history, tried=run.history.tried | {fix}))
    failed = old[place] if place >= 0 else None
    if not run.setup.remembers or not isinstance(failed, Act):
        return run
    lesson = next((f.lesson for f in run.trouble.found or () if fix == lesson_author(f.lesson)), None)
    meant = failed if not references(failed.args) else replace(failed, args=escaped(failure.args))
    spoiled, reflection = run.history.spoiled, run.trouble.reflection
    before = spoiled if spoiled is not None and failure.step in spoiled.steps else None
    root, rest = (before.failed or meant, before.rest) if before else (meant, old[place + 1 :])
    edit = lesson.edit if lesson else edit_between(root, rest, plan.steps, run.seen.belief.facts)
    if edit is None or isinstance(edit, Forbid):
        return replace(run, history=replace(run.history, trial=None))
    brought = len(edit.acts) + isinstance(edit, Insert) if isinstance(edit, Insert | Instead) else 1
    wanted = show(run.expected(root)) if isinstance(edit, Instead) else ""
    trial = Trial(
        situation=before.situation if before and not lesson else situation_of(failure, run.setup.world),
        edit=edit,
        source=fix or "the planner",
        steps=tuple(step.id for step in plan.steps[:brought]),
        version=plan.version,
        why=before.why if before else reflection.root_cause if reflection is not None else failure.sentence(),
        lesson=lesson,
        wanted=wanted,
        failed=root,
        rest=rest,
    )
    return replace(run, history=replace(run.history, trial=trial))


def goal_read(run: Run, event: GoalRead) -> Run:
    """The run once its goal was put as a condition, or could not be."""
    run = charge(run, event.cost)
    task = replace(run.setup.task, done_when=event.done_when or run.setup.task.done_when)
    goal = goal_of(task)
    return replace(
        run,
        setup=replace(run.setup, task=task),
        known=replace(run.known, goal=goal, goal_read=event, spoken_of=spoken_of(goal, run.known.skills.values())),
        spent=replace(run.spent, planner_calls=run.spent.planner_calls + 1),
    )


def refused(run: Run, event: PlanRefused) -> Run:
    """The run after an objection: the present plan stays."""
    run = charge(run, event.cost)
    return replace(
        run,
        talk=replace(run.talk.objected(event.objection, event.digest), said=None, unreachable=0),
        known=replace(run.known, told=run.known.told.union(event.objection.about)),
    )


def planner_said(run: Run, event: PlannerSaid) -> Run:
    """The run after an answer that is no plan. Nothing is given up on one look: what it missed may only not have been seen."""
    run = charge(run, event.cost)
    if event.answer in GIVES_UP and run.setup.strategy.watches and not run.talk.reconsidered:
        return look_due(replace(run, talk=replace(run.talk, said=event)), "before giving up")
    if event.answer != "unreachable":
        return replace(run, talk=replace(run.talk, said=event))
    backoff = run.setup.settings.patience.backoff
    pause = pause_before(run.talk.unreachable, backoff) if event.retry_after is None else event.retry_after
    if run.talk.requested is not None:  # nobody was there to be called
        run = replace(run, spent=replace(run.spent, planner_calls=max(0, run.spent.planner_calls - 1)))
    talk = replace(run.talk, said=event, unreachable=run.talk.unreachable + 1, ask_again_at=run.at + pause)
    return replace(run, talk=talk)


def unaffordable(run: Run, event: Unaffordable) -> Run:
    """The run once an answer would cost more than is left."""
    why = f"the answer may cost {event.most.in_words()}; {event.left.in_words()} are left"
    return replace(run, talk=replace(run.talk, unaffordable=why))


def charge(run: Run, cost: Cost) -> Run:
    """What was set aside is free again; what was used is spent."""
    return replace(run, spent=replace(spend(run.spent, cost), reserved=Cost()), talk=replace(run.talk, planning=None))
