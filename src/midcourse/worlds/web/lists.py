"""Whether a list on a page goes on elsewhere: what is not seen on it is then not known to be missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import inf
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

from ...core.logic.conditions import fact, parse_fact
from .reading import Node, Reading
from .texts import Texts, is_seen

PAGED = re.compile(r"(^|[-_ ])(pager|pagination|paginate|paginator)([-_ ]|$)")
ONWARD = re.compile(r"(^|[-_ ])next([-_ ]|$)")
COUNTER = re.compile(r"page|^p$|start|offset|skip|from", re.IGNORECASE)
SHUT = re.compile(r"(^|[-_ ])disabled([-_ ]|$)")
"""What authors call the parts of a pager, whatever language its labels are in."""
ARROW = re.compile(r"(>|»|›|→|▶|⟩)\s*$")
LONG, TALL = 10, 20
"""Parts that make a long list; pixels of a line."""
MOST_PAGES = 200
"""Further pages of lists that are kept in mind."""


def goes_on(reading: Reading, texts: Texts) -> bool:
    """Whether the page shows that more of a list lies on further pages, or outside what was drawn."""
    if onward(reading, texts) is not None or _has_more_items(reading):
        return True
    return any(_is_cut(reading, texts, i) for i, n in enumerate(reading.nodes) if _counts(n))


def _has_more_items(reading: Reading) -> bool:
    """Whether the items of a list say that there are more of them than are drawn, or that nobody knows how many."""
    drawn: Counter[tuple[int, str]] = Counter()
    for node in reading.nodes:
        if (size := node.attributes.get("aria-setsize", "")) and node.box is not None:
            drawn[node.parent, size] += 1
    return any(size == "-1" or (size.isdigit() and int(size) > count) for (_, size), count in drawn.items())


def scrolling(reading: Reading, texts: Texts) -> Iterator[str]:
    """What may show more of a list further down: the page, if a long list reaches below it; a box that holds more than fits."""
    bottom = reading.scroll[1] + reading.size[1] if reading.size is not None else inf
    sizes = Counter(node.parent for node in reading.nodes if node.box is not None and not node.text and node.tag != "br")
    if any(n.box is not None and n.box[1] + n.box[3] > bottom for i, n in enumerate(reading.nodes) if sizes[i] >= LONG):
        yield "page"
    boxes = (i for i, n in enumerate(reading.nodes) if n.box is not None and n.style.get("overflow-y") in ("auto", "scroll"))
    if any(_holds_more(reading, texts, place) for place in boxes):
        yield "box"


def _holds_more(reading: Reading, texts: Texts, place: int) -> bool:
    node = reading.nodes[place]
    if node.box is None or node.tag in ("textarea", "html", "body") or node.box[3] < TALL:
        return False
    inside = (n.box for n in reading.nodes[place + 1 : texts.end(place)] if n.box is not None)
    return any(y + height > node.box[1] + node.box[3] + TALL for _, y, _, height in inside)


def onward(reading: Reading, texts: Texts) -> int | None:
    """The place of what leads to the next page of a list; None where there is none."""
    here = urlsplit(reading.url)
    for i, node in enumerate(reading.nodes):
        if node.tag not in ("a", "button") or node.box is None or node.box[2] <= 0 or "disabled" in node.states:
            continue
        if "next" in node.attributes.get("rel", "").split():
            return i
        if not is_seen(node):
            continue  # it only keeps its room on the last page
        if node.url and _is_later(here.path, here.query, node.url, texts.inside(i)):
            return i
        around = [reading.nodes[p].attributes.get("class", "") for p in (i, *reading.parents(i)[:4])]
        shut = any(SHUT.search(name) for name in around[:2])
        if any(ONWARD.search(name) for name in around[:2]) and any(PAGED.search(name) for name in around) and not shut:
            return i
    return None


def _is_later(path: str, query: str, url: str, label: str) -> bool:
    """Whether an address is the same page further on: the same path and questions, and a higher number in one of them."""
    there = urlsplit(url)
    now, then = parse_qs(query), parse_qs(there.query)
    others = {k for k in now.keys() | then.keys() if now.get(k) != then.get(k)}
    if ARROW.search(label):  # it says that it leads on: to the same list, though its address may be written in full only there
        counted = [(then[k][0], now.get(k, ["0"])[0]) for k in others if k in then and COUNTER.search(k)]
        return any(to.isdigit() and at.isdigit() and int(to) > int(at) for to, at in counted)
    if there.path != path or len(others) != 1:
        return False
    [name] = others
    to, at = then.get(name, [""])[0], now.get(name, [""])[0]
    if not COUNTER.search(name) or not to.isdigit():
        return False
    return int(to) > int(at) if at.isdigit() else int(to) > 1 or (int(to) == 1 and label != "1")


def _counts(node: Node) -> bool:
    return re.fullmatch(r"-1|\d+", node.attributes.get("aria-rowcount", "")) is not None


def _is_cut(reading: Reading, texts: Texts, place: int) -> bool:
    """Whether a table says that it has more rows than are drawn."""
    if reading.nodes[place].attributes["aria-rowcount"] == "-1":
        return True
    rows = sum(n.role == "row" or n.tag == "tr" for n in reading.nodes[place : texts.end(place)])
    return int(reading.nodes[place].attributes["aria-rowcount"]) > rows > 0


class Page(Protocol):
    """What is told of one page."""

    url: str
    facts: set[str]
    covers: tuple[str, ...]
    onward: str
    """Where its list goes on; '' where it does not."""


class Lists:
    """Which further pages belong to which list, by the links that led on: what they show is on the list where it begins."""

    def __init__(self) -> None:
        self._begins: dict[str, str] = {}

    def join(self, page: Page, unkept: bool = False) -> None:
        """Tell what a page tells of its list also for where the list begins, and keep in mind where it goes on. `unkept`: what it
        sent was refused, and what it lists may be only what it sent."""
        if unkept:
            page.facts -= {text for text in page.facts if text.startswith("listed(")}
            page.covers = tuple(pattern for pattern in page.covers if not pattern.startswith("listed("))
            return
        path = urlsplit(page.url).path or "/"
        first = self._begins.get(page.url, path)
        if page.onward:
            if len(self._begins) >= MOST_PAGES:
                self._begins.clear()
            self._begins[page.onward] = first
        if first == path:
            return
        lines = (parse_fact(text) for text in page.facts if text.startswith("listed("))
        told = {fact("listed", first, line.args[1]) for line in lines if line.args[0] == path}
        known = (every_line(first),) if every_line(path) in page.covers else tuple(sorted(told))
        page.facts |= told
        page.covers = (*page.covers, *known)


def every_line(path: str) -> str:
    """The pattern of all lines of a list."""
    return fact("listed", path, "?")[: -len("?)")] + "*)"
