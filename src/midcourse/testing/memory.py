"""A memory for tests: lessons in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.protocols import Lesson


class DictMemory:
    """Finds lessons by their whole signature, the most helpful first; what did more harm than good is left out."""

    def __init__(self) -> None:
        self._lessons: dict[tuple[str, str], Lesson] = {}

    async def learn(self, lesson: Lesson) -> None:
        """Keep it, over an older one of the same kind."""
        self._lessons[lesson.signature, lesson.remedy] = lesson

    async def recall(self, signature: str) -> Sequence[Lesson]:
        """Lessons of exactly this situation."""
        found = [k for k in self._lessons.values() if k.signature == signature and k.helped > k.harmed]
        return sorted(found, key=lambda lesson: lesson.harmed - lesson.helped)
