"""The layout of a page that is waited for to rest, and whether the page itself tells that it stays so."""

from __future__ import annotations

import asyncio
from typing import Any

from .reading import is_one_tree, snapshot
from .sessions import STALLED, Mark, Sessions

Json = Any


class Stillness:
    """Takes layouts of the open page. Of the last one it knows the moment, so that a page that stays need not be read twice."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._last: tuple[Json, Mark | None] = None, None
        """The layout that was taken last, and that moment, if the page notes its changes."""

    async def shot(self, page: Any, session: Any) -> Json:
        """The page's layout at this moment."""
        mark, shot = await asyncio.gather(self._sessions.mark(page), snapshot(session))
        self._last = shot, mark
        return shot

    async def rested(self, page: Any, seconds: float, latest: Json | None, counts: bool) -> Json | None:
        """Let the page rest; its latest layout again if it tells that it stayed so. `counts`: the time before counts as rest."""
        shot, mark = self._last
        if latest is None or latest is not shot or mark is None or not is_one_tree(latest):
            await self._sessions.rest(page, seconds, STALLED)
            return None
        return latest if await self._sessions.stays(page, mark, seconds, counts) else None
