"""Reading ahead: a page is read while it is waited for, since mostly it stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from .reading import Reading
from .texts import Texts
from .things import Thing

Json = Any
Read = tuple[Reading, Texts, list[Thing]]
"""A page, the texts in it, and what can be acted on."""
GUESSES = 2
"""How often in one wait: a page that moves all the time is not read for nothing again and again."""


class Ahead:
    """The reading of a layout that the page may keep."""

    def __init__(self, read: Callable[[Json], Coroutine[Any, Any, Read]]) -> None:
        self._read = read
        self._begun: tuple[Json, asyncio.Task[Read]] | None = None
        self._left = GUESSES

    def waits(self, shot: Json | None = None) -> None:
        """A wait begins, for a page that had this layout just now, if that is known."""
        self._drop()
        self._left = GUESSES
        if shot is not None:
            self.guess(shot)

    def guess(self, shot: Json) -> None:
        """Begin to read a page with this layout."""
        self._drop()
        if self._left > 0:
            self._left -= 1
            self._begun = shot, asyncio.create_task(self._read(shot))
            self._begun[1].add_done_callback(_heed)

    async def reading(self, shot: Json) -> Read:
        """The page with this layout, as it was read ahead, or is now."""
        begun, self._begun = self._begun, None
        if begun is not None and begun[0] == shot:  # to the pixel: where things are is a part of what is read
            return await begun[1]
        if begun is not None:
            begun[1].cancel()
        return await self._read(shot)

    def _drop(self) -> None:
        if self._begun is not None:
            self._begun[1].cancel()
            self._begun = None


def _heed(task: asyncio.Task[Read]) -> None:
    """Nobody may wait for it any more: what went wrong in it is nobody's trouble then."""
    if not task.cancelled():
        task.exception()
