"""When to look, where looking has a price: how likely is it that the plan has been overtaken, and what would that cost?

Each kind of fact changes by itself at its own rate, learned from the looks of the run. What late steps waste is learned too:
taken for granted, it makes looking dearer than not looking.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Value


class Hazard(Value, frozen=True):
    """What the looks of a run have taught about its world."""

    acts: int = 0
    """Acts that a look has followed."""
    changes: dict[str, int] = {}
    """Kind of fact -> times that one of them changed by itself."""
    wasted: int = 0
    """Of those acts, how many were seen to have brought nothing."""

    def rate(self, kind: str) -> float:
        """How likely one act's time is to bring a change of this kind by itself. Before anything is known: one in four."""
        return (self.changes.get(kind, 0) + 0.5) / (self.acts + 2.0)

    @property
    def waste(self) -> float:
        """How much of a step is lost when it is done after the plan was overtaken."""
        return (self.wasted + 0.5) / (self.acts + 1.0)

    def seen(self, acts: int, changed: Iterable[str], wasted: int) -> Hazard:
        """With one more look: the acts it followed, the kinds that changed by themselves, the acts that brought nothing."""
        changes = dict(self.changes)
        for kind in changed:
            changes[kind] = changes.get(kind, 0) + 1
        return Hazard(self.acts + acts, changes, self.wasted + wasted)


def worth_a_look(hazard: Hazard, kinds: Iterable[str], acts: int, price: float) -> bool:
    """Whether what may be lost by not looking, after so many acts, is more than a look costs (in acts)."""
    holds = 1.0
    for kind in set(kinds):
        holds *= (1.0 - min(1.0, hazard.rate(kind))) ** acts
    return (1.0 - holds) * (1.0 + hazard.waste * acts) > price
