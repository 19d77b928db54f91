"""Text as people may be shown it: nothing in it moves the cursor, hides what stands beside it or turns it round."""

from __future__ import annotations

import json
import unicodedata


def printable(text: str, keep: str = "") -> str:
    """The text with every character written out that is not simply shown: control characters, terminal escapes, marks of
    direction, invisible ones and halves of characters. `keep` holds those that may stay, such as a line break.

    They are written as JSON writes them, so that JSON stays JSON.
    """
    if text.isprintable():
        return text
    return "".join(c if c in keep or _is_shown(c) else _written_out(c) for c in text)


def _is_shown(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == "Zs"  # blanks that are only wider or narrower


def _written_out(character: str) -> str:
    written = json.dumps(character)[1:-1]
    return written if written != character else f"\\u{ord(character):04x}"
