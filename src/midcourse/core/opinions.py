"""A language model's opinions on one kind of question, for judges and reflectors: paid for once, however often it is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec.structs import replace

from .history.reflections import Reflection
from .language.prompts import Completion, Prompt
from .model import Cost
from .plans.plan import digest
from .protocols import Model, Verdict

CHARACTERS = 4
"""For one token, about."""
KEPT = 32
"""Opinions that are remembered."""

Opinion = TypeVar("Opinion", Verdict, Reflection)


class Opinions(Generic[Opinion]):
    """Asks a model; what it said is remembered as long as nothing changes of what it was asked about.

    `role` is what the model is asked to be.
    """

    def __init__(self, model: Model, purpose: str, role: str, *, tokens: int, longest: int) -> None:
        self._model, self._purpose, self._tokens, self._longest = model, purpose, tokens, longest
        self._role = role
        self._said: dict[str, Opinion] = {}

    @property
    def room(self) -> int:
        """Characters that a question may have."""
        return self._tokens * CHARACTERS

    @property
    def most_each(self) -> Cost:
        """The most that one answer may cost."""
        return self._model.most(self._ask("x" * self.room))

    async def on(self, about: object, question: Callable[[], str], read: Callable[[Completion], Opinion]) -> Opinion:
        """The opinion on what this is `about`, asked for if it is not known yet."""
        key = digest(about)
        if key in self._said:
            return replace(self._said[key], cost=Cost())
        completion = await self._model.ask(self._ask(question()))
        opinion = replace(read(completion), cost=completion.cost)
        self._said = {**dict(list(self._said.items())[-KEPT:]), key: opinion}
        return opinion

    def _ask(self, question: str) -> Prompt:
        return Prompt(self._purpose, self._role, question, most_tokens=self._longest)
