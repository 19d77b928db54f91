"""What lies over what: a banner, a dialog, a dimmed page. Guessed from the layout, then asked of the browser itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .reading import Box, Node, Reading
from .texts import Texts, clean
from .things import Thing, unreached
from .unseen import shown_of

FLOATING = frozenset({"fixed", "absolute", "sticky"})
DIALOGS = frozenset({"dialog", "alertdialog"})
LARGER, SMALL = 4, 64
"""How much larger than what it is drawn around, and how many pixels wide and high, such a part is at most."""
MOST = 40
"""How often at most the browser is asked in one look what lies at a point."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A part of the page that lies over others."""

    id: str
    place: int
    hides: tuple[str, ...]


def dialogs_in(reading: Reading, texts: Texts) -> dict[int, str]:
    """The open dialogs, by place, with their titles."""
    found: dict[int, str] = {}
    for i, node in enumerate(reading.nodes):
        if (node.role in DIALOGS or (node.tag == "dialog" and "open" in node.attributes)) and node.box and node.box[2] > 0:
            found[i] = clean(node.name) or clean(node.attributes.get("aria-label", "")) or texts.inside(i, 40)
    return found


async def covers_in(
    session: Any, reading: Reading, texts: Texts, things: Sequence[Thing], ids: Sequence[str], size: tuple[int, int]
) -> list[Cover]:
    """The covers of a page, each with the things that cannot be reached for it."""
    floating = [i for i, node in enumerate(reading.nodes) if _floats(node)]
    dialogs = dialogs_in(reading, texts)
    if not floating and not dialogs:
        return []
    by_key = {node.key: i for i, node in enumerate(reading.nodes)}
    hidden = _kept_from(reading, texts, things, ids, dialogs)
    kept = {id for known in hidden.values() for id in known}
    asked = 0
    met: dict[int, set[int]] = {}
    """What was met where a floating part is the topmost that may lie over a thing: the root of a cover, or nothing (-1)."""
    for thing, id in zip(things, ids, strict=True):
        if id in kept:
            continue
        if (editor := reading.nodes[thing.place].editor) >= 0:
            thing = thing._replace(place=editor)
        over = [i for i in floating if _lies_over(reading, texts, i, thing)]
        if not over:
            continue
        if asked < MOST:
            asked += 1
            root = await _root_over(session, reading, texts, thing, over, by_key, dialogs, size)
            met.setdefault(over[-1], set()).add(root)
        else:  # a page has more things than can be asked for: what hid all others there hides this one
            roots = met.get(over[-1], set())
            root = next(iter(roots)) if len(roots) == 1 else -1
        if root >= 0 and not related(reading, texts, root, thing.place) and not _of_one_control(reading, root, thing.place):
            hidden.setdefault(root, []).append(id)
    return [Cover(_name(reading, texts, root, dialogs), root, tuple(found)) for root, found in hidden.items()]


async def _root_over(
    session: Any,
    reading: Reading,
    texts: Texts,
    thing: Thing,
    over: Sequence[int],
    by_key: Mapping[int, int],
    dialogs: dict[int, str],
    size: tuple[int, int],
) -> int:
    """The root of what a click on a thing would meet instead, as the browser tells; -1 where it would meet the thing itself."""
    hit = await _at(session, reading, thing.box, size)
    place = by_key.get(hit, -1) if hit is not None else over[-1]
    if hit is not None and (place < 0 or related(reading, texts, place, thing.place)):
        return -1
    root = _root(reading, place, dialogs)
    # what dims the page belongs to its dialog
    return next((d for d in dialogs if root >= 0 and root <= d < texts.end(root)), root)


def _kept_from(
    reading: Reading, texts: Texts, things: Sequence[Thing], ids: Sequence[str], dialogs: dict[int, str]
) -> dict[int, list[str]]:
    """What a dialog keeps all clicks from, wherever it lies: it need not lie over it."""
    away = unreached(reading)
    top = max((d for d in dialogs if d not in away), key=lambda d: reading.nodes[d].paint, default=None)
    if not away or top is None:
        return {}
    kept = [id for t, id in zip(things, ids, strict=True) if t.place in away and not related(reading, texts, top, t.place)]
    return {top: kept}


def _floats(node: Node) -> bool:
    if node.style.get("position") not in FLOATING or node.style.get("pointer-events") == "none" or node.tag.startswith("::"):
        return False
    return node.box is not None and node.box[2] > 20 and node.box[3] > 10 and node.style.get("visibility") != "hidden"


def _lies_over(reading: Reading, texts: Texts, place: int, thing: Thing) -> bool:
    node, under = reading.nodes[place], reading.nodes[thing.place]
    if node.paint <= under.paint or node.frame != under.frame or related(reading, texts, place, thing.place):
        return False
    x, y = _middle(thing.box)
    assert node.box is not None
    return _holds(node.box, x, y) and (box := shown_of(reading, place)) is not None and _holds(box, x, y)


def _holds(box: tuple[float, float, float, float], x: float, y: float) -> bool:
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def related(reading: Reading, texts: Texts, a: int, b: int) -> bool:
    """Whether one lies inside the other, or is its label."""
    if a <= b < texts.end(a) or b <= a < texts.end(b):
        return True
    label = next((p for p in (a, *reading.parents(a)[:3]) if reading.nodes[p].tag == "label"), -1)
    return label >= 0 and (
        label <= b < texts.end(label) or reading.nodes[label].attributes.get("for", "") == _id(reading, b) != ""
    )


def _of_one_control(reading: Reading, a: int, b: int) -> bool:
    """Whether one lies beside the other in the same small part: what is drawn around a box when it is pressed is no cover."""
    one, other = reading.nodes[a].box, reading.nodes[b].box
    if one is None or other is None or reading.parents(a)[:1] != reading.parents(b)[:1]:
        return False
    return one[2] * one[3] <= LARGER * other[2] * other[3] and max(one[2], one[3]) <= SMALL


def _id(reading: Reading, place: int) -> str:
    return reading.nodes[place].attributes.get("id", "")


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


async def _at(session: Any, reading: Reading, box: Box, size: tuple[int, int]) -> int | None:
    """The element that a click on the middle of a box would meet; None where that is out of sight."""
    x, y = _middle(box)
    if not (0 <= x - reading.scroll[0] < size[0] and 0 <= y - reading.scroll[1] < size[1]):
        return None
    return await node_at(session, int(x), int(y))


async def node_at(session: Any, x: int, y: int) -> int | None:
    """The key of what lies uppermost at a point of the page, counted from where the page begins, scrolled or not."""
    try:
        reply = await session.send("DOM.getNodeForLocation", {"x": x, "y": y, "includeUserAgentShadowDOM": False})
    except Exception:
        return None  # nothing is there, or the page is just changing: the layout's word counts
    return reply.get("backendNodeId")


def _root(reading: Reading, place: int, dialogs: dict[int, str]) -> int:
    """The whole dialog or floating part that an element belongs to; -1 for the page itself."""
    chain = [place, *reading.parents(place)]
    for p in chain:
        if p in dialogs:
            return p
    return next((p for p in reversed(chain) if _floats(reading.nodes[p])), -1)


def _name(reading: Reading, texts: Texts, place: int, dialogs: dict[int, str]) -> str:
    if place in dialogs:
        return f"dialog {dialogs[place]}".strip()
    return f"overlay {texts.inside(place, 40)}".strip()
