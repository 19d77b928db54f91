"""Why an act failed, told from the journal, the ledger and the contracts; no model.

The first of these that has an answer gives the root cause: a declared need that is not so, and who took it away; something
about its arguments that the world changed since the plan was made, or that an act of ours changed and can take back; what the
failure itself says. The rest are contributing factors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ..core.history.ledger import Attempt
from ..core.history.reflections import Reflection
from ..core.history.situations import signature
from ..core.logic.conditions import Literal, as_text, fill, is_mark, matches, parse, parse_fact, show
from ..core.model import Done, Skill, secret_name
from ..core.plans.contracts import contract_of
from ..core.plans.edits import ArgumentChange, Edit, Forbid, Insert, Rewrite
from ..core.plans.plan import Act, title
from ..core.plans.quoting import verbatim
from ..core.run.entries import Entry
from ..core.run.events import Acted, Looked, Planned, Settled
from ..core.run.records import THOUGH_IT_FAILED
from ..core.run.state import Run

_SUGGESTED = re.compile(r"did you mean:? ['\"`]?([\w./:-]+)", re.IGNORECASE)
_WORD = re.compile(r"[\w./:-]+")
_CHOICES = re.compile(
    r"(?:valid|one of|must be|choose from|expected|allowed|available|options)(?: are| values?| choices?| one of)*\W{1,4}(.+)",
    re.IGNORECASE,
)


UNANSWERED = ("transient", "uncertain", "environment")
"""Kinds of failure in which nobody looked at the arguments."""


class Turned(NamedTuple):
    """A fact that came or went, and the acts done just before it was seen."""

    fact: str
    came: bool
    after: tuple[str, ...]
    planned: bool
    """It happened since the present plan was made."""


class RulesReflector:
    """Looks into a failure by rules; says what had a part in it, and mends what a contract can mend."""

    async def reflect(self, run: Run, failure: Attempt, entries: Sequence[Entry]) -> Reflection:
        """Why it failed."""
        turned = list(_turned(entries))
        factors = [*_told_by_the_ledger(run, failure), *_told_by_the_contract(run, failure)]
        found = _unmet(run, failure, turned) or _changed(run, failure, turned) or _said(run, failure)
        return Reflection(found.root_cause, (*found.factors, *factors), found.preventable, found.fix, found.confidence, "rules")


def _changed(run: Run, failure: Attempt, turned: Sequence[Turned]) -> Reflection | None:
    """What changed about the act's arguments: the cause, or only something that had a part in it.

    What did not answer at all says nothing of its arguments. What an act of ours brought about was most often meant.
    """
    found = _changed_arguments(run, failure, turned) if failure.kind not in UNANSWERED else None
    if found is None or found.preventable is False or found.fix is not None:
        return found
    said = _said(run, failure)
    return replace(said, factors=(*said.factors, found.root_cause))


# --- a need that is not so -----------------------------------------------------------------------------------------------


def _unmet(run: Run, failure: Attempt, turned: Sequence[Turned]) -> Reflection | None:
    """A declared need that is seen false: who took it away, and what brings it back."""
    step = run.work.records[failure.step].step
    needs = run.contract(step).needs
    missing = tuple(lit for lit in needs if run.seen.belief.holds((lit,)) is False)
    if not missing:
        return None
    lost = missing[0]
    cause, preventable, is_ours = _who(run, lost, turned)
    fix = _bring_back(run, failure, lost)
    sure = 0.8 if fix and len(missing) == 1 and (is_ours or _is_ours_again(run, lost, fix)) else 0.4
    return Reflection(f"{failure.skill} needs {show(missing)}, and {cause}", (), preventable, fix, sure)


def _is_ours_again(run: Run, lost: Literal, fix: Edit) -> bool:
    """Whether an act of this run had made what is lost, and making it again does no harm and takes away nothing that is seen: a
    session that ran out is begun anew."""
    if not isinstance(fix, Insert) or lost.negated or lost.text not in run.work.effects:
        return False
    contracts = [contract_of(act, run.known.skills) for act in fix.acts]
    takes = any(c.takes(parse_fact(f)) for c in contracts for f in run.seen.belief.facts)
    return not takes and all(run.known.may_repeat(act) for act in fix.acts)


class Taker(NamedTuple):
    """Since when a literal does not hold, and by whose doing."""

    told: str
    preventable: bool | None
    is_ours: bool = False
    """An act of this run took it away. What others made so is not taken from them without a word: the planner is asked."""


def _who(run: Run, lost: Literal, turned: Sequence[Turned]) -> Taker:
    """Since when a literal does not hold, by whose doing, and whether the plan could have known."""
    last = next((t for t in reversed(turned) if t.came == lost.negated and _is_about(lost, t.fact)), None)
    if last is None:
        return Taker("it never held", True)
    for id in reversed(last.after):
        step = run.work.records[id].step
        if run.contract(step).takes(lost):
            return Taker(f"{id} {title(step)} took it away", True, is_ours=True)
    untold = [id for id in last.after if not run.contract(run.work.records[id].step).complete]
    if untold:
        id = untold[-1]
        return Taker(f"it is gone since {id} {title(run.work.records[id].step)}, whose contract does not say so", None)
    return Taker("the world took it away by itself", False)


def _is_about(literal: Literal, text: str) -> bool:
    """Whether a fact is the one that a literal names, or one of those that fit it."""
    fact = parse_fact(text)
    return fact.name == literal.name and matches(literal, fact.args)


def _bring_back(run: Run, failure: Attempt, lost: Literal) -> Edit | None:
    """The one act that makes it, where its own needs hold now. What the plan did not name is text of the world."""
    found = [act for skill in run.known.skills.values() for act in _making(run, skill, lost)]
    if len(found) != 1:
        return None
    named = failure.args.values()
    args = {name: value if value in named else verbatim(as_text(value)) for name, value in found[0].args.items()}
    return Insert((replace(found[0], args=args),))


def _making(run: Run, skill: Skill, lost: Literal) -> Iterable[Act]:
    """The skill with the arguments under which it makes the literal, if that is enough to call it."""
    effects = (*parse(skill.makes), *(lit.denied() for lit in parse(skill.breaks)))
    for effect in effects:
        if effect.name != lost.name or effect.negated != lost.negated or len(effect.args) != len(lost.args):
            continue
        bound: dict[str, str] = {}
        for pattern, value in zip(effect.args, lost.args, strict=True):
            hole = re.fullmatch(r"{(\w+)}", pattern)
            if hole and _is_anything(lost, value):
                break  # that any will do says nothing of which one is meant
            if hole and bound.setdefault(hole[1], value) == value:
                continue
            if pattern != value:
                break
        else:
            names = {p.name for p in skill.parameters if p.required}
            if names <= set(bound) and set(bound) <= {p.name for p in skill.parameters}:
                act = Act(skill.name, dict(bound))
                if skill.risk != "irreversible" and run.seen.belief.holds(contract_of(act, run.known.skills).needs) is True:
                    yield act


def _is_anything(literal: Literal, value: str) -> bool:
    """Whether a literal leaves open what stands here."""
    return literal.open and is_mark(value)


# --- something about its arguments changed --------------------------------------------------------------------------------


def _changed_arguments(run: Run, failure: Attempt, turned: Sequence[Turned]) -> Reflection | None:
    """A fact that speaks of the act's arguments came or went since the plan was made, and is so still."""
    named = {as_text(v) for v in (*failure.args.values(), failure.target) if v != ""}
    step = run.work.records[failure.step].step
    wanted = {lit.fact for lit in run.expected(step)}
    for turn in reversed(turned):
        fact = parse_fact(turn.fact)
        about = named.intersection(fact.args)
        if not turn.planned or not about or turn.fact in wanted or (turn.fact in run.seen.belief.facts) != turn.came:
            continue
        word = "holds" if turn.came else "no longer holds"
        if not turn.after:
            return Reflection(f"{turn.fact} {word}: the world changed after the plan was made", (), False)
        lost = fact.denied() if turn.came else fact
        makers = [id for id in turn.after if run.contract(run.work.records[id].step).gives(lost.denied())]
        id = (makers or turn.after)[-1]
        maker = run.work.records[id].step
        kinds = {parse_fact(t.fact).name for t in turned if id in t.after}
        # What an act may have been for is not taken back, unless its skill says how.
        undo = _undo(run, maker) if failure.kind == "denied" or _speaks_of(failure.detail, kinds) else None
        cause = f"{turn.fact} {word} since {id} {title(maker)}"
        return Reflection(cause, (failure.sentence(),), True, undo, 0.7 if undo is not None and makers else 0.4)
    return None


