"""What a step needs and does, with its arguments filled in; and what the world would look like after it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from ..errors import PlanError
from ..logic.conditions import Condition, Coverage, Literal, Truth, as_text, fact, fill, literal_truth, matches, parse, parse_fact
from ..logic.numbers import as_written, bound, count, is_same, number, number_after, sure_number_after
from ..model import Json, Skill
from .plan import Achieve, Act, Replan, Step, is_plain, resolve
from .quoting import unquoted

TARGET = "target"
"""`target(id)` holds while a target is there; every look that shows targets makes such facts."""


class Contract(NamedTuple):
    """A step's needs and effects. Negated literals among `makes` and all `breaks` are facts it takes away."""

    needs: Condition = ()
    """What must hold before, with the planner's own needs and `target(id)` for an act on a target."""
    makes: Condition = ()
    """What holds afterwards, with what the planner expects of the step."""
    breaks: Condition = ()
    """Facts that are gone afterwards; one with a `*` takes all that fit."""
    complete: bool = False
    """Nothing else changes: the skill says so, and every argument is known."""
    counts: Condition = ()
    """Numbers that it counts up or down: `fuel(car, -=1)`."""

    def gives(self, literal: Literal) -> bool:
        """Whether the step makes this literal true."""
        if literal in self.makes:
            return True
        if literal.negated:
            return self.takes(literal.denied())
        if literal.open:
            return any(not m.negated and m.name == literal.name and matches(literal, m.args) for m in self.makes)
        return False

    def takes(self, literal: Literal) -> bool:
        """Whether the step makes this literal false."""
        if literal.negated:
            return any(not m.negated and m.name == literal.name and matches(literal, m.args) for m in self.makes)
        if literal in self.makes or (literal.open and self.gives(literal)):
            return False
        return any(b.name == literal.name and matches(b, literal.args) for b in self.breaks) or (literal.denied() in self.makes)

    def may_take(self, literal: Literal) -> bool:
        """Whether the literal may be false after the step: it takes it away, or one of the facts that fit it."""
        if self.takes(literal):
            return True
        some = (b for b in self.breaks if b.name == literal.name) if literal.open and not literal.negated else ()
        return not self.gives(literal) and any(matches(literal, b.args) for b in some)

    def ends(self, literal: Literal) -> bool:
        """Whether what held before it does not hold after it: it takes that away, or counts on from it."""
        return self.takes(literal) or (not literal.negated and not literal.open and self.before(literal) != literal)

    def before(self, literal: Literal) -> Literal:
        """What must hold before the step so that this number or comparison holds after its counting; else the literal itself."""
        change = sum(change_of(c) for c in self.counts if what_is_counted(c) == what_is_counted(literal))
        if not change:
            return literal
        if (limit := bound(literal.args[-1])) is not None:
            return with_last(literal, f"{limit[0]}{number_after(literal.args[-1][2:], -change)}")
        stands = None if literal.open else number(literal.args[-1])
        return literal if stands is None else with_last(literal, number_after(literal.args[-1], -change))


def change_of(counting: Literal) -> float:
    """By how much an effect such as `fuel(car, -=1)` changes its number."""
    return count(counting.args[-1]) or 0.0


Counted = tuple[str, tuple[str, ...] | None]
"""What is counted: the kind of fact, and its arguments without the number; None where it has no number."""


def what_is_counted(literal: Literal) -> Counted:
    """What a number is of."""
    return literal.name, literal.args[:-1] if literal.args else None


def truth_where_counted(literal: Literal, facts: Collection[str], covered: Coverage, numbers: Collection[Counted]) -> Truth:
    """Whether a literal holds; a number that acts count does, however it is written."""
    held = literal_truth(literal, facts, covered)
    if held is literal.negated and not literal.open and what_is_counted(literal) in numbers:
        alike = (fact for f in facts if f.startswith(literal.name) and (fact := parse_fact(f)).args)
        if any(what_is_counted(f) == what_is_counted(literal) and is_same(f.args[-1], literal.args[-1]) for f in alike):
            return not literal.negated
    return held


