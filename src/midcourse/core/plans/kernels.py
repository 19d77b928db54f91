"""Does the rest of the plan still hold? And if not, where can it be entered again?

Kernel i is what must hold for steps i..n to reach the goal: K_n is the goal, K_{i-1} is K_i less what step i makes, plus
what it needs. While K_i holds the plan is good, whatever else changed. When it fails, the largest j whose kernel holds is
where to go on: later than i skips what others did, earlier redoes what was undone; no planner is asked.

A look costs only its changed facts: each literal knows the kernels that hold it, each kernel counts its failing literals.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

import msgspec
from msgspec.structs import replace

from ..logic.conditions import Condition, Coverage, Literal, Truth, parse_fact, respelt
from .contracts import Contract, Counted, Imagined, truth_where_counted, what_is_counted

Span = tuple[int, int, bool]
"""A run of kernels, first and last, and whether the literal is a ghost in them."""


class Kernels(msgspec.Struct, frozen=True):
    """The kernels of one plan and how they stand now. A value: `seen` gives a new one."""

    contracts: tuple[Contract, ...]
    """One per step of the plan, in order; an effect that a look taught is added, one that did not come is left out."""
    goal: Condition
    """What kernel n demands: the run's goal or, where that is only words, what the plan itself brings about for good."""
    ghosts: frozenset[Literal] = frozenset()
    """What the plan needs, nobody declares to make, and was false at the start: some step makes it undeclared."""
    truth: Mapping[Literal, Truth] = {}
    """Literal -> whether it holds, None where nobody knows: for all that kernels demand and steps make."""
    violated: Sequence[int] = ()
    """Per kernel: literals seen false, ghosts left out. Zero: the plan holds from here."""
    unmet: Sequence[int] = ()
    """Per kernel: literals not seen true, ghosts included. Zero: certain enough to skip ahead to."""
    index: Mapping[Literal, tuple[Span, ...]] = {}
    """Literal -> the runs of kernels that hold it."""
    patterns: Mapping[str, tuple[Literal, ...]] = {}
    """Name -> literals with `*`, which any fact of that name may concern."""
    leaned_on: Mapping[int, int] = {}
    """Step -> the last step that uses its output or says that it comes after it."""
    means: bool = True
    """Steps may be left out once nothing needs them; else each is to be done."""
    numbers: frozenset[Counted] = frozenset()
    """What the plan counts with a point somewhere: worlds write that in several ways."""

    # --- building -----------------------------------------------------------------------------------------------

    @classmethod
    def build(
        cls,
        contracts: Sequence[Contract],
        goal: Condition,
        facts: Collection[str],
        covered: Coverage,
        ghosts: frozenset[Literal] | None = None,
        leaned_on: Mapping[int, int] | None = None,
        means: bool = True,
    ) -> Kernels:
        """Kernels of a plan accepted in this world. Give `ghosts` to rebuild one whose ghosts are known.

        Without a goal the plan is for its own lasting effects. What it needs and nobody knows is hoped for where a step before
        may do more than it says; what it needs and is not so can only come from such a step.
        """
        goal = goal or lasting(contracts)
        counted: list[tuple[Literal, Literal]] = []
        spans, lost = regress(contracts, goal, counted)
        last = len(contracts)
        numbers = _numbers(contracts, goal)
        if ghosts is None:
            demanded = ((lit, where[-1][1]) for lit, where in spans.items() if where[-1][0] == 0)
            first = [(lit, high, truth_where_counted(lit, facts, covered, numbers)) for lit, high in demanded]
            silent = _silent(contracts, 0)
            ghosts = lost | {lit for lit, high, held in first if held is False or (held is None and silent < high)}
            for lit, before in reversed(counted):  # a number that nobody makes is a ghost however it is counted
                ghosts |= {lit} if before in ghosts else frozenset()
        # Effects are followed too, wanted by a kernel or not: whether a step may be skipped depends on them.
        for contract in contracts:
            for lit in contract.makes:
                spans.setdefault(lit, [])
        truth = {lit: truth_where_counted(lit, facts, covered, numbers) for lit in spans}
        index = {lit: tuple(_parts(where, lit in ghosts, last)) for lit, where in spans.items()}
        violated, unmet = [0] * (last + 2), [0] * (last + 2)
        for lit, where in index.items():  # as differences first, so that a span costs two additions
            for low, high, ghost in where:
                if truth[lit] is False and not ghost:
                    violated[low] += 1
                    violated[high + 1] -= 1
                if truth[lit] is not True:
                    unmet[low] += 1
                    unmet[high + 1] -= 1
        patterns: dict[str, list[Literal]] = {}
        for lit in spans:
            if lit.open or respelt(lit.fact) != lit.fact or what_is_counted(lit) in numbers:
                patterns.setdefault(lit.name, []).append(lit)
        return cls(
            tuple(contracts),
            goal,
            ghosts,
            truth,
            list(accumulate(violated))[:-1],
            list(accumulate(unmet))[:-1],
            index,
            {name: tuple(forms) for name, forms in patterns.items()},
            leaned_on or {},
            means,
            numbers,
        )

    # --- looking ------------------------------------------------------------------------------------------------

    def seen(self, changed: Iterable[str], facts: Collection[str], covered: Coverage) -> Kernels:
        """The kernels after a look in which only these facts came or went."""
        turned: dict[Literal, Truth] = {}
        for text in changed:
            literal = parse_fact(text)
            candidates = (literal, literal.denied(), *self.patterns.get(literal.name, ()))
            for lit in candidates:
                if lit in self.index and lit not in turned:
                    now = truth_where_counted(lit, facts, covered, self.numbers)
                    if now is not self.truth[lit]:
                        turned[lit] = now
        return self._turn(turned)

    def seen_anew(self, facts: Collection[str], covered: Coverage) -> Kernels:
        """The kernels after a look that covered what was not covered before: every literal is read again."""
        now = {lit: truth_where_counted(lit, facts, covered, self.numbers) for lit in self.index}
        return self._turn({lit: t for lit, t in now.items() if t is not self.truth[lit]})

    def _turn(self, turned: Mapping[Literal, Truth]) -> Kernels:
        if not turned:
            return self
        violated, unmet = list(self.violated), list(self.unmet)
        for lit, now in turned.items():
            _count(violated, unmet, self.index[lit], self.truth[lit], now)
        truth = {**self.truth, **turned}
        return replace(self, truth=truth, violated=violated, unmet=unmet)

    def learned(self, step: int, literals: Iterable[Literal], facts: Collection[str], covered: Coverage) -> Kernels:
        """Step was seen to make these ghosts: they are effects now, and the kernels after it demand them, but for what a later
        step takes away: what brings that back says so no more than before."""
        effects = frozenset(literals)
        old = self.contracts[step]
        contract = old._replace(makes=(*old.makes, *effects))
        contracts = (*self.contracts[:step], contract, *self.contracts[step + 1 :])
        _, lost = regress(contracts, self.goal)
        ghosts = self.ghosts - (effects - lost)
        return Kernels.build(contracts, self.goal, facts, covered, ghosts, self.leaned_on, self.means)

    def without(self, step: int, literals: Collection[Literal], facts: Collection[str], covered: Coverage) -> Kernels:
        """Step is done and did not bring these about: nothing counts on it for them any more."""
        old = self.contracts[step]
        contract = old._replace(makes=tuple(lit for lit in old.makes if lit not in literals))
        contracts = (*self.contracts[:step], contract, *self.contracts[step + 1 :])
        goal = () if self.goal == lasting(self.contracts) else self.goal
        return Kernels.build(contracts, goal, facts, covered, self.ghosts | frozenset(literals), self.leaned_on, self.means)

    def haunted(self, ghosts: frozenset[Literal], facts: Collection[str], covered: Coverage) -> Kernels:
        """The kernels with other ghosts: some were seen by now, some were lost where a later step may bring them back."""
        return Kernels.build(self.contracts, self.goal, facts, covered, ghosts, self.leaned_on, self.means)

    def met_by_chance(self, i: int, literal: Literal) -> bool:
        """Whether the literal is a number that the plan counts, and kernel i wants it to stand elsewhere: on the way from a start
        that does not lead to the goal it passes what was wanted before or will be later."""
        counted = any(what_is_counted(c) == what_is_counted(literal) for step in self.contracts for c in step.counts)
        return counted and not any(low <= i <= high for low, high, _ in self.index.get(literal, ()))

    def is_taken_piece_by_piece(self, i: int, literal: Literal, facts: Collection[str], covered: Coverage) -> bool:
        """Whether steps i.., up to the one that needs it, take away all of which there is to be none, one after the other."""
        if not (literal.open and literal.negated):
            return False
        world = Imagined(facts, covered)
        for contract in self.contracts[i:]:
            if literal in contract.needs:
                break
            world.apply(contract)
        return world.truth(literal) is True

    def may_come(self, i: int, literal: Literal) -> bool:
        """Whether a step from i on, before the one that needs the literal, may bring it about without saying so."""
        wanted = [high for _, high, _ in self.index.get(literal, ()) if high >= i]
        return bool(wanted) and _silent(self.contracts, i) < min(wanted)

    # --- asking -------------------------------------------------------------------------------------------------

    def holds(self, i: int) -> bool:
        """Whether nothing that steps i.. rest on is seen false."""
        return self.violated[i] == 0

    def failing(self, i: int) -> Condition:
        """What kernel i demands and is seen false."""
        return tuple(
            lit
            for lit, where in self.index.items()
            if self.truth[lit] is False and any(low <= i <= high and not ghost for low, high, ghost in where)
        )

    def demands(self, i: int) -> Condition:
        """All that kernel i demands."""
        return tuple(lit for lit, where in self.index.items() if any(low <= i <= high for low, high, _ in where))

    def furthest(self, i: int, done: Collection[int] = ()) -> int | None:
        """The largest place from which the plan still reaches the goal, or None. `done` steps have their outputs."""
        for j in range(len(self.contracts), i, -1) if self.means else ():
            if self.unmet[j] == 0 and all(self._may_skip(k, j, k in done) for k in range(i, j)):
                return j
        return next((j for j in range(i, -1, -1) if self.violated[j] == 0), None)

    def _may_skip(self, k: int, j: int, done: bool) -> bool:
        """Whether step k can be left out to go on at j."""
        if not done and self.leaned_on.get(k, -1) >= j:
            return False
        contract = self.contracts[k]
        # A step with undeclared effects may do more than it says: skip it only when all it says is seen.
        if contract.complete and self.goal:
            return True
        return bool(contract.makes) and not contract.counts and all(self._is_true(lit) for lit in contract.makes)

    def _is_true(self, lit: Literal) -> bool:
        return self.truth.get(lit) is True


