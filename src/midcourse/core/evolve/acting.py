"""What follows from an act: intended, done by the world's word, failed, in doubt, settled."""

from __future__ import annotations

from msgspec.structs import replace

from ..errors import JournalError
from ..failing.failures import PASSING, pause_before, tries_allowed
from ..failing.findings import Finding, finding_of, in_history
from ..gates import approvals
from ..history.ledger import Attempt
from ..model import Done, Failed, Json, Uncertain
from ..plans.contracts import Contract, Imagined
from ..plans.plan import Act, Cause, act_digest, digest, references
from ..run.events import Acted, Intended, Missed, Relented, SetAside, Settled
from ..run.records import Broken, Doubt, LastAct
from ..run.state import Run, mark, put
from .looking import confirm, explained
from .planning import charge, was_right, with_kernels


def intended(run: Run, event: Intended) -> Run:
    """The run once an act may start."""
    record = run.records[event.step]
    run = put(run, event.step, replace(record, state="intended", attempts=record.attempts + 1))
    if event.approval:
        lent = next((a for a in run.approvals if a.question == event.approval), None)
        run = replace(approvals.use(run, event.approval, event.digest), lent=lent)
    wanted = run.expected(record.step)
    return replace(
        run,
        flight=event,
        unreachable=0,
        reconsidered=False,
        unmoved=run.unmoved - {event.step},
        intent=event,
        sent_at=run.at,
        believed=replace(run.belief, stale="acts before it had not been looked at") if run.acts_since_look else run.belief,
        shown_before=frozenset(lit.text for lit in wanted if run.belief.holds((lit,))),
        spent=replace(run.spent, steps=run.spent.steps + 1),
        retry_at=0.0,
        failure=None,
        reply=None,
        begun=run.begun if run.plan is None or run.plan.version in run.begun[-1:] else (*run.begun, run.plan.version),
    )


def acted(run: Run, event: Acted) -> Run:
    """The run once the world has answered."""
    flight = run.flight
    if flight is None or flight.step != event.step:
        raise JournalError(f"entry {run.seq} is the outcome of step {event.step}, which was not intended")
    run = replace(run, acts_since_look=run.acts_since_look + 1, answered_at=run.at, broken=None)
    match event.result:
        case Done(output=output):
            if event.blob:
                run, output = replace(run, blobs=run.blobs | {event.blob}), f"blob:{event.blob}"
            return _done(run, flight, output)
        case Failed(reason=reason, detail=detail) as result:
            finding = event.finding or finding_of(reason, result.kind)
            clean = result.clean or finding.clean
            if finding.kind == "unexpected" and run.skills[flight.skill].keyed:
                finding = replace(finding, kind="transient")  # whatever came of it, its key makes another try safe
            if flight.approval and clean and finding.kind == "transient":
                run = _give_back(run, flight)
            if _may_have_happened(run, flight, clean, finding):
                run = replace(run, broken=Broken(reason, detail, finding))
                return _in_doubt(run, flight, reason, "an act that broke off and may have happened")
            run = _failed(run, flight, reason, detail, finding, clean)
            return replace(run, retry_at=max(run.retry_at, run.at + (result.retry_after or 0.0)))
        case Uncertain(reason=reason):
            return _in_doubt(run, flight, reason, "an act whose result is unknown")


def _in_doubt(run: Run, act: Intended, reason: str, why: str) -> Run:
    last = LastAct(act.digest, act.skill, reason)
    return replace(mark(run, act.step, "uncertain"), flight=None, doubt=act, last_act=last, look_wanted=why)


def _may_have_happened(run: Run, act: Intended, clean: bool, finding: Finding) -> bool:
    """Whether an act that must not be done twice broke off for a reason that says nothing of how far it came."""
    if clean or run.settings.replan == "fixed" or finding.kind not in PASSING:
        return False
    return not run.skills[act.skill].may_be_tried_again


