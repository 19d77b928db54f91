"""The secrets that a world met: it must not show them in a picture, wherever they are seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..core.model import Call
from .spellings import SHORTEST, Spellings


class MetSecrets:
    """The secrets of a run as far as a world met them, and the fields that it put them into."""

    def __init__(self) -> None:
        self.fields: set[str] = set()
        """Ids of the targets that a secret was put into."""
        self._values: set[str] = set()
        self._spellings = Spellings(())

    @property
    def met(self) -> bool:
        """Whether there is any secret to hide."""
        return bool(self._values or self.fields)

    def entrust(self, secrets: Mapping[str, str]) -> None:
        """These are secrets."""
        self._know(secrets.values())

    def put(self, call: Call) -> None:
        """A secret is about to be put into a field; a code that is good for a while is known from there alone."""
        if call.secrets and call.target:
            self.fields.add(call.target)
        if call.secrets:
            self._know(value for value in call.args.values() if isinstance(value, str))

    def _know(self, values: Iterable[str]) -> None:
        new = {value for value in values if len(value) >= SHORTEST}
        if not new <= self._values:
            self._values |= new
            self._spellings = Spellings((value, "") for value in self._values)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where secrets stand in a text."""
        return self._spellings.spans(text) if self._spellings else []

    def holds(self, text: str) -> bool:
        """Whether there is a secret in a text, in any usual spelling."""
        return bool(self._spellings) and self._spellings.hide(text) != text
