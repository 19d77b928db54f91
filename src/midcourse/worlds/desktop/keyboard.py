"""Keys by name and text by characters, through XTEST."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

from Xlib import XK, X
from Xlib.ext import xtest

from .driver import Refused

MODIFIERS = {
    "ctrl": "Control_L",
    "control": "Control_L",
    "shift": "Shift_L",
    "alt": "Alt_L",
    "super": "Super_L",
    "win": "Super_L",
    "meta": "Super_L",
}
NAMES = {
    "enter": "Return",
    "return": "Return",
    "esc": "Escape",
    "escape": "Escape",
    "space": "space",
    "tab": "Tab",
    "backspace": "BackSpace",
    "delete": "Delete",
    "del": "Delete",
    "insert": "Insert",
    "home": "Home",
    "end": "End",
    "pageup": "Page_Up",
    "pagedown": "Page_Down",
    "arrowup": "Up",
    "arrowdown": "Down",
    "arrowleft": "Left",
    "arrowright": "Right",
    "menu": "Menu",
}
"""What people call keys, in small letters, and what X calls them."""
REMAPPED = 0.03
"""Seconds that programs have to notice that a key means another character."""


def key_names(written: str) -> list[str]:
    """`Ctrl+Shift+S` as the names of its keys, the modifiers first. Refused for what names no key."""
    parts = re.findall(r"[^+]+|(?<=\+)\+$|^\+$", written.strip())
    names: list[str] = []
    for part in parts:
        low = part.lower()
        known = MODIFIERS.get(low) or NAMES.get(low) or (low.capitalize() if re.fullmatch(r"f\d{1,2}", low) else part)
        if not XK.string_to_keysym(known) and len(part) == 1:
            known = part
        elif not XK.string_to_keysym(known):
            raise Refused("bad_arguments", f"{part!r} is no key; keys are such as a, F4, Return, Escape, Tab, Ctrl+S")
        names.append(known.lower() if len(known) == 1 and len(parts) > 1 else known)
    if not names:
        raise Refused("bad_arguments", f"{written!r} names no key")
    return names


class Keyboard:
    """The keyboard of one display."""

    def __init__(self, display: Any) -> None:
        self._display = display
        low, high = display.display.info.min_keycode, display.display.info.max_keycode
        mapping = display.get_keyboard_mapping(low, high - low + 1)
        self._spare = [low + i for i, keysyms in enumerate(mapping) if not any(keysyms)]
        """Keys that have no meaning, for characters that no key has."""
        self._given: dict[int, int] = {}
        """Characters that a spare key got. Each keeps its own: a program may read a key late, by what it means then."""
        self._shift = display.keysym_to_keycode(XK.string_to_keysym("Shift_L"))

    def press(self, names: Sequence[str]) -> None:
        """Press keys together, then release them in the opposite order."""
        codes: list[int] = []
        for name in names:
            keysym = XK.string_to_keysym(name) or keysym_of(name)
            code, shifted = self._code(keysym)
            codes += [self._shift] if shifted and self._shift not in codes and len(names) == 1 else []
            codes.append(code)
        for code in codes:
            xtest.fake_input(self._display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self._display, X.KeyRelease, code)

    def type(self, text: str) -> None:
        """Type characters one after the other."""
        for character in text:
            name = {"\n": "Return", "\t": "Tab"}.get(character, "")
            code, shifted = self._code(XK.string_to_keysym(name) if name else keysym_of(character))
            if shifted:
                xtest.fake_input(self._display, X.KeyPress, self._shift)
            xtest.fake_input(self._display, X.KeyPress, code)
            xtest.fake_input(self._display, X.KeyRelease, code)
            if shifted:
                xtest.fake_input(self._display, X.KeyRelease, self._shift)

    def _code(self, keysym: int) -> tuple[int, bool]:
        """The key for a character, and whether it takes Shift; a spare key gets it where none has it."""
        for code, index in sorted(self._display.keysym_to_keycodes(keysym), key=lambda pair: pair[1]):
            if index in (0, 1):
                return code, index == 1
        if keysym not in self._given:
            if not self._spare:
                raise Refused("bad_arguments", f"no key of this keyboard gives U+{keysym & 0xFFFFFF:04X}", "structural")
            self._given[keysym] = self._spare.pop()
            self._display.change_keyboard_mapping(self._given[keysym], [[keysym, keysym]])
            self._display.sync()
            time.sleep(REMAPPED)
        return self._given[keysym], False


def keysym_of(character: str) -> int:
    """What X calls a character. Refused for a control character."""
    number = ord(character) if len(character) == 1 else 0
    if number < 0x20 or number == 0x7F:
        raise Refused("bad_arguments", f"{character!r} cannot be typed")
    return number if number < 0x100 else 0x01000000 | number
