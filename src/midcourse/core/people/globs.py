"""Texts with wildcards, compared in one pass: the time grows with the text alone, whatever somebody has written into it."""

from __future__ import annotations

import re
from functools import lru_cache

_PARTS = re.compile(r"(\*\*|\*|\?)")
_PLAIN = re.compile(r"[\w.+\-]")


class Glob:
    """A pattern in which `*` stands for plain signs (letters, digits, `_ . + -`), `**` for strokes between folders, too, and `?`,
    if it is no sign of its own, for one plain sign. All else separates something somewhere, and stands for itself."""

    def __init__(self, pattern: str, single: bool) -> None:
        self._signs: dict[str, int] = {}
        self._one = self._many = self._deep = 0
        self._strokes = "/\\" if "\\" in pattern else "/"
        place = 0
        for part in _PARTS.split(pattern):
            if part == "*":
                self._many |= 1 << place
            elif part == "**":
                self._deep |= 1 << place
            elif part == "?" and single:
                self._one |= 1 << place
            else:
                for sign in part:
                    self._signs[sign] = self._signs.get(sign, 0) | 1 << place
                    place += 1
                continue
            place += 1
        self._end = 1 << place

    def fits(self, text: str) -> bool:
        """Whether the whole text fits."""
        at = self._further(1)
        for sign in text:
            is_plain = _PLAIN.match(sign) is not None
            stays = at & ((self._many | self._deep) if is_plain else self._deep if sign in self._strokes else 0)
            goes = at & (self._signs.get(sign, 0) | (self._one if is_plain else 0))
            at = self._further(stays | goes << 1)
            if not at:
                return False
        return bool(at & self._end)

    def _further(self, at: int) -> int:
        """The places in the pattern that are reached with no more text: what stands for many signs may stand for none."""
        while (more := at | (at & (self._many | self._deep)) << 1) != at:
            at = more
        return at


@lru_cache(maxsize=512)
def glob(pattern: str, single: bool) -> Glob:
    """A pattern, read once."""
    return Glob(pattern, single)
