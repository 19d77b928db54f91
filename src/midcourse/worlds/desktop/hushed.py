"""What must not be seen in a picture of a desktop: secrets, wherever programs show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...core.model import Call
from ..spellings import SHORTEST, Spellings
from .driver import Box, Element
from .things import TOPS, Screenful, Thing


class Hushed:
    """The secrets of a run as far as a desktop met them, and the fields that it put them into."""

    def __init__(self) -> None:
        self._fields: set[str] = set()
        self._values: set[str] = set()
        self._spellings = Spellings(())

    def entrust(self, secrets: Mapping[str, str]) -> None:
        """These are secrets."""
        self._know(secrets.values())

    def put(self, call: Call) -> None:
        """A secret is about to be put into a field; a code that is good for a while is known from there alone."""
        if call.secrets and call.target:
            self._fields.add(call.target)
        if call.secrets:
            self._know(value for value in call.args.values() if isinstance(value, str))

    def _know(self, values: Iterable[str]) -> None:
        new = {value for value in values if len(value) >= SHORTEST}
        if not new <= self._values:
            self._values |= new
            self._spellings = Spellings((value, "") for value in self._values)

    def holds(self, text: str) -> bool:
        """Whether there is a secret in a text, in any usual spelling."""
        return bool(self._spellings) and self._spellings.hide(text) != text

    def boxes(self, screen: Screenful, things: Mapping[str, Thing]) -> list[Box]:
        """Where secrets are on a screen: password fields, fields that one was put into, and whatever shows one. Of a window whose
        title shows one, the title bar."""
        own = {thing.key for id, thing in things.items() if id in self._fields}
        shown = [e for e in screen.elements if e.box is not None and "showing" in e.states]
        secret = (e for e in shown if e.role == "password text" or e.key in own or self._shows(e))
        return [*(e.box for e in secret if e.box is not None), *self._titles(screen)]

    def _shows(self, element: Element) -> bool:
        name = element.name if element.role not in TOPS else ""  # that of a window stands in its title
        return any(self.holds(text) for text in (name, element.text or "") if text)

    def _titles(self, screen: Screenful) -> Iterator[Box]:
        for window in screen.windows:
            if self.holds(window.title):
                left, top, width, _ = window.whole
                yield (left, top, width, max(0, window.box[1] - top))
