"""What follows from what people say to a run while it goes on."""

from __future__ import annotations

from msgspec.structs import replace

from ..errors import BadInput, JournalError
from ..gates import approvals
from ..logic.goals import goal_of, spoken_of
from ..model import Constraint, Grant
from ..people.messages import AddConstraint, AddGrant, Answer, Cancel, ChangeGoal, GoOn, HandBack, Pause, Question, TakeOver
from ..people.patterns import read_pattern
from ..plans.calls import act_digest, deeds_digest, wrong_arguments
from ..plans.plan import GOAL_CHANGED, Act, Cause, Plan, escaped
from ..run.events import GIVES_UP, Asked, Heard, Objection
from ..run.lives import People
from ..run.records import Approval, Replied
from ..run.state import Run, look_due, put
from .acting import denied
from .course import with_kernels

WAITED = "after waiting for a person"
"""Why a look is due once a person has answered."""


def questioned(run: Run, event: Asked) -> Run:
    """The run with a question open."""
    if event.question.step and event.question.step not in run.work.records:
        raise JournalError(f"event {run.seq} asks about step {event.question.step}, which was never planned")
    spent = replace(run.spent, questions=run.spent.questions + 1)
    return replace(run, people=replace(run.people, question=event.question, unheard=""), spent=spent)


def heard(run: Run, event: Heard, at: float) -> Run:
    """The run after one message."""
    if event.id:
        run = _people(run, replace(run.people, messages=run.people.messages | {event.id}))
    people = run.people
    match event.message:
        case Cancel(why=why):
            return _people(run, replace(people, cancelled=why))
        case Pause():
            return _people(run, replace(people, paused=True))
        case GoOn():
            return look_due(_people(run, replace(people, paused=False)), "after a pause")
        case AddConstraint(constraint=constraint):
            run = _people(run, replace(people, constraints=(*people.constraints, _readable(constraint))))
            return replace(run, course=replace(run.course, outdated=run.course.outdated or _forbidden_step(run)))
        case AddGrant(grant=grant):
            return _granted(run, grant) if _is_readable(grant.allows) else run
        case ChangeGoal() as message:
            return _goal_changed(run, message)
        case TakeOver(by=by):
            return _people(run, replace(people, taken_over=by or "a person"))
        case HandBack():
            # Whoever had the world in hand has settled what was asked, or it will be asked anew.
            return look_due(_people(run, replace(people, taken_over="", question=None)), "handed back")
        case Answer() as message:
            return _answered(run, message, at)


def _people(run: Run, people: People) -> Run:
    return replace(run, people=people)


def _granted(run: Run, grant: Grant) -> Run:
    """What was barred may be open now: a planner that gave up is asked again."""
    said = run.talk.said
    if said is not None and said.answer in GIVES_UP:
        run = replace(run, talk=replace(run.talk, said=None))
    return _people(run, replace(run.people, grants=(*run.people.grants, grant)))


def _readable(constraint: Constraint) -> Constraint:
    """A pattern that nobody can read forbids nothing; its words still reach the planner."""
    return constraint if _is_readable(constraint.forbids or "*") else replace(constraint, forbids="")


def _is_readable(pattern: str) -> bool:
    try:
        read_pattern(pattern)
    except BadInput:
        return False
    return True


def _forbidden_step(run: Run) -> Cause | None:
    """The first step still to do that people do not want."""
    for step in run.course.plan.steps[run.course.position :] if run.course.plan else ():
        if isinstance(step, Act):
            act = act_digest(step.skill, step.args, step.target, run.known.skills)
            if why := approvals.forbidden(run, act, step.skill, step.args, step.target, planned=True):
                return Cause("constraint added", f"{step.skill}: {why}", step.id)
    return None


def _goal_changed(run: Run, message: ChangeGoal) -> Run:
    task = replace(run.setup.task, goal=message.goal, done_when=message.done_when)
    try:
        goal = goal_of(task)
    except BadInput:
        return run  # heard and journalled; a goal that nobody can read changes nothing
    known = run.known
    run = replace(
        run,
        setup=replace(run.setup, task=task),
        known=replace(known, goal=goal, goal_read=None, spoken_of=spoken_of(goal, known.skills.values())),
        course=replace(run.course, outdated=Cause(GOAL_CHANGED, f"now: {message.goal}") if run.course.plan else None),
        talk=replace(run.talk, assessment=None, said=None, refused=()),
    )
    return look_due(run, "the goal was changed")


