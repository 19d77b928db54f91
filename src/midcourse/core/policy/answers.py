"""Rules about what the planner answered when it gave no plan, or one that was sent back."""

from __future__ import annotations

from ..failing.failures import pause_before
from ..gates.given_files import WRITTEN
from ..history.ledger import is_worn_out
from ..logic.conditions import parse, show
from ..people.messages import CLARIFIED
from ..plans.plan import Achieve, Cause, goal_digest
from ..run.budget import seconds_left
from ..run.commands import Ask, Command, MakePlan, Note, Wait
from ..run.events import GIVES_UP, Objection, Passed, PlannerSaid, PlanRefused, Relented
from ..run.records import DONE_BY_US
from ..run.state import Run
from .endings import certificate, stop
from .questions import question
from .seeing import ask_the_judge
from .yet_to_come import unsettled


def too_dear(run: Run, now: float) -> Command | None:
    """The next answer may cost more than is left."""
    return stop(run, now, "budget_exhausted", run.talk.unaffordable) if run.talk.unaffordable else None


def said(run: Run, now: float) -> Command | None:
    """Done is checked, impossible is believed with its certificate, stuck ends the run, silence is waited for."""
    if run.talk.said is None:
        return None
    if (aside := _of_a_goal_on_the_way(run, now)) is not None:
        return aside
    match run.talk.said.answer:
        case "done":
            return _claims_done(run, now)
        case "impossible" | "stuck" if passing := _may_pass(run):
            patience = run.setup.settings.patience
            return Note(Relented(passing, pause_before(patience.retries + run.history.relents, patience.backoff)))
        case "impossible":
            reason = "structural" if run.trouble.failure and run.trouble.failure.kind == "structural" else "impossible"
            if run.trouble.failure and run.trouble.failure.kind == "denied":
                reason = "denied"
            return stop(run, now, reason, run.talk.said.detail, certificate=certificate(run))
        case "stuck" if (asked := _clarified(run, now)) is not None:
            return asked
        case "stuck":
            return stop(run, now, "at_a_loss", f"the planner is at a loss: {run.talk.said.detail}", certificate=certificate(run))
        case "unreachable":
            too_late = run.talk.ask_again_at - now >= seconds_left(run.setup.settings, run.elapsed(now))
            if run.talk.unreachable > run.setup.settings.patience.retries or too_late:
                return stop(run, now, "planner_unreachable", run.talk.said.detail)
            return Wait("the planner is unreachable", run.talk.ask_again_at) if now < run.talk.ask_again_at else _again(run)


def _clarified(run: Run, now: float) -> Command | None:
    """People are asked once for each goal what was meant, where the planner says that they could help; what they say goes to the
    planner."""
    said, asked, reply = run.talk.said, run.talk.requested, run.people.reply
    if said is None or not said.asks or asked is None:
        return None
    causes = [c for c in (*(plan.cause for plan in run.work.plans), asked.cause) if c.detail.startswith(CLARIFIED)]
    goal = _meant(run, asked.toward)
    if any(_meant(run, cause.step) == goal for cause in causes) or _was_passed(run, goal):
        return None
    if reply is None or reply.question.kind != "clarify":
        return Ask(question(run, now, "clarify", said.asks))
    if not reply.yes or not reply.reason:
        return None
    return MakePlan(asked.purpose, Cause("stuck", f"{CLARIFIED}{reply.reason}", asked.toward), asked.toward)


def _was_passed(run: Run, goal: str) -> bool:
    """Whether a goal on the way was passed by before: people were asked of it then, or it held."""
    return bool(goal) and any(_meant(run, id) == goal for id in run.work.with_state("passed"))


def _meant(run: Run, id: str) -> str:
    """The goal that a step stands for, however often it is planned anew; '' for the task's own."""
    step = run.work.records[id].step if id else None
    return goal_digest(step) if isinstance(step, Achieve) else ""


def _of_a_goal_on_the_way(run: Run, now: float) -> Command | None:
    """What was said of an `achieve` step alone. That it is reached, or cannot be, does not end the run: it is on the way to the
    goal, and the goal's own condition decides. People may know what was meant by it."""
    asked, said, step = run.talk.requested, run.talk.said, run.course.next_step
    if asked is None or said is None or not asked.toward or not isinstance(step, Achieve) or step.id != asked.toward:
        return None
    if said.answer == "done":
        if step.condition and run.seen.belief.holds_freshly(parse(step.condition)) is False:
            return Note(PlanRefused(Objection("invalid", f"you say done, but {step.condition} is seen not to hold", step.id)))
        return Note(Passed(step.id, f"the planner says that it is reached: {said.detail}".rstrip(": ")))
    if said.answer in GIVES_UP and run.known.goal and not _is_meant(run, said) and not _may_pass(run):
        if said.answer == "stuck" and (asks := _clarified(run, now)) is not None:
            return asks
        called = "calls it impossible" if said.answer == "impossible" else "sees no way to it"
        return Note(Passed(step.id, f"set aside, because the planner {called}: {said.detail}".rstrip(": ")))
    return None


def _is_meant(run: Run, said: PlannerSaid) -> bool:
    """Whether people wrote the step, and nobody has looked for a way to it: whoever has, and found none, has a question."""
    return run.course.plan is not None and run.course.plan.author == WRITTEN and not said.asks


def _may_pass(run: Run) -> tuple[str, ...]:
    """Steps whose failures stand in the way and may pass by themselves: such a way is not closed, only shut for now."""
    if run.history.relents >= min(2, run.setup.settings.patience.retries):
        return ()
    standing = [a for a in run.history.attempts if not a.forgiven and run.work.records[a.step].state not in DONE_BY_US]
    closed = {
        a.digest
        for a in standing
        if not a.may_pass or a.once or is_worn_out(run.history.attempts, a.digest, run.setup.settings.patience.retries)
    }
    return tuple(dict.fromkeys(a.step for a in standing if a.digest not in closed))


def _claims_done(run: Run, now: float) -> Command | None:
    if run.known.goal and run.seen.belief.holds_freshly(run.known.goal) is False:
        if wait := unsettled(run, now, run.known.goal):
            return wait
        unmet = tuple(lit for lit in run.known.goal if run.seen.belief.holds_freshly((lit,)) is False)
        return Note(PlanRefused(Objection("invalid", f"you say done, but {show(unmet)} is seen not to hold")))
    return ask_the_judge(run, now)


def objected(run: Run, now: float) -> Command | None:
    """An objection goes back to the planner a few times, unless it would come to nothing.

    A structural failure proposed again ends the run at once; so does the same plan given twice.
    """
    if not run.talk.refused:
        return None
    last = run.talk.refused[-1]
    if last.kind == "repeats" and last.failed == "structural":
        return stop(run, now, "structural", last.text, certificate=certificate(run))
    if len(run.talk.refused) <= run.setup.settings.patience.objections and not (_insists(run) and run.setup.settings.stop_early):
        return _again(run)
    reason = "denied" if all(o.kind == "forbidden" for o in run.talk.refused) else "planner_failed"
    return stop(run, now, reason, last.text, certificate=certificate(run) if last.kind == "repeats" else None)


def _insists(run: Run) -> bool:
    """Whether the planner answered an objection with the very plan that it was about."""
    last = run.talk.sent_back[-1]
    return bool(last) and run.talk.sent_back[-2:-1] == (last,) and run.talk.refused[-1].kind != "empty"


def _again(run: Run) -> Command | None:
    request = run.talk.requested
    return MakePlan(request.purpose, request.cause, request.toward) if request else None
