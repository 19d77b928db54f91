"""A step failed: the ladder's remedies for its kind, in order, each a small function of the same name."""

from __future__ import annotations

from collections.abc import Callable

from ..failing.failures import LADDER, PASSING, Remedy
from ..history.ledger import Attempt
from ..logic.conditions import Condition, Literal
from ..plans.plan import Act, Cause
from ..run.commands import Ask, Command, MakePlan, Note, Wait
from ..run.events import Passed, Reentered
from ..run.state import Run
from .doubts import came_all_the_same
from .endings import stop
from .questions import question
from .rebinding import rebind
from .replanning import permitted
from .sensing import UNSEEN_GOAL
from .stepping import attempt
from .studying import spoiled, study
from .triggers import redo


def failed(run: Run, now: float) -> Command | None:
    """Climb the ladder: each remedy for this kind of failure, until one has an answer."""
    failure = run.trouble.failure
    if failure is None:
        return None
    if run.course.plan is not None and run.course.plan.cause.rule == UNSEEN_GOAL:
        return Note(Passed(failure.step, f"the look for the goal failed, and nothing hangs on it: {failure.sentence()}"))
    if there := came_all_the_same(run, failure) or _was_read_before(run, failure):
        return there
    for remedy in LADDER[failure.kind]:
        if remedy in (Remedy.REPLAN, Remedy.ASK) and failure.severity == "low":
            return Note(Passed(failure.step, f"it failed, and that is of low severity: {failure.sentence()}"))
        command = REMEDIES[remedy](run, failure, now)
        if command is not None:
            return command
    return _replan(run, failure, now)


def _was_read_before(run: Run, failure: Attempt) -> Command | None:
    """A list is given again, and what only looks fails in it where later steps of it are done: those may have taken away what it
    looks at. What it gave before stands."""
    skill, plan, step = run.known.skills.get(failure.skill), run.course.plan, run.course.next_step
    if step is None or step.id != failure.step:
        return None
    if (
        skill is None
        or skill.risk != "harmless"
        or plan is None
        or failure.kind in PASSING
        or not run.work.times.get(failure.digest)
    ):
        return None
    if not any(step.id in run.course.restated for step in plan.steps[run.course.position :]):
        return None
    because = f"it only looks, was done before, and steps behind it are done: {failure.sentence()}"
    return Note(Reentered(run.course.position + 1, skipped=(failure.step,), because=because))


def _retry(run: Run, failure: Attempt, now: float) -> Command | None:
    step = run.course.next_step
    if not isinstance(step, Act) or step.id != failure.step or run.seen.blind or not _may_repeat(run, failure):
        return None
    needs = run.contract(step).needs
    if not all((_is_own_taking if lit in needs else _may_be_own_taking)(run, failure, lit) for lit in _failing(run)):
        return None
    if run.ban(step, failure.args, failure.digest):
        return None
    if now < run.trouble.retry_at:
        return Wait("back-off", run.trouble.retry_at)
    return attempt(run, step, now)


def _failing(run: Run) -> Condition:
    return run.course.kernels.failing(run.course.position) if run.course.kernels is not None else ()


def _is_own_taking(run: Run, failure: Attempt, literal: Literal) -> bool:
    """Whether a fact is gone just because the act was done, as its contract or a look tells, though nobody answered. Under its
    key, or where twice does no harm, it is tried again, and nobody brings back what it used up."""
    contract = run.contract(run.work.records[failure.step].step)
    is_seen = bool(contract.makes) and run.seen.belief.holds_freshly(contract.makes) is True
    return _may_be_own_taking(run, failure, literal) and (is_seen or contract.takes(literal))


def _may_be_own_taking(run: Run, failure: Attempt, literal: Literal) -> bool:
    """The same where its contract does not say so, nor that it says all. What is seen to have done nothing took nothing."""
    lost = not failure.clean or failure.kind == "uncertain"
    if not lost or not run.known.skills[failure.skill].may_be_tried_again:
        return False
    contract = run.contract(run.work.records[failure.step].step)
    if contract.complete and not contract.takes(literal):
        return False
    if run.acting.believed.holds((literal,)) is not True:
        return False
    news = [lit for lit in contract.makes if lit.text not in run.acting.shown_before]
    return not any(run.seen.belief.holds_freshly((lit,)) is False for lit in news)


def _may_repeat(run: Run, failure: Attempt) -> bool:
    """Only what did not happen, or may happen twice."""
    skill = run.known.skills.get(failure.skill)
    if failure.clean or (skill is not None and skill.may_be_tried_again):
        return True
    new = [lit for lit in run.expected(run.work.records[failure.step].step) if lit.text not in run.acting.shown_before]
    return bool(new) and all(run.seen.belief.holds_freshly((lit,)) is False for lit in new)


def _rebind(run: Run, failure: Attempt, now: float) -> Command | None:
    return rebind(run)


def _reenter(run: Run, failure: Attempt, now: float) -> Command | None:
    if run.course.kernels is None or run.course.plan is None or run.seen.blind:
        return None
    if run.furthest() != run.course.position:
        return None if any(_may_be_own_taking(run, failure, lit) for lit in _failing(run)) else redo(run)
    if failure.scene.hasty and (again := _retry(run, failure, now)):
        return again
    # The plan still holds here. The step may go again only if what it rests on has changed since it failed.
    step = run.course.next_step
    if not isinstance(step, Act) or step.id != failure.step or not _may_repeat(run, failure):
        return None
    if run.rests(step, failure.args) == failure.scene.rests or run.ban(step, failure.args, failure.digest):
        return None
    tries = sum(a.digest == failure.digest and not a.forgiven for a in run.history.attempts)
    if tries > run.setup.settings.patience.retries and (not run.contract(step).needs or not failure.clean):
        return None  # whatever changes by itself would be a reason, and one that may have acted is not tried for ever
    return Note(Reentered(run.course.position, because="what the failed step rests on has changed"))


def _replan(run: Run, failure: Attempt, now: float) -> Command:
    request = MakePlan("replan", Cause("failed", failure.sentence(), failure.step))
    if run.talk.said is not None:
        return request
    allowed = spoiled(run, request) or permitted(run, now, request)
    return (study(run, failure, now) or request) if allowed is request else allowed


def ask(run: Run, failure: Attempt, now: float) -> Command:
    """What replanning cannot mend, people may."""
    step = run.course.next_step
    if run.people.reply is not None and run.people.reply.question.kind == "environment":
        if run.people.reply.yes and isinstance(step, Act) and step.id == failure.step and _may_repeat(run, failure):
            return attempt(run, step, now)
        return stop(run, now, "environment", failure.sentence())
    text = f"{failure.sentence()}. Replanning cannot mend this. Is it mended?"
    return Ask(question(run, now, "environment", text))


REMEDIES: dict[Remedy, Callable[[Run, Attempt, float], Command | None]] = {
    Remedy.RETRY: _retry,
    Remedy.REBIND: _rebind,
    Remedy.REENTER: _reenter,
    Remedy.REPLAN: _replan,
    Remedy.ASK: ask,
}
