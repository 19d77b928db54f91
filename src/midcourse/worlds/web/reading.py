"""What is on a page: the browser's own accessibility tree, laid over its layout.

Everything is asked of the browser from outside (two calls of its debugging protocol). No script runs in the page to read it, so
that a page can neither notice nor falsify what is read.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from .engine import BrowserError

STYLES = ("display", "position", "cursor", "pointer-events", "visibility", "background-color", "fill", "overflow-x", "overflow-y")
_STATES = (
    "disabled",
    "checked",
    "selected",
    "expanded",
    "focused",
    "required",
    "invalid",
    "readonly",
    "modal",
    "pressed",
    "multiline",
    "hasPopup",
)

Json = Any
Box = tuple[int, int, int, int]


@dataclass(slots=True)
class Node:
    """One element or text of a page. `key` names it as long as it lives in the browser."""

    key: int
    tag: str
    parent: int
    """Its place in the list of nodes; -1 for the root."""
    role: str = ""
    name: str = ""
    value: str | None = None
    states: frozenset[str] = frozenset()
    url: str = ""
    text: str = ""
    """The text itself, of a node that is text."""
    shown: str = ""
    """The text as the page shows it, where its style writes it in other letters."""
    drawn: str = ""
    """The text that a style adds to the page, where this is the place for it."""
    box: Box | None = None
    paint: int = 0
    """What is painted later lies on top."""
    style: Mapping[str, str] = field(default_factory=dict[str, str])
    attributes: Mapping[str, str] = field(default_factory=dict[str, str])
    clickable: bool = False
    """Something in the page listens for clicks on it."""
    editor: int = -1
    """The place of the editor that a script draws for it; -1 for what shows itself."""
    frame: str = ""
    exposed: bool = False
    """The accessibility tree shows it."""
    opacity: float = 1.0
    """How much of its text can be seen: 0 for one that is there and drawn as nothing."""
    holder: int = -1
    """The place of the frame that holds it, of a document in a frame."""

    @property
    def secret(self) -> bool:
        """Whether what stands in it must not be read."""
        return self.attributes.get("type", "").lower() == "password"


@dataclass(slots=True)
class Reading:
    """A page as it was read."""

    url: str
    nodes: list[Node]
    scroll: tuple[float, float]
    shot: Json
    """The layout as it came: what an unchanged page is known by."""
    size: tuple[int, int] | None = None
    """Width and height of the window; None where they are not known."""
    drawn: set[int] = field(default_factory=set[int])
    """The places of all that such editors draw."""
    whole: bool = True
    """Whether tree and layout were of one moment."""
    title: str = ""

    def parents(self, place: int) -> list[int]:
        """The places of all that a node lies in, the nearest first."""
        found: list[int] = []
        place = self.nodes[place].parent
        while place >= 0:
            found.append(place)
            place = self.nodes[place].parent
        return found


async def nodes_of(session: Any, frame: str = "") -> list[Json]:
    """The browser's accessibility nodes of a frame; '' for the page's own."""
    return (await session.send("Accessibility.getFullAXTree", {"frameId": frame} if frame else {}))["nodes"]


async def nodes_inside(session: Any, frames: Sequence[str]) -> list[Json]:
    """Those of the frames in a page."""
    nodes: list[Json] = []
    for frame in frames:
        with suppress(BrowserError):  # it went while the page was read
            nodes += await nodes_of(session, frame)
    return nodes


async def snapshot(session: Any) -> Json:
    """The layout of a page and all frames in it, as the browser tells it: cheap, and different whenever the page is."""
    # Opacities are asked for apart from the styles: a part of a page that pulses is no other page.
    asked = {"computedStyles": list(STYLES), "includePaintOrder": True, "includeTextColorOpacities": True}
    return await session.send("DOMSnapshot.captureSnapshot", asked)


def same(one: Json | None, other: Json) -> bool:
    """Whether two snapshots are of the same page, wherever things have moved to in it. What is drawn, and how, may change though
    its parts stay."""
    if one is None or one["strings"] != other["strings"] or len(one["documents"]) != len(other["documents"]):
        return False
    pairs = list(zip(one["documents"], other["documents"], strict=True))
    drawn = all(a["layout"][what] == b["layout"][what] for a, b in pairs for what in ("nodeIndex", "styles"))
    return drawn and all(a["nodes"] == b["nodes"] for a, b in pairs)


def is_one_tree(shot: Json) -> bool:
    """Whether a page is one tree, with no frames and no trees of its parts: of what changes in those it hears nothing."""
    kinds = {shot["strings"][kind] for kind in shot["documents"][0]["nodes"].get("shadowRootType", {}).get("value", ())}
    return len(shot["documents"]) == 1 and kinds <= {"user-agent"}


def laid_out(shot: Json) -> Reading:
    """A page by its layout alone."""
    strings = _Strings(shot["strings"])
    nodes: list[Node] = []
    begins: list[int] = []
    for document in shot["documents"]:
        begins.append(len(nodes))
        _add_document(nodes, document, strings)
    for begin, document in zip(begins, shot["documents"], strict=True):
        held = document["nodes"].get("contentDocumentIndex", {})
        for place, number in zip(held.get("index", ()), held.get("value", ()), strict=False):
            nodes[begins[number]].holder = begin + place
    first = shot["documents"][0]
    scroll = (first.get("scrollOffsetX", 0.0), first.get("scrollOffsetY", 0.0))
    return Reading(strings[first["documentURL"]], nodes, scroll, shot, title=strings[first.get("title", -1)])


def give_meaning(reading: Reading, tree: list[Json], needed: Container[str]) -> None:
    """Add roles, names and states from the accessibility tree; `needed` are roles that must be found, or it is not whole."""
    places = {node.key: node for node in reading.nodes}
    for seen in reversed(tree):
        if seen.get("ignored"):
            continue
        node = places.get(seen.get("backendDOMNodeId", -1))
        if node is not None:
            _add_meaning(node, seen)
        elif seen.get("role", {}).get("value") in needed:
            reading.whole = False


def sound(text: str) -> str:
    """A text that can be written down: scripts can put half characters on a page."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="replace").decode()
    return text