def _done(run: Run, act: Intended, output: Json) -> Run:
    plan = run.plan
    assert plan is not None
    run = mark(run, act.step, "assumed")
    place = plan.position(act.step)
    predicted: frozenset[str] | None = None
    if run.settings.replan == "any-change":
        world = Imagined(run.predicted or run.belief.facts, run.belief.covered)
        world.apply(run.contract(plan.steps[place]))
        predicted = frozenset(world.facts)
    run = replace(
        run,
        flight=None,
        doubt=None,
        crashed=False,
        position=place + 1,
        unconfirmed=tuple(dict.fromkeys((*run.unconfirmed, act.step))),
        last_act=LastAct(act.digest, act.skill, "done", "" if output is None else digest(output)),
        acted_in_plan=run.acted_in_plan + 1,
        predicted=predicted,
        failure=None,
        broken=None,
        settling=_settling(run, act, place),
        deeds=(*run.deeds, act.step),
        times={**run.times, act.digest: run.times.get(act.digest, 0) + 1},
        gave_way={name: text for name, text in run.gave_way.items() if name != act.skill or text is None},
    )
    if output is None:
        return run
    run = replace(run, outputs={**run.outputs, act.step: output})
    if any(isinstance(s, Act) and act.step in references(s.args) for s in plan.steps[place + 1 :]):
        run = with_kernels(run)  # only now can the later contracts be read in full
    return run


def _settling(run: Run, act: Intended, place: int) -> float:
    """Until when its effect may come. What only looks has none."""
    assert run.plan is not None
    skill, contract = run.skills[act.skill], run.contract(run.plan.steps[place])
    if skill.risk == "harmless" or (contract.complete and not contract.makes):
        return run.settling
    return max(run.settling, run.answered_at + run.grace(skill))


def _give_back(run: Run, act: Intended) -> Run:
    """Nothing was done, so the yes was not used."""
    if act.approval.startswith(approvals.GRANT):
        return replace(run, grants=approvals.recount(run.grants, act.approval, +1))
    return replace(run, approvals=(*run.approvals, run.lent)) if run.lent is not None else run


def _failed(run: Run, act: Intended, reason: str, detail: str, finding: Finding, clean: bool = True) -> Run:
    if finding.kind not in ("transient", "uncertain", "environment"):
        run = was_right(run, act.skill)
    contract = run.contract(run.records[act.step].step)
    tried = sum(a.digest == act.digest and not a.forgiven for a in run.attempts)
    once = not clean and not run.skills[act.skill].may_be_tried_again and not _would_show(run, contract)
    finding = in_history(finding, tried + 1, tried + 2 if once else _allowed(run, finding))
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
        once=once,
        hasty=run.intent is act and finding.kind == "changed" and not act.target and run.sent_at < run.settling,
        rests=_rests(run, act),
        fingerprint=run.belief.fingerprint,
        version=run.plan.version if run.plan else 0,
        at=run.at,
    )
    return replace(
        mark(run, act.step, "failed"),
        flight=None,
        doubt=None,
        last_act=LastAct(act.digest, act.skill, reason),
        failure=attempt,
        reflection=None,
        found=None,
        reply=None,
        attempts=(*run.attempts, attempt),
        retry_at=max(run.at + pause_before(tried, run.settings.backoff), run.settling if attempt.hasty else 0.0),
        look_wanted="a step that failed",
    )


def _allowed(run: Run, finding: Finding) -> int:
    """How often it is tried before another plan is made; the loops for comparison know no other remedy."""
    return 1 if run.settings.replan != "validity" else tries_allowed(finding.kind, run.settings.retries)


def _rests(run: Run, act: Intended) -> str:
    """An act that may be repeated rests on the world it began in; one that must not, on the world that half of it left."""
    began = run.believed if run.intent is act and run.skills[act.skill].repeatable else None
    return run.rests(run.records[act.step].step, act.args, began)


def _would_show(run: Run, contract: Contract) -> bool:
    """Whether a look could tell that the act happened: it makes something that was not there and that looks cover."""
    return any(lit.text not in run.shown_before and run.belief.covered.has(lit) for lit in contract.makes)


def denied(run: Run, step_id: str, digest: str, why: str) -> Run:
    """The run once a person has said no to a step."""
    return replace(_failed(run, _unstarted(run, step_id, digest), "denied", why, finding_of("denied")), look_wanted="")


def missed(run: Run, event: Missed) -> Run:
    """A step could not start, or was seen to have done nothing: go back to it."""
    begun = run.intent
    act = begun if begun and begun.step == event.step else _unstarted(run, event.step)
    run = _failed(run, act, event.reason, event.detail, finding_of(event.reason), clean=event.reason != "partial_effect")
    run = explained(run)
    assert run.plan is not None
    return replace(run, position=run.plan.position(event.step), look_wanted="")


def _unstarted(run: Run, step_id: str, digest: str = "") -> Intended:
    record = run.records[step_id]
    step = record.step
    skill, args, target = (step.skill, step.args, step.target) if isinstance(step, Act) else ("", {}, "")
    return Intended(step_id, skill, args, target, digest or act_digest(skill, args, target), record.attempts)


