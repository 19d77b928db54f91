"""How a run is closed: what was seen, what is in doubt, what is left, and what may safely be done next."""

from __future__ import annotations

from msgspec.structs import replace

from ..gates.analysing import analyse, met
from ..gates.approvals import forbidden
from ..gates.oddities import oddities
from ..history.ledger import Attempt, Certificate, certify
from ..language.sentences import listed
from ..logic.conditions import Condition, parse
from ..plans.calls import act_digest
from ..plans.contracts import contract_of
from ..plans.plan import Act, title
from ..run.commands import Stop
from ..run.ending import Afterword, Ending, Fates, FinalReason, SoFar
from ..run.records import StepState
from ..run.state import Run

IN_DOUBT: tuple[StepState, ...] = ("uncertain", "intended")
"""States of steps of which nobody knows whether they happened."""


def stop(
    run: Run,
    now: float,
    reason: FinalReason | SoFar,
    detail: str = "",
    *,
    success: bool = False,
    said_by: str = "",
    certificate: Certificate | None = None,
) -> Stop:
    """End the run, with all that is known about it."""
    spent = run.spent
    failure = run.trouble.failure or next((a for a in reversed(run.history.attempts) if not a.forgiven), None)
    meant = run.course.plan is not None and not (success and run.course.plan.means)  # what is only a means is not left undone
    ahead = run.course.plan.steps[run.course.position :] if run.course.plan is not None and meant else ()
    left = tuple(s.id for s in ahead if run.work.records[s.id].state not in IN_DOUBT)
    return Stop(
        Ending(
            success=success,
            final_reason=reason,
            final_detail=detail,
            root_cause="" if success or reason == "done_unproven" or failure is None else _root_cause(run, failure),
            said_by=said_by,
            fates=Fates(
                confirmed=run.work.with_state("confirmed"),
                assumed=tuple(id for id in run.work.with_state("assumed") if not run.seen_false(id)),
                undone=run.work.with_state("undone"),
                uncertain=run.work.with_state(*IN_DOUBT),
                left=left,
                owed=_owed(run),
            ),
            steps=spent.steps,
            replans=spent.replans,
            planner_calls=spent.planner_calls,
            versions=len(run.work.plans),
            wall_seconds=round(now - run.setup.started_at, 6),
            cost=spent.cost,
            certificate=certificate,
            afterword=Afterword(run.history.failed_replans + run.in_vain, oddities(run), met(run)),
            next_safe_action=_next_safe(run, reason, success, certificate),
        )
    )


def _owed(run: Run) -> tuple[str, ...]:
    """What local planning changed and no look shows to be as it was."""
    last = next((p.bearing.decision for p in reversed(run.work.plans) if p.bearing and p.bearing.decision), None)
    debts = last.owes if last is not None else ()
    return tuple(debt.in_words for debt in debts if not _shows(run, parse(debt.paid_when)))


def _root_cause(run: Run, failure: Attempt) -> str:
    """Why it came to this: what was found out about the failure where somebody looked into it, else the failure itself."""
    known = next(
        (p.analysis for p in reversed(run.work.plans) if p.analysis is not None and p.analysis.step == failure.step), None
    )
    if failure is run.trouble.failure:
        known = analyse(run)
    if known is None or not known.who or known.root_cause == failure.sentence():
        return failure.sentence()
    return known.root_cause if failure.sentence() in known.root_cause else f"{known.root_cause} ({failure.sentence()})"


def standing(run: Run) -> Ending:
    """How a run stands that has not ended: as an ending would say it, with what it waits for."""
    asked = run.people.question
    why = f" ({run.people.unheard})" if run.people.unheard else ""
    open_question = f"{asked.text}{why}" if asked is not None else ""
    ending = stop(
        run,
        run.at,
        "waiting" if run.people.question or run.people.paused or run.people.taken_over else "unfinished",
        open_question,
    ).ending
    return replace(
        ending, next_safe_action=f"answer {run.people.question.id}, then resume" if run.people.question else "resume it"
    )


def certificate(run: Run) -> Certificate:
    """What stands in the way: as the planner says, or as far as the acts that were ever planned can tell."""
    if run.talk.said is not None and run.talk.said.certificate is not None:
        return run.talk.said.certificate
    world = run.imagine()
    actions = [
        (
            act_digest(r.step.skill, r.step.args, r.step.target, run.known.skills),
            contract_of(r.step, run.known.skills, run.work.outputs),
        )
        for r in run.work.records.values()
        if isinstance(r.step, Act)
    ]
    return certify(run.known.goal, world, actions, [a for a in run.history.attempts if _still_banned(run, a)])


