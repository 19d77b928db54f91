"""A model, and another for when it cannot be reached."""

from __future__ import annotations

from msgspec.structs import replace

from ..core.errors import PlannerUnreachable
from ..core.language.prompts import Completion, Prompt
from ..core.model import Cost
from ..core.protocols import Model


class Fallback:
    """Asks the first that can be reached. Who was asked and fell silent may have charged for it: what that may cost is paid."""

    def __init__(self, first: Model, *others: Model) -> None:
        self._models = (first, *others)

    def most(self, ask: Prompt) -> Cost:
        """What all of them together may cost: all but the last may fall silent."""
        return sum((model.most(ask) for model in self._models), Cost())

    async def ask(self, ask: Prompt) -> Completion:
        """The first answer; the last one's excuse if there is none."""
        silent = Cost()
        excuse: PlannerUnreachable | None = None
        for model in self._models:
            try:
                told = await model.ask(ask)
                unpriced = told.unpriced + silent.unpriced
                return replace(told, read=told.read + silent.tokens, money=told.money + silent.money, unpriced=unpriced)
            except PlannerUnreachable as error:
                excuse = error
                if error.asked:
                    silent += model.most(ask)
        assert excuse is not None
        raise PlannerUnreachable(str(excuse), excuse.retry_after, asked=bool(silent.tokens or silent.money))
