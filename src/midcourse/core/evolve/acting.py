"""What follows from an act: intended, done by the world's word, failed, in doubt, settled."""

from __future__ import annotations

from msgspec.structs import replace

from ..errors import JournalError
from ..failing.failures import ERROR_VALUE, PASSING
from ..failing.findings import Finding, finding_of
from ..gates import approvals
from ..model import Done, Failed, Json, Uncertain
from ..plans.calls import act_digest
from ..plans.contracts import Imagined, turns_of
from ..plans.plan import BLOB, Act, Cause, digest, references
from ..run.act_at_hand import ToCome
from ..run.events import Acted, Intended, Missed, Relented, SetAside, Settled
from ..run.lives import Trouble
from ..run.records import Broken, Doubt, LastAct
from ..run.state import Run, look_due, mark
from .confirming import confirm, explained, taken_back
from .course import with_kernels
from .failing import after_failure
from .planning import charge


def intended(run: Run, event: Intended) -> Run:
    """The run once an act may start."""
    record = run.work.records[event.step]
    if not isinstance(record.step, Act) or record.step.skill != event.skill or event.skill not in run.known.skills:
        raise JournalError(f"event {run.seq} begins step {event.step} as {event.skill!r}, which is not what was planned")
    if event.approval:
        lent = next((a for a in run.people.approvals if a.question == event.approval), None)
        run = approvals.use(run, event.approval, event.digest)
        run = replace(run, people=replace(run.people, lent=lent))
    belief, plan, begun = run.seen.belief, run.course.plan, run.work.begun
    if plan is not None and plan.version not in begun[-1:]:
        begun = (*begun, plan.version)
    if run.seen.acts_since_look:
        belief = replace(belief, stale="acts before it had not been looked at")
    records = {**run.work.records, event.step: replace(record, state="intended", attempts=record.attempts + 1)}
    shown = frozenset(lit.text for lit in run.expected(record.step) if belief.holds((lit,)))
    counted = () if run.is_early or belief.stale else turns_of(run.contract(record.step), belief.facts)
    turns = tuple(pair for pair in counted if belief.holds_freshly((pair[0],)))
    acting = replace(run.acting, flight=event, intent=event, sent_at=run.at)
    if not (run.known.skills[event.skill].delivery.keyed and run.acting.is_one_with(event)):
        acting = replace(acting, believed=belief, shown_before=shown, turns=turns)
    return replace(
        run,
        acting=replace(acting, unsure=None) if acting.unsure is not None else acting,
        work=replace(run.work, records=records, unmoved=run.work.unmoved - {event.step}, begun=begun),
        talk=replace(run.talk, unreachable=0, reconsidered=False) if run.talk.asks_again else run.talk,
        people=replace(run.people, reply=None) if run.people.reply is not None else run.people,
        spent=replace(run.spent, steps=run.spent.steps + 1),
        trouble=Trouble(),
    )


def acted(run: Run, event: Acted) -> Run:
    """The run once the world has answered."""
    flight = run.acting.flight
    if flight is None or flight.step != event.step:
        raise JournalError(f"event {run.seq} is the outcome of step {event.step}, which was not intended")
    run = replace(
        run,
        seen=replace(run.seen, acts_since_look=run.seen.acts_since_look + 1),
        acting=replace(run.acting, answered_at=run.at, broken=None),
    )
    match event.result:
        case Done(output=output):
            if names := {*event.blobs, *([event.blob] if event.blob else [])}:
                run = replace(run, work=replace(run.work, blobs=run.work.blobs | names))
            output = f"{BLOB}{event.blob}" if event.blob else output
            return _done(run, flight, output)
        case Failed(reason=reason, detail=detail) as result:
            finding = event.finding or finding_of(reason, result.kind)
            # What an error is called says that nothing was begun only where the world itself knows no more than the error.
            clean = result.clean or (finding.clean and bool(result.error) and not result.begun)
            if finding.kind == "unexpected" and run.known.skills[flight.skill].delivery.keyed:
                finding = replace(finding, kind="transient")  # whatever came of it, its key makes another try safe
            if flight.approval and clean and finding.kind == "transient":
                run = _give_back(run, flight)
            if _may_have_happened(run, flight, clean, finding):
                run = replace(run, acting=replace(run.acting, broken=Broken(reason, detail, finding)))
                return _in_doubt(run, flight, reason, "an act that broke off and may have happened")
            run = after_failure(run, flight, reason, detail, finding, clean, not result.clean or reason == ERROR_VALUE)
            retry_at = max(run.trouble.retry_at, run.at + (result.retry_after or 0.0))
            return replace(run, trouble=replace(run.trouble, retry_at=retry_at))
        case Uncertain() as result:
            run = replace(run, acting=replace(run.acting, unsure=result))
            return _in_doubt(run, flight, result.reason, "an act whose result is unknown")


def _in_doubt(run: Run, act: Intended, reason: str, why: str) -> Run:
    last = LastAct(act.digest, act.skill, reason)
    run = look_due(mark(run, act.step, "uncertain"), why)
    return replace(run, acting=replace(run.acting, flight=None, doubt=act, last_act=last))


