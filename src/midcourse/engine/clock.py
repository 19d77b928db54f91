"""Time as the machine tells it."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """Wall time that never goes back within a process, whatever happens to the machine's clock."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._offset + time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""
        await asyncio.sleep(seconds)
