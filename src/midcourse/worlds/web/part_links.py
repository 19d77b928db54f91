"""Links that show one part of a page and hide the others: they are tabs, whatever their author calls them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .reading import Node, Reading


def find_part_links(reading: Reading) -> None:
    """Note which links are tabs, and which of these is open: beside each other, each for a part of this page, of which one at
    most is shown and the others lie beside it. Where all parts are shown the links are only ways to them."""
    parts = {node.attributes["id"]: i for i, node in enumerate(reading.nodes) if node.attributes.get("id")}
    groups: dict[int, list[int]] = {}
    for i, node in enumerate(reading.nodes):
        if node.tag == "a" and node.role == "link" and _part_of(reading, node) in parts:
            holder = node.parent
            groups.setdefault(reading.nodes[holder].parent if reading.nodes[holder].tag == "li" else holder, []).append(i)
    for links in groups.values():
        shown = _shown(reading, parts, links)
        for i in links if shown is not None else ():
            node = reading.nodes[i]
            node.role, node.states = "tab", node.states | ({"selected"} if i == shown else set[str]())


def _part_of(reading: Reading, link: Node) -> str:
    """The id of the part of this page that a link names; '' where it leads elsewhere."""
    page, _, part = link.url.partition("#")
    return part if page == reading.url.partition("#")[0] else ""


def _shown(reading: Reading, parts: Mapping[str, int], links: Sequence[int]) -> int | None:
    """The link whose part is shown, -1 where none is; None where they are no tabs."""
    places = {i: parts[_part_of(reading, reading.nodes[i])] for i in links}
    beside = {reading.nodes[place].parent for place in places.values()}
    shown = [i for i, place in places.items() if (box := reading.nodes[place].box) is not None and box[3] > 0]
    if len(set(places.values())) < 2 or len(beside) != 1 or len(shown) > 1:
        return None
    return shown[0] if shown else -1
