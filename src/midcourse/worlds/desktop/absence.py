"""What is not there: a thing that no window shows may be somewhere that is not loaded, not open or scrolled away.

A run that waits for something to go (`not visible(item Draft)`) is told that it has gone only where it was seen before, and the
place where it stood is shown without it. What was never seen is not known to be gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ...core.logic.conditions import Condition, Literal, matches, parse_fact
from .driver import Box, Key
from .sight import LONGEST_TEXT, Sight
from .things import Screenful, Thing, likeness

LISTS = frozenset({"list", "list box", "table", "tree", "tree table", "layered pane"})
WINDOWS = frozenset({"window", "active", "runs", "dialog"})
"""What is told of windows: the display knows them all once the program has one."""
INSIDE = frozenset({"visible", "enabled", "focused", "field", "offers", "expanded", "asks", "text"})
"""What is told of things in windows."""
EMPTIED = 1.5
"""Seconds after which a list that lost all that it showed is empty, and not about to be filled again."""


class Seen(NamedTuple):
    """Where something was when it was last seen."""

    role: str
    label: str
    process: int
    place: Key
    """The list that it was in, or else what it could be scrolled out of, or its window."""
    place_role: str
    place_box: Box | None
    bound: bool
    """It is known to have gone only while this place is shown."""
    height: int
    above: tuple[str, str] | None
    below: tuple[str, str] | None
    alone: bool
    """Nothing else was in that place."""
    tabs: frozenset[str]
    """The tabs that were chosen."""


@dataclass(slots=True)
class Absences:
    """What a run waits to see go, and what was seen of it."""

    wanted: Condition = ()
    """The denials in the end of the task."""
    alone: bool = False
    """The end has no other parts: nothing else shows that anything was done."""
    restless: bool = False
    """The same screen may tell more a moment later."""
    _seen: dict[str, Seen | None] = field(default_factory=dict[str, Seen | None])
    """What was seen of the wanted facts; None for a window."""
    _told: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    _emptied: dict[str, float] = field(default_factory=dict[str, float])

    @classmethod
    def of(cls, end: Condition) -> Absences:
        """For this end of a task."""
        wanted = tuple(lit for lit in end if lit.negated and lit.name in WINDOWS | INSIDE)
        return cls(wanted, alone=all(lit.negated for lit in end))

    def covers(self, sight: Sight, covers: tuple[str, ...], begun: bool, now: float) -> tuple[str, ...]:
        """What a look tells for sure, without what it cannot know to be gone. `begun`: the program has shown a window."""
        if not self.wanted:
            return covers
        kinds = {lit.name for lit in self.wanted}
        for text in sight.facts:
            name = text.partition("(")[0]
            if name in kinds:
                self._told.setdefault(name, set()).add(text)
        self.restless = False
        unknown = [lit for lit in self.wanted if not self._is_known(lit, sight, begun, now)]
        if not unknown:
            return covers
        names, facts = {lit.name for lit in unknown}, {lit.fact for lit in unknown}
        kept = [pattern for pattern in covers if pattern not in facts and pattern not in {f"{name}(*)" for name in names}]
        whole = [name for name in sorted(names) if f"{name}(*)" in covers]
        return (*kept, *(text for name in whole for text in sorted(self._told.get(name, set()) - facts)))

    def _is_known(self, lit: Literal, sight: Sight, begun: bool, now: float) -> bool:
        if lit.name in WINDOWS:
            if any(matches(lit, parse_fact(text).args) for text in sight.facts if text.startswith(f"{lit.name}(")):
                self._seen[lit.fact] = None
            return lit.fact in self._seen or (begun and not self.alone)
        if lit.open:
            return begun and not self.alone
        about = lit.args[0] if lit.args else ""
        if lit.name == "text":
            places = range(len(sight.screen.elements))
            place = next((i for i in places if about in (line[:LONGEST_TEXT] for line in sight.screen.lines(i))), None)
            thing = None
        else:
            thing = sight.things.get(about)
            place = thing.place if thing is not None else None
        if place is not None:
            self._seen[about] = _seen(sight, place, thing)
            self._emptied.pop(about, None)
            return True
        seen = self._seen.get(about)
        return seen is not None and self._is_gone(about, seen, sight, now)

    def _is_gone(self, about: str, seen: Seen, sight: Sight, now: float) -> bool:
        screen = sight.screen
        place = _same_place(screen, seen)
        if place is None:
            own = any(screen.elements[t.place].process == seen.process for t in sight.things.values())
            return own and not seen.bound and seen.tabs == _tabs(sight)
        inside = set(screen.inside(place))
        there = [t for t in sight.things.values() if t.place in inside]
        if seen.label and any((t.role, t.label) == (seen.role, seen.label) for t in there):
            return False  # it goes by another name now
        if not seen.bound:
            return seen.tabs == _tabs(sight)
        if not there and not seen.alone and now - self._emptied.setdefault(about, now) < EMPTIED:
            self.restless = True
            return False
        panes = screen.panes(min(inside, default=place))
        return not panes or _leaves_room(seen, there, screen.elements[panes[0][0]].box)


def _tabs(sight: Sight) -> frozenset[str]:
    chosen = (id for id, thing in sight.things.items() if thing.role == "tab" and "selected" in sight.element(id).states)
    return frozenset(chosen)


def _seen(sight: Sight, at: int, thing: Thing | None) -> Seen:
    """Where something is."""
    screen = sight.screen
    place = next((p for p in screen.parents(at) if screen.elements[p].role in LISTS), None)
    panes = screen.panes(at)
    bound = place is not None or bool(panes)
    place = place if place is not None else panes[0][0] if panes else screen.top(at)
    inside = set(screen.inside(place))
    box = screen.elements[at].box or (0, 0, 0, 0)
    others = [t for t in sight.things.values() if t.place in inside and t.place != at]
    over = [t for t in others if t.box[1] + t.box[3] <= box[1] + 1]
    under = [t for t in others if t.box[1] >= box[1] + box[3] - 1]
    above = max(over, key=lambda t: (t.box[1], -abs(t.box[0] - box[0])), default=None)
    below = min(under, key=lambda t: (t.box[1], abs(t.box[0] - box[0])), default=None)
    own = screen.elements[place]
    return Seen(
        thing.role if thing is not None else "",
        thing.label if thing is not None else "",
        screen.elements[at].process,
        own.key,
        own.role,
        own.box,
        bound,
        box[3],
        (above.role, above.label) if above is not None else None,
        (below.role, below.label) if below is not None else None,
        not over and not under,
        _tabs(sight),
    )


def _same_place(screen: Screenful, seen: Seen) -> int | None:
    """Where it stood, as far as that is shown: the same element, or one of its kind where that was."""
    shown = [i for i, e in enumerate(screen.elements) if e.process == seen.process and "showing" in e.states]
    same = next((i for i in shown if screen.elements[i].key == seen.place), None)
    if same is not None or seen.place_box is None or not seen.bound:
        return same
    alike = [i for i in shown if screen.elements[i].role == seen.place_role]
    return next((i for i in alike if likeness(seen.place_box, screen.elements[i].box) > 0.5), None)


def _leaves_room(seen: Seen, there: Iterable[Thing], pane: Box | None) -> bool:
    """Whether, in a list that is longer than what is shown of it, the place beside one that stood next to it is in view."""
    if pane is None:
        return False
    for thing in there:
        if (thing.role, thing.label) == seen.above and thing.box[1] + thing.box[3] + seen.height <= pane[1] + pane[3]:
            return True
        if (thing.role, thing.label) == seen.below and thing.box[1] - 2 * seen.height >= pane[1]:  # a header may be above it
            return True
    return False
