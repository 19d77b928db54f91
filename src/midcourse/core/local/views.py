"""What local planning sees of an interface: a place with things on it."""

from __future__ import annotations

from typing import Literal as Choice

import msgspec

Role = Choice["way", "next", "back", "close", "toggle", "field", "commit"]
"""What a thing is for: it leads somewhere, it goes on in a form, it goes back or home, it closes what is open, it turns something
on or off, it takes text, it commits what was entered."""
VALUES: frozenset[Role] = frozenset(("toggle", "field"))


class Thing(msgspec.Struct, frozen=True):
    """One thing that can be acted on."""

    key: str
    """What it is known by on every visit: its role, its label and where it stands, never a number of this one look."""
    role: Role
    """What it is for."""
    asks: bool = False
    """What it does cannot be undone, or commits: it is done with leave only."""
    shown: bool = True
    """It is to be seen; a key that may be pressed is not."""
    wanted: bool = False
    """The task names a value for it."""
    should_hold: str | None = None
    """What the goal itself says that it should hold, '' for nothing; None where it says nothing of it."""
    final: bool = False
    """It says that it takes away, ends or pays something of which the goal does not speak: done only if somebody names it."""


class Sight(msgspec.Struct, frozen=True):
    """One look at an interface."""

    title: str
    """What the place is called."""
    things: tuple[Thing, ...]
    """What can be acted on."""
    values: dict[str, str] = {}
    """Thing -> its value, for those that have one."""
    interrupts: bool = False
    """It came by itself and lies over everything else, as a notice does."""

    def thing(self, key: str) -> Thing | None:
        """The thing that is known by this key, if it is to be seen."""
        return next((t for t in self.things if t.key == key), None)

    def differs(self, other: Sight) -> bool:
        """Whether something that both show holds another value: what a look misses has not changed."""
        both = {t.key for t in self.things} & {t.key for t in other.things}
        return any(self.values.get(key, "") != other.values.get(key, "") for key in both)

    @property
    def wanting(self) -> str:
        """What takes a value, and does not hold what the goal says that it should; '' where nothing to be seen does."""
        wanting = (t for t in self.things if t.role in VALUES and t.should_hold not in (None, self.values.get(t.key, "")))
        return next((t.key for t in wanting), "")

    @property
    def has_next(self) -> bool:
        """Whether it is a page of a form that goes on: then what is entered may be what lets it go on."""
        return any(t.role == "next" for t in self.things)
