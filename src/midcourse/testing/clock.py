"""A clock that moves only when somebody sleeps."""

from __future__ import annotations

import asyncio


class FrozenClock:
    """Time for tests: `sleep` passes at once and moves it on; nothing else does."""

    def __init__(self, now: float = 1_000_000.0, tick: float = 0.0) -> None:
        self._now, self._tick = now, tick

    def now(self) -> float:
        """The frozen time, a `tick` later at each reading if one was given."""
        self._now += self._tick
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Move the clock on; other tasks get their turn."""
        self._now += max(0.0, seconds)
        await asyncio.sleep(0)
