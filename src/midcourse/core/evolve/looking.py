"""What follows from a look: what is believed, what is confirmed, what was undone, what was learned."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..failing.failures import pause_before, tries_allowed
from ..history.stuck import WINDOW, Turn
from ..logic.conditions import Literal, coverage, parse, parse_fact
from ..plans.contracts import Contract
from ..plans.kernels import Kernels
from ..plans.plan import REPLAN_STEP, Act, Plan, Replan
from ..run.events import GIVES_UP, Looked, NotSeen
from ..run.records import Record, Sighting
from ..run.state import Run, mark
from ..seeing.belief import Belief, Change, lengthen, update
from ..seeing.hazard import Hazard


def looked(run: Run, event: Looked) -> Run:
    """The run after a look."""
    change = Change(event.added, lengthen(event.removed, run.belief))
    targets = run.belief.targets if event.targets is None else event.targets
    ours = _acts_since(run)
    shaken = any(not c.complete for c in ours)
    belief = update(run.belief, change, event.covers, targets, run.at, event.stale, run.volatile, run.spoken_of, shaken)
    belief = replace(belief, unsure=_unsure(run, belief), picture=event.picture)
    before = run
    run = replace(
        run,
        belief=belief,
        kernels=_monitor(run, belief, change),
        look_wanted="",
        acts_since_look=0,
        look_failures=0,
        blind=0,
        surprised=_surprise(run, belief),
        kinds_seen=run.kinds_seen.union(f.split("(", 1)[0] for f in change.added) if change.added else run.kinds_seen,
        drifts=run.drifts or (run.belief.looks > 0 and not ours and belief.print != run.belief.print),
        hazard=_hazard(run, belief, change) if run.settings.look_cost else run.hazard,
        predicted=None,
    )
    if _reconsidered(before, belief):
        run = replace(run, said=None, reconsidered=True)
    if change.added or change.removed:
        run = _undone(run, change, ours)
        run = _note_gone(run, change) if change.removed else run
    if before.acts_since_look:
        run = explained(run) if run.failure is not None else run
        run = _credit(confirm(run), before, change, shaken)
        run = _note_turn(_learn(run, before), change)
    elif before.unmoved:
        run = _late(confirm(run), before, bool(ours))
    return _sighted(_hope(run, before, shaken), before.belief, ours)


def _acts_since(run: Run) -> list[Contract]:
    """The contracts of all acts that were begun since the last look, and of those that may still take effect."""
    recent = run.acts_since_look > 0 or run.belief.at < run.settling
    done = run.unconfirmed if recent else ()
    begun = [run.intent.step] if run.intent is not None and recent else []
    doubtful = [*([run.doubt.step] if run.doubt else ()), *(d.act.step for d in run.aside)] if run.doubt or run.aside else []
    return [run.contract(run.records[s].step) for s in dict.fromkeys((*done, *begun, *doubtful))]


def _credit(run: Run, before: Run, change: Change, shaken: bool) -> Run:
    """What a look says of the acts before it: nothing changed after them, or what came may be their doing."""
    last = run.last_act
    if last is None or last.outcome != "done" or before.intent is None:
        return run
    step = before.intent.step
    if before.acts_since_look == 1 and run.belief.print == before.believed.print:
        wanted = run.expected(run.records[step].step)
        if not wanted or run.belief.holds_freshly(wanted) is False:
            run = replace(run, unmoved=run.unmoved | {step})
    return replace(run, perhaps_ours=run.perhaps_ours.union(change.added)) if shaken and change.added else run


def _late(run: Run, before: Run, settling: bool) -> Run:
    """An effect that came late. What changes while the last act may still take effect may be its doing: it is not called idle."""
    last = before.intent.step if before.intent is not None else ""
    if settling and last in run.unmoved and run.belief.print != before.belief.print:
        return replace(run, unmoved=run.unmoved - {last})
    return run


def _hope(run: Run, before: Run, shaken: bool) -> Run:
    """What nobody knew when the plan was made and is seen now counts from now on. What went after an act that may do more than
    it says may be our own doing: where a later step may bring it back, it is hoped for."""
    now, then = run.kernels, before.kernels
    if now is None or then is None or now is then:
        return run
    seen = {ghost for ghost in now.ghosts if now.truth.get(ghost) and then.truth.get(ghost) is None}
    lost: set[Literal] = set()
    if shaken and run.position < len(now.contracts):
        gone = (lit for lit, held in now.truth.items() if held is False and then.truth.get(lit) is not False)
        lost = {lit for lit in gone if lit not in now.ghosts and now.may_come(run.position, lit)}
    if not seen and not lost:
        return run
    return replace(run, kernels=now.haunted((now.ghosts - seen) | lost, run.belief.facts, run.belief.covered))


def _sighted(run: Run, before: Belief, ours: Sequence[Contract]) -> Run:
    """What the look before showed of the goal is kept once a look shows other things; not what an act of ours takes back."""
    kept = run.sightings
    if run.goal and before.looks and before.fresh != run.belief.fresh:
        truths = [(lit, before.holds_freshly((lit,))) for lit in run.goal]
        decided = {lit.text for lit, held in truths if held is not None}
        shown = {lit.text: Sighting(before.looks, before.at) for lit, held in truths if held}
        kept = {**{text: seen for text, seen in kept.items() if text not in decided}, **shown}
    if kept and ours:
        taken = {lit.text for lit in run.goal if any(c.takes(lit) for c in ours)}
        kept = {text: seen for text, seen in kept.items() if text not in taken}
    return run if kept is run.sightings else replace(run, sightings=kept)


def _reconsidered(run: Run, belief: Belief) -> bool:
    """Whether the planner gave up in a world that is another by now, as far as anything in it is known to matter."""
    if run.said is None or run.said.answer not in GIVES_UP or run.settings.replan != "validity" or run.reconsidered:
        return False
    return belief.core != run.belief.core if run.spoken_of else belief.print != run.belief.print


def not_seen(run: Run, event: NotSeen) -> Run:
    """The run after a look that failed. When the retries are used up, it goes on with what it believed before."""
    run = replace(run, look_failures=run.look_failures + 1, belief=replace(run.belief, stale=event.detail))
    run = replace(run, retry_at=run.at + pause_before(run.look_failures - 1, run.settings.backoff))
    if run.look_failures <= run.settings.look_retries:
        return run
    return replace(run, look_failures=0, look_wanted="", acts_since_look=0, blind=run.blind + 1, reply=None)


def _monitor(run: Run, belief: Belief, change: Change) -> Kernels | None:
    if run.kernels is None:
        return None
    if belief.sure is not run.belief.sure or belief.unsure != run.belief.unsure:
        return run.kernels.seen_anew(belief.facts, belief.covered)
    return run.kernels.seen((*change.added, *change.removed), belief.facts, belief.covered)


def _unsure(run: Run, belief: Belief) -> frozenset[str]:
    """What our acts should bring about and this look does not cover: what was known of it before counts no more."""
    fresh = coverage(belief.fresh)
    if fresh.everything:
        return frozenset()
    acts = [*run.unconfirmed, *([run.doubt.step] if run.doubt else ()), *(d.act.step for d in run.aside)]
    brought = {lit.fact for s in acts for lit in run.expected(run.records[s].step) if not lit.negated and not lit.open}
    return frozenset(f for f in run.belief.unsure | brought if f not in belief.facts and not fresh.has(parse_fact(f)))


def explained(run: Run) -> Run:
    """A failure that a change came before: once more is allowed in a world like the one the act began in."""
    failure = run.failure
    if failure is None or failure.kind != "changed" or not run.attempts or run.attempts[-1] != failure:
        return run
    if run.rests(run.records[failure.step].step, failure.args) == failure.rests:
        return run
    told = replace(failure, explained=True)
    return replace(run, failure=told, attempts=(*run.attempts[:-1], told))


def _hazard(run: Run, belief: Belief, change: Change) -> Hazard:
    """What this look teaches."""
    if not run.acts_since_look:
        return run.hazard
    ours = [run.contract(run.records[s].step) for s in run.unconfirmed]
    by_itself: set[str] = set()
    for text, there in (*((f, True) for f in change.added), *((f, False) for f in change.removed)):
        literal = parse_fact(text) if there else parse_fact(text).denied()
        if not any(c.gives(literal) for c in ours):
            by_itself.add(literal.name)
    wanted = [run.expected(run.records[s].step) for s in run.unconfirmed]
    nothing = sum(bool(w) and belief.holds_freshly(w) is False for w in wanted)
    return run.hazard.seen(run.acts_since_look, by_itself, nothing)


def _surprise(run: Run, belief: Belief) -> str:
    """What is not as predicted; a surprise lasts until a plan is made for it."""
    if run.predicted is None or run.predicted == belief.facts:
        return run.surprised
    odd = sorted(run.predicted ^ belief.facts)
    return ", ".join(odd[:3]) + (f" and {len(odd) - 3} more" if len(odd) > 3 else "")


def confirm(run: Run) -> Run:
    """Assumed steps whose effect is seen are confirmed, and their earlier failures forgiven."""
    waiting: list[str] = []
    for step_id in run.unconfirmed:
        record = run.records[step_id]
        wanted = run.expected(record.step)
        if record.state != "assumed" or not wanted:
            continue
        if not run.belief.holds_freshly(wanted) or _says_nothing(run, record):
            waiting.append(step_id)
            continue
        run = replace(
            mark(run, step_id, "confirmed"),
            unmoved=run.unmoved - {step_id},
            settling=0.0 if step_id == run.unconfirmed[-1] else run.settling,
            progress=True,
            effects={**run.effects, **{lit.text: step_id for lit in wanted}},
        )
        if run.attempts:
            run = _forgive(run, record)
    return replace(run, unconfirmed=tuple(waiting))


def _says_nothing(run: Run, record: Record) -> bool:
    """Whether all that is left of a doubted contract was to be seen before the act."""
    begun = run.intent is not None and run.intent.step == record.step.id
    if not begun or not isinstance(record.step, Act) or record.step.skill not in run.doubted:
        return False
    return all(lit.text in run.shown_before for lit in run.expected(record.step))


def _forgive(run: Run, record: Record) -> Run:
    attempts = tuple(
        replace(a, forgiven=True) if a.step == record.step.id or _same_act(a.skill, a.args, a.target, record) else a
        for a in run.attempts
    )
    return replace(run, attempts=attempts)


def _same_act(skill: str, args: object, target: str, record: Record) -> bool:
    step = record.step
    return isinstance(step, Act) and (skill, args, target) == (step.skill, step.args, step.target)


def _undone(run: Run, change: Change, ours: Sequence[Contract]) -> Run:
    """Steps whose effect went away by no act of ours leave the done work; what came back rejoins it.

    After an act that may do more than it says nobody can tell whose doing it is: what we took back ourselves is not undone.
    """
    if not run.effects:
        return run
    shaken = any(not c.complete for c in ours)
    turned = (*((f, False) for f in change.removed), *((f, True) for f in change.added))
    for text, there in turned:
        fact = parse_fact(text)
        for lit, holds in ((fact, there), (fact.denied(), not there)):
            step_id = run.effects.get(lit.text, "")
            state = run.records[step_id].state if step_id else ""
            if state == "confirmed" and not holds and not shaken and not any(c.takes(lit) for c in ours):
                run = mark(run, step_id, "undone")
            elif state == "undone" and holds and not any(c.gives(lit) for c in ours):
                # It came back by itself; what we made again would be another step's doing.
                whole = run.belief.holds(run.expected(run.records[step_id].step))
                run = mark(run, step_id, "confirmed") if whole else run
    for text, step_id in run.effects.items():
        if "*" in text and not shaken and run.records[step_id].state == "confirmed" and run.belief.holds(parse(text)) is False:
            run = mark(run, step_id, "undone")
    return run


def _learn(run: Run, before: Run) -> Run:
    """A ghost that came true after one act is that act's undeclared effect."""
    now, then = run.kernels, before.kernels
    if now is None or then is None or not now.ghosts or before.acts_since_look != 1 or run.position == 0:
        return run
    came = [ghost for ghost in now.ghosts if now.truth.get(ghost) and then.truth.get(ghost) is False]
    if not came or run.failure is not None:
        return run
    return replace(run, kernels=now.learned(run.position - 1, came, run.belief.facts, run.belief.covered))


