"""Texts that are on a page and that nobody can see: by their style, cut off by what they lie in, or out of reach.

Pages keep messages ready that way, and shut parts of themselves. What lies further on in a box that scrolls can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable

from .reading import Box, Node, Reading
from .texts import is_seen
from .things import INLINE

FAINT, THIN = 0.05, 1
"""The share of a text's colour, and the pixels of what it lies in, that still show nothing."""
CUTS, SCROLLS = ("hidden", "clip"), ("auto", "scroll")
_AXES = ("overflow-x", "overflow-y")
_Span = tuple[float, float]


def unseen_texts(reading: Reading) -> frozenset[int]:
    """The places of the texts that nobody can see."""
    frames = {n.holder for n in reading.nodes if n.holder >= 0}
    shut = {place for place in sorted(frames) if _is_thin(reading.nodes[place]) or _is_unseen(reading, place, frozenset())}
    shut_in = frozenset(shut)
    return frozenset(i for i, n in enumerate(reading.nodes) if n.text.strip() and n.box and _is_unseen(reading, i, shut_in))


def _is_thin(node: Node) -> bool:
    return node.box is None or min(node.box[2:]) <= THIN


def _is_unseen(reading: Reading, place: int, shut: frozenset[int]) -> bool:
    node = reading.nodes[place]
    above = reading.parents(place)
    root = reading.nodes[above[-1]] if above else node
    if node.box is None or not is_seen(node) or root.holder in shut:
        return True
    if above and reading.nodes[above[0]].opacity < FAINT:
        return True
    spans, is_fixed = _spans(node.box), False
    may_leave = False  # what is placed by itself is cut only by what it is placed in
    for around in (reading.nodes[p] for p in above):
        position = around.style.get("position", "static")
        if around.box is not None and not is_fixed and not (may_leave and position == "static"):
            for axis, (span, way) in enumerate(zip(_spans(around.box), _ways(around), strict=True)):
                if way in (*CUTS, *SCROLLS) and span[1] - span[0] <= THIN:
                    return True
                if way in CUTS and not _meet(spans[axis], span):
                    return True
                if way in SCROLLS:
                    spans[axis] = span
        is_fixed = is_fixed or position == "fixed"
        may_leave = position == "absolute" or (may_leave and position == "static")
    return _is_out_of_reach(reading, root, spans, is_fixed)


def shown_of(reading: Reading, place: int) -> tuple[float, float, float, float] | None:
    """What of a part's box can be seen: the rest is cut off by what it lies in, or further on in a box that scrolls. None for
    nothing of it."""
    node = reading.nodes[place]
    if node.box is None:
        return None
    spans = _spans(node.box)
    position = node.style.get("position", "static")
    is_fixed, may_leave = position == "fixed", position == "absolute"
    for around in (reading.nodes[p] for p in reading.parents(place)):
        position = around.style.get("position", "static")
        if around.box is not None and not is_fixed and not (may_leave and position == "static"):
            for axis, (span, way) in enumerate(zip(_spans(around.box), _ways(around), strict=True)):
                if way in (*CUTS, *SCROLLS):
                    spans[axis] = (max(spans[axis][0], span[0]), min(spans[axis][1], span[1]))
        is_fixed = is_fixed or position == "fixed"
        may_leave = position == "absolute" or (may_leave and position == "static")
    (left, right), (top, bottom) = spans
    return (left, top, right - left, bottom - top) if left < right and top < bottom else None


def _ways(node: Node) -> Iterable[str]:
    """What happens in each direction to what is larger than a part of the page; the window's own are for the whole page."""
    shows_all = node.tag in ("html", "body", "#document") or node.style.get("display") in INLINE
    return ("visible" if shows_all else node.style.get(axis, "visible") for axis in _AXES)


def _is_out_of_reach(reading: Reading, root: Node, spans: list[_Span], is_fixed: bool) -> bool:
    """Whether no scrolling brings it into the window: before the page begins, or fixed beside the window."""
    if is_fixed and root.holder < 0 and reading.size is not None:
        window = _spans((round(reading.scroll[0]), round(reading.scroll[1]), *reading.size))
        return not all(map(_meet, spans, window))
    from_the_right = any(n.tag in ("html", "body") and n.attributes.get("dir", "").lower() == "rtl" for n in reading.nodes[:50])
    return spans[1][1] <= 0 or (spans[0][1] <= 0 and not from_the_right)


def _spans(box: Box) -> list[_Span]:
    left, top, width, height = box
    return [(left, left + width), (top, top + height)]


def _meet(one: _Span, other: _Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
