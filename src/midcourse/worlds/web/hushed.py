"""What must neither be seen in a picture of a page nor be kept with its address: secrets, wherever the page shows them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from ..met_secrets import MetSecrets
from .reading import Box, Node, Reading
from .things import Thing

EDGE = 4
"""Pixels that the edge of a frame may take."""
SHOWN = ("value", "placeholder", "alt", "title", "label")
"""Attributes whose text a page shows."""


class Hushed(MetSecrets):
    """Where the secrets that were met are on a page."""

    def boxes(self, reading: Reading, things: Mapping[str, Thing]) -> list[Box]:
        """Where secrets are on a page: password fields, fields that one was put into, and whatever shows one. Nobody tells how a
        frame is laid out around its page: one that shows a secret is hidden whole."""
        own = {thing.place for id, thing in things.items() if id in self.fields} | self._together(reading)
        holders = frames_of(reading)
        found: list[Box] = []
        for place, node in enumerate(reading.nodes):
            shows = not node.secret and (place in own or self._shows(node))
            if node.box is None or not (shows or node.secret):
                continue
            around = holders[place]
            frame = reading.nodes[around[-1]].box if around else None
            found += [node.box] if not around else [frame] if shows and frame else [_shifted(node.box, reading, around)]
        return found

    def _shows(self, node: Node) -> bool:
        texts = (node.text, node.drawn, node.value or "", *map(node.attributes.get, SHOWN))
        return any(self.holds(text) for text in texts if text)

    def _together(self, reading: Reading) -> set[int]:
        """Texts that show a secret together, side by side in one block, as where a part of it is set in bold."""
        blocks: dict[int, list[int]] = {}
        for place, node in enumerate(reading.nodes):
            if node.text.strip() or node.drawn:
                blocks.setdefault(_block_of(reading, place), []).append(place)
        found: set[int] = set()
        for places in blocks.values():
            texts = [reading.nodes[place].text or reading.nodes[place].drawn for place in places]
            ends = list(accumulate(map(len, texts)))
            for start, end in self.spans("".join(texts)):
                found |= {
                    place for place, text, at in zip(places, texts, ends, strict=True) if start < at and at - len(text) < end
                }
        return found


def _block_of(reading: Reading, place: int) -> int:
    """The nearest part of the page around a text that begins a line of its own."""
    around = reading.parents(place)
    return next((p for p in around if not reading.nodes[p].style.get("display", "inline").startswith("inline")), -1)


def frames_of(reading: Reading) -> list[tuple[int, ...]]:
    """For each node, the places of the frames that it lies in, the nearest first."""
    documents = reading.shot["documents"]
    sizes = [len(document["nodes"]["backendNodeId"]) for document in documents]
    starts = [0, *accumulate(sizes)][: len(sizes)]
    holder: dict[int, tuple[int, int]] = {}
    for number, (start, document) in enumerate(zip(starts, documents, strict=True)):
        told = document["nodes"].get("contentDocumentIndex") or {"index": (), "value": ()}
        holder |= {inner: (number, start + at) for at, inner in zip(told["index"], told["value"], strict=True)}
    around: list[tuple[int, ...]] = []
    for number in range(len(sizes)):
        chain: list[int] = []
        outer = number
        while outer in holder:
            outer, place = holder[outer]
            chain.append(place)
        around += [tuple(chain)] * sizes[number]
    return around


def _shifted(box: Box, reading: Reading, around: tuple[int, ...]) -> Box:
    """A box of a frame's page where it is in the window's, with room for the frame's edge."""
    x, y, width, height = box
    for place in around:
        left, top, *_ = reading.nodes[place].box or (0, 0, 0, 0)
        x, y = x + left, y + top
    return x - EDGE, y - EDGE, width + 3 * EDGE, height + 3 * EDGE