def _still_banned(run: Run, attempt: Attempt) -> bool:
    if attempt.forgiven:
        return False
    if forbidden(run, attempt.digest, attempt.skill, attempt.args, attempt.target):
        return True
    return run.ban(run.work.records[attempt.step].step, attempt.args, attempt.digest) is not None


def _next_safe(run: Run, reason: FinalReason | SoFar, success: bool, certificate: Certificate | None) -> str:
    doubtful = run.work.with_state(*IN_DOUBT)
    if doubtful:
        return f"look whether {', '.join(doubtful)} happened before doing it again"
    if success:
        return ""
    match reason:
        case "done_unproven":
            return f"nothing is left to do; {warning}" if (warning := _warning(run)) else ""
        case "plan_complete" | "already_done":
            return ""
        case "structural" | "impossible":
            if certificate is not None and certificate.missing:
                lacks = f"no act that was ever planned makes {', '.join(certificate.missing)}"
                return f"{lacks}: look at the goal and the skills; {_of_done_work(run)}"
            mend = "; ".join(certificate.bans) if certificate else ""
            return (
                f"mend this: {mend}; {_of_done_work(run)}" if mend else f"look at the goal and the skills; {_of_done_work(run)}"
            )
        case "denied":
            return f"the refused act was not run; allow it, lift the constraint, or change the task; {_of_done_work(run)}"
        case "planner_unreachable":
            return "resume this run when the planner can be reached: nothing was spent on waiting for it"
        case "environment" | "cancelled":
            return f"start a new run when it is mended; {_of_done_work(run)}"
        case "replan_exhausted" | "budget_exhausted" | "max_steps":
            return f"raise the limit and run again; {_of_done_work(run)}"
        case "not_reached" | "planner_failed" | "at_a_loss" | "stuck" | "waiting" | "unfinished":
            return f"read the timeline; {_of_done_work(run)}"


def _of_done_work(run: Run) -> str:
    """What a new run would do with what this one did: only what it would see is safe from being done twice."""
    if warning := _warning(run):
        return warning
    if not _acts_done(run):
        begun = any(not a.clean for a in run.history.attempts)
        nothing = "nothing is known to be done, and what failed may be done again" if begun else "nothing was done"
        return "what was done does not stand any more" if run.work.deeds else nothing
    return "what is done may be done again" if _unseen(run) else "what is done would be seen and not done again"


def _warning(run: Run) -> str:
    """What a new run would do twice, or might; ''."""
    told: list[str] = []
    if twice := [id for id in _unseen(run) if not run.known.may_repeat(run.work.records[id].step)]:
        told.append(f"a new run would do this once more, since no look shows it: {_in_words(run, twice)}")
    if halves := _halves(run):
        told.append(f"look how far this came before it is done again, since it failed on the way: {_in_words(run, halves)}")
    return "; ".join(told)


def _acts_done(run: Run) -> list[str]:
    return [id for id in run.work.with_state("assumed", "confirmed") if isinstance(run.work.records[id].step, Act)]


def _unseen(run: Run) -> list[str]:
    """Acts called done that the last look does not show to be done."""
    return [id for id in _acts_done(run) if not _shows(run, run.contract(run.work.records[id].step).makes)]


def _halves(run: Run) -> list[str]:
    """Steps that failed in the middle, must not be done twice, and of which no look shows that they did nothing."""
    last = {a.step: a for a in run.history.attempts if run.work.records[a.step].state == "failed"}
    return [id for id, a in last.items() if a.once or _has_another_key(run, a)]


def _has_another_key(run: Run, attempt: Attempt) -> bool:
    """Whether only its key keeps it from being done twice: a new run would send another."""
    return not attempt.clean and not run.known.may_repeat(run.work.records[attempt.step].step)


def _in_words(run: Run, ids: list[str]) -> str:
    return listed([f"{id} {title(run.work.records[id].step)}" for id in ids])


def _shows(run: Run, effect: Condition) -> bool:
    return bool(effect) and not run.seen.blind and run.seen.belief.holds_freshly(effect) is True
