"""Ids that stay: a thing keeps its id when it is looked at again, moved, re-ordered or drawn anew.

An id is what people would say: `button Save`; where two are called alike, also in what they lie: `link Add in Groups`. An
element that lives on keeps its id. One that was drawn anew takes over the id of one that went away, if it has the
same role, label and surroundings, and no other could be meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import NamedTuple, Protocol


class Thing(Protocol):
    """Something that can be acted on, before it has an id."""

    @property
    def place(self) -> int:
        """Where it stands in the order of what is shown."""
        ...

    @property
    def key(self) -> Hashable:
        """What it is known by while it lives."""
        ...

    @property
    def role(self) -> str:
        """What sort of thing it is."""
        ...

    @property
    def label(self) -> str:
        """What people call it."""
        ...

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height."""
        ...

    @property
    def contexts(self) -> tuple[str, ...]:
        """The texts of what it lies in, the nearest first."""
        ...


class _Known(NamedTuple):
    """A thing and the id it got."""

    id: str
    thing: Thing
    where: str = ""
    """What it lies in, by its id."""


class Names:
    """The ids given so far on one page or screen."""

    def __init__(self) -> None:
        self._known: dict[Hashable, _Known] = {}
        self._taken: dict[str, tuple[str, str, str]] = {}
        """What each id was first given to: role, label and surroundings."""

    def restart(self) -> None:
        """Another document: its elements may have the keys of those before."""
        self._known.clear()

    def name(self, things: Sequence[Thing]) -> list[str]:
        """An id for each thing, none twice."""
        ids: dict[Hashable, str] = {}
        for thing in things:
            known = self._known.get(thing.key)
            if known is not None and _is_still(known, thing):
                ids[thing.key] = known.id
        there = {thing.key for thing in things}
        gone = [known for key, known in self._known.items() if key not in there]
        new = [thing for thing in things if thing.key not in ids]
        self._take_over(new, gone, ids)
        alike: dict[tuple[str, str], int] = defaultdict(int)
        for thing in things:
            alike[thing.role, thing.label] += 1
        used = set(ids.values())
        for thing in new:
            if thing.key not in ids:
                ids[thing.key] = self._fresh(thing, alike[thing.role, thing.label] > 1, used)
                used.add(ids[thing.key])
        for thing in things:
            self._known[thing.key] = _Known(ids[thing.key], thing, _where(ids[thing.key], thing))
        for known in gone:
            if known.id in used:
                self._known.pop(known.thing.key, None)
        return [ids[thing.key] for thing in things]

    def _take_over(self, new: Sequence[Thing], gone: Sequence[_Known], ids: dict[Hashable, str]) -> None:
        """Things drawn anew take the ids of those they replace, where it is plain which."""
        used = set(ids.values())
        left: dict[tuple[str, str, tuple[str, ...]], list[_Known]] = defaultdict(list)
        for known in gone:
            if known.id not in used:
                left[known.thing.role, known.thing.label, known.thing.contexts[:2]].append(known)
        came: dict[tuple[str, str, tuple[str, ...]], list[Thing]] = defaultdict(list)
        for thing in new:
            came[thing.role, thing.label, thing.contexts[:2]].append(thing)
        for key, ones in came.items():
            for thing, known in zip(_in_order(ones), sorted(left.get(key, ()), key=lambda k: _spot(k.thing)), strict=False):
                ids[thing.key] = known.id

    def _fresh(self, thing: Thing, shared: bool, used: set[str]) -> str:
        plain = f"{thing.role} {thing.label}".strip()
        told = [f"{plain} in {context}" for context in thing.contexts]
        for id in [*([] if shared else [plain]), *told[:2]]:
            origin = (thing.role, thing.label, thing.contexts[0] if thing.contexts else "")
            if id not in used and self._taken.setdefault(id, origin) == origin:
                return id
        number = 1
        base = told[0] if told else plain
        while (id := f"{base} #{number}") in used or id in self._taken:
            number += 1
        self._taken[id] = ("", "", "")
        return id


def _where(id: str, thing: Thing) -> str:
    return next((context for context in thing.contexts if f" in {context}" in id), "")


def _is_still(known: _Known, thing: Thing) -> bool:
    """Whether an element is what its id says: a row that was filled with another's text is another row."""
    if (known.thing.role, known.thing.label) != (thing.role, thing.label):
        return False
    if known.where:
        return known.where in thing.contexts
    return known.id == f"{thing.role} {thing.label}".strip() or known.thing.contexts[:1] == thing.contexts[:1]


def _in_order(things: Sequence[Thing]) -> list[Thing]:
    return sorted(things, key=_spot)


def _spot(thing: Thing) -> tuple[int, int, int]:
    return thing.box[1], thing.box[0], thing.place
