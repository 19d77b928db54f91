"""A planning problem in numbers: facts are bits of one integer, and so is a state; acts are masks.

A literal `not f` that something needs is a bit of its own, so every need is a set of bits. Counted numbers stand above the
facts in the same integer, in fixed point. What no act can change is settled once and then left out.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Sequence
from dataclasses import dataclass, field

from ...core.logic.conditions import Condition, Coverage, Literal, fact, matches, parse, parse_fact
from ...core.logic.numbers import as_written, bound, count, number
from ...core.model import Skill
from ...core.plans.plan import Act
from .acts import Aim, Compare, Ground, Op, Written, from_act, from_call, key_of
from .lifted import Key, Known, Schema, counted_names, ground, kinds_in

WIDTH = 48
"""Bits of a counted number."""
ZERO = 1 << (WIDTH - 1)
FIELD = (1 << WIDTH) - 1
SCALE = 1000


@dataclass(slots=True)
class _Possible:
    """What can ever hold, and what can ever cease to."""

    true: dict[Key, str]
    given: set[Key] = field(default_factory=set["Key"])
    taken: set[Key] = field(default_factory=set["Key"])
    by_name: dict[str, list[Key]] = field(default_factory=dict[str, "list[Key]"])

    def fitting(self, key: Key) -> list[Key]:
        """The facts that can hold and fit a pattern."""
        pattern = Literal(key[0], key[1:], open=True)
        return [k for k in self.by_name.get(key[0], ()) if matches(pattern, k[1:])]


class Impossible(Exception):
    """A need that can never be met."""


class Problem:
    """Facts, acts, a start and a goal, numbered."""

    def __init__(self, facts: Collection[str], covered: Coverage, dashed: set[Key]) -> None:
        self.covered, self._dashed = covered, dashed
        self.ops: list[Op] = []
        self.start = 0
        self.aim = Aim(0)
        self.missing: tuple[str, ...] = ()
        """Goal facts that no act makes."""
        self.bits: dict[Key, int] = {}
        self.denied: dict[Key, int] = {}
        self.size = 0
        """Bits in use for facts; numbers stand above them."""
        self.numbers: dict[Key, int] = {}
        self._values: list[int] = []
        self._counted: set[str] = set()
        self._sensed: list[Key] = []
        self._hoped: set[Key] = set()
        self._can = _Possible({key_of(parse_fact(f)): f for f in sorted(facts)})

    # --- building -----------------------------------------------------------------------------------------------

    @classmethod
    def build(
        cls,
        skills: Sequence[Skill],
        facts: Collection[str],
        covered: Coverage,
        goal: Condition,
        *,
        menu: Iterable[Act] | None = None,
        also: Iterable[Act] = (),
        watched: Collection[str] = (),
        dashed: Collection[Literal] = (),
    ) -> Generator[None, None, Problem]:
        """The problem that skills and facts make: with every act that they allow, or with those of a menu.

        Acts in `also` are in it in any case; facts about `watched` things are kept although no act needs them. Of `dashed` hopes,
        which came to nothing, what an act can bring about is not hoped for.
        """
        problem = cls(facts, covered, {key_of(lit) for lit in dashed})
        texts = (t for s in skills for t in (s.needs, s.makes, *(o.makes for o in s.outcomes)))
        problem._counted = counted_names([*texts, *(lit.fact for lit in goal)])
        known = Known()
        for key in problem._can.true:
            known.add(key)
        written: list[Written] = []
        prices = _prices(skills, problem._can.true)
        if menu is None:
            kinds = kinds_in(known.all)
            calls = yield from ground([Schema(skill, kinds) for skill in skills], known, covered, problem._counted)
            for n, (schema, values) in enumerate(calls):
                written += from_call(schema, values, n, prices)
                if n % 512 == 0:
                    yield
        by_name = {skill.name: skill for skill in skills}
        there = {(w.op.skill, repr(w.op.args), w.op.target) for w in written if also}
        for n, act in enumerate((*(menu or ()), *also)):
            if act.skill in by_name and (act.skill, repr(act.args), act.target) not in there:
                written += from_act(act, by_name, -1 - n, prices)
        yield from problem._number(written, goal, watched, {(act.skill, repr(act.args), act.target) for act in also})
        return problem

    def _number(
        self, written: list[Written], goal: Condition, watched: Collection[str], also: Collection[tuple[str, str, str]]
    ) -> Generator[None]:
        for key in self._can.true:
            self._count(key)
        self._survey(written)
        yield
        needed = [(lit, key_of(lit)) for lit in goal]
        self._find_unknown(written, needed)
        if watched:
            for key in sorted(self._can.given | self._can.taken):
                if not set(watched).isdisjoint(key[1:]) and self._changes(key):
                    self._bit(key)
        kept: list[Written] = []
        for n, act in enumerate(written):
            try:
                act.op.needs, act.op.some, act.op.compares = self._compile(act.needs)
                kept.append(act)
            except Impossible:
                continue
            if n % 512 == 0:
                yield
        self._aim(needed)
        for n, act in enumerate(kept):
            self._effects(act)
            if n % 512 == 0:
                yield
        self.ops = [w.op for w in kept if w.op.does_something or (also and w.op.call in also)]
        self.start = self._start()

    def _count(self, key: Key) -> None:
        if key[0] in self._counted and len(key) > 1 and (value := number(key[-1])) is not None:
            self.numbers[key[:-1]] = len(self._values)
            self._values.append(round(value * SCALE))

    def _survey(self, written: list[Written]) -> None:
        """What can come to hold, and what can cease to."""
        can = self._can
        can.given = {key for w in written for lit, key in w.makes if not lit.negated and not lit.open}
        for key in sorted(can.given | can.true.keys()):
            can.by_name.setdefault(key[0], []).append(key)
        patterns: set[Key] = set()
        for w in written:
            for lit, key in w.breaks:
                (patterns if lit.open else can.taken).add(key)
            can.taken.update(key for lit, key in w.makes if lit.negated and not lit.open)
        for pattern in patterns:
            can.taken.update(can.fitting(pattern))

    def _find_unknown(self, written: list[Written], goal: list[Ground]) -> None:
        """Facts that are needed and of which nobody knows: those that can be sensed must be; the others are hoped for."""
        if self.covered.everything:
            return
        senses = {key for w in written for _, key in w.senses}
        wanted = dict.fromkeys(key for w in written for lit, key in w.needs if not lit.open and key[0] not in self._counted)
        for key in (*wanted, *(k for lit, k in goal if not lit.open and k not in wanted)):
            if key in self._can.true or self.covered.has(Literal(key[0], key[1:])):
                continue
            if any(s[0] == key[0] and matches(Literal(s[0], s[1:], open=True), key[1:]) for s in senses):
                self._sensed.append(key)
            elif key in wanted and not any(k == key for _, k in goal) and not (key in self._dashed and key in self._can.given):
                self._hoped.add(key)  # and hoped not to hold, where that is needed
            if key not in self._can.given:
                self._can.by_name.setdefault(key[0], []).append(key)

    def _changes(self, key: Key) -> bool:
        can = self._can
        if key in can.true:
            return key in can.taken
        return key in can.given or key in self._sensed

    def _bit(self, key: Key) -> int:
        return self._numbered(self.bits, key)

    def _not(self, key: Key) -> int:
        return self._numbered(self.denied, key)

    def _numbered(self, bits: dict[Key, int], key: Key) -> int:
        bit = bits.get(key)
        if bit is None:
            if self.ops:
                raise Impossible  # the numbers are given out: what has none is no concern of this problem
            bit = bits[key] = 1 << self.size
            self.size += 1
        return bit

    def _compile(self, needs: Iterable[Ground]) -> tuple[int, tuple[int, ...], tuple[Compare, ...]]:
        mask = 0
        some: list[int] = []
        compares: list[Compare] = []
        for lit, key in needs:
            if key[0] in self._counted and (key[:-1] in self.numbers or bound(key[-1])):
                compares += self._comparison(lit, key)
            elif lit.open and lit.negated:
                for one in self._can.fitting(key):
                    mask |= self._absent(one)
            elif lit.open:
                fitting = self._can.fitting(key)
                if not any(one in self._can.true and one not in self._can.taken for one in fitting):
                    if not fitting:
                        raise Impossible
                    some.append(sum(self._bit(one) for one in fitting))
            elif lit.negated:
                mask |= self._absent(key)
            else:
                mask |= self._present(key)
        return mask, tuple(some), tuple(compares)

    def _present(self, key: Key) -> int:
        if self._changes(key) or (key in self._hoped and key in self._can.taken):
            return self._bit(key)
        if key in self._can.true or key in self._hoped:
            return 0
        raise Impossible

    def _absent(self, key: Key) -> int:
        if key in self._sensed or self._changes(key):
            return self._not(key)
        if key in self._can.true:
            raise Impossible
        return 0

    def _comparison(self, lit: Literal, key: Key) -> list[Compare]:
        place = self.numbers.get(key[:-1])
        if place is None:
            raise Impossible
        limit, exact = bound(key[-1]), number(key[-1])
        if limit is None:
            if exact is None:
                return []
            value = round(exact * SCALE)
            return [(place, 1, value), (place, -1, value)]
        sign, value = (1 if limit[0] == ">=" else -1), round(limit[1] * SCALE)
        return [(place, -sign, value - sign)] if lit.negated else [(place, sign, value)]

    def _effects(self, written: Written) -> None:
        op = written.op
        gives = takes = 0
        for lit, key in written.breaks:
            for one in self._can.fitting(key) if lit.open else (key,):
                takes |= self.bits.get(one, 0)
                gives |= self.denied.get(one, 0)
        counts: list[tuple[int, int]] = []
        sets: list[tuple[int, int]] = []
        for lit, key in written.makes:
            if key[0] in self._counted and key[:-1] in self.numbers:
                place, change, value = self.numbers[key[:-1]], count(key[-1]), number(key[-1])
                if change is not None:
                    counts.append((place, round(change * SCALE)))
                elif value is not None:
                    sets.append((place, round(value * SCALE)))
            elif lit.negated:
                for one in self._can.fitting(key) if lit.open else (key,):
                    takes |= self.bits.get(one, 0)
                    gives |= self.denied.get(one, 0)
            elif not lit.open:
                gives, takes = _made(gives, takes, self.bits.get(key, 0), self.denied.get(key, 0))
        for key in self._sensed:
            if any(s[0] == key[0] and matches(Literal(s[0], s[1:], open=True), key[1:]) for _, s in written.senses):
                gives |= self.bits.get(key, 0) | self.denied.get(key, 0)
        op.gives, op.takes, op.counts, op.sets = gives, takes & ~gives, tuple(counts), tuple(sets)

    def _aim(self, goal: list[Ground]) -> None:
        missing: list[str] = []
        mask = 0
        some: tuple[int, ...] = ()
        compares: tuple[Compare, ...] = ()
        for lit, key in goal:
            try:
                one, any_of, compared = self._compile([(lit, key)])
            except Impossible:
                missing.append(lit.text)
                continue
            mask, some, compares = mask | one, some + any_of, compares + compared
        self.aim, self.missing = Aim(mask, some, compares), tuple(missing)

    def _start(self) -> int:
        state = sum(bit for key, bit in self.bits.items() if key in self._can.true or key in self._hoped)
        for key, bit in self.denied.items():
            if key not in self._can.true and key not in self._sensed:
                state |= bit
        for place, value in enumerate(self._values):
            state |= (value + ZERO) << (self.size + place * WIDTH)
        return state

    # --- states -------------------------------------------------------------------------------------------------

    def value(self, state: int, place: int) -> int:
        """A counted number in a state."""
        return (state >> (self.size + place * WIDTH) & FIELD) - ZERO

    def holds(self, aim: Aim | Op, state: int) -> bool:
        """Whether all that is needed is so."""
        if state & aim.needs != aim.needs:
            return False
        if aim.some and not all(state & mask for mask in aim.some):
            return False
        return not aim.compares or all((self.value(state, n) - limit) * sign >= 0 for n, sign, limit in aim.compares)

    def after(self, op: Op, state: int) -> int:
        """The state that the act leads to."""
        state = (state & ~op.takes) | op.gives
        if op.counts or op.sets:
            for place, value in op.sets:
                state = self._put(state, place, value)
            for place, change in op.counts:
                state = self._put(state, place, self.value(state, place) + change)
        return state

    def _put(self, state: int, place: int, value: int) -> int:
        low = self.size + place * WIDTH
        return state & ~(FIELD << low) | (max(-ZERO, min(ZERO - 1, value)) + ZERO) << low

    def facts_of(self, state: int) -> set[str]:
        """The facts that hold in a state, those of the start as the world wrote them: failures are told by their words."""
        told = {key[:-1]: text for key, text in self._can.true.items() if key[:-1] in self.numbers}
        found = {text for key, text in self._can.true.items() if key not in self.bits and key[:-1] not in self.numbers}
        found |= {self._can.true.get(key) or fact(*key) for key, bit in self.bits.items() if state & bit}
        for key, place in self.numbers.items():
            now = self.value(state, place)
            found.add(told[key] if now == self._values[place] else fact(*key, as_written(now / SCALE)))
        return found

    def aim_at(self, condition: Condition) -> Aim | None:
        """A condition as an aim; None if it can never hold, or speaks of facts that no act here needs."""
        try:
            return Aim(*self._compile([(lit, key_of(lit)) for lit in condition]))
        except Impossible:
            return None


def _prices(skills: Iterable[Skill], true: Iterable[Key]) -> dict[Key, float]:
    """What facts say that acts cost: `distance(a, b, 7)` as distance(a, b) -> 7."""
    names = {lit.name for skill in skills if isinstance(skill.cost, str) for lit in parse(skill.cost)}
    return {key[:-1]: value for key in true if key[0] in names and (value := number(key[-1])) is not None}


def _made(gives: int, takes: int, bit: int, denied: int) -> tuple[int, int]:
    """What is made holds, whatever else the act takes away."""
    return (gives | bit) & ~denied, (takes & ~bit) | denied
