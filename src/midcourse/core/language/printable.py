"""Text as people may be shown it: nothing in it moves the cursor, hides what stands beside it or turns it round."""

from __future__ import annotations

import json
import re
import unicodedata

LONGEST_NAME = 200
"""Bytes; file systems take 255, and a number may be put in front."""

_VARIANTS = (range(0x180B, 0x1810), range(0xFE00, 0xFE0E), range(0xE0100, 0xE01F0))
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(chr(n) for some in _VARIANTS for n in some)
"""Letters and marks that show nothing. Among them are marks for the variant of a letter: any text can be written in them."""
_PILED = re.compile("[\ufe0e\ufe0f]{2,}")
"""Of the marks that make a sign an emoji, or none, one may stand; what follows it is for nobody's eyes."""


def printable(text: str, keep: str = "") -> str:
    """The text with every character written out that is not simply shown: control characters, terminal escapes, marks of
    direction, invisible ones and halves of characters. `keep` holds those that may stay, such as a line break.

    They are written as JSON writes them, so that JSON stays JSON.
    """
    if text.isprintable() and not _BLANK.intersection(text) and not _PILED.search(text):
        return text
    text = _PILED.sub(lambda piled: piled[0][0] + "".join(map(_written_out, piled[0][1:])), text)
    return "".join(c if c in keep or _is_shown(c) else _written_out(c) for c in text)


def file_name(text: str) -> str:
    """A name that somebody else chose, as the name of a file: it leads to no other folder, and looks like what it is."""
    name = printable(text.replace("\\", "/").rpartition("/")[2].strip()).replace("\\", "_")
    while len(name.encode(errors="replace")) > LONGEST_NAME:
        name = name[1:]  # what kind of file it is stands at the end
    return "file" if name.strip(".") == "" else name


def _is_shown(character: str) -> bool:
    return (character.isprintable() and character not in _BLANK) or unicodedata.category(
        character
    ) == "Zs"  # blanks that are only wider or narrower


def _written_out(character: str) -> str:
    written = json.dumps(character)[1:-1]
    return written if written != character else f"\\u{ord(character):04x}"
