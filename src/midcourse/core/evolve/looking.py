"""What follows from a look: what is believed, what is confirmed, what was undone, what was learned."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..failing.failures import pause_before
from ..gates.entrusted import origin_in
from ..gates.fitting import late_before, names_what_came, speaks_of_one
from ..logic.conditions import Literal, coverage, parse_fact
from ..plans.contracts import Contract
from ..plans.kernels import Kernels
from ..run.budget import spend_on_look
from ..run.events import GIVES_UP, Looked, NotSeen
from ..run.records import Sighting
from ..run.state import Run, put
from ..seeing.belief import Belief, Change, lengthen, update
from ..seeing.hazard import Hazard
from .confirming import confirm, explained, left_behind, undermined, undone
from .turning import note_turn


def looked(run: Run, event: Looked) -> Run:
    """The run after a look."""
    change = Change(event.added, lengthen(event.removed, run.seen.belief))
    targets = run.seen.belief.targets if event.targets is None else event.targets
    since = _acts_since(run)
    ours = list(since.values())
    shaken = any(not c.complete for c in ours)
    before, seen, known = run, run.seen, run.known
    belief = update(seen.belief, change, event.covers, targets, run.at, event.stale, known.volatile, known.spoken_of, shaken)
    belief = replace(belief, unsure=_unsure(run, belief), picture=event.picture)
    kinds = seen.kinds_seen.union(f.split("(", 1)[0] for f in change.added) if change.added else seen.kinds_seen
    kernels = _monitor(run, belief, change)
    by_itself = seen.belief.looks > 0 and not ours and belief.print != seen.belief.print
    run = replace(
        run,
        seen=replace(
            seen,
            belief=belief,
            look_wanted="",
            acts_since_look=0,
            look_failures=0,
            blind=0,
            surprised=_surprise(run, belief),
            kinds_seen=kinds,
            drifts=seen.drifts or by_itself,
            hazard=_hazard(run, belief, change) if run.setup.settings.looking.look_cost else seen.hazard,
            predicted=None,
            origin=seen.origin or origin_in(change.added),
        ),
        spent=spend_on_look(run.spent, event.tier, event.cost),
        course=run.course if kernels is run.course.kernels else replace(run.course, kernels=kernels),
    )
    if _reconsidered(before, belief):
        run = replace(run, talk=replace(run.talk, said=None, reconsidered=True))
    if change.added or change.removed:
        run = undone(run, change, {**_not_yet_told(before, change), **since})
        run = _note_gone(run, change) if change.removed else run
    if before.seen.acts_since_look:
        if run.trouble.failure is not None:
            run = explained(run)
            run = undermined(left_behind(run) if change.added or change.removed else run)
        run = _credit(confirm(run), before, change, shaken)
        run = note_turn(_learn(run, before), change)
    else:
        run = _late(confirm(run), before, bool(ours)) if before.work.unmoved else run
        run = _perhaps_ours(run, change, _came_late(run, before))
    return _sighted(_hope(_news_of_before(run, before), before, ours), before.seen.belief, ours)


def _news_of_before(run: Run, before: Run) -> Run:
    """What an earlier act of ours did and shows only now tells nothing of one that broke off: it counts as there before that."""
    act, silent = run.acting.intent, run.acting.broken is None and run.trouble.failure is None
    in_question = not silent or run.acting.doubt is not None
    recent = before.seen.belief.at <= before.acting.to_come.latest
    late = late_before(run, act, silent) if act is not None and in_question and recent else ()
    if not late:
        return run
    moved = replace(run.work, unmoved=run.work.unmoved.difference(late))
    return replace(run, work=moved, acting=replace(run.acting, believed=run.seen.belief))


def _acts_since(run: Run) -> dict[str, Contract]:
    """The contracts of all steps that were begun since the last look, and of those that may still take effect."""
    acting = run.acting
    recent = run.seen.acts_since_look > 0 or run.seen.belief.at < acting.to_come.latest
    done = run.work.unconfirmed if recent else ()
    begun = [acting.intent.step] if acting.intent is not None and recent else []
    return {s: run.contract(run.work.records[s].step) for s in (*done, *begun, *acting.doubtful)}


def _not_yet_told(run: Run, change: Change) -> dict[str, Contract]:
    """The contracts of all acts that may do more than they say, of which that may have come since the last look, and whose
    arguments it names."""
    late = (id for id, due in run.acting.to_come.untold.items() if run.seen.belief.at < due.latest)
    facts = [parse_fact(text) for text in (*change.added, *change.removed)]
    return {id: run.contract(run.work.records[id].step) for id in late if speaks_of_one(run, id, facts)}


def _credit(run: Run, before: Run, change: Change, shaken: bool) -> Run:
    """What a look says of the acts before it: nothing changed after them, or what came may be their doing."""
    last = run.acting.last_act
    if last is None or last.outcome != "done" or before.acting.intent is None:
        return run
    step = before.acting.intent.step
    if before.seen.acts_since_look == 1 and run.seen.belief.print == before.acting.believed.print:
        wanted = run.expected(run.work.records[step].step)
        if not wanted or run.seen.belief.holds_freshly(wanted) is False:
            run = replace(run, work=replace(run.work, unmoved=run.work.unmoved | {step}))
    elif _is_whole(run) and not run.known.may_repeat(run.work.records[step].step) and names_what_came(run, before.acting.intent):
        run = put(run, step, replace(run.work.records[step], stirred=True))
    return _perhaps_ours(run, change, step if shaken else "")


def _perhaps_ours(run: Run, change: Change, step: str) -> Run:
    """The run once something came or went after a step that may do more than it says, if there is one."""
    if not step or not (change.added or change.removed):
        return run
    turned = (*change.added, *(parse_fact(f).denied().text for f in change.removed))
    return replace(run, seen=replace(run.seen, perhaps_ours={**run.seen.perhaps_ours, **dict.fromkeys(turned, step)}))


def _came_late(run: Run, before: Run) -> str:
    """The act that may do more than it says, and of which more may have come since the last look: that one was too early, or what
    the act says is seen only now."""
    untold = before.acting.to_come.untold
    told = [id for id in untold if run.work.records[id].state == "confirmed" != before.work.records[id].state]
    return next(reversed([*untold]), "") if before.is_early else next(iter(told), "")


def _is_whole(run: Run) -> bool:
    """Whether every step of the plan is meant: who plans by contracts takes them at their word."""
    return run.course.plan is not None and not run.course.plan.means


def _late(run: Run, before: Run, settling: bool) -> Run:
    """An effect that came late. What changes while the last act may still take effect may be its doing: it is not called idle."""
    last = before.acting.intent.step if before.acting.intent is not None else ""
    if settling and last in run.work.unmoved and run.seen.belief.print != before.seen.belief.print:
        return replace(run, work=replace(run.work, unmoved=run.work.unmoved - {last}))
    return run


def _hope(run: Run, before: Run, ours: Sequence[Contract]) -> Run:
    """What nobody knew when the plan was made and is seen now counts from now on. What went by an act of ours that says so, or
    after one that may do more than it says, is hoped for where a later step may bring it back. So is it that there be none of
    what is seen for the first time, if the steps ahead take it away piece by piece."""
    now, then = run.course.kernels, before.course.kernels
    if now is None or then is None or now is then:
        return run
    ahead = now.contracts[run.course.position :]
    seen = {ghost for ghost in now.ghosts if now.truth.get(ghost) and then.truth.get(ghost) is None}
    seen = {ghost for ghost in seen if not now.met_by_chance(run.course.position, ghost)}
    seen = {
        ghost for ghost in seen if not any(contract.takes(ghost) for contract in ahead)
    }  # what the plan takes itself may come back
    lost: set[Literal] = set()
    if ours and run.course.position < len(now.contracts):
        gone = (lit for lit, held in now.truth.items() if held is False and then.truth.get(lit) is not False)
        gone = (lit for lit in gone if any(not c.complete or c.takes(lit) or c.before(lit) != lit for c in ours))
        lost = {lit for lit in gone if lit not in now.ghosts and now.may_come(run.course.position, lit)}
    facts, covered = run.seen.belief.facts, run.seen.belief.covered
    first = [lit for lit, held in now.truth.items() if held is False and then.truth.get(lit) is None]
    pieces = {lit for lit in first if now.is_taken_piece_by_piece(run.course.position, lit, facts, covered)}
    if not seen and not lost and not pieces:
        return run
    kernels = now.haunted((now.ghosts - seen) | lost | pieces, facts, covered)
    return replace(run, course=replace(run.course, kernels=kernels))


def _sighted(run: Run, before: Belief, ours: Sequence[Contract]) -> Run:
    """What the look before showed of the goal is kept once a look shows other things; not what an act of ours takes back."""
    kept = run.seen.sightings
    if run.known.goal and before.looks and before.fresh != run.seen.belief.fresh:
        truths = [(lit, before.holds_freshly((lit,))) for lit in run.known.goal]
        decided = {lit.text for lit, held in truths if held is not None}
        shown = {lit.text: Sighting(before.looks, before.at) for lit, held in truths if held}
        kept = {**{text: seen for text, seen in kept.items() if text not in decided}, **shown}
    if kept and ours:
        undone_by_us = {lit.text for lit in run.known.goal if any(c.ends(lit) for c in ours)}
        kept = {text: seen for text, seen in kept.items() if text not in undone_by_us}
    return run if kept is run.seen.sightings else replace(run, seen=replace(run.seen, sightings=kept))


def _reconsidered(run: Run, belief: Belief) -> bool:
    """Whether the planner gave up in a world that is another by now, as far as anything in it is known to matter."""
    said = run.talk.said
    if said is None or said.answer not in GIVES_UP or not run.setup.strategy.watches or run.talk.reconsidered:
        return False
    return belief.core != run.seen.belief.core if run.known.spoken_of else belief.print != run.seen.belief.print


def not_seen(run: Run, event: NotSeen) -> Run:
    """The run after a look that failed. When the retries are used up, it goes on with what it believed before."""
    failures, settings = run.seen.look_failures, run.setup.settings
    seen = replace(run.seen, belief=replace(run.seen.belief, stale=event.detail))
    if failures + 1 <= settings.looking.look_retries:
        again_at = run.at + pause_before(failures, settings.patience.backoff)
        return replace(run, seen=replace(seen, look_failures=failures + 1, look_again_at=again_at))
    seen = replace(seen, look_failures=0, look_wanted="", acts_since_look=0, blind=seen.blind + 1)
    return replace(run, seen=seen, people=replace(run.people, reply=None))


def _monitor(run: Run, belief: Belief, change: Change) -> Kernels | None:
    if run.course.kernels is None:
        return None
    if belief.sure is not run.seen.belief.sure or belief.unsure != run.seen.belief.unsure:
        return run.course.kernels.seen_anew(belief.facts, belief.covered)
    return run.course.kernels.seen((*change.added, *change.removed), belief.facts, belief.covered)


def _unsure(run: Run, belief: Belief) -> frozenset[str]:
    """What our acts should bring about and this look does not cover: what was known of it before counts no more."""
    fresh = coverage(belief.fresh)
    if fresh.everything:
        return frozenset()
    acts = (*run.work.unconfirmed, *run.acting.doubtful)
    brought = {lit.fact for s in acts for lit in run.expected(run.work.records[s].step) if not lit.negated and not lit.open}
    return frozenset(f for f in run.seen.belief.unsure | brought if f not in belief.facts and not fresh.has(parse_fact(f)))


def _hazard(run: Run, belief: Belief, change: Change) -> Hazard:
    """What this look teaches."""
    if not run.seen.acts_since_look:
        return run.seen.hazard
    ours = [run.contract(run.work.records[s].step) for s in run.work.unconfirmed]
    by_itself: set[str] = set()
    for text, there in (*((f, True) for f in change.added), *((f, False) for f in change.removed)):
        literal = parse_fact(text) if there else parse_fact(text).denied()
        if not any(c.gives(literal) for c in ours):
            by_itself.add(literal.name)
    wanted = [run.expected(run.work.records[s].step) for s in run.work.unconfirmed]
    nothing = sum(bool(w) and belief.holds_freshly(w) is False for w in wanted)
    return run.seen.hazard.seen(run.seen.acts_since_look, by_itself, nothing)


def _surprise(run: Run, belief: Belief) -> str:
    """What is not as predicted; a surprise lasts until a plan is made for it."""
    if run.seen.predicted is None or run.seen.predicted == belief.facts:
        return run.seen.surprised
    odd = sorted(run.seen.predicted ^ belief.facts)
    return ", ".join(odd[:3]) + (f" and {len(odd) - 3} more" if len(odd) > 3 else "")


def _learn(run: Run, before: Run) -> Run:
    """A ghost that came true after one act is that act's undeclared effect."""
    now, then = run.course.kernels, before.course.kernels
    if now is None or then is None or not now.ghosts or before.seen.acts_since_look != 1 or run.course.position == 0:
        return run
    came = [ghost for ghost in now.ghosts if now.truth.get(ghost) and then.truth.get(ghost) is False]
    came = [ghost for ghost in came if not now.met_by_chance(run.course.position, ghost)]
    if not came or run.trouble.failure is not None:
        return run
    kernels = now.learned(run.course.position - 1, came, run.seen.belief.facts, run.seen.belief.covered)
    return replace(run, course=replace(run.course, kernels=kernels))


def _note_gone(run: Run, change: Change) -> Run:
    """Remember what went for nothing else to take its place; a clock's old time is not worth remembering."""
    came = {parse_fact(f).name for f in change.added}
    left = {f for f in change.removed if (name := parse_fact(f).name) not in run.known.spoken_of and name not in came}
    return replace(run, seen=replace(run.seen, gone_before=run.seen.gone_before | left)) if left else run
