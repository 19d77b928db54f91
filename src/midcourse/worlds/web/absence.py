"""What is to go: a line that a page lacks may stand on another page.

A run whose end is only that lines are gone (`not text(Gull)`) is told so on a page where they stood, while it shows most of what
stood with them: a script may put a question, or another list, in its place. What was never seen is not known to be gone.
How a thing is that is not on the page (`not checked(checkbox Grid)`) is not known either.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from ...core.logic.conditions import Condition, Literal, fact, matches, parse_fact
from .sight import Sight, path_of

ANYWHERE = frozenset({"text", "row"})
"""Facts about lines that name no page."""
LISTED = "listed"
"""The fact about a line of the page that it names: what was never seen there, alone or in a longer line, is not there."""
STATES = frozenset({"checked", "enabled", "expanded", "invalid", "focused"})
"""Facts about how a thing is that is seen."""
MOST = 0.5
"""Share of what stood with a line that a page must show to be the same view."""
DRAWN = 3.0
"""Seconds after which a page that never showed a line is taken to be without it: many show a sign that they load, and no more."""
FEW = 2
"""Rows: of so many others that stood with a line, one at least is there as long as their table is shown."""


class Beside(NamedTuple):
    """What stood on a page with a line, other than its own record. Numbers count and pass: they are all the same."""

    lines: frozenset[str]
    rows: frozenset[str]

    def is_shown(self, facts: Iterable[str]) -> bool:
        """Whether a page still is the view that showed all this."""
        now = {_without_numbers(f) for f in facts}
        return len(self.lines & now) >= MOST * len(self.lines) and (len(self.rows) < FEW or bool(self.rows & now))

    def has_only_a_menu_more(self, later: Beside, pressed: Iterable[str]) -> bool:
        """Whether all that came to this since is written on buttons: a menu that was opened, and goes again by itself."""
        return self.lines < later.lines and later.lines - self.lines <= set(map(_without_numbers, pressed))


class ToGo:
    """The lines that a run waits to see go, and the pages where they stood."""

    def __init__(self, end: Condition = ()) -> None:
        """`end`: of the task. Where it has other parts, those show that something was done."""
        alone = all(lit.negated for lit in end)
        self._denied = tuple(lit for lit in end if lit.negated and lit.name in (*ANYWHERE, LISTED))
        self._wanted = self._denied if alone else ()
        self._states = tuple(lit for lit in end if lit.negated and lit.name in STATES and lit.args and not lit.open)
        self._stood: dict[tuple[str, str], Beside] = {}
        """(Line, path of a page where it was seen) -> what stood with it there."""
        self._path, self._since = "", 0.0
        """The page that is open, and since when: its script may draw only its frame at first."""
        self.known_at = 0.0
        """When the page will have had time to show what it lacks; 0 where that makes no difference."""

    def covers(self, sight: Sight, covers: tuple[str, ...], now: float, has_gone: bool = False) -> tuple[str, ...]:
        """What a look at a page tells for sure, without what it cannot know to be gone. `has_gone`: the whole page has."""
        path, facts, places = path_of(sight.url), sight.facts, sight.places or (path_of(sight.url),)
        if places[-1] != self._path:
            self._path, self._since = places[-1], now
        never = (lit for lit in self._wanted if lit.name == LISTED and (lit.text, path) not in self._stood)
        asked = any(lit.args[0] in ("*", *places) and not _is_there(lit, facts) for lit in never)
        self.known_at = self._since + DRAWN if asked and now < self._since + DRAWN else 0.0
        there = [lit for lit in self._wanted if _is_there(lit, facts)]
        for lit in there:
            before, stands = self._stood.get((lit.text, path)), _beside(lit, facts)
            if before is None or not before.has_only_a_menu_more(stands, sight.pressed):
                self._stood[lit.text, path] = stands
        gone = [lit for lit in self._wanted if lit not in there]
        unknown = {lit.name for lit in gone if not self._is_known(lit, path, sight, has_gone)}
        unknown |= {lit.name for lit in self._denied if _is_there(lit, sight.hidden)}  # nobody sees it, and it is there
        things = {target.id for target in sight.targets}
        states = {lit.name for lit in self._states if lit.args[0] not in things}
        if not unknown | states:
            return covers
        shown = (f for f in sorted(facts) if f.partition("(")[0] in unknown)
        seen = (fact(name, id) for name in sorted(states) for id in sorted(things))
        return (*(c for c in covers if not (c.partition("(")[0] in unknown | states and c.endswith("*)"))), *shown, *seen)

    def _is_known(self, lit: Literal, path: str, sight: Sight, has_gone: bool) -> bool:
        """Whether a page that lacks a line tells that it is gone."""
        stood = self._stood.get((lit.text, path))
        if stood is not None:
            return has_gone or stood.is_shown(sight.facts)
        return lit.name == LISTED and not self.known_at and not sight.loads and not _is_in_a_line(lit, sight.facts)


def _is_there(wanted: Literal, facts: Iterable[str]) -> bool:
    return any(f.startswith(f"{wanted.name}(") and matches(wanted, parse_fact(f).args) for f in facts)


def _is_in_a_line(wanted: Literal, facts: Iterable[str]) -> bool:
    """Whether a page lists a longer line with this one in it: the same record, it may be, with what else is written there."""
    return any(_is_in(wanted.args[-1], f) for f in facts if f.startswith(f"{LISTED}("))


def _is_in(line: str, told: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(line)}(?!\w)", parse_fact(told).args[-1]) is not None


def _beside(wanted: Literal, facts: Collection[str]) -> Beside:
    """What stands with a line: all other lines and rows but those of its own row."""
    wanted = wanted if wanted.name != LISTED else replace(wanted, args=wanted.args[-1:])
    rows = [(f, parse_fact(f).args) for f in facts if f.startswith("row(")]
    mine = {
        cell for _, cells in rows if matches(wanted, cells) or any(matches(wanted, (cell,)) for cell in cells) for cell in cells
    }
    texts = (f for f in facts if f.startswith("text(") and not _is_in(wanted.args[0], f))
    others = (f for f in texts if parse_fact(f).args[0] not in mine)
    apart = (f for f, cells in rows if not mine.issuperset(cells))
    return Beside(frozenset(map(_without_numbers, others)), frozenset(map(_without_numbers, apart)))


def _without_numbers(line: str) -> str:
    return re.sub(r"\d+", "0", line)
