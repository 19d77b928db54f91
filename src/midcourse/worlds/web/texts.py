"""The texts of a page, by where they lie in it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence

from .reading import Node, Reading

INVISIBLE = "\u200b\u200c\u200d\ufeff"
LONGEST = 60
NUMBERED = re.compile(r"#\d{1,9}")
"""A number by which something is known, as it stands behind its name."""
MOST_PARAGRAPHS = 30


class Texts:
    """The texts of a page, quickly found by where they lie in it."""

    def __init__(self, reading: Reading) -> None:
        self._nodes = reading.nodes
        self._places = [i for i, n in enumerate(self._nodes) if n.text.strip() and n.box and n.box[2] > 0 and is_seen(n)]
        self._ends = _ends(self._nodes)

    def inside(self, place: int, most: int = LONGEST, without: Container[int] = ()) -> str:
        """The text in a part of the page, cut; `without`: the places of texts that do not count."""
        found: list[str] = []
        length = 0
        for i in (i for i in self._between(place) if i not in without):
            found.append(self._nodes[i].text)
            length += len(found[-1])
            if length > most:
                break
        return clean(" ".join(found), most)

    def leading(self, place: int, inside: set[int]) -> str:
        """The first text in a part of the page that is not written on things of which there are many."""
        at, end = bisect_left(self._places, place), self._ends[place]
        while at < len(self._places) and self._places[at] < end:
            i = self._places[at]
            if i not in inside and (text := clean(self._nodes[i].text)):
                return text[:40]
            at += 1
        return ""

    def within(self, places: Iterable[int]) -> set[int]:
        """The texts that lie in some parts of the page."""
        return {i for place in places for i in self._between(place)}

    def paragraphs(self, most: int) -> list[str]:
        """What stands in the paragraphs of the page, cut; none where they are so many that nobody counts them."""
        found = [self.inside(i, most) for i, n in enumerate(self._nodes) if n.tag == "p" and n.box is not None]
        written = [text for text in found if text]
        return written if len(written) <= MOST_PARAGRAPHS else []

    def before(self, place: int) -> list[int]:
        """The places of texts before a part of the page, the nearest first."""
        return self._places[max(0, bisect_left(self._places, place) - 3) : bisect_left(self._places, place)][::-1]

    def after(self, place: int) -> int | None:
        """The place of the first text behind a part of the page; None where there is none."""
        at = bisect_left(self._places, self._ends[place])
        return self._places[at] if at < len(self._places) else None

    def beside(self, place: int, inner: Sequence[int]) -> bool:
        """Whether there is text in a part of the page that is in none of some smaller parts."""
        return any(not any(j <= i < self._ends[j] for j in inner) for i in self._between(place))

    def end(self, place: int) -> int:
        """Where a part of the page ends."""
        return self._ends[place]

    def _between(self, place: int) -> Sequence[int]:
        return self._places[bisect_left(self._places, place) : bisect_left(self._places, self._ends[place])]


def _ends(nodes: Sequence[Node]) -> list[int]:
    """For each node the place behind all that lies in it; nodes come in the order of the document."""
    ends = list(range(1, len(nodes) + 1))
    for i in range(len(nodes) - 1, -1, -1):
        parent = nodes[i].parent
        if parent >= 0:
            ends[parent] = max(ends[parent], ends[i])
    return ends


def is_seen(node: Node) -> bool:
    """Whether nothing hides it by its style."""
    return node.style.get("visibility", "visible") == "visible"


def is_letter(block: Node, text: Node) -> bool:
    """Whether a part of a line holds one letter alone, as those do that are turned or coloured one by one."""
    apart = block.tag == "span" and block.style.get("display") == "inline-block" and not block.clickable
    return apart and len(text.text.strip()) == 1


def before_its_number(reading: Reading, parts: Sequence[Node]) -> str:
    """What a link says that has a whole line with nothing but its number behind it: `bea #2`; '' for all other lines."""
    written = [node for node in parts if node.text.strip()]
    if len(written) < 2 or not NUMBERED.fullmatch(written[-1].text.strip()):
        return ""
    around = [(node.parent, *reading.parents(node.parent)) for node in written]
    links = {next((p for p in own if reading.nodes[p].tag == "a"), -1) for own in around[:-1]}
    if len(links) > 1 or -1 in links or links & set(around[-1]):
        return ""
    return " ".join("".join(node.text for node in written[:-1]).split())


def clean(text: str, most: int = LONGEST) -> str:
    """A label without what forms put around it."""
    text = "".join(c for c in text if not ("\ue000" <= c <= "\uf8ff" or c in INVISIBLE))  # icons of fonts say nothing
    return " ".join(text.split()).rstrip(" :*")[:most].strip()
