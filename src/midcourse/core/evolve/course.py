"""What follows for the present plan: it is entered at another place, a step is passed, a contract of it gives way."""

from __future__ import annotations

from msgspec.structs import replace

from ..errors import JournalError
from ..gates.approvals import used_after_all
from ..gates.disputed import NEEDS, without
from ..gates.wanted import went_with
from ..logic.conditions import Condition
from ..logic.goals import spoken_of
from ..plans.contracts import contract_of
from ..plans.kernels import Kernels
from ..plans.plan import Achieve, Act, Plan, references
from ..run.events import Doubted, Passed, Rebound, Reentered, Resumed
from ..run.lives import Talk, Trouble
from ..run.records import DONE_BY_US, Record
from ..run.state import Run, mark
from .confirming import confirm


def with_kernels(run: Run) -> Run:
    """The run with its plan's contracts and kernels read anew; the ghosts of a fresh plan, and of what an output has only now
    named, are told by the world as it is. What a step counts that the plan gives once more is counted already."""
    course, belief = run.course, run.seen.belief
    assert course.plan is not None
    contracts = [contract_of(step, run.known.skills, run.work.outputs) for step in course.plan.steps]
    places = zip(course.plan.steps, contracts, strict=True)
    to_come = [c._replace(counts=()) if s.id in course.restated else c for s, c in places]
    kernels = Kernels.build(
        to_come, run.known.goal, belief.facts, belief.covered, None, _leaned_on(course.plan), course.plan.means
    )
    if (old := course.kernels) is not None:
        kernels = kernels.haunted(old.ghosts | (kernels.ghosts - old.index.keys()), belief.facts, belief.covered)
    known = {**run.work.contracts, **{step.id: c for step, c in zip(course.plan.steps, contracts, strict=True)}}
    return replace(run, work=replace(run.work, contracts=known), course=replace(course, kernels=kernels))


def _leaned_on(plan: Plan) -> dict[int, int]:
    """Step -> the last step that depends on it, by place."""
    places = {step.id: i for i, step in enumerate(plan.steps)}
    leaned_on: dict[int, int] = {}
    for i, step in enumerate(plan.steps):
        for other in (*step.after, *(references(step.args) if isinstance(step, Act) else ())):
            if other in places:
                leaned_on[places[other]] = i
    return leaned_on


def reentered(run: Run, event: Reentered) -> Run:
    """The run at another place of its plan."""
    steps = run.course.plan.steps if run.course.plan is not None else ()
    if not 0 <= event.position <= len(steps):
        raise JournalError(f"event {run.seq} goes on at place {event.position} of a plan of {len(steps)} steps")
    for id in event.skipped:
        if run.trouble.failure is not None and run.trouble.failure.step == id:
            run = _came_of_it(run, id)
        elif run.work.records[id].state not in ("confirmed", "assumed", "passed"):
            run = mark(run, id, "skipped")
    redos, spared = run.course.redos, dict[str, bool]()
    if event.redone:
        key = f"{event.redone[0]} {event.because}"
        redos = {**redos, key: redos.get(key, 0) + 1}
        between = {step.id: run.work.records[step.id] for step in steps[event.position : run.course.position]}
        spared = {id: not run.seen_false(id) for id, r in between.items() if id not in event.redone and _is_over(run, r)}
    kernels = run.course.kernels
    lost = kernels.failing(run.course.position) if kernels is not None else ()
    restated = _still_restated(run, event, lost)
    for id in event.redone:
        record = run.work.records[id]
        asked = run.is_to_tell(id) and run.known.may_repeat(record.step)  # for what it gives
        if record.state not in ("confirmed", "assumed", "undone") or asked:
            run = mark(run, id, "planned")
        elif run.seen_false(id) or went_with(run, id, lost):
            run = mark(run, id, "undone")  # on the way back to it a look may not show that
    course = replace(run.course, position=event.position, redos=redos, spared=spared, restated=restated)
    return replace(run, course=course, trouble=Trouble())


def _still_restated(run: Run, event: Reentered, lost: Condition) -> dict[str, str]:
    """The steps that the plan gives once more, but for those that are done again since what they did is gone."""
    restated = run.course.restated
    gone = {id for id in restated.keys() & event.redone if went_with(run, restated[id], lost)}
    return {id: by for id, by in restated.items() if id not in gone}


def _is_over(run: Run, record: Record) -> bool:
    """Whether a step needs nothing more for good: a goal with a condition is looked at each time."""
    step = record.step
    shown = isinstance(step, Achieve) and bool(step.condition) and step.id not in run.course.restated
    return record.state in DONE_BY_US or (record.state == "passed" and not isinstance(step, Act) and not shown)