def lasting(contracts: Sequence[Contract]) -> Condition:
    """What a plan makes and no later step of it takes away, counts further, or may take away without saying so."""
    kept: list[Literal] = []
    for contract in contracts:
        kept = [lit for lit in kept if contract.complete and not contract.ends(lit) and contract.before(lit) == lit]
        kept += [lit for lit in contract.makes if lit not in kept]
    return tuple(kept)


def _numbers(contracts: Sequence[Contract], goal: Condition) -> frozenset[Counted]:
    """What the plan counts with a point somewhere: worlds write that in several ways."""
    counts = [lit for contract in contracts for lit in contract.counts]
    counted = {what_is_counted(lit) for lit in counts}
    if not counted:
        return frozenset()
    named = (*counts, *goal, *(lit for contract in contracts for lit in contract.needs))
    return frozenset(what_is_counted(lit) for lit in named if "." in lit.fact and what_is_counted(lit) in counted)


def _silent(contracts: Sequence[Contract], i: int) -> int:
    """The first step from i on that may do more than it says; their number if none may."""
    return next((k for k in range(i, len(contracts)) if not contracts[k].complete), len(contracts))


def regress(
    contracts: Sequence[Contract], goal: Condition, counted: list[tuple[Literal, Literal]] | None = None
) -> tuple[dict[Literal, list[tuple[int, int]]], frozenset[Literal]]:
    """Where each literal is demanded, as runs of kernels from the goal backwards; and what is taken and not given back.

    Kernel i-1 is kernel i, less what step i makes, plus what it needs. `counted` is given each number and how it stands before.
    """
    spans: dict[Literal, list[tuple[int, int]]] = {}
    since = dict.fromkeys(goal, len(contracts))
    lost: set[Literal] = set()
    for i in range(len(contracts) - 1, -1, -1):
        contract = contracts[i]
        if contract.counts:
            (counted if counted is not None else []).extend(_recount(contract, i, since, spans).items())
        for lit in _touched(contract, since):
            if contract.may_take(lit):
                lost.add(lit)
            elif not contract.gives(lit):
                continue
            spans.setdefault(lit, []).append((i + 1, since.pop(lit)))
        for lit in contract.needs:
            since.setdefault(lit, i)
    for lit, high in since.items():
        spans.setdefault(lit, []).append((0, high))
    return spans, frozenset(lost)