def _second_thought(run: Run, answer: Answer) -> Run:
    """A no takes back a yes that was not used yet. Any other answer to a closed question has no effect."""
    people = run.people
    revoked = [a for a in people.approvals if a.question == answer.question]
    if answer.yes or not revoked:
        return run
    left = tuple(a for a in people.approvals if a.question != answer.question)
    refusals = {**people.refusals, **{a.digest: _no(answer) for a in revoked}}
    run = _people(run, replace(people, approvals=left, refusals=refusals))
    plan = run.course.plan
    is_begun = plan is not None and plan.version in run.work.begun and any(a.digest == plan.digest for a in revoked)
    return _given_up(run, plan, _no(answer)) if is_begun and plan is not None else run


def _given_up(run: Run, plan: Plan, no: str) -> Run:
    """The run once people want no more of a plan that was begun: neither all of it nor what is left. Whoever plans is told."""
    at = run.course.position
    rests = (deeds_digest(steps, run.known.skills) for steps in (plan.steps, plan.steps[at:], plan.steps[at + 1 :]) if steps)
    run = _people(run, replace(run.people, refusals={**run.people.refusals, **dict.fromkeys(rests, no)}))
    return replace(run, course=replace(run.course, outdated=Cause("constraint added", f"the plan was refused: {no}")))


def _answered(run: Run, answer: Answer, at: float) -> Run:
    question = run.people.question
    if question is None or question.id != answer.question:
        return _second_thought(run, answer)
    given_at = _given(run, question, answer, at)
    if question.kind in ("approve", "plan") and given_at > question.until:
        answer = replace(answer, yes=False, reason=answer.reason or "the answer came too late")
    run = _people(run, replace(run.people, question=None, reply=Replied(question, answer.yes, answer.by, answer.reason)))
    if question.kind == "replan" and answer.yes:  # as many again, before people are asked again
        run = replace(run, history=replace(run.history, agreed=run.history.agreed + run.futile))
    if question.kind == "plan":
        return _about_plan(run, question, answer, given_at)
    if question.kind != "approve":
        return look_due(replace(run, seen=replace(run.seen, look_failures=0, blind=0)), WAITED)
    if not answer.yes:
        return denied(_refused(run, question, answer), question.step, question.digest, _no(answer))
    digest = question.digest
    if answer.args is not None and answer.args != question.args:
        run, digest = _edited(run, question, answer)
        if not digest:
            return _people(run, replace(run.people, question=question, reply=None))  # an act that cannot be is no answer
    return _approved(run, digest, question, given_at)


def _approved(run: Run, digest: str, question: Question, given_at: float) -> Run:
    live = Approval(digest, question.id, given_at + run.setup.settings.consent.approval_seconds)
    return look_due(_people(run, replace(run.people, approvals=(*run.people.approvals, live))), WAITED)


def _refused(run: Run, question: Question, answer: Answer) -> Run:
    said = {question.digest: _no(answer)}
    if question.kind == "approve":  # an older release may have bound it to the spelling
        said[act_digest(question.skill, question.args, question.target, run.known.skills)] = _no(answer)
    if question.kind == "plan" and run.course.plan is not None:
        said[deeds_digest(run.course.plan.steps, run.known.skills)] = _no(answer)
    return _people(run, replace(run.people, refusals={**run.people.refusals, **said}))


def _given(run: Run, question: Question, answer: Answer, at: float) -> float:
    """When the answer was given: not before the question was put, not after it was heard, whatever the sender's clock says."""
    asked_at = question.until - run.setup.settings.consent.question_seconds
    return min(max(answer.given, asked_at), at) if answer.given else at


def _about_plan(run: Run, question: Question, answer: Answer, given_at: float) -> Run:
    """A yes lets the plan begin; a no goes back to the planner as an objection, and no later plan of this content is taken."""
    if answer.yes:
        return _approved(run, question.digest, question, given_at)
    objection = Objection("forbidden", f"the plan was refused: {_no(answer)}")
    run = replace(_refused(run, question, answer), talk=run.talk.objected(objection, question.digest))
    return look_due(run, WAITED)


def _edited(run: Run, question: Question, answer: Answer) -> tuple[Run, str]:
    """The run with the step's arguments as the person wants them, and the digest of that act; '' if it is none."""
    plan, args = run.course.plan, answer.args
    place = plan.position(question.step) if plan is not None else -1
    step = plan.steps[place] if plan is not None and place >= 0 else None
    if plan is None or not isinstance(step, Act) or args is None or wrong_arguments(run.known.skills[step.skill], args):
        return run, ""
    changed = replace(step, args=escaped(args))
    plan = replace(plan, steps=(*plan.steps[:place], changed, *plan.steps[place + 1 :]))
    run = put(run, step.id, replace(run.work.records[step.id], step=changed))
    run = with_kernels(replace(run, course=replace(run.course, plan=plan)))
    return run, act_digest(step.skill, args, step.target, run.known.skills)


def _no(answer: Answer) -> str:
    return f"{answer.by} said no" + (f": {answer.reason}" if answer.reason else "")