def _came_of_it(run: Run, step_id: str) -> Run:
    """The run once the effect of an act that seemed to have failed was seen: it was done after all."""
    failure = run.trouble.failure
    assert failure is not None
    run = used_after_all(mark(run, step_id, "confirmed"), failure)
    work = run.work.with_deed(step_id, failure.digest)
    skill = run.known.skills.get(failure.skill)
    if skill is None or skill.risk != "harmless":  # of what only looks, what it gave before stands
        work = work.unanswered(step_id, "look")
    return replace(run, work=work, course=replace(run.course, progress=True))


def passed(run: Run, event: Passed) -> Run:
    """The run behind a step that needs nothing. What a done one did not bring about is not counted on any more."""
    course, belief = run.course, run.seen.belief
    place, kernels = course.position, course.kernels
    if run.work.records[event.step].state not in ("confirmed", "assumed", "failed"):
        run = mark(run, event.step, "passed")
    made = kernels.contracts[place].makes if event.step in course.restated and kernels is not None else ()
    if kernels is not None and (gone := {lit for lit in made if belief.holds((lit,)) is False}):
        kernels = kernels.without(place, gone, belief.facts, belief.covered)
    run = replace(run, course=replace(course, position=place + 1, kernels=kernels), trouble=Trouble())
    return _unsaid(run) if run.talk.requested is not None and run.talk.requested.toward == event.step else run


def _unsaid(run: Run) -> Run:
    """What was said of a goal on the way, and asked about it, says nothing of the steps behind it."""
    reply = run.people.reply
    if reply is not None and reply.question.kind == "clarify":
        run = replace(run, people=replace(run.people, reply=None))
    return replace(run, talk=Talk(requested=run.talk.requested))


def doubted(run: Run, event: Doubted) -> Run:
    """The run with one literal less in a skill's contract; the plan's contracts and kernels are read anew."""
    skill = without(run.known.skills[event.skill], event.part, event.literal)
    doubted, gave_way = run.known.doubted, run.known.gave_way
    if event.part != "needs":
        doubted = doubted | {event.skill}
    else:
        gave_way = {event.skill: run.known.skills[event.skill].needs, **gave_way}
    known = replace(run.known, skills={**run.known.skills, event.skill: skill}, doubted=doubted, gave_way=gave_way)
    others = {id: c for id, c in run.work.contracts.items() if not _is_of(run, id, event.skill)}
    run = replace(run, known=known, work=replace(run.work, contracts=others))
    if event.part == "breaks":
        run = replace(run, acting=replace(run.acting, turns=()))  # they were read from it
    run = with_kernels(run) if run.course.plan is not None else run
    return confirm(run) if event.part != "needs" else run  # what is left of the effect may be there


def redeclared(run: Run, event: Resumed) -> Run:
    """The run with what the world and people say anew. A changed contract is believed again, whatever spoke against the old."""
    if not event.skills and not event.risks:
        return run
    anew = {skill.name: skill for skill in event.skills}
    known = replace(
        run.known,
        skills={**run.known.skills, **anew},
        spoken_of=spoken_of(run.known.goal, (*run.known.skills.values(), *event.skills)),
        doubted=run.known.doubted - set(anew),
        gave_way={name: needs for name, needs in run.known.gave_way.items() if name not in anew},
    )
    others = {id: c for id, c in run.work.contracts.items() if not any(_is_of(run, id, name) for name in anew)}
    setup = replace(run.setup, declared={**run.setup.declared, **anew}, risks=(*run.setup.risks, *event.risks))
    run = replace(run, setup=setup, known=known, work=replace(run.work, contracts=others))
    return with_kernels(run) if run.course.plan is not None else run


def _is_of(run: Run, step_id: str, skill: str) -> bool:
    step = run.work.records[step_id].step
    return isinstance(step, Act) and step.skill == skill


def was_right(run: Run, skill: str) -> Run:
    """The run once an act failed whose needs the planner did not believe in: they stand again, and the planner is told again."""
    needs = run.known.gave_way.get(skill)
    if needs is None:
        return run
    run = replace(
        run,
        known=replace(
            run.known,
            skills={**run.known.skills, skill: replace(run.known.skills[skill], needs=needs)},
            gave_way={**run.known.gave_way, skill: None},
            told=frozenset(doubt for doubt in run.known.told if not doubt.startswith(skill + NEEDS)),
        ),
    )
    return with_kernels(run) if run.course.plan is not None else run


def rebound(run: Run, event: Rebound) -> Run:
    """The run with the remaining steps on the target under its new id."""
    assert run.course.plan is not None
    steps = tuple(
        replace(s, target=event.new) if i >= run.course.position and isinstance(s, Act) and s.target == event.old else s
        for i, s in enumerate(run.course.plan.steps)
    )
    records = {**run.work.records, **{s.id: replace(run.work.records[s.id], step=s) for s in steps}}
    run = replace(
        run,
        course=replace(run.course, plan=replace(run.course.plan, steps=steps)),
        work=replace(run.work, records=records),
        trouble=Trouble(),
    )
    return with_kernels(run)
