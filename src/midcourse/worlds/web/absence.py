"""What is to go: a line that a page lacks may stand on another page.

A run whose end is only that lines are gone (`not text(Gull)`) is told so on a page where they stood. What was never seen is not
known to be gone, and a page that is about something else tells nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core.logic.conditions import Condition, Literal, matches, parse_fact
from .sight import Sight, path_of

ANYWHERE = frozenset({"text", "row"})
"""Facts about lines that name no page."""


class ToGo:
    """The lines that a run waits to see go, and the pages where they stood."""

    def __init__(self, end: Condition = ()) -> None:
        """`end`: of the task. Where it has other parts, those show that something was done."""
        alone = all(lit.negated for lit in end)
        self._wanted = tuple(lit for lit in end if alone and lit.name in ANYWHERE)
        self._stood: set[tuple[str, str]] = set()
        """(Line, path of a page where it was seen)."""

    def covers(self, sight: Sight, covers: tuple[str, ...]) -> tuple[str, ...]:
        """What a look at a page tells for sure, without what it cannot know to be gone."""
        path, facts = path_of(sight.url), sight.facts
        self._stood |= {(lit.text, path) for lit in self._wanted if _is_there(lit, facts)}
        unknown = {lit.name for lit in self._wanted if (lit.text, path) not in self._stood}
        if not unknown:
            return covers
        shown = (f for f in sorted(facts) if f.partition("(")[0] in unknown)
        return (*(c for c in covers if c not in {f"{name}(*)" for name in unknown}), *shown)


def _is_there(wanted: Literal, facts: Iterable[str]) -> bool:
    return any(f.startswith(f"{wanted.name}(") and matches(wanted, parse_fact(f).args) for f in facts)