def settled(run: Run, event: Settled) -> Run:
    """The run once a doubt is gone."""
    act = run.doubt
    run = replace(run, question=None, reply=None)
    if act is None or act.step != event.step:
        return _settled_aside(run, event)
    if not event.happened:
        return _not_done(run, act, event.detail)
    run = _done(run, act, None)
    return confirm(run) if event.by == "look" else run


def set_aside(run: Run, event: SetAside) -> Run:
    """The run goes on without knowing; another plan is to lead to where it can be seen."""
    act = run.doubt
    if act is None or act.step != event.step:
        raise JournalError(f"entry {run.seq} sets step {event.step} aside, which is not in doubt")
    news = tuple(lit.text for lit in run.expected(run.records[act.step].step) if lit.text not in run.shown_before)
    doubt = Doubt(act, news, run.sent_at, run.bound.get(act.target))
    return replace(
        run, doubt=None, crashed=False, aside=(*run.aside, doubt), outdated=Cause("in doubt", event.because, event.step)
    )


def _settled_aside(run: Run, event: Settled) -> Run:
    """What was set aside is known now. The plan is as it was: it was made in view of this doubt."""
    if not any(d.act.step == event.step for d in run.aside):
        raise JournalError(f"entry {run.seq} settles step {event.step}, which is not in doubt")
    act = next(d.act for d in run.aside if d.act.step == event.step)
    run = replace(run, aside=tuple(d for d in run.aside if d.act.step != event.step))
    if not event.happened:
        return replace(mark(run, event.step, "failed"), outdated=Cause("in doubt", f"{event.step} did not happen", event.step))
    seen = event.by == "look"
    run = mark(run, event.step, "confirmed" if seen else "assumed")
    if again := _planned_again(run, act):
        run = replace(run, restated={**run.restated, again: event.step})
    times = {**run.times, act.digest: run.times.get(act.digest, 0) + 1}
    run = replace(run, progress=True, deeds=(*run.deeds, event.step), times=times)
    return replace(run, outdated=Cause("in doubt", f"{event.step} did happen", event.step))


def _planned_again(run: Run, act: Intended) -> str:
    """The step with which a plan that was made in view of the doubt gives the same act once more; ''."""
    ahead = run.plan.steps[run.position :] if run.plan is not None else ()
    same = (s.id for s in ahead if isinstance(s, Act) and act_digest(s.skill, s.args, s.target) == act.digest and not s.again)
    return next(same, "")


def _not_done(run: Run, act: Intended, detail: str) -> Run:
    """It may go again. A crash of our own is forgiven at once: a run that is killed often must not give up its steps."""
    reason = "interrupted" if run.crashed else "timeout"
    broken = run.broken or Broken(reason, detail, finding_of(reason))
    if broken.finding.kind == "unexpected":  # whatever it was, it did nothing, and may pass
        broken = replace(broken, finding=replace(broken.finding, kind="transient"))
    run = _failed(run, act, broken.reason, broken.detail, broken.finding)
    crashed = run.crashed
    run = replace(run, look_wanted="", crashed=False, broken=None)
    if not crashed:
        return run
    last = replace(run.attempts[-1], forgiven=True)
    return replace(run, attempts=(*run.attempts[:-1], last), failure=last, retry_at=run.at)


def relented(run: Run, event: Relented) -> Run:
    """The run with those failures forgiven; what is tried next waits a while."""
    passing = (replace(a, forgiven=True, pardoned=True) if a.step in event.steps and a.may_pass else a for a in run.attempts)
    attempts = tuple(passing)
    return replace(run, attempts=attempts, failure=None, said=None, relents=run.relents + 1, rest_until=run.at + event.pause)


def resumed(run: Run, away: float) -> Run:
    """What was under way when the process died: an act is in doubt, a request is paid for. Time away costs nothing.

    A run that ended for want of its planner goes on as if it were still waiting: the next request is no further replan.
    """
    run = replace(run, idle=run.idle + away)
    if run.ending is not None:
        run = replace(run, ending=None, said=None, unreachable=1, retry_at=run.at)
    if run.planning is not None:
        run = charge(run, run.planning.reserved)
    if run.flight is not None:
        run = replace(
            mark(run, run.flight.step, "uncertain"), doubt=run.flight, crashed=True, flight=None, answered_at=run.sent_at
        )
    return replace(run, look_wanted="resumed")
