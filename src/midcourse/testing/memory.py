"""A memory for tests: lessons in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.history.lessons import Found, Lesson, counted, is_for, ranked
from ..core.history.situations import Situation


class DictMemory:
    """Finds lessons of the same situation and of like ones; the plainest reading of the protocol."""

    def __init__(self) -> None:
        self.lessons: dict[str, Lesson] = {}

    async def learn(self, lesson: Lesson, helped: bool, trial: str, now: float) -> None:
        """Count it, on the lesson that is known."""
        self.lessons[lesson.id] = counted(self.lessons.get(lesson.id, lesson), helped, trial, now)

    async def recall(self, situation: Situation, agent: str, team: str, now: float) -> Sequence[Found]:
        """Those that fit, the most reliable first."""
        return ranked(situation, (k for k in self.lessons.values() if is_for(k, agent, team)), now)
