"""Whether what a done act brought about is gone, and whether a plan that gives the act once more means it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..logic.conditions import Literal, matches, parse, parse_fact
from ..plans.contracts import Contract
from ..plans.plan import Achieve, Act, Step
from ..run.state import Run
from .amounts import amounts
from .deeds import amount
from .ways import deeds_toward


def is_of(run: Run, id: str, what: str) -> bool:
    """Whether a step that was done is an act that amounts to this."""
    step = run.work.records[id].step
    return isinstance(step, Act) and amount(run, step) == what


def came_to_nothing(run: Run, deed: str, step: Step, steps: Sequence[Step]) -> bool:
    """Whether the effect of a deed is seen to be missing, all of it: where a part is there, it was done. One that was seen may
    have been taken back by a later deed of ours: where that stands behind it once more, it was done too."""
    record = run.work.records[deed]
    if not run.seen_false(deed) or any(run.seen.belief.holds_freshly((lit,)) for lit in run.expected(record.step)):
        return False
    later = run.work.deeds[run.work.deeds.index(deed) + 1 :]
    behind = _behind(run, step, steps)
    return record.state != "confirmed" or not any(is_of(run, id, what) for id in later for what in behind)


def is_wanted_again(run: Run, deed: str, step: Act, steps: Sequence[Step]) -> bool:
    """Whether the effect of a deed is gone by a step of ours that does not stand behind it in the plan. One that does not say
    that it took it counts where the goal wants it, and wherever it stands if a step that was never done needs it."""
    if not run.seen_false(deed):
        return False
    made = run.expected(run.work.records[deed].step)
    if _seen_takers(run, deed, _needed_behind(run, step, steps).intersection(made)):
        return True
    takers = {*_takers(run, deed, made), *_seen_takers(run, deed, set(run.known.goal).intersection(made))}
    return bool(takers) and not _behind(run, step, steps).intersection(takers)


def _needed_behind(run: Run, step: Step, steps: Sequence[Step]) -> set[Literal]:
    """What the steps behind one need that were never done."""
    acts, place = amounts(run, steps), next(i for i, s in enumerate(steps) if s.id == step.id)
    return {lit for s in steps[place + 1 :] if acts.get(s.id) not in run.work.times for lit in run.contract(s).needs}


def is_taken_behind(run: Run, deed: str, goal: Achieve, steps: Sequence[Step]) -> bool:
    """Whether a deed has reached a goal, and what of that holds no more was taken by a step of ours that stands behind it in the
    plan, too."""
    wanted = [lit for lit in parse(goal.condition) if run.seen.belief.holds_freshly((lit,)) is False]
    if run.work.records[deed].state != "confirmed":
        return False
    takers = {*_takers(run, deed, wanted), *_seen_takers(run, deed, wanted)}
    return bool(_behind(run, goal, steps).intersection(takers))


def _takers(run: Run, deed: str, wanted: Iterable[Literal]) -> list[str]:
    """What the later acts amount to that take away something of this."""
    return [amount(run, step) for step in _done_since(run, deed).values() if any(run.contract(step).takes(lit) for lit in wanted)]


def _seen_takers(run: Run, deed: str, wanted: Iterable[Literal]) -> list[str]:
    """What those of them amount to after which something of this was seen to go, though they did not say so."""
    since, went = _done_since(run, deed), (run.seen.perhaps_ours.get(lit.denied().text, "") for lit in wanted)
    return [amount(run, since[id]) for id in went if id in since]


def _done_since(run: Run, deed: str) -> dict[str, Act]:
    """The acts that were done after another, and stand."""
    later = (run.work.records[id] for id in run.work.deeds[run.work.deeds.index(deed) + 1 :])
    return {r.step.id: r.step for r in later if isinstance(r.step, Act) and r.state in ("confirmed", "assumed")}


def _behind(run: Run, step: Step, steps: Sequence[Step]) -> set[str]:
    """What the steps behind one amount to, with what was done on the way to the goals among them."""
    acts = amounts(run, steps)
    place = next(i for i, s in enumerate(steps) if s.id == step.id)
    goals = [s for s in steps[place + 1 :] if isinstance(s, Achieve)]
    led = (run.work.records[id].step for goal in goals for id in deeds_toward(run, goal.goal))
    return {acts[s.id] for s in steps[place + 1 :] if s.id in acts} | {amount(run, act) for act in led if isinstance(act, Act)}


def has_more_to_take(run: Run, contract: Contract) -> bool:
    """Whether something that the step takes away, and does not make itself, may still be there."""
    gone = tuple(lit.denied() for lit in contract.breaks if not lit.open and lit not in contract.makes)
    others = [lit for lit in contract.breaks if lit.open]
    there = (parse_fact(text) for text in run.seen.belief.facts) if others else ()
    left = any(p.name == lit.name and matches(p, lit.args) and lit not in contract.makes for lit in there for p in others)
    return left or (bool(gone) and run.seen.belief.holds_freshly(gone) is not True)


def went_with(run: Run, id: str, lost: Iterable[Literal]) -> bool:
    """Whether what an act made may have gone with what does not hold, and to do it again does no harm if it did not."""
    return may_have_gone_with(run, id, lost) and run.known.may_repeat(run.work.records[id].step)


def may_have_gone_with(run: Run, id: str, lost: Iterable[Literal]) -> bool:
    """Whether all that an act says it makes, and was seen, or all that came with one that says nothing, is seen gone, and went
    with what does not hold. An act of ours in between may have used it up."""
    if id not in run.work.deeds or run.used_up(id):
        return False
    record = run.work.records[id]
    made = run.expected(record.step)
    if made and record.state not in ("confirmed", "undone"):
        return False
    return _went_together(run, made or _came_with(run, id), lost)


def left_no_trace(run: Run, id: str) -> bool:
    """Whether all that was seen to come with an act that says nothing of what it makes is gone by now."""
    came = [] if run.expected(run.work.records[id].step) else _came_with(run, id)
    return bool(came) and all(run.seen.belief.holds_freshly((lit,)) is False for lit in came)


def _came_with(run: Run, id: str) -> list[Literal]:
    return [
        lit for text, step in run.seen.perhaps_ours.items() if step == id and not text.startswith("not ") for lit in parse(text)
    ]


def _went_together(run: Run, made: Sequence[Literal], lost: Iterable[Literal]) -> bool:
    """Whether all of it is seen not to be so, and went with what was lost: after the same step of ours, or after none."""
    when = {_gone_after(run, lit) for lit in lost}
    gone = bool(made) and all(run.seen.belief.holds_freshly((lit,)) is False for lit in made)
    return gone and all(_gone_after(run, lit) in when for lit in made)


def _gone_after(run: Run, literal: Literal) -> str:
    """The step of ours after which this was seen to go; '' where it was none."""
    return run.seen.perhaps_ours.get(literal.denied().text, "")