def _gained(run: Run, change: Change) -> bool:
    """A fact came that takes no other's place: the tenth `processed(x)` is progress, the tenth `time(x)` is a clock.

    One that was there before, and comes back, is neither.
    """
    if not change.added:
        return False
    gone = {parse_fact(f).name for f in change.removed}
    fresh = (f for f in change.added if f not in run.gone_before)
    return any((name := parse_fact(f).name) not in gone and name not in run.spoken_of for f in fresh)


def _note_gone(run: Run, change: Change) -> Run:
    """Remember what went for nothing else to take its place; a clock's old time is not worth remembering."""
    came = {parse_fact(f).name for f in change.added}
    left = {f for f in change.removed if (name := parse_fact(f).name) not in run.spoken_of and name not in came}
    return replace(run, gone_before=run.gone_before | left) if left else run


def _is_retry(run: Run) -> bool:
    """A retry that the ladder allows is no sign of going in circles: it has a limit of its own."""
    failure, step = run.failure, run.last_step
    if failure is None and step is not None and run.records[step.id].state == "assumed" and run.seen_false(step.id):
        return True  # it did nothing: the ladder counts that
    if failure is None and step is not None and run.came_out_otherwise(step):
        return True  # it may, and says so
    if failure is None or tries_allowed(failure.kind, run.settings.retries) == 1:
        return False
    return sum(a.digest == failure.digest and not a.forgiven for a in run.attempts) > 1