def _may_have_happened(run: Run, act: Intended, clean: bool, finding: Finding) -> bool:
    """Whether an act that must not be done twice broke off for a reason that says nothing of how far it came."""
    if clean or not run.setup.strategy.replans or finding.kind not in PASSING:
        return False
    return not run.known.skills[act.skill].may_be_tried_again


def _done(run: Run, act: Intended, output: Json) -> Run:
    plan = run.course.plan
    assert plan is not None
    place = plan.position(act.step)
    predicted: frozenset[str] | None = None
    if run.setup.strategy.predicts:
        world = Imagined(run.seen.predicted or run.seen.belief.facts, run.seen.belief.covered)
        world.apply(run.contract(plan.steps[place]))
        predicted = frozenset(world.facts)
    last = LastAct(act.digest, act.skill, "done", "" if output is None else digest(output))
    work, acting = run.work, run.acting
    run = replace(
        run,
        acting=replace(
            acting, flight=None, doubt=None, crashed=False, broken=None, last_act=last, to_come=_to_come(run, act, place)
        ),
        course=replace(run.course, position=place + 1, acted=run.course.acted + 1),
        work=replace(
            work,
            records={**work.records, act.step: replace(work.records[act.step], state="assumed")},
            deeds=(*work.deeds, act.step),
            times=work.counted(act.digest),
            unconfirmed=tuple(dict.fromkeys((*work.unconfirmed, act.step))),
        ),
        trouble=Trouble(),
    )
    if predicted != run.seen.predicted:
        run = replace(run, seen=replace(run.seen, predicted=predicted))
    run = taken_back(run, plan, plan.steps[place])
    if run.known.gave_way.get(act.skill) is not None:  # it worked against its needs as declared: they were wrong
        gave_way = {name: needs for name, needs in run.known.gave_way.items() if name != act.skill}
        run = replace(run, known=replace(run.known, gave_way=gave_way))
    if output is None:
        return run
    run = replace(run, work=replace(run.work, outputs={**run.work.outputs, act.step: output}))
    if any(isinstance(s, Act) and act.step in references(s.args) for s in plan.steps[place + 1 :]):
        run = with_kernels(run)  # only now can the later contracts be read in full
    return run


def _to_come(run: Run, act: Intended, place: int) -> ToCome:
    """When its effect comes, if it is not late, and at the latest. What only looks has none."""
    assert run.course.plan is not None
    acting, skill, contract = run.acting, run.known.skills[act.skill], run.contract(run.course.plan.steps[place])
    if skill.risk == "harmless" or (contract.complete and not (contract.makes or contract.counts or contract.breaks)):
        return acting.to_come
    usual, longest = acting.answered_at + run.grace(skill), acting.answered_at + run.patience(skill)
    return acting.to_come.with_act("" if contract.complete else act.step, usual, longest)


def _give_back(run: Run, act: Intended) -> Run:
    """Nothing was done, so the yes was not used."""
    if act.approval.startswith(approvals.GRANT):
        return replace(run, people=replace(run.people, grants=approvals.recount(run.people.grants, act.approval, +1)))
    if run.people.lent is None:
        return run
    return replace(run, people=replace(run.people, approvals=(*run.people.approvals, run.people.lent)))


def denied(run: Run, step_id: str, digest: str, why: str) -> Run:
    """The run once a person has said no to a step."""
    return look_due(after_failure(run, _unstarted(run, step_id, digest), "denied", why, finding_of("denied")), "")


def missed(run: Run, event: Missed) -> Run:
    """A step could not start, or was seen to have done nothing: go back to it."""
    begun = run.acting.intent
    act = begun if begun and begun.step == event.step else _unstarted(run, event.step)
    run = after_failure(run, act, event.reason, event.detail, finding_of(event.reason), clean=event.reason != "partial_effect")
    run = explained(run)
    assert run.course.plan is not None
    course = replace(run.course, position=run.course.plan.position(event.step))
    return look_due(replace(run, course=course), "")


def _unstarted(run: Run, step_id: str, digest: str = "") -> Intended:
    record = run.work.records[step_id]
    step = record.step
    skill, args, target = (step.skill, step.args, step.target) if isinstance(step, Act) else ("", {}, "")
    return Intended(step_id, skill, args, target, digest or act_digest(skill, args, target, run.known.skills), record.attempts)


def settled(run: Run, event: Settled) -> Run:
    """The run once a doubt is gone."""
    act = run.acting.doubt
    failed = run.trouble.failure
    if failed is not None and act is None and failed.step == event.step:
        run, act = approvals.used_after_all(_forgiven(run), failed), run.acting.intent
    run = replace(run, people=replace(run.people, question=None, reply=None))
    if event.happened and event.by != "answer":
        run = replace(run, work=run.work.unanswered(event.step, event.by))
    if act is None or act.step != event.step:
        return _settled_aside(run, event)
    if not event.happened:
        return _not_done(run, act, event.detail, clean=event.by not in ("repeatable", "key"))
    if event.blobs:
        run = replace(run, work=replace(run.work, blobs=run.work.blobs | set(event.blobs)))
    run = _done(run, act, event.output)
    return confirm(run) if event.by in ("look", "answer") else run


