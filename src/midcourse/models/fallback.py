"""A model, and another for when it cannot be reached."""

from __future__ import annotations

from ..core.asks import Ask, Told
from ..core.errors import PlannerUnreachable
from ..core.model import Cost
from ..core.protocols import Model


class Fallback:
    """Asks the first that can be reached. One that was asked and fell silent may have charged for it: that question is given up
    as such, so that it is paid for once, and the next one goes to another."""

    def __init__(self, first: Model, *others: Model) -> None:
        self._models = [first, *others]

    def most(self, ask: Ask) -> Cost:
        """The most that any of them may cost: only one of them is paid."""
        costs = [model.most(ask) for model in self._models]
        return Cost(max(c.tokens for c in costs), max(c.money for c in costs))

    async def ask(self, ask: Ask) -> Told:
        """The first answer; the last one's excuse if there is none."""
        excuse: PlannerUnreachable | None = None
        for model in tuple(self._models):
            try:
                return await model.ask(ask)
            except PlannerUnreachable as error:
                excuse = error
                if error.asked:
                    self._models.append(self._models.pop(self._models.index(model)))
                    break
        assert excuse is not None
        raise excuse
