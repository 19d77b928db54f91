"""Copying on a desktop: a secret that stands in a field is for that field, and is not carried from it to another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.model import Call
from .driver import Refused
from .hushed import Hushed
from .keyboard import key_names
from .sight import Sight

HOLDING = frozenset(("Control_L", "Control_R", "Super_L", "Super_R"))
COPIES = re.compile(r"^(copy|cut)\b", re.IGNORECASE)
"""What is written on things that copy."""
PRESSING = ("click", "double_click", "select", "select_menu")
PASSWORD = "password text"
"""The role of fields from which no program copies."""


def copies(names: Sequence[str]) -> bool:
    """Whether these keys copy or cut what is chosen."""
    *held, key = names
    return (key.lower() in ("c", "x", "insert") and not HOLDING.isdisjoint(held)) or (key == "Delete" and "Shift_L" in held)


def may_carry_off(call: Call) -> bool:
    """Whether an act may carry a text from one field to another: by keys, by the mouse, or by a menu."""
    return _by_keys(call) or call.skill == "drag" or _by_menu(call)


def no_secret_carried_off(call: Call, sight: Sight, hushed: Hushed) -> None:
    """Refused where it would carry off a secret: from what has the keyboard or is dragged; by a menu, from all that shows."""
    thing = sight.things.get(call.target)
    own = thing.key if thing is not None else None
    for element in sight.screen.elements:
        is_meant = element.key == own or (_by_keys(call) and "focused" in element.states)
        is_meant = is_meant or (_by_menu(call) and "showing" in element.states)
        if is_meant and element.role != PASSWORD and hushed.is_in(element, sight.things):
            raise Refused("forbidden", "it would copy a secret: name the secret where it is to be entered", "denied")


def _by_keys(call: Call) -> bool:
    return call.skill in ("press", "hotkey") and copies(key_names(str(call.args["keys"])))


def _by_menu(call: Call) -> bool:
    named = (call.target.partition(" ")[2], call.args.get("option"), call.args.get("path"))
    return call.skill in PRESSING and any(COPIES.match(str(name).rpartition(">")[2].strip()) for name in named if name)
