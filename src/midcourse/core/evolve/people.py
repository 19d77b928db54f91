"""What follows from what people say to a run while it goes on."""

from __future__ import annotations

from msgspec.structs import replace

from ..errors import BadInput
from ..gates import approvals
from ..logic.goals import goal_of
from ..model import Constraint
from ..people.messages import AddConstraint, AddGrant, Answer, Cancel, ChangeGoal, GoOn, HandBack, Pause, Question, TakeOver
from ..plans.calls import wrong_arguments
from ..plans.plan import Act, Cause, act_digest, escaped
from ..run.events import GIVES_UP, Heard, Objection
from ..run.records import Approval, Replied
from ..run.state import Run
from .acting import denied
from .planning import with_kernels


def heard(run: Run, event: Heard, at: float) -> Run:
    """The run after one message."""
    if event.id:
        run = replace(run, messages=run.messages | {event.id})
    match event.message:
        case Cancel(why=why):
            return replace(run, cancelled=why)
        case Pause():
            return replace(run, paused=True)
        case GoOn():
            return replace(run, paused=False, look_wanted="after a pause")
        case AddConstraint(constraint=constraint):
            run = replace(run, constraints=(*run.constraints, _readable(constraint)))
            return replace(run, outdated=run.outdated or _forbidden_step(run))
        case AddGrant(grant=grant):
            said = None if run.said is not None and run.said.answer in GIVES_UP else run.said  # what was barred may be open now
            return replace(run, grants=(*run.grants, grant), said=said) if _is_readable(grant.allows) else run
        case ChangeGoal() as message:
            return _goal_changed(run, message)
        case TakeOver(by=by):
            return replace(run, taken_over=by or "a person")
        case HandBack():
            # Whoever had the world in hand has settled what was asked, or it will be asked anew.
            return replace(run, taken_over="", question=None, look_wanted="handed back")
        case Answer() as message:
            return _answered(run, message, at)


def _readable(constraint: Constraint) -> Constraint:
    """A pattern that nobody can read forbids nothing; its words still reach the planner."""
    return constraint if _is_readable(constraint.forbids or "*") else replace(constraint, forbids="")


def _is_readable(pattern: str) -> bool:
    try:
        approvals.read_pattern(pattern)
    except BadInput:
        return False
    return True


def _forbidden_step(run: Run) -> Cause | None:
    """The first step still to do that people do not want."""
    for step in run.plan.steps[run.position :] if run.plan else ():
        if isinstance(step, Act):
            act = act_digest(step.skill, step.args, step.target)
            if why := approvals.forbidden(run, act, step.skill, step.args, step.target, planned=True):
                return Cause("constraint added", f"{step.skill}: {why}", step.id)
    return None


def _goal_changed(run: Run, message: ChangeGoal) -> Run:
    task = replace(run.task, goal=message.goal, done_when=message.done_when)
    try:
        goal_of(task)
    except BadInput:
        return run  # heard and journalled; a goal that nobody can read changes nothing
    return replace(
        run,
        task=task,
        goal=goal_of(task),
        goal_read=None,
        outdated=Cause("goal changed", f"now: {message.goal}") if run.plan else None,
        assessment=None,
        said=None,
        refused=(),
        look_wanted="the goal was changed",
    )


def _second_thought(run: Run, answer: Answer) -> Run:
    """A no takes back a yes that was not used yet. Any other answer to a closed question has no effect."""
    revoked = [a for a in run.approvals if a.question == answer.question]
    if answer.yes or not revoked:
        return run
    return replace(
        run,
        approvals=tuple(a for a in run.approvals if a.question != answer.question),
        refusals={**run.refusals, **{a.digest: _no(answer) for a in revoked}},
    )


def _answered(run: Run, answer: Answer, at: float) -> Run:
    question = run.question
    if question is None or question.id != answer.question:
        return _second_thought(run, answer)
    given = _given(run, question, answer, at)
    if question.kind in ("approve", "plan") and given > question.until:
        answer = replace(answer, yes=False, reason=answer.reason or "the answer came too late")
    run = replace(run, question=None, reply=Replied(question, answer.yes, answer.by))
    if question.kind == "replan" and answer.yes:
        run = replace(run, agreed=run.agreed + run.futile)  # as many again, before people are asked again
    if question.kind == "plan":
        return _about_plan(run, question, answer, given)
    if question.kind != "approve":
        return replace(run, look_wanted="after waiting for a person", look_failures=0, blind=0)
    if answer.yes:
        digest = question.digest
        if answer.args is not None and answer.args != question.args:
            run, digest = _edited(run, question, answer)
            if not digest:
                return replace(run, question=question, reply=None)  # an act that cannot be is no answer
        live = Approval(digest, question.id, given + run.settings.approval_seconds)
        return replace(run, approvals=(*run.approvals, live), look_wanted="after waiting for a person")
    run = replace(run, refusals={**run.refusals, question.digest: _no(answer)})
    return denied(run, question.step, question.digest, _no(answer))


def _given(run: Run, question: Question, answer: Answer, at: float) -> float:
    """When the answer was given: not before the question was put, not after it was heard, whatever the sender's clock says."""
    asked = question.until - run.settings.question_seconds
    return min(max(answer.given, asked), at) if answer.given else at


def _about_plan(run: Run, question: Question, answer: Answer, given: float) -> Run:
    """A yes lets the plan begin; a no goes back to the planner as an objection, and no later plan of this content is taken."""
    if answer.yes:
        live = Approval(question.digest, question.id, given + run.settings.approval_seconds)
        return replace(run, approvals=(*run.approvals, live), look_wanted="after waiting for a person")
    objection = Objection("forbidden", f"the plan was refused: {_no(answer)}")
    return replace(
        run,
        refusals={**run.refusals, question.digest: _no(answer)},
        refused=(*run.refused, objection),
        sent_back=(*(run.sent_back if run.refused else ()), question.digest),
        look_wanted="after waiting for a person",
    )


def _edited(run: Run, question: Question, answer: Answer) -> tuple[Run, str]:
    """The run with the step's arguments as the person wants them, and the digest of that act; '' if it is none."""
    place = run.plan.position(question.step) if run.plan else -1
    step = run.plan.steps[place] if run.plan and place >= 0 else None
    args = answer.args
    if not isinstance(step, Act) or args is None or wrong_arguments(run.skills[step.skill], args):
        return run, ""
    changed = replace(step, args=escaped(args))
    assert run.plan is not None
    plan = replace(run.plan, steps=(*run.plan.steps[:place], changed, *run.plan.steps[place + 1 :]))
    records = {**run.records, step.id: replace(run.records[step.id], step=changed)}
    return with_kernels(replace(run, plan=plan, records=records)), act_digest(step.skill, args, step.target)


def _no(answer: Answer) -> str:
    return f"{answer.by} said no" + (f": {answer.reason}" if answer.reason else "")