def _forgiven(run: Run) -> Run:
    """The run with its last failure forgiven: the act was done."""
    last = replace(run.history.attempts[-1], forgiven=True)
    return replace(run, history=replace(run.history, attempts=(*run.history.attempts[:-1], last)))


def set_aside(run: Run, event: SetAside) -> Run:
    """The run goes on without knowing; another plan is to lead to where it can be seen."""
    act = run.acting.doubt
    if act is None or act.step != event.step:
        raise JournalError(f"event {run.seq} sets step {event.step} aside, which is not in doubt")
    news = run.news_of(act.step)
    doubt = Doubt(act, tuple(lit.text for lit in news), run.acting.sent_at, run.course.bound.get(act.target))
    return replace(
        run,
        acting=replace(run.acting, doubt=None, crashed=False, aside=(*run.acting.aside, doubt)),
        course=replace(run.course, outdated=Cause("in doubt", event.because, event.step)),
    )


def _settled_aside(run: Run, event: Settled) -> Run:
    """What was set aside is known now. The plan is as it was: it was made in view of this doubt."""
    if not any(d.act.step == event.step for d in run.acting.aside):
        raise JournalError(f"event {run.seq} settles step {event.step}, which is not in doubt")
    act = next(d.act for d in run.acting.aside if d.act.step == event.step)
    run = replace(run, acting=replace(run.acting, aside=tuple(d for d in run.acting.aside if d.act.step != event.step)))
    if not event.happened:
        outdated = Cause("in doubt", f"{event.step} did not happen", event.step)
        return replace(mark(run, event.step, "failed"), course=replace(run.course, outdated=outdated))
    run = mark(run, event.step, "confirmed" if event.by == "look" else "assumed")
    restated = run.course.restated
    if again := _planned_again(run, act):
        restated = {**restated, again: event.step}
    outdated = Cause("in doubt", f"{event.step} did happen", event.step)
    course = replace(run.course, restated=restated, progress=True, outdated=outdated)
    return replace(run, course=course, work=run.work.with_deed(event.step, act.digest))


def _planned_again(run: Run, act: Intended) -> str:
    """The step with which a plan that was made in view of the doubt gives the same act once more; ''."""
    ahead = run.course.plan.steps[run.course.position :] if run.course.plan is not None else ()
    fresh = (s for s in ahead if isinstance(s, Act) and not s.again)
    return next((s.id for s in fresh if act_digest(s.skill, s.args, s.target, run.known.skills) == act.digest), "")


def _not_done(run: Run, act: Intended, detail: str, clean: bool) -> Run:
    """It may go again. Where that is so only since twice does no harm, it may have happened, and is not `clean`.

    A crash of our own is forgiven at once: a run that is killed often must not give up its steps.
    """
    reason = "interrupted" if run.acting.crashed else "timeout"
    broken = run.acting.broken or Broken(reason, detail, finding_of(reason))
    if broken.finding.kind == "unexpected":  # whatever it was, it did nothing, and may pass
        broken = replace(broken, finding=replace(broken.finding, kind="transient"))
    run = after_failure(run, act, broken.reason, broken.detail, broken.finding, clean)
    crashed = run.acting.crashed
    run = look_due(replace(run, acting=replace(run.acting, crashed=False, broken=None)), "")
    if not crashed:
        return run
    run = _forgiven(run)
    return replace(run, trouble=replace(run.trouble, failure=run.history.attempts[-1], retry_at=run.at))


def relented(run: Run, event: Relented) -> Run:
    """The run with those failures forgiven; what is tried next waits a while."""
    tried, rest_until = run.history, run.at + event.pause
    passing = (replace(a, forgiven=True, pardoned=True) if a.step in event.steps and a.may_pass else a for a in tried.attempts)
    history = replace(tried, attempts=tuple(passing), relents=tried.relents + 1, rest_until=rest_until)
    return replace(run, history=history, trouble=Trouble(), talk=replace(run.talk, said=None))


def resumed(run: Run, away: float) -> Run:
    """What was under way when the process died: an act is in doubt, a request is paid for. Time away costs nothing.

    A run that ended for want of its planner goes on as if it were still waiting: the next request is no further replan.
    """
    run = replace(run, spent=replace(run.spent, idle=run.spent.idle + away))
    if run.ending is not None:
        run = replace(run, ending=None, talk=replace(run.talk, said=None, unreachable=1, ask_again_at=run.at))
    if run.talk.planning is not None:
        run = replace(run, spent=replace(run.spent, unanswered=run.spent.unanswered + 1))
    run = charge(run, run.spent.reserved)
    flight = run.acting.flight
    if flight is not None:
        cut_off, sent_at = Uncertain("interrupted", anew=True), run.acting.sent_at
        acting = replace(run.acting, doubt=flight, crashed=True, flight=None, unsure=cut_off, answered_at=sent_at)
        run = replace(mark(run, flight.step, "uncertain"), acting=acting)
    return look_due(run, "resumed")
