"""Things that a page has several times, once for each of what it lists: what stands with each, in rows, lists or cards."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from .items import items_of
from .reading import Reading
from .texts import Texts
from .things import Thing

REPEATED = frozenset({"button", "link", "item", "menuitem", "disclosure"})
PRICE = re.compile(r"[$€£]\s?\d[\d.,]*")
"""What may differ in the labels of things that do the same for each: `Buy for $12`."""
LONGEST_RECORD = 250


def records_of(reading: Reading, texts: Texts, things: Sequence[Thing]) -> dict[int, str]:
    """What stands with each of several things called the same, by place: the text of the largest part of the page that holds
    just one of them."""
    alike: dict[tuple[str, str], list[int]] = {}
    for thing in things:
        if thing.role in REPEATED and thing.label:
            alike.setdefault((thing.role, PRICE.sub("$", thing.label)), []).append(thing.place)
    found: dict[int, str] = {}
    for (_, label), places in alike.items():
        if len(places) < 2 or _lead_to_one(reading, places):
            continue
        around = {place: reading.parents(place) for place in places}
        holds = Counter(p for parents in around.values() for p in parents)
        for place, parents in around.items():
            alone = [p for p in parents if holds[p] == 1]
            text = _told(reading, texts, alone[-1]) if alone else ""
            if text and text != label:
                found[place] = text
    return {**_in_items(reading, texts, things), **found}


def _in_items(reading: Reading, texts: Texts, things: Sequence[Thing]) -> dict[int, str]:
    """What stands with a thing in a line of a list, or in a card, that stands among others: it is no other's, though they have
    nothing that is called so."""
    pressed = sorted(t.place for t in things if t.role in REPEATED and reading.nodes[t.place].role != "link")
    items = items_of(reading, texts)
    found: dict[int, str] = {}
    for thing in things if items else ():
        if thing.role not in REPEATED or not thing.label:
            continue
        for item in (p for p in reading.parents(thing.place) if p in items):
            own = pressed[bisect_left(pressed, item) : bisect_left(pressed, texts.end(item))]
            if texts.beside(item, [*own, thing.place]):
                found[thing.place] = _told(reading, texts, item)
                break
    return found


def _told(reading: Reading, texts: Texts, place: int) -> str:
    """What is written in a part of the page, and what its pictures show."""
    inside = reading.nodes[place : texts.end(place)]
    pictures = dict.fromkeys(n.attributes.get("alt", "") for n in inside if n.tag == "img" and n.box is not None)
    return " ".join(filter(None, (texts.inside(place, LONGEST_RECORD), *pictures)))[:LONGEST_RECORD]


def _lead_to_one(reading: Reading, places: Sequence[int]) -> bool:
    """Whether they are all the same link, written more than once."""
    urls = {"" if (url := reading.nodes[place].url).startswith("javascript:") else url.partition("#")[0] for place in places}
    return len(urls) == 1 and not urls & {"", reading.url.partition("#")[0]}  # what leads nowhere else is what a script does
