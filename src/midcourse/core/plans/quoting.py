"""Text from a world that looks like the name of a secret: it is marked where it stands among arguments, and stays text."""

from __future__ import annotations

from typing import Final

from ..model import SECRET, Json, Verbatim

QUOTE: Final = "$="
"""The mark."""
MARKED: Final = tuple(QUOTE + begins for begins in (SECRET, QUOTE))
"""How a text begins that is marked."""


def quoted(leaf: Json) -> Json:
    """A value from a world as an argument holds it."""
    return f"{QUOTE}{leaf}" if isinstance(leaf, str) and leaf.startswith((SECRET, QUOTE)) else leaf


def verbatim(text: str) -> str:
    """Text from a world as a plan must write it so that it means itself: neither a secret nor what another step gave."""
    return str(quoted(text)) if text.startswith((SECRET, QUOTE)) else f"${text}" if text.startswith("$") else text


def unquoted(leaf: Json) -> Json:
    """An argument as the world gets it: what was marked is text, word for word. A mark that stands before anything else is text
    itself: what was judged with it is done with it."""
    return Verbatim(leaf[len(QUOTE) :]) if isinstance(leaf, str) and leaf.startswith(MARKED) else leaf