def _recount(
    contract: Contract, i: int, since: dict[Literal, int], spans: dict[Literal, list[tuple[int, int]]]
) -> dict[Literal, Literal]:
    """A number that the step counts must stand elsewhere before it: `>=3` after `+=1` is `>=2` before, and 3 is 2."""
    names = {effect.name for effect in contract.counts}
    moved = {lit: earlier for lit in since if lit.name in names and (earlier := contract.before(lit)) != lit}
    for lit in moved:
        spans.setdefault(lit, []).append((i + 1, since.pop(lit)))
    for earlier in moved.values():
        since.setdefault(earlier, i)
    return moved


def _touched(contract: Contract, demanded: Mapping[Literal, int]) -> list[Literal]:
    """The demanded literals that the step may give or take: looked up where it names them, searched where it has a `*`."""
    if any(lit.open for lit in (*contract.makes, *contract.breaks)):
        return list(demanded)
    named = (lit for effect in (*contract.makes, *contract.breaks) for lit in (effect, effect.denied()))
    names = {effect.name for effect in (*contract.makes, *contract.breaks)}
    some = (lit for lit in demanded if lit.open and lit.name in names)
    return [lit for lit in dict.fromkeys((*named, *some)) if lit in demanded]


def _parts(where: Sequence[tuple[int, int]], ghost: bool, last: int) -> Iterator[Span]:
    """The runs, with a ghost's last kernel, the goal, taken out: there it counts."""
    for low, high in where:
        if not ghost or high < last:
            yield low, high, ghost
        else:
            if low < last:
                yield low, last - 1, True
            yield last, last, False


def _count(violated: list[int], unmet: list[int], where: Iterable[Span], was: Truth, now: Truth) -> None:
    worse_false = (now is False) - (was is False)
    worse_unmet = (now is not True) - (was is not True)
    for low, high, ghost in where:
        for i in range(low, high + 1):
            if not ghost:
                violated[i] += worse_false
            unmet[i] += worse_unmet
