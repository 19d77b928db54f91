"""What follows from an act that failed: what is kept of it, and how often it may be tried."""

from __future__ import annotations

from msgspec.structs import replace

from ..failing.failures import pause_before, tries_allowed
from ..failing.findings import CATEGORY_OF, Finding, in_history
from ..history.ledger import Attempt, Scene
from ..plans.contracts import Contract
from ..run.events import Intended
from ..run.lives import Trouble
from ..run.records import LastAct
from ..run.state import Run, look_due, mark
from .course import was_right


def after_failure(
    run: Run, act: Intended, reason: str, detail: str, finding: Finding, clean: bool = True, presumed: bool = False
) -> Run:
    """The run once an act has failed: it is kept as an attempt, and looked at before anything else is done."""
    if finding.kind not in ("transient", "uncertain", "environment"):
        run = was_right(run, act.skill)
    contract = run.contract(run.work.records[act.step].step)
    tried = sum(a.digest == act.digest and not a.forgiven for a in run.history.attempts)
    hasty = run.acting.intent is act and not act.target and run.acting.sent_at < run.acting.to_come.usual
    once = not clean and not run.known.skills[act.skill].may_be_tried_again and not _would_show(run, contract)
    free = _is_free(run, act.skill, finding)
    finding = in_history(finding, tried + 1, tried + 2 if once else _allowed(run, finding, free))
    attempt = Attempt(
        step=act.step,
        skill=act.skill,
        args=act.args,
        target=act.target,
        digest=act.digest,
        reason=reason,
        detail=detail,
        kind=finding.kind,
        finding=finding,
        clean=clean,
        presumed=clean and presumed,
        once=once,
        scene=Scene(
            rests=_rests(run, act),
            fingerprint=run.seen.belief.fingerprint,
            version=run.course.plan.version if run.course.plan else 0,
            at=run.at,
            deeds=run.deeds_beside(act.digest),
            hasty=hasty and finding.kind == "changed",
            free=free,
        ),
    )
    pause = pause_before(tried, run.setup.settings.patience.backoff)
    run = look_due(mark(run, act.step, "failed"), "a step that failed")
    return replace(
        run,
        acting=replace(run.acting, flight=None, doubt=None, last_act=LastAct(act.digest, act.skill, reason)),
        trouble=Trouble(attempt, retry_at=max(run.at + pause, run.acting.to_come.usual if attempt.scene.hasty else 0.0)),
        history=replace(run.history, attempts=(*run.history.attempts, attempt)),
        people=replace(run.people, reply=None),
    )


def _is_free(run: Run, skill: str, finding: Finding) -> bool:
    """Whether to try again does no harm, whatever became of the act, and may help: nothing says that it was called wrongly."""
    return finding.kind == "unexpected" and CATEGORY_OF[finding.type] != "logic" and run.known.skills[skill].may_be_tried_again


def _allowed(run: Run, finding: Finding, free: bool) -> int:
    """How often it is tried before another plan is made; the loops for comparison know no other remedy."""
    kind = "transient" if free else finding.kind
    return tries_allowed(kind, run.setup.settings.patience.retries) if run.setup.strategy.watches else 1


def _rests(run: Run, act: Intended) -> str:
    """An act that may be repeated rests on the world it began in; one that must not, on the world that half of it left."""
    began = run.acting.believed if run.acting.intent is act and run.known.skills[act.skill].repeatable else None
    return run.rests(run.work.records[act.step].step, act.args, began)


def _would_show(run: Run, contract: Contract) -> bool:
    """Whether a look could tell that the act happened: it makes something that was not there and that looks cover."""
    return any(lit.text not in run.acting.shown_before and run.seen.belief.covered.has(lit) for lit in contract.makes)
