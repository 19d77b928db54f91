"""What must not be seen in a picture of a desktop: secrets, wherever programs show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..met_secrets import MetSecrets
from .driver import Box, Element
from .things import TOPS, Screenful, Thing


class Hushed(MetSecrets):
    """Where the secrets that were met are on a desktop."""

    def boxes(self, screen: Screenful, things: Mapping[str, Thing]) -> list[Box]:
        """Where secrets are on a screen: password fields, fields that one was put into, and whatever shows one. Of a window whose
        title shows one, the title bar."""
        own = {thing.key for id, thing in things.items() if id in self.fields}
        shown = [e for e in screen.elements if e.box is not None and "showing" in e.states]
        secret = (e for e in shown if e.role == "password text" or e.key in own or self._shows(e))
        return [*(e.box for e in secret if e.box is not None), *self._titles(screen)]

    def is_in(self, element: Element, things: Mapping[str, Thing]) -> bool:
        """Whether a secret was put into an element, or shows in it."""
        own = {thing.key for id, thing in things.items() if id in self.fields}
        return element.key in own or self._shows(element)

    def _shows(self, element: Element) -> bool:
        name = element.name if element.role not in TOPS else ""  # that of a window stands in its title
        return any(self.holds(text) for text in (name, element.text or "") if text)

    def _titles(self, screen: Screenful) -> Iterator[Box]:
        for window in screen.windows:
            if self.holds(window.title):
                left, top, width, _ = window.whole
                yield (left, top, width, max(0, window.box[1] - top))
