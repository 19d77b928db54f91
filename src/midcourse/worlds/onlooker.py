"""A language model that is shown pictures by a world: asked within the budget and its time, and what it may have cost is owed."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from ..core.errors import PlannerUnreachable
from ..core.gates.lookers import Affords
from ..core.language.prompts import Completion, Prompt
from ..core.model import Cost
from ..core.protocols import Model

SECONDS = 40.0
"""How long an answer may take."""


class NotRead(Exception):
    """A picture could not be read; the message says why."""


class Onlooker:
    """Asks a model. What may have been paid is owed until a look tells it."""

    def __init__(self, model: Model, seconds: float = SECONDS) -> None:
        self._model, self.seconds = model, seconds
        self._owed = Cost()
        self.affords: Affords = lambda most: True

    def settle(self) -> Cost:
        """What is owed; from now on nothing."""
        owed, self._owed = self._owed, Cost()
        return owed

    def most(self, ask: Prompt) -> Cost:
        """The most that an answer may cost."""
        return self._model.most(ask)

    async def ask(self, ask: Prompt) -> Completion:
        """The model's answer; NotRead where there is none in time or for the money."""
        most = replace(self._model.most(ask), answers=1)
        if not self.affords(self._owed + most):
            raise NotRead(f"the model is not asked: its answer may cost {most.in_words()}, which the budget does not have")
        self._owed += most  # until it is known; it stays if nobody ever says what it was
        try:
            async with asyncio.timeout(self.seconds):
                told = await self._model.ask(ask)
        except TimeoutError:
            raise NotRead(f"the model gave no answer within {self.seconds:g} seconds") from None
        except PlannerUnreachable as error:
            if not error.asked:
                self._owed -= most
            raise NotRead(str(error)) from None
        self._owed = self._owed - most + told.cost
        return told