class _Strings:
    """The strings of a snapshot, by number; -1 is none."""

    def __init__(self, strings: list[str]) -> None:
        self._strings = strings if sound(whole := "\0".join(strings)) == whole else [sound(s) for s in strings]

    def __getitem__(self, number: int) -> str:
        return self._strings[number] if number >= 0 else ""


def _add_document(nodes: list[Node], document: Json, strings: _Strings) -> None:
    tree, layout = document["nodes"], document["layout"]
    offset = len(nodes)
    keys, parents, names = tree["backendNodeId"], tree["parentIndex"], tree["nodeName"]
    attributes, kinds, texts = tree["attributes"], tree["nodeType"], tree["nodeValue"]
    clickable = set(tree.get("isClickable", {}).get("index", ()))
    inputs = _sparse(tree.get("inputValue"), strings)
    areas = _sparse(tree.get("textValue"), strings)
    frame = strings[document["frameId"]]
    for i, key in enumerate(keys):
        node = Node(key, strings[names[i]].lower(), parents[i] + offset if parents[i] >= 0 else -1, frame=frame)
        if attributes[i]:
            pairs = [strings[a] for a in attributes[i]]
            node.attributes = dict(zip(pairs[::2], pairs[1::2], strict=False))
        node.clickable = i in clickable
        if kinds[i] == 3:
            node.text = strings[texts[i]]
        if i in inputs or i in areas:
            node.value = inputs.get(i, areas.get(i, ""))
        nodes.append(node)
    places: list[int] = layout["nodeIndex"]
    drawn: Sequence[int] = layout.get("text", ())
    looks: dict[tuple[int, ...], dict[str, str]] = {}  # many parts of a page look alike
    for i, place in enumerate(places):
        node = nodes[offset + place]
        x, y, width, height = layout["bounds"][i]
        if node.box is None or node.text:
            node.box = (round(x), round(y), round(width), round(height))
        if node.text and i < len(drawn) and (shown := strings[drawn[i]]) != node.text and shown.lower() == node.text.lower():
            node.shown = shown
        if node.tag.startswith("::") and i < len(drawn):
            node.drawn += strings[drawn[i]]
        if "textColorOpacities" in layout:
            node.opacity = layout["textColorOpacities"][i]
        node.paint = layout["paintOrders"][i] if "paintOrders" in layout else 0
        style = tuple(layout["styles"][i])
        if style:
            node.style = looks.get(style) or looks.setdefault(style, dict(zip(STYLES, (strings[s] for s in style), strict=False)))


def _add_meaning(node: Node, seen: Json) -> None:
    node.exposed = True
    node.role = seen["role"]["value"] if "role" in seen else ""
    node.name = " ".join(sound(str(seen.get("name", {}).get("value", ""))).split())
    states: set[str] = set()
    for entry in seen.get("properties", ()):
        name, value = entry["name"], entry["value"].get("value")
        if name == "url":
            node.url = sound(str(value))
        elif name in _STATES and value not in (None, False, "false", "none"):
            states.add(name)
        elif name == "expanded" and value is False:
            states.add("collapsed")
    node.states = frozenset(states)
    if node.value is None and "value" in seen and isinstance(seen["value"].get("value"), str | int | float):
        node.value = sound(str(seen["value"]["value"]))


def _sparse(table: Json | None, strings: _Strings) -> dict[int, str]:
    if not table:
        return {}
    return {i: strings[v] for i, v in zip(table["index"], table["value"], strict=False)}