def with_last(literal: Literal, arg: str) -> Literal:
    """The literal with another last argument."""
    args = (*literal.args[:-1], arg)
    inner = literal.fact[: literal.fact.rindex(literal.args[-1])]
    return Literal(literal.name, args, literal.negated, bound(arg) is not None, f"{inner}{arg})")


def any_last(literal: Literal) -> Literal:
    """The literal with any last argument."""
    return replace(with_last(literal, "*"), open=True)


def outcomes_of(act: Act, skills: Mapping[str, Skill]) -> dict[str, Contract]:
    """Everything that an act may lead to, by name; the usual outcome has no name."""
    skill = skills.get(act.skill, _NO_SKILL)
    plain = replace(act, outcome="") if act.outcome else act
    return {name: contract_of(replace(plain, outcome=name), skills) for name in ("", *(o.name for o in skill.outcomes))}


def contract_of(step: Step, skills: Mapping[str, Skill], outputs: Mapping[str, Json] | None = None) -> Contract:
    """The contract of one step; what its unresolved references would say is left out."""
    match step:
        case Act():
            skill = skills.get(step.skill, _NO_SKILL)
            values = _values(step, skill, outputs or {})
            # What depends on an output not yet there cannot be read in full: it may do more than it says.
            complete = skill.complete and step.args.keys() <= values.keys()
            makes, breaks = skill.makes, skill.breaks
            if step.outcome:
                makes, breaks = next(((o.makes, o.breaks) for o in skill.outcomes if o.name == step.outcome), ("", ""))
            declared = (skill.needs, makes, breaks, step.needs, step.expects, step.target, complete)
            return _read_once(declared, tuple(values.items()))
        case Achieve():
            return Contract((), parse(step.condition), (), False)
        case Replan():
            return Contract()


_Declared = tuple[str, str, str, str, str, str, bool]
_NO_SKILL = Skill("")


@lru_cache(maxsize=16_384)
def _read_once(declared: _Declared, named: tuple[tuple[str, str], ...]) -> Contract:
    values = dict(named)
    needs, makes, breaks, more_needs, expects, target, complete = declared
    all_needs = fill(parse(needs), values) + parse(more_needs)
    if target:
        all_needs += (parse_fact(fact(TARGET, target)),)
    effects = fill(parse(makes), values)
    counts = tuple(lit for lit in effects if lit.open and count(lit.args[-1]) is not None)
    all_makes = tuple(lit for lit in effects if lit not in counts) + parse(expects)
    return Contract(_unique(all_needs), _unique(all_makes), fill(parse(breaks), values), complete, counts)


def turns_of(contract: Contract, facts: Collection[str]) -> tuple[tuple[Literal, Literal], ...]:
    """What the step makes of facts that are seen: each as it is, and as it is to be. Numbers that it counts; and where it makes
    nothing at all, what it takes away."""
    if not contract.makes and not contract.counts:
        names = {b.name for b in contract.breaks}
        seen = (parse_fact(f) for f in sorted(facts) if f.split("(", 1)[0] in names) if names else ()
        return tuple((fact, fact.denied()) for fact in seen if contract.takes(fact))
    found = ((c, f) for c in contract.counts for f in facts if f.startswith(c.name))
    pairs = [(c, fact) for c, f in found if what_is_counted(fact := parse_fact(f)) == what_is_counted(c)]
    numbers = ((fact, sure_number_after(fact.args[-1], c.args[-1])) for c, fact in pairs if change_of(c))
    turned = tuple((fact, with_last(fact, text)) for fact, text in numbers if text is not None)
    there = {c for c, _ in pairs}
    begun = (any_last(c) for c in contract.counts if c not in there and change_of(c) > 0)
    return (*turned, *((fact.denied(), fact) for fact in begun))  # what is counted up from nothing is a number afterwards


