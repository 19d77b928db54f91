"""What of the values that we entered goes out to a server: what a page keeps of some fields by itself is not the whole form."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Protocol
from urllib.parse import unquote_plus

from .engine import BrowserError
from .origins import origin_of

LINES = ("text(", "listed(", "row(")
"""Facts that are lines of a page."""
SHORTEST = 3
"""Letters of a value that is found in what is sent: a shorter one stands there by chance."""
PRESSING = ("click", "double_click", "press")
"""What sends a form."""
ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")


class Page(Protocol):
    """What is told of one page."""

    facts: set[str]
    covers: tuple[str, ...]


class Outgoing:
    """The values that were entered in a page, and which of them were sent since."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        """How often what was used sent something."""
        self.unread = False
        """Something was sent of which nobody can tell what it holds."""
        self._document = ""
        self._entered: dict[str, str] = {}
        self._gone: set[str] = set()
        self._is_pressed = self._is_sent = False
        """Something was pressed since something was entered; something was sent since something was pressed last."""

    def begins(self, skill: str) -> None:
        """Something is about to be done."""
        self._is_pressed = self._is_pressed or skill in PRESSING
        self._is_sent = self._is_sent and skill not in PRESSING

    def enters(self, target: str, text: str, document: str) -> None:
        """A field of a page is about to hold a text."""
        if document != self._document:
            self._document, self.unread = document, False
            self._entered.clear()
            self._gone.clear()
        self._is_pressed = False
        self._entered[target] = _bare(text)
        self._gone.discard(target)

    def hears(self, request: Any, *, asks: bool) -> None:
        """Something is sent. What is only asked for may have a value in its address."""
        if not self._entered:
            return
        try:
            body, home = request.post_data_buffer or b"", origin_of(request.frame.page.url)
        except BrowserError:  # no page asked for it
            return
        self._is_sent = self._is_sent or (not asks and origin_of(request.url) == home)
        try:
            text = body.decode()
        except UnicodeDecodeError:
            self.unread = True
            return
        told = _bare(f"{unquote_plus(str(request.url))} {text} {unquote_plus(text)}")
        self._gone |= {target for target, value in self._entered.items() if value in told}

    @property
    def news(self) -> tuple[int, int]:
        """What can be told of it: it is another when there is more to tell."""
        return self.times.total(), len(self.left)

    @property
    def left(self) -> list[str]:
        """The fields whose texts did not go out though others did, where what was pressed last sent nothing; none where nobody
        can tell."""
        known = {target for target, value in self._entered.items() if len(value) >= SHORTEST}
        unclear = self.unread or self._is_sent or not self._is_pressed
        return [] if unclear or not self._gone & known else sorted(known - self._gone)

    def withhold(self, page: Page) -> None:
        """Tell nothing of the lines of a page that say what was entered, where only a part of it went out: they do not show that
        it was sent."""
        if not self.left:
            return
        lines = {text for text in page.facts if text.startswith(LINES)}
        page.facts -= {text for text in lines if any(value in _bare(text) for value in self._entered.values() if value)}
        shown = sorted(lines & page.facts)
        page.covers = (*(c for c in page.covers if not (c.startswith(LINES) and c.endswith("*)"))), *shown)


def _bare(text: str) -> str:
    """The letters and digits of a text, as they can be found in whatever it is wrapped in."""
    plain = ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return re.sub(r"\\[nrt]|[\W_]+", "", plain.lower())
