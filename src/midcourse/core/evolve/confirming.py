"""What a look says of what was done: it is confirmed, undone by others, or a failure is explained."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ..gates.fitting import names_what_came
from ..gates.wanted import has_more_to_take
from ..history.ledger import Attempt
from ..logic.conditions import Condition, Literal, matches, parse, parse_fact
from ..plans.calls import undoes
from ..plans.contracts import Contract, any_last
from ..plans.plan import REMEDIES, Act, Plan, Step
from ..run.records import Record, is_same_act
from ..run.state import Run, mark
from ..seeing.belief import Change


def confirm(run: Run) -> Run:
    """Assumed steps whose effect is seen are confirmed, and their earlier failures forgiven."""
    run = _taken(run)
    waiting: list[str] = []
    for step_id in run.work.unconfirmed:
        record = run.work.records[step_id]
        wanted = run.expected(record.step)
        if record.state != "assumed" or not wanted:
            continue
        if not run.seen.belief.holds_freshly(wanted) or _says_nothing(run, record):
            waiting.append(step_id)
            continue
        turned = {new for _, new in run.acting.turns}  # numbers go on being counted: that one is gone says nothing
        lasting = [lit for lit in wanted if lit not in turned]
        if not lasting and all(lit.open for lit in wanted):
            continue  # that there is a number now does not tell which it should be
        work = replace(
            run.work,
            records={**run.work.records, step_id: replace(record, state="confirmed")},
            unmoved=run.work.unmoved - {step_id},
            effects={**run.work.effects, **{lit.text: step_id for lit in lasting}},
            numbers={
                **run.work.numbers,
                **{any_last(lit).fact: lit.fact for lit in wanted if lit in turned and not (lit.negated or lit.open)},
            },
        )
        run = replace(run, work=work, course=replace(run.course, progress=True))
        fresh = run.acting.intent is None or run.acting.intent.step != step_id or not _was_there(run, wanted)
        to_come = run.acting.to_come
        if has_more_to_take(run, run.contract(record.step)):
            run = replace(run, acting=replace(run.acting, to_come=to_come.with_act(step_id, to_come.latest, to_come.latest)))
        elif step_id == run.work.unconfirmed[-1] and not waiting and fresh:  # what an earlier one does may show only from here on
            run = replace(run, acting=replace(run.acting, to_come=to_come.told(step_id)))
        if run.history.attempts:
            run = _done_again(_forgive(run, record), record)
    if len(waiting) == len(run.work.unconfirmed):
        return run
    return replace(run, work=replace(run.work, unconfirmed=tuple(waiting)))


def _taken(run: Run) -> Run:
    """The run once all is gone that acts were to take away, of which the rest was seen before."""
    for step_id in run.acting.to_come.untold:
        record = run.work.records[step_id]
        contract = run.contract(record.step)
        if contract.complete and record.state == "confirmed" and not has_more_to_take(run, contract):
            run = replace(run, acting=replace(run.acting, to_come=run.acting.to_come.told(step_id)))
    return run


def _was_there(run: Run, wanted: Condition) -> bool:
    """Whether all of it was to be seen before the act begun last: that it is seen now does not tell how old a look may be."""
    return all(lit.text in run.acting.shown_before for lit in wanted)


def _says_nothing(run: Run, record: Record) -> bool:
    """Whether all that is left of a doubted contract was to be seen before the act, or nobody knows any more whether it was."""
    if not isinstance(record.step, Act) or record.step.skill not in run.known.doubted:
        return False
    begun = run.acting.intent is not None and run.acting.intent.step == record.step.id
    return not begun or _was_there(run, run.expected(record.step))


def _forgive(run: Run, record: Record) -> Run:
    attempts = tuple(
        replace(a, forgiven=True) if a.step == record.step.id or is_same_act(a.skill, a.args, a.target, record) else a
        for a in run.history.attempts
    )
    return replace(run, history=replace(run.history, attempts=attempts))


def _done_again(run: Run, record: Record) -> Run:
    """The run once a step is confirmed: if it makes good what was undone, what failed for the lack of it may be tried again."""
    lost = (run.work.records[id].step for id in run.work.with_state("undone"))
    if not any(isinstance(step, Act) and is_same_act(step.skill, step.args, step.target, record) for step in lost):
        return run
    pardoned = [a for a in run.history.attempts if a.scene.undermined and not a.forgiven and not _was_pardoned(run, a)]
    attempts = tuple(replace(a, forgiven=True, pardoned=True) if a in pardoned else a for a in run.history.attempts)
    return replace(run, history=replace(run.history, attempts=attempts))


def _was_pardoned(run: Run, failure: Attempt) -> bool:
    """Whether the same act was tried once more before, since others were thought to have undone what it builds on."""
    return any(a.pardoned and a.scene.undermined and a.digest == failure.digest for a in run.history.attempts)


def undone(run: Run, change: Change, since: Mapping[str, Contract]) -> Run:
    """Steps whose effect went away by no act of ours leave the done work; what came back rejoins it.

    After an act that may do more than it says nobody can tell whose doing it is: what we took back ourselves is not undone. One
    that failed is thought to have taken nothing back, until the same happens once more, unless something came that speaks of it.
    """
    if not run.work.effects:
        return run
    failure, act, ours = run.trouble.failure, run.acting.intent, since.values()
    trusted = failure is not None and failure.step not in run.acting.doubtful and not _was_pardoned(run, failure)
    trusted = trusted and (act is None or failure is None or act.step != failure.step or not names_what_came(run, act))
    failed = failure.step if failure is not None and trusted else ""
    shaken = any(not contract.complete for step, contract in since.items() if step != failed)
    turned = (*((f, False) for f in change.removed), *((f, True) for f in change.added))
    for text, there in turned:
        fact = parse_fact(text)
        for lit, holds in ((fact, there), (fact.denied(), not there)):
            step_id = run.work.effects.get(lit.text, "")
            state = run.work.records[step_id].state if step_id else ""
            if state == "confirmed" and not holds and not shaken and not any(c.ends(lit) for c in ours):
                run = mark(run, step_id, "undone")
            elif state == "undone" and holds and not any(c.gives(lit) for c in ours):
                # It came back by itself; what we made again would be another step's doing.
                whole = run.seen.belief.holds(run.expected(run.work.records[step_id].step))
                run = mark(run, step_id, "confirmed") if whole else run
    for text in [text for text in run.work.effects if "*" in text] if not shaken else ():
        step_id, wanted = run.work.effects[text], parse(text)
        if run.work.records[step_id].state != "confirmed" or not any(_turned_now(lit, change) for lit in wanted):
            continue
        if run.seen.belief.holds(wanted) is False and not any(c.ends(lit) for c in ours for lit in wanted):
            run = mark(run, step_id, "undone")
    return run


def _turned_now(lit: Literal, change: Change) -> bool:
    """Whether a look shows something come, or gone, that may deny this."""
    facts = map(parse_fact, change.added if lit.negated else change.removed)
    return any(fact.name == lit.name and matches(lit, fact.args) for fact in facts)


def explained(run: Run) -> Run:
    """A failure that a change came before: once more is allowed in a world like the one the act began in."""
    failure = run.trouble.failure
    if failure is None or failure.kind != "changed" or not run.history.attempts or run.history.attempts[-1] != failure:
        return run
    if run.rests(run.work.records[failure.step].step, failure.args) == failure.scene.rests:
        return run
    return _noted(run, replace(failure, scene=replace(failure.scene, explained=True)))


def left_behind(run: Run) -> Run:
    """A failure of an act that may have acted: what is seen right after it may be its own doing, and makes no other world of the
    one that it failed in."""
    failure, act = run.trouble.failure, run.acting.intent
    if failure is None or act is None or not run.history.attempts or run.history.attempts[-1] != failure:
        return run
    record = run.work.records[failure.step]
    if failure.clean or failure.kind == "changed" or act.step != failure.step or run.known.may_repeat(record.step):
        return run
    needs, before = run.contract(record.step).needs, run.acting.believed
    if any(before.holds((lit,)) is False and run.seen.belief.holds_freshly((lit,)) for lit in needs):
        return run  # somebody brought about what it lacked
    rests, fingerprint = run.rests(record.step, failure.args), run.seen.belief.fingerprint
    return _noted(run, replace(failure, scene=replace(failure.scene, rests=rests, fingerprint=fingerprint)))


def undermined(run: Run) -> Run:
    """A failure after which work is seen to be undone: it may be tried once more when that is done again."""
    failure = run.trouble.failure
    if failure is None or not run.history.attempts or run.history.attempts[-1] != failure:
        return run
    if not any(map(run.seen_false, run.work.with_state("undone"))):
        return run
    return _noted(run, replace(failure, scene=replace(failure.scene, undermined=True)))


def _noted(run: Run, failure: Attempt) -> Run:
    """The run with more known of its last failure."""
    history = replace(run.history, attempts=(*run.history.attempts[:-1], failure))
    return replace(run, trouble=replace(run.trouble, failure=failure), history=history)


def taken_back(run: Run, plan: Plan, step: Step) -> Run:
    """The run once a fix has undone an earlier step, which no plan asked for: that step does not count as done any more."""
    if plan.cause.rule not in REMEDIES or not isinstance(step, Act):
        return run
    before = next((p for p in run.work.plans if p.version == plan.parent), None)
    if before is not None and before.position(step.id) < 0:
        for id in dict.fromkeys(run.work.deeds):
            if run.work.records[id].state in ("confirmed", "assumed") and undoes(
                step, run.work.records[id].step, run.known.skills
            ):
                run = mark(run, id, "undone")
    return run
