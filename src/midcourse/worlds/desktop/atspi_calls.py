"""Questions to programs over AT-SPI, and what is made of the answers.

This file, `accessibility.py` and `texts.py` are the only ones that know jeepney.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...core.errors import TaskError
from .driver import Box, Key

try:
    from jeepney import DBusAddress, Properties, new_method_call
except ImportError:
    raise TaskError("The desktop world needs jeepney, python-xlib and mss: pip install 'midcourse[desktop]'") from None

ATSPI = "org.a11y.atspi."
FAR = 1 << 20
TYPED = frozenset({"text", "entry", "password text", "autocomplete"})
TIPPED = TYPED | {"push button", "push button menu", "toggle button", "check box", "radio button", "combo box", "spin button"}
"""What may be known by a tip alone."""


class Found(NamedTuple):
    """An element before it is asked for its box and its text."""

    key: Key
    parent: Key
    role: str
    name: str
    states: frozenset[str]
    interfaces: frozenset[str]
    children: int = 0
    tip: str = ""


def method(key: Key, interface: str, name: str, signature: str | None = None, args: tuple[object, ...] = ()) -> Any:
    """The question to an element."""
    return new_method_call(DBusAddress(key[1], key[0], f"{ATSPI}{interface}"), name, signature, args)


def name_of(key: Key) -> Any:
    """The question for the name of an element."""
    return Properties(DBusAddress(key[1], key[0], f"{ATSPI}Accessible")).get("Name")


def tips_of(found: Found) -> list[Any]:
    """The questions for what a thing without a name says when it is pointed at, or, of a field, while it is empty."""
    if found.name or found.tip or found.role not in TIPPED:
        return []
    about = Properties(DBusAddress(found.key[1], found.key[0], f"{ATSPI}Accessible"))
    return [about.get("Description"), *([method(found.key, "Accessible", "GetAttributes")] if found.role in TYPED else [])]


def tip_in(answers: Sequence[Any]) -> str:
    """The first tip among answers to these questions."""
    told = [a[0] for a in answers if a]
    tips = [t.get("placeholder-text", "") if isinstance(t, dict) else str(t[1]) for t in told]
    return next((tip for tip in tips if tip.strip()), "")


def short(interfaces: Sequence[str]) -> frozenset[str]:
    """What an element can be asked, in short."""
    return _short(tuple(interfaces))


@lru_cache(256)  # elements of one kind can be asked the same
def _short(interfaces: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.removeprefix(ATSPI) for name in interfaces)


def box_of(answer: Any) -> Box | None:
    """The box that an answer tells; None for none, and for one without a size."""
    if not answer:
        return None
    x, y, width, height = answer[0]
    return (x, y, width, height) if width > 0 and height > 0 and abs(x) < FAR and abs(y) < FAR else None


def in_order(found: Sequence[Found]) -> list[Found]:
    """Parents before children, and the children of one together."""
    below: dict[Key, list[Found]] = {}
    for each in found[1:]:
        below.setdefault(each.parent, []).append(each)
    ordered: list[Found] = []
    left = [found[0]]
    seen: set[Key] = set()
    while left:
        each = left.pop()
        if each.key not in seen:
            seen.add(each.key)
            ordered.append(each)
            left += reversed(below.get(each.key, ()))
    return ordered
