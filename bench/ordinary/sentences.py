"""Is what the journal and the ending say true? Each sentence is held against the truth of its moment.

A sentence that should name a fact and names none counts as untrue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from midcourse.core.errors import BadInput
from midcourse.core.logic.conditions import Condition, parse
from midcourse.core.plans.contracts import contract_of
from midcourse.core.plans.plan import Act
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Ended, Looked, Missed, Passed, Planned, PlanRequested, Reentered, Settled
from midcourse.core.run.state import Run

from .drawing import NEVER
from .world import OrdinaryWorld, What

_FACT = r"(?:not )?\w+(?:\([^)]*\))?"
_FACTS = re.compile(rf"{_FACT}(?: and {_FACT})*")


class Told(NamedTuple):
    """An entry, the run after it, and the truth at that moment."""

    entry: Entry
    run: Run
    truth: frozenset[str]
    ledger: dict[What, int]
    pending: int


def untrue(told: list[Told], world: OrdinaryWorld) -> tuple[list[str], int]:
    """The untrue sentences of a run, and how many were checked."""
    found: list[str] = []
    checked = 0
    looks = _Looks()
    for before, now in zip([told[0], *told], told, strict=False):
        looks.note(now)
        for problem in _problems(before.run, now, looks, world):
            checked += 1
            if problem:
                found.append(problem)
    return found, checked


class _Looks:
    """What looks have shown so far."""

    def __init__(self) -> None:
        self.last: frozenset[str] = frozenset()
        self.ever: set[str] = set()

    def note(self, now: Told) -> None:
        if isinstance(now.entry.event, Looked):
            self.last = now.truth
            self.ever |= set(now.entry.event.added) | set(now.run.seen.belief.facts)


def _problems(before: Run, now: Told, looks: _Looks, world: OrdinaryWorld) -> Iterator[str]:
    """For each sentence of an event: '' if it is true, else what is wrong with it."""
    event = now.entry.event
    match event:
        case Reentered(skipped=skipped, because=why) if skipped:
            yield _skipped(before, now, skipped, why, looks)
        case Reentered(redone=redone, because=why) if redone:
            failure = before.trouble.failure
            yield "" if failure is not None and failure.sentence() in why else _lost(why, now.truth, world)
        case Passed(step=step, because=why):
            yield _passed(before, now, step, why, looks)
        case Settled(step=step, happened=happened, by=by):
            yield _settled(before, now, step, happened, by, world)
        case PlanRequested(purpose="replan", cause=cause):
            if not cause.detail:
                yield f"replan without a reason: {cause.rule}"
            elif "no longer" in cause.rule or "no longer" in cause.detail or "does not hold" in cause.detail:
                yield _lost(f"{cause.detail} {'no longer' if 'no longer' in cause.rule else ''}", now.truth, world)
        case Missed(reason="no_effect" | "partial_effect", detail=detail):
            wanted = _facts(_between(detail, "but ", " is seen"))
            yield "" if wanted and not _hold(wanted, looks.last) else f"missed: {detail}"
        case Planned(plan=plan) if plan.version > 1:
            yield "" if plan.cause.rule else "a plan without a cause"
        case Ended():
            yield from _ending(now, looks, world)
        case _:
            pass


def _skipped(before: Run, now: Told, skipped: tuple[str, ...], why: str, looks: _Looks) -> str:
    named = _facts(why.partition(": ")[2]) or _facts(_between(why, "any more: ", " is so"))
    if named:
        return "" if _hold(named, now.truth) and _hold(named, looks.last) else f"skipped: {why}"
    for id in skipped:
        step = before.work.records[id].step
        made = contract_of(step, before.known.skills, before.work.outputs).makes if isinstance(step, Act) else ()
        if not made or not _hold(made, now.truth):
            return f"skipped {id}: {why or 'no reason'}"
    return f"skipped, and no fact is named: {why}"


def _lost(why: str, truth: frozenset[str], world: OrdinaryWorld) -> str:
    named = _facts(_between(why, "", " does not hold")) or _facts(_between(why, "", " no longer"))
    named = named or _facts(_between(why, "but ", " does not hold")) or _facts(_between(why, "to mend: ", " does not hold"))
    if not named:
        return f"no fact is named: {why}"
    if _hold(named, truth):
        return f"it does hold: {why}"
    once = all(lit.negated or lit.fact in world.held for lit in named)
    return f"it never held: {why}" if "no longer" in why and not once else ""


def _passed(before: Run, now: Told, step_id: str, why: str, looks: _Looks) -> str:
    step = before.work.records[step_id].step
    if not why:
        return f"passed {step_id} without a reason"
    if "was done before" in why and isinstance(step, Act):
        times = sum(n for (skill, _), n in now.ledger.items() if skill == step.skill.removesuffix("_other"))
        return "" if times or now.pending else f"passed {step_id} ({step.skill}): {why}"
    if "already holds" in why:
        named = _facts(_between(why, "", " already"))
        return "" if named and _hold(named, now.truth) else f"passed: {why}"
    return ""


def _settled(before: Run, now: Told, step_id: str, happened: bool, by: str, world: OrdinaryWorld) -> str:
    step = before.work.records[step_id].step
    act = before.acting.doubt or next((d.act for d in before.acting.aside if d.act.step == step_id), None)
    if not isinstance(step, Act) or act is None or by == "repeatable":
        return ""  # it says itself that it is not known
    what = (act.skill.removesuffix("_other"), tuple(sorted(act.args.items())))
    done = sum(
        r.state in ("confirmed", "assumed") and isinstance(r.step, Act) and r.step.skill == act.skill and r.step.args == step.args
        for id, r in before.work.records.items()
        if id != step_id
    )
    really = now.ledger.get(what, 0) > done or now.pending > 0
    return "" if really == happened else f"settled {act.skill} as {'happened' if happened else 'not happened'} by {by}"


def _ending(now: Told, looks: _Looks, world: OrdinaryWorld) -> Iterator[str]:
    ending, run = now.run.ending, now.run
    assert ending is not None
    verdict = getattr(ending, "verdict", "")
    if not ending.success and not ending.final_detail and verdict != "done_unproven":
        yield f"ended {ending.final_reason} without a reason"
    if "a person did not want" in ending.final_detail:
        yield f"nobody was asked: {ending.final_detail}"
    if "seen and not" in ending.next_safe_action:
        blind = [
            id
            for id, r in run.work.records.items()
            if isinstance(r.step, Act)
            and r.state in ("confirmed", "assumed")
            and not run.known.skills[r.step.skill].repeatable
            and not _would_be_seen(run, r.step, world)
        ]
        yield f"{', '.join(blind)} would be done again: {ending.next_safe_action}" if blind else ""
    if ending.success and "fresh look" in ending.said_by:
        late = [lit for name in re.findall(r"; (.+?) as (?:last )?seen", ending.said_by) for lit in _facts(name)]
        goal = [lit for lit in parse(run.setup.task.done_when) if lit not in late]
        yield "" if _hold(tuple(goal), now.truth) and all(lit.fact in looks.ever for lit in late) else f"ended: {ending.said_by}"
    if verdict == "done_unproven":
        yield "" if ending.final_detail else "done, not proven, without saying what was not seen"


def _would_be_seen(run: Run, step: Act, world: OrdinaryWorld) -> bool:
    """Whether a new run would see that it was done."""
    made = contract_of(step, run.known.skills, run.work.outputs).makes
    return bool(made) and all(lit.fact in world.truth and world.visible(lit.fact) for lit in made)


def _between(text: str, head: str, tail: str) -> str:
    start = text.find(head) + len(head) if head else 0
    if head and head not in text:
        return ""
    end = text.find(tail, start)
    return text[start:end] if end >= 0 else ""


def _facts(text: str) -> Condition:
    text = text.strip().removesuffix(".")
    if not _FACTS.fullmatch(text):
        return ()
    try:
        return parse(text)
    except BadInput:
        return ()


def _hold(condition: Condition, truth: frozenset[str]) -> bool:
    for lit in condition:
        named = any(f.split("(")[0] == lit.name for f in truth)
        there = named if lit.open else lit.fact in truth and lit.fact != NEVER
        if there == lit.negated:
            return False
    return True
