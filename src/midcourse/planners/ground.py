"""Skills with their arguments filled in, compiled to bits: what a search works on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ..core.conditions import Condition, Coverage, Literal, coverage, literal_truth, matches, parse_fact
from ..core.contracts import Contract, contract_of
from ..core.model import Json, Skill
from ..core.plan import Act, act_digest

MOST_GROUND = 50_000


@dataclass(frozen=True, slots=True)
class Action:
    """One ground act. Masks have a bit for every fact of the problem."""

    act: Act
    digest: str
    contract: Contract
    needs: int
    needs_not: int
    needs_any: tuple[int, ...]
    gives: int
    takes: int

    def applies(self, state: int) -> bool:
        """Whether the act can start here."""
        if state & self.needs != self.needs or state & self.needs_not:
            return False
        return all(state & mask for mask in self.needs_any)

    def after(self, state: int) -> int:
        """The state it leads to."""
        return (state & ~self.takes) | self.gives


class Problem:
    """Facts as bits, acts as masks, a start and a goal."""

    def __init__(
        self, acts: Iterable[Act], skills: Mapping[str, Skill], facts: Collection[str], goal: Condition, covers: tuple[str, ...]
    ) -> None:
        self._known: Coverage = coverage(covers)
        self._facts = facts
        contracts = [(act, contract_of(act, skills)) for act in acts]
        self.bits: dict[str, int] = {}
        self._names: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for text in facts:
            self._bit(parse_fact(text))
        for _, contract in contracts:
            for lit in (*contract.needs, *contract.makes, *contract.breaks):
                if not lit.open:
                    self._bit(lit)
        for lit in goal:
            if not lit.open:
                self._bit(lit)
        self.start = self._start(contracts, goal)
        self.actions = [self._action(act, contract) for act, contract in contracts]
        self.goal, self.goal_not, self.goal_any = self._masks(goal)

    def is_goal(self, state: int) -> bool:
        """Whether the goal holds."""
        if state & self.goal != self.goal or state & self.goal_not:
            return False
        return all(state & mask for mask in self.goal_any)

    def facts_of(self, state: int) -> set[str]:
        """The facts that hold in a state."""
        return {text for text, bit in self.bits.items() if state & bit}

    def _bit(self, literal: Literal) -> int:
        bit = self.bits.get(literal.fact)
        if bit is None:
            bit = self.bits[literal.fact] = 1 << len(self.bits)
            self._names.setdefault(literal.name, []).append((literal.args, bit))
        return bit

    def _start(self, contracts: Sequence[tuple[Act, Contract]], goal: Condition) -> int:
        """What holds, and what is needed and not known to be false: a plan may hope, and the engine will look."""
        state = 0
        for text in self._facts:
            state |= self.bits[parse_fact(text).fact]
        if not self._known.everything:
            wanted = {lit for _, c in contracts for lit in c.needs} - set(goal)
            for lit in wanted:
                if not lit.open and not lit.negated and literal_truth(lit, self._facts, self._known) is None:
                    state |= self.bits[lit.fact]
        return state

    def _fitting(self, literal: Literal) -> int:
        mask = 0
        for args, bit in self._names.get(literal.name, ()):
            if matches(literal, args):
                mask |= bit
        return mask

    def _masks(self, condition: Condition) -> tuple[int, int, tuple[int, ...]]:
        yes = no = 0
        some: list[int] = []
        for lit in condition:
            mask = self._fitting(lit) if lit.open else self._bit(lit)
            if lit.negated:
                no |= mask
            elif lit.open:
                some.append(mask)
            else:
                yes |= mask
        return yes, no, tuple(some)

    def _action(self, act: Act, contract: Contract) -> Action:
        needs, needs_not, needs_any = self._masks(contract.needs)
        gives = takes = 0
        for lit in contract.makes:
            if lit.negated:
                takes |= self._fitting(lit) if lit.open else self._bit(lit)
            elif not lit.open:
                gives |= self._bit(lit)
        for lit in contract.breaks:
            takes |= self._fitting(lit) if lit.open else self._bit(lit)
        digest = act_digest(act.skill, act.args, act.target)
        return Action(act, digest, contract, needs, needs_not, needs_any, gives, takes & ~gives)


def ground(skills: Iterable[Skill], facts: Collection[str]) -> Iterator[Act]:
    """Every act that these skills allow: arguments from closed choices, or from facts of the argument's own kind.

    A parameter of type `door` takes each x with `door(x)`. A skill with an open argument (free text) gives no act.
    """
    kinds: dict[str, list[str]] = {}
    for text in sorted(facts):
        literal = parse_fact(text)
        if len(literal.args) == 1:
            kinds.setdefault(literal.name, []).append(literal.args[0])
    made = 0
    for skill in skills:
        options: list[list[tuple[str, Json]]] = []
        for parameter in skill.parameters:
            values = list(parameter.choices) or kinds.get(parameter.type, [])
            if values:
                options.append([(parameter.name, value) for value in values])
            elif parameter.required:
                break
        else:
            for chosen in product(*options):
                made += 1
                if made > MOST_GROUND:
                    return
                yield Act(skill.name, dict(chosen))
