"""What fields without a name of their own are called: by the text beside them as they were first seen. What is written in a field
may bring up a hint beside it, or be drawn there once more."""

from __future__ import annotations

from .drawn_editors import find_editors
from .part_links import find_part_links
from .reading import Reading
from .texts import Texts, clean
from .things import FIELDS, Thing, find_things


class Labels:
    """The labels of such fields, for as long as a document is open and shows them."""

    def __init__(self) -> None:
        self._document = ""
        self._first: dict[int, str] = {}
        """Field -> what it was called when it was first called anything."""

    def find(self, reading: Reading, document: str) -> tuple[Texts, list[Thing]]:
        """The texts of a page, and all on it that can be acted on, by these labels."""
        if document != self._document:
            self._document, self._first = document, {}
        texts = Texts(reading)
        find_editors(reading, texts)
        find_part_links(reading)
        return texts, [self._as_before(reading, thing) for thing in find_things(reading, texts)]

    def _as_before(self, reading: Reading, thing: Thing) -> Thing:
        if thing.role not in FIELDS or clean(reading.nodes[thing.place].name):
            return thing
        first = self._first.get(thing.key, "")
        if not first and thing.label:
            self._first[thing.key] = thing.label
        if first in ("", thing.label) or not any(clean(node.text) == first for node in reading.nodes if node.text):
            return thing
        return thing._replace(label=first)
