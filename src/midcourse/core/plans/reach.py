"""Relaxed reachability: what could ever become true, if nothing were ever taken away.

An optimist's answer: what it calls out of reach is out of reach; what it calls reachable may still not be.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..logic.conditions import Condition, Literal
from .contracts import Contract, Imagined


class Reach:
    """Literals that can be made true, beside those that hold or are not known to be false."""

    def __init__(self, world: Imagined) -> None:
        self._world = world
        self._made: list[Contract] = []

    def holds(self, literal: Literal) -> bool:
        """Whether it holds, may hold, or can be made to hold."""
        if self._world.truth(literal) is not False:
            return True
        # Counting may go on for ever, so a number that can be counted at all can be anything.
        return any(c.gives(literal) or any(n.name == literal.name for n in c.counts) for c in self._made)

    def all_hold(self, condition: Condition) -> bool:
        """Whether each literal can hold (perhaps not all at once)."""
        return all(self.holds(lit) for lit in condition)

    def use(self, contract: Contract) -> None:
        """Take an action's effects as possible from now on."""
        self._made.append(contract)


def reachable(world: Imagined, actions: Iterable[Contract]) -> Reach:
    """Everything that these actions can make true from this world."""
    reach, waiting = Reach(world), list(actions)
    while True:
        ready = [c for c in waiting if reach.all_hold(c.needs)]
        if not ready:
            return reach
        waiting = [c for c in waiting if c not in ready]
        for contract in ready:
            reach.use(contract)
