"""Acts before and after they have numbers: what a contract writes, and what a search works with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...core.logic.conditions import Literal, fill, parse
from ...core.model import Json, Skill
from ...core.plans.contracts import outcomes_of
from ...core.plans.plan import Act
from .lifted import Key, Schema, Template

Compare = tuple[int, int, int]
"""(number, +1 for at least or -1 for at most, limit)."""
Ground = tuple[Literal, Key]
"""A literal of a contract and the fact it is about."""


@dataclass(slots=True, eq=False)
class Op:
    """One outcome of one ground act."""

    skill: str
    args: dict[str, Json]
    target: str = ""
    outcome: str = ""
    cost: float = 1.0
    group: int = 0
    """The same for all outcomes of one act."""
    alone: bool = True
    """The act has no other outcome."""
    needs: int = 0
    some: tuple[int, ...] = ()
    """For each need with a `*`: the facts of which one must hold."""
    compares: tuple[Compare, ...] = ()
    gives: int = 0
    takes: int = 0
    counts: tuple[tuple[int, int], ...] = ()
    """(number, change)."""
    sets: tuple[tuple[int, int], ...] = ()
    """(number, value)."""

    @property
    def does_something(self) -> bool:
        """Whether it declares an effect, or may come out otherwise."""
        return bool(self.gives or self.takes or self.counts or self.sets) or not self.alone

    @property
    def call(self) -> tuple[str, str, str]:
        """What tells it from other acts."""
        return self.skill, repr(self.args), self.target

    @property
    def act(self) -> Act:
        """The act as a step of a plan."""
        return Act(self.skill, self.args, self.target, outcome=self.outcome)


@dataclass(frozen=True, slots=True)
class Aim:
    """What is to be reached: the goal, or what the rest of a plan needs."""

    needs: int
    some: tuple[int, ...] = ()
    compares: tuple[Compare, ...] = ()


@dataclass(slots=True)
class Written:
    """An act as its contract writes it, ground, before it is numbered."""

    op: Op
    needs: list[Ground]
    makes: list[Ground]
    breaks: list[Ground]
    senses: list[Ground]


def key_of(literal: Literal) -> Key:
    return (literal.name, *literal.args)


def _dear(cost: float, chance: float) -> float:
    """A less likely outcome must be tried for more often."""
    return cost / max(chance, 0.01)


def from_call(schema: Schema, values: Sequence[str], group: int, prices: Mapping[Key, float]) -> Iterable[Written]:
    """A call that grounding found, once for each outcome."""
    args = schema.args(values)
    price = schema.skill.cost
    cost = price if not isinstance(price, str) else sum(prices.get(t.key(values), 1.0) for t in schema.priced_by)

    def ground_all(templates: Iterable[Template]) -> list[Ground]:
        return [(t.literal, t.key(values)) for t in templates]

    needs, senses = ground_all(schema.needs), ground_all(schema.senses)
    alone = len(schema.outcomes) == 1
    for o in schema.outcomes:
        op = Op(schema.skill.name, args, "", o.name, _dear(cost, o.chance), group, alone)
        yield Written(op, needs, ground_all(o.makes), ground_all(o.breaks), senses)


def from_act(act: Act, skills: Mapping[str, Skill], group: int, prices: Mapping[Key, float]) -> Iterable[Written]:
    """An act that a plan or a menu names."""
    skill = skills[act.skill]
    chances = {o.name: o.chance for o in skill.outcomes}
    chances[""] = max(0.01, 1.0 - sum(chances.values()))
    found = outcomes_of(act, skills)
    cost = 1.0
    if isinstance(skill.cost, str):
        for literal in fill(parse(skill.cost), {**act.args, "target": act.target}):
            cost = prices.get(key_of(literal), 1.0)
    else:
        cost = skill.cost
    for name, contract in found.items():
        op = Op(act.skill, act.args, act.target, name, _dear(cost, chances[name]), group, len(found) == 1)
        made = (*contract.makes, *contract.counts)
        needs, makes, breaks = ([(lit, key_of(lit)) for lit in part] for part in (contract.needs, made, contract.breaks))
        senses = [(lit, key_of(lit)) for lit in fill(parse(skill.senses), {**act.args, "target": act.target})]
        yield Written(op, needs, makes, breaks, senses)
