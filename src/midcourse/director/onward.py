"""The clock of a run: it never goes back, also where the machine that goes on is behind the one that wrote the journal."""

from __future__ import annotations

from ..core.protocols import Clock


class OnwardClock:
    """Another clock's time, put ahead as far as a journal has come. Behind its journal, a run would wait for what is past."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._ahead = clock, 0.0

    def reach(self, moment: float) -> None:
        """Be no earlier than this from now on."""
        self._ahead += max(0.0, moment - self.now())

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._clock.now() + self._ahead

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""
        await self._clock.sleep(seconds)
