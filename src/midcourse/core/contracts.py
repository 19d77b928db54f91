"""What a step needs and does, with its arguments filled in; and what the world would look like after it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from .conditions import Condition, Coverage, Literal, Truth, fact, fill, literal_truth, matches, parse, parse_fact
from .model import Json, Skill
from .plan import Achieve, Act, Replan, Step, reference

TARGET = "target"
"""`target(id)` holds while a target is there; every look that shows targets makes such facts."""


class Contract(NamedTuple):
    """A step's needs and effects. Negated literals among `makes` and all `breaks` are facts it takes away."""

    needs: Condition = ()
    makes: Condition = ()
    breaks: Condition = ()
    complete: bool = False

    def gives(self, literal: Literal) -> bool:
        """Whether the step makes this literal true."""
        if literal in self.makes:
            return True
        if literal.negated and not literal.open:
            return self.takes(literal.denied())
        if literal.open and not literal.negated:
            return any(not m.negated and m.name == literal.name and matches(literal, m.args) for m in self.makes)
        return False

    def takes(self, literal: Literal) -> bool:
        """Whether the step makes this literal false."""
        if literal.negated:
            return any(not m.negated and m.name == literal.name and matches(literal, m.args) for m in self.makes)
        if literal.open or literal in self.makes:
            return False
        return any(b.name == literal.name and matches(b, literal.args) for b in self.breaks) or (literal.denied() in self.makes)


def contract_of(step: Step, skills: Mapping[str, Skill], outputs: Mapping[str, Json] | None = None) -> Contract:
    """The contract of one step; what its unresolved references would say is left out."""
    match step:
        case Act():
            skill = skills.get(step.skill, _NO_SKILL)
            values = _values(step, outputs or {})
            # What depends on an output not yet there cannot be read in full: it may do more than it says.
            complete = skill.complete and len(values) == len(step.args) + bool(step.target)
            declared = (skill.needs, skill.makes, skill.breaks, step.needs, step.expects, step.target, complete)
            try:
                return _read_once(declared, tuple(values.items()))
            except TypeError:  # an argument that cannot be a key, such as a list
                return _read(declared, values)
        case Achieve():
            return Contract((), parse(step.condition), (), False)
        case Replan():
            return Contract()


_Declared = tuple[str, str, str, str, str, str, bool]
_NO_SKILL = Skill("")


def _read(declared: _Declared, values: Mapping[str, Json]) -> Contract:
    needs, makes, breaks, more_needs, expects, target, complete = declared
    all_needs = fill(parse(needs), values) + parse(more_needs)
    if target:
        all_needs += (parse_fact(fact(TARGET, target)),)
    all_makes = fill(parse(makes), values) + parse(expects)
    return Contract(_unique(all_needs), _unique(all_makes), fill(parse(breaks), values), complete)


@lru_cache(maxsize=16_384)
def _read_once(declared: _Declared, values: tuple[tuple[str, Json], ...]) -> Contract:
    return _read(declared, dict(values))


def expected(step: Step, contract: Contract) -> Condition:
    """What a look after the step should show."""
    if isinstance(step, Act) and step.expects:
        return parse(step.expects)
    return contract.makes


def _values(step: Act, outputs: Mapping[str, Json]) -> dict[str, Json]:
    values: dict[str, Json] = {"target": step.target} if step.target else {}
    for name, value in step.args.items():
        found = reference(value)
        if found is None:
            values[name] = value
        elif not found[1] and found[0] in outputs:
            values[name] = outputs[found[0]]
        elif len(found[1]) == 1 and isinstance(whole := outputs.get(found[0]), dict) and found[1][0] in whole:
            values[name] = whole[found[1][0]]
    return values


def _unique(literals: Iterable[Literal]) -> Condition:
    return tuple(dict.fromkeys(literals))


class Imagined:
    """A world as it would be after some steps: facts that contracts gave and took on top of what was seen."""

    def __init__(self, facts: Collection[str], covered: Coverage) -> None:
        self.facts = set(facts)
        self._gone: set[str] = set()
        self._covered = covered

    def truth(self, literal: Literal) -> Truth:
        """Whether the literal would hold."""
        held = literal_truth(literal, self.facts, self._covered)
        if held is None and literal.fact in self._gone:
            return literal.negated
        return held

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
        for literal in contract.makes:
            if literal.open:
                continue
            if literal.negated:
                self._drop(literal.fact)
            else:
                self.facts.add(literal.fact)
                self._gone.discard(literal.fact)

    def _drop(self, text: str) -> None:
        self.facts.discard(text)
        self._gone.add(text)
