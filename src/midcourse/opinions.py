"""A language model's opinions on one kind of question, for judges and reflectors: paid for once, however often it is asked."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Generic, TypeVar

from msgspec.structs import replace

from .core.asks import Ask, Told
from .core.model import Cost
from .core.plan import digest
from .core.protocols import Model, Verdict
from .core.reflections import Reflection

CHARACTERS = 4
"""For one token, about."""
KEPT = 32
"""Opinions that are remembered."""

Opinion = TypeVar("Opinion", Verdict, Reflection)


class Opinions(Generic[Opinion]):
    """Asks a model; what it said is remembered as long as nothing changes of what it was asked about.

    What the model is asked to be stands in the package `home`, under `prompts`, by the name of the purpose.
    """

    def __init__(self, model: Model, purpose: str, home: str, *, tokens: int, longest: int) -> None:
        self._model, self._purpose, self._tokens, self._longest = model, purpose, tokens, longest
        self._system = files(home).joinpath("prompts", f"{purpose}.md").read_text(encoding="utf-8").strip()
        self._said: dict[str, Opinion] = {}

    @property
    def room(self) -> int:
        """Characters that a question may have."""
        return self._tokens * CHARACTERS

    @property
    def most_each(self) -> Cost:
        """The most that one answer may cost."""
        return self._model.most(self._ask("x" * self.room))

    async def on(self, about: object, question: Callable[[], str], read: Callable[[Told], Opinion]) -> Opinion:
        """The opinion on what this is `about`, asked for if it is not known yet."""
        key = digest(about)
        if key in self._said:
            return replace(self._said[key], cost=Cost())
        told = await self._model.ask(self._ask(question()))
        found = replace(read(told), cost=told.cost)
        self._said = {**dict(list(self._said.items())[-KEPT:]), key: found}
        return found

    def _ask(self, question: str) -> Ask:
        return Ask(self._purpose, self._system, question, most_tokens=self._longest)