def expected(step: Step, contract: Contract) -> Condition:
    """What a look after the step should show."""
    if isinstance(step, Act) and step.expects:
        return parse(step.expects)
    return contract.makes


def speaks_of_all(step: Act, contract: Contract) -> bool:
    """Whether the effects name all that the act is called with: `written(name)` does not tell what was written."""
    told = {arg for lit in contract.makes for arg in lit.args}
    return all(as_text(value) in told for value in step.args.values())


def _values(step: Act, skill: Skill, outputs: Mapping[str, Json]) -> dict[str, str]:
    """The arguments as the skill will get them, each as it stands in a fact; one whose value is not known yet is left out."""
    values = {"target": step.target} if step.target else {}
    args = skill.complete_args(step.args)
    if is_plain(args):  # most are, and this is asked of every step of every plan
        for name, value in args.items():
            values[name] = as_text(value)
        return values
    for name, value in args.items():
        try:
            values[name] = as_text(unquoted(resolve({name: value}, outputs)[name]))
        except PlanError:
            continue
    return values


def _unique(literals: Iterable[Literal]) -> Condition:
    return tuple(dict.fromkeys(literals))


class Imagined:
    """A world as it would be after some steps: facts that contracts gave and took on top of what was seen."""

    def __init__(self, facts: Collection[str], covered: Coverage) -> None:
        self.facts = set(facts)
        self._gone: set[str] = set()
        self._counted: set[Counted] = set()
        self._covered = covered

    def truth(self, literal: Literal) -> Truth:
        """Whether the literal would hold."""
        held = truth_where_counted(literal, self.facts, self._covered, self._counted)
        if held is None and literal.fact in self._gone:
            return literal.negated
        return held

    def has_more_to_take(self, contract: Contract) -> bool:
        """Whether something that the step takes away, and does not make itself, would still be there, or may be."""
        named = (lit for lit in contract.breaks if not lit.open and lit not in contract.makes)
        if any(self.truth(lit) is not False for lit in named):
            return True
        names = {b.name for b in contract.breaks if b.open}
        return any(contract.takes(parse_fact(f)) for f in self.facts if f.split("(", 1)[0] in names)

    def apply(self, contract: Contract) -> None:
        """Go one step on."""
        if contract.breaks:
            names = {b.name for b in contract.breaks}
            for text in [f for f in self.facts if f.split("(", 1)[0] in names]:
                if contract.takes(parse_fact(text)):
                    self._drop(text)
            for literal in contract.breaks:
                if not literal.open:
                    self._gone.add(literal.fact)
        for counting in contract.counts:
            self._count(counting)  # from what stood before: what is expected of the step may name the same number
        for literal in contract.makes:
            if literal.open:
                continue
            if literal.negated:
                self._drop(literal.fact)
            else:
                self.facts.add(literal.fact)
                self._gone.discard(literal.fact)

    def _count(self, counting: Literal) -> None:
        self._counted.add(what_is_counted(counting))
        if change_of(counting) > 0 and literal_truth(any_last(counting), self.facts, self._covered) is False:
            self.facts.add(with_last(counting, as_written(change_of(counting))).fact)  # what there is none of counts from nothing
            return
        for text in [f for f in self.facts if f.startswith(counting.name)]:
            fact = parse_fact(text)
            value = number(fact.args[-1]) if fact.args else None
            if value is not None and what_is_counted(fact) == what_is_counted(counting):
                self._drop(text)
                self.facts.add(with_last(fact, number_after(fact.args[-1], change_of(counting))).fact)

    def _drop(self, text: str) -> None:
        self.facts.discard(text)
        self._gone.add(text)


def settling(seconds: float, skills: Iterable[Skill]) -> tuple[Skill, ...]:
    """The skills of a world whose effects show within this time; a skill's own word goes before it."""
    return tuple(
        replace(skill, delivery=replace(skill.delivery, settles=seconds)) if skill.delivery.settles is None else skill
        for skill in skills
    )
