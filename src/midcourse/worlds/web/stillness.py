"""The layout of a page that is waited for to rest, and whether the page itself tells that it stays so."""

from __future__ import annotations

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
        self._before: Mark | None = None
        """That of the layout before."""

    async def shot(self, page: Any, session: Any) -> Json:
        """The page's layout at this moment."""
        mark, shot = await self._sessions.marked(page, snapshot(session))
        self._before, self._last = self._last[1], (shot, mark)
        return shot

    async def rested(self, page: Any, seconds: float, latest: Json | None, counts: bool) -> Json | None:
        """Let the page rest; its latest layout again if it tells that it stayed so. `counts`: the time before counts as rest."""
        shot, mark = self._last
        if latest is None or latest is not shot or mark is None or not is_one_tree(latest):
            await self._sessions.rest(page, seconds, STALLED)
            return None
        return latest if await self._sessions.stays(page, mark, seconds, counts) else None

    async def is_unmoved(self, page: Any, latest: Json | None) -> bool:
        """Whether nothing at all was noted in the page since the layout before the latest."""
        shot, mark = self._last
        if latest is None or latest is not shot or mark is None or self._before is None or not is_one_tree(latest):
            return False
        return mark[0] == self._before[0] and await self._sessions.stays(page, mark, 0.0, counts=False)
