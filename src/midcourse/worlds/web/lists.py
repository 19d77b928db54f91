"""Whether a list on a page goes on elsewhere: what is not seen on it is then not known to be missing."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from .reading import Node, Reading
from .things import Texts

PAGED = re.compile(r"(^|[-_ ])(pager|pagination|paginate|paginator)([-_ ]|$)")
ONWARD = re.compile(r"(^|[-_ ])next([-_ ]|$)")
COUNTER = re.compile(r"page|^p$|start|offset|skip|from", re.IGNORECASE)
SHUT = re.compile(r"(^|[-_ ])disabled([-_ ]|$)")
"""What authors call the parts of a pager, whatever language its labels are in."""


def goes_on(reading: Reading, texts: Texts) -> bool:
    """Whether the page shows that more of a list lies on further pages, or outside what was drawn."""
    return onward(reading, texts) is not None or any(
        _is_cut(reading, texts, i) for i, n in enumerate(reading.nodes) if _counts(n)
    )


def onward(reading: Reading, texts: Texts) -> int | None:
    """The place of what leads to the next page of a list; None where there is none."""
    here = urlsplit(reading.url)
    for i, node in enumerate(reading.nodes):
        if node.tag not in ("a", "button") or node.box is None or node.box[2] <= 0 or "disabled" in node.states:
            continue
        if "next" in node.attributes.get("rel", "").split():
            return i
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
    if there.path != path or len(others) != 1:
        return False
    [name] = others
    to, at = then.get(name, [""])[0], now.get(name, [""])[0]
    if not COUNTER.search(name) or not to.isdigit():
        return False
    return int(to) > int(at) if at.isdigit() else int(to) > 1 or (int(to) == 1 and label != "1")


def _counts(node: Node) -> bool:
    return node.attributes.get("aria-rowcount", "").isdigit()


def _is_cut(reading: Reading, texts: Texts, place: int) -> bool:
    """Whether a table says that it has more rows than are drawn."""
    rows = sum(n.role == "row" or n.tag == "tr" for n in reading.nodes[place : texts.end(place)])
    return int(reading.nodes[place].attributes["aria-rowcount"]) > rows > 0