def _speaks_of(message: str, kinds: Iterable[str]) -> bool:
    """Whether a message names a kind of fact: work of ours is not taken back for a failure that has nothing to do with it."""
    return any(re.search(rf"\b{re.escape(kind)}\b", message, re.IGNORECASE) for kind in kinds)


def _undo(run: Run, step: object) -> Edit | None:
    """What takes an earlier act back, where its skill says how."""
    skill = run.known.skills.get(step.skill) if isinstance(step, Act) else None
    if skill is None or not skill.undo or skill.undo not in run.known.skills or not isinstance(step, Act):
        return None
    back = run.known.skills[skill.undo]
    known = {p.name for p in back.parameters}
    return Insert((Act(back.name, {k: v for k, v in step.args.items() if k in known}, step.target),))


# --- what the failure says --------------------------------------------------------------------------------------------------


def _said(run: Run, failure: Attempt) -> Reflection:
    """Nothing that can be seen explains it: what its kind and its message tell."""
    told = failure.sentence()
    pattern = (
        f"{failure.skill}({', '.join(f'{k}={as_text(v)}' for k, v in failure.args.items())})" if failure.args else failure.skill
    )
    match failure.kind:
        case "denied":
            return Reflection(f"it is not allowed: {told}", (), True, Forbid(pattern), 0.5)
        case "structural":
            return Reflection(f"it cannot work here: {told}", (), True, Forbid(pattern), 0.5)
        case "underspecified":
            fix = _corrected(run, failure)
            sure = 0.0 if fix is None else 0.7 if _is_vouched_for(run, failure, fix) else 0.4
            return Reflection(f"the arguments are wrong: {told}", (), True, fix, sure)
        case "transient" | "uncertain":
            return Reflection(f"what it depends on did not answer: {told}", (), False)
        case "environment":
            return Reflection(f"something below is broken, which no plan mends: {told}", (), False)
        case "changed":
            return Reflection(f"the world is not as the plan assumed: {told}", (), None)
        case "unexpected":
            return Reflection(f"nothing tells what it was: {told}")