def _is_as_planned(run: Run) -> bool:
    """Whether the act was done no more often than the plan that brought it says: such a plan does not go in circles."""
    step = run.last_step
    if run.last_act is None or run.last_act.outcome != "done":
        return False
    if not isinstance(step, Act) or run.plan is None or run.records[step.id].attempts != 1:
        return False
    record = run.records[step.id]
    brought = (r.step for r in run.records.values() if r.version == record.version)
    same = sum(isinstance(s, Act) and _same_act(s.skill, s.args, s.target, record) for s in brought)
    return run.times.get(run.last_act.digest, 0) <= same


def _is_a_stretch(plan: Plan | None) -> bool:
    """Whether a plan is one of several, each asked for by the `replan` step of the one before."""
    return plan is not None and (plan.cause.rule == REPLAN_STEP or isinstance(plan.steps[-1], Replan))


def _note_turn(run: Run, change: Change) -> Run:
    last = run.last_act
    if last is None or _is_retry(run):
        return run
    skill = run.skills.get(last.skill)
    world = run.belief.core
    whole, act, output = run.belief.print, last.digest, last.output
    seen_before, told_before, new_act, new_place = False, not output, True, True
    for t in run.turns:
        seen_before = seen_before or t.world == world
        told_before = told_before or t.output == output
        new_act = new_act and t.act != act
        new_place = new_place and t.whole != whole
    # An act not done before led to a world not seen before. After a repeated act the difference may be a mere clock.
    somewhere_new = last.outcome == "done" and new_act and new_place
    turn = Turn(
        act=last.digest,
        outcome=last.outcome,
        skill=last.skill,
        world=world,
        output=last.output,
        whole=whole,
        news=not (seen_before and told_before) or somewhere_new or _gained(run, change) or _is_as_planned(run),
        unmet=run.kernels.unmet[-1] if run.kernels is not None else 0,
        asked=last.outcome == "done" and _is_a_stretch(run.plan),
        waits=last.outcome == "done" and skill is not None and skill.risk == "harmless" and not skill.makes,
    )
    return replace(run, turns=(*run.turns[1 - WINDOW :], turn))
