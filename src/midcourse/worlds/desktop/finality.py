"""What cannot be undone on a desktop: buttons that overwrite, delete or throw away, known by what they and their dialogs say, and
lines that are typed into a terminal, known by its name."""

from __future__ import annotations

import re
from collections.abc import Sequence

ALWAYS = re.compile(
    r"^(overwrite|discard.*|delete( .*)?|don.?t save|close without saving|quit without saving|erase.*|empty (the )?trash|shred.*"
    r"|delete permanently|remove permanently|revert|format)$",
    re.IGNORECASE,
)
"""What is written on things that throw something away, wherever they are."""
TEXT_ONLY = re.compile(r"^delete (selection|line|word|character|text|to |left|right|tab)", re.IGNORECASE)
"""Editors take these back themselves."""
WARNING = re.compile(
    r"already exists|overwrit|replacing it|want to replace|will be (lost|deleted|removed|discarded|overwritten)|permanently|"
    r"cannot be undone|can.?t be undone|without saving|unsaved|save (the |your )?changes|"
    r"want to (delete|remove)|sure you want",
    re.IGNORECASE,
)
"""What dialogs say that ask before something is lost."""
ASKED = re.compile(
    r"(?:^|[.!?:]\s+|\breally |\bplease confirm\W+)(delete|remove|erase|wipe|shred|purge|destroy|overwrite|replace|discard|"
    r"format|uninstall|clear|empty|reset|revert)\b[^.?!]{0,200}(?:[.!][^.?!\s][^.?!]{0,60})*\?|"
    r"\b(file|folder|directory|document|entry|item)\b[^.?!]{0,200}(?:\.[^.?!\s][^.?!]{0,60})*\bexists\b",
    re.IGNORECASE,
)
"""What dialogs ask that lose something on a yes, in few words (`Delete notes.txt?`), or say of what is there already."""
HARMLESS = re.compile(
    r"^(cancel|no|keep.*|back|go back|close|help|save|save as|rename.*|choose another.*|details|skip|×|x|abort|"
    r"don.?t (replace|delete))$",
    re.IGNORECASE,
)
"""What is written on the buttons of such a dialog that lose nothing."""
OFFERED = re.compile(r"\b(?:want|like|wish) to save\b|\bsave\b[^.?!]{0,80}\?", re.IGNORECASE)
"""What dialogs say that offer to save what is lost otherwise: who declines loses it."""
UNSAVED = re.compile(r"unsaved|without saving|will be (lost|discarded)", re.IGNORECASE)
"""What dialogs say of work that is lost by closing."""
DECLINES = frozenset({"no", "skip", "abort", "close"})
TERMINAL = re.compile(
    r"term|konsole|rxvt|alacritty|kitty|^foot|^st\b|tilix|guake|yakuake|tilda|ghostty|gnome\.console|^kgx|ptyxis|^hyper$",
    re.IGNORECASE,
)
"""What windows of terminals are called by the window manager."""
PASTE = re.compile(r"^paste", re.IGNORECASE)
"""What is written on things that type what was copied."""
KEYS = frozenset({"return", "kp_enter", "space"})
"""Keys that press a button."""


def is_terminal(names: Sequence[str]) -> bool:
    """Whether a window with these names (WM_CLASS) runs what is typed into it."""
    return any(TERMINAL.search(name) for name in names)


def is_final(role: str, label: str, in_dialog: bool, said: Sequence[str], in_terminal: bool = False) -> bool:
    """Whether pressing this cannot be undone, as far as it and its dialog say."""
    if role not in ("button", "menuitem", "link"):
        return False
    if in_terminal and PASTE.match(label):
        return True
    if ALWAYS.match(label) and not TEXT_ONLY.match(label):
        return in_dialog or role == "menuitem"
    if in_dialog and role == "button" and _loses(label.lower(), said):
        return True
    warned = in_dialog and any(WARNING.search(line) or ASKED.search(line) for line in said)
    return warned and role == "button" and bool(label) and not HARMLESS.match(label)


def _loses(label: str, said: Sequence[str]) -> bool:
    """Whether a button that is harmless elsewhere throws away what its dialog offers to save, or closes what is not saved."""
    if label in DECLINES and any(OFFERED.search(line) for line in said):
        return True
    return label == "close" and any(UNSAVED.search(line) for line in said)


def presses(keys: Sequence[str]) -> bool:
    """Whether these keys may press a button: Enter, Space, or a letter with Alt."""
    low = [key.lower() for key in keys]
    return bool(KEYS & set(low)) or "alt_l" in low