def _corrected(run: Run, failure: Attempt) -> Rewrite | None:
    """The argument that the message names, with the value that it suggests."""
    suggested = _SUGGESTED.search(failure.detail)
    options = _CHOICES.search(failure.detail)
    values = [suggested[1]] if suggested else _WORD.findall(options[1]) if options else []
    skill = run.known.skills.get(failure.skill)
    if not values or skill is None:
        return None
    named = [n for n in failure.args if re.search(rf"\b{re.escape(n)}\b", failure.detail)]
    quoted = [n for n, v in failure.args.items() if isinstance(v, str) and v and v in failure.detail]
    names = [n for n in (quoted or named) if as_text(failure.args[n]) not in values]
    if len(names) != 1 or (not suggested and len(values) != 1) or secret_name(values[0]):
        return None
    return Rewrite({names[0]: ArgumentChange("set", new=values[0].rstrip(".,:"))})


def _is_vouched_for(run: Run, failure: Attempt, fix: Rewrite) -> bool:
    """Whether somebody else than the message knows each value that it suggests: whoever writes a message must not choose, by it
    alone, whom is paid or what is opened."""
    skill, belief, plan, task = run.known.skills[failure.skill], run.seen.belief, run.course.plan, run.setup.task
    offered = {p.name: p.choices for p in skill.parameters}
    acts = [step for step in (plan.steps if plan is not None else ()) if isinstance(step, Act)]
    named = {as_text(value) for act in acts for value in (*act.args.values(), act.target)} | set(task.values.values())
    named |= {word.rstrip(".,:") for word in _WORD.findall(f"{task.goal} {task.done_when}")}
    seen = {arg for text in belief.facts for arg in parse_fact(text).args} | {t.id for t in belief.targets}
    return all(
        as_text(change.new) in (*offered.get(name, ()), *named, *seen)
        or as_text(change.new).lower() == as_text(failure.args[name]).lower()
        for name, change in fix.changes.items()
    )


# --- contributing factors ---------------------------------------------------------------------------------------------------


def _told_by_the_ledger(run: Run, failure: Attempt) -> list[str]:
    mine = signature(failure)
    known = run.history.attempts[:-1] if run.history.attempts and run.history.attempts[-1] == failure else run.history.attempts
    before = [a for a in known if signature(a) == mine]
    factors: list[str] = []
    same = sum(a.digest == failure.digest for a in before)
    other = len({a.digest for a in before if a.digest != failure.digest})
    if same:
        factors.append(f"the same act failed in the same way {same} time{'s' * (same > 1)} before")
    if other:
        factors.append(f"it failed in the same way with {other} other argument{'s' * (other > 1)}: it is not the arguments")
    return factors


def _told_by_the_contract(run: Run, failure: Attempt) -> list[str]:
    step = run.work.records[failure.step].step
    skill = run.known.skills.get(failure.skill)
    if skill is None:
        return []
    needs = run.contract(step).needs
    if not skill.needs:
        return [f"{skill.name} declares no needs: what it rests on cannot be seen"]
    if needs and run.seen.belief.holds(needs) is True:
        return [f"every declared need of {skill.name} holds: its contract does not tell the whole"]
    unknown = [lit.text for lit in fill(parse(skill.needs), dict(failure.args)) if run.seen.belief.holds((lit,)) is None]
    return [f"nobody could see whether {', '.join(unknown)}"] if unknown else []


def _turned(entries: Sequence[Entry]) -> Iterable[Turned]:
    """Every fact that came or went after the first look, with the acts done since the look before."""
    planned_at = max((e.seq for e in entries if isinstance(e.event, Planned)), default=0)
    first = next((e.seq for e in entries if isinstance(e.event, Looked)), 0)
    settled = [e.event for e in entries if isinstance(e.event, Settled)]
    happened = {s.step for s in settled if s.happened and s.by != THOUGH_IT_FAILED}
    acts: list[str] = []
    for entry in entries:
        match entry.event:
            case Acted(step=step, result=result) if isinstance(result, Done) or step in happened:
                acts.append(step)
            case Looked(added=added, removed=removed) if entry.seq > first:
                after = tuple(acts)
                for fact in added:
                    yield Turned(fact, True, after, entry.seq > planned_at)
                for fact in removed:
                    if not fact.startswith("#"):
                        yield Turned(fact, False, after, entry.seq > planned_at)
                acts = []
            case _:
                pass
