"""Radio buttons that no group holds: what is asked with them, and what each says by itself, where its name says more or less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .reading import Reading
from .texts import Texts, clean
from .things import FILLED, Thing

GROUPED = frozenset({"radiogroup", "listbox"})


def radio_names(reading: Reading, texts: Texts, things: Sequence[Thing]) -> dict[int, tuple[str, ...]]:
    """What radio buttons are called beside their names, by place: by the text that comes before them all, and by the first line
    of what is written on each, as cards have a heading."""
    groups = {t.place for t in things if t.role in GROUPED}
    loose = [t for t in things if t.role == "radio" and not groups & set(reading.parents(t.place))]
    asked: dict[str, list[Thing]] = {}
    for thing in loose:
        node = reading.nodes[thing.place]
        if name := node.attributes.get("name", ""):
            asked.setdefault(f"{node.frame} {name}", []).append(thing)
    found: dict[int, tuple[str, ...]] = {}
    for group in asked.values():
        question = _question(reading, texts, [t.place for t in group], things)
        for thing in group:
            told = dict.fromkeys((question, *_own(reading, texts, thing, question)))
            found[thing.place] = tuple(name for name in told if name and name != thing.label)
    return found


def _question(reading: Reading, texts: Texts, places: Sequence[int], things: Sequence[Thing]) -> str:
    """The text that a part of the page begins with which holds some radio buttons and no other field; '' where there is none."""
    around = [set(reading.parents(place)) for place in places]
    shared = set[int].intersection(*around)
    if len(places) < 2 or not shared:
        return ""
    part = max(shared)
    others = (t.place for t in things if t.role in FILLED and t.place not in places)
    return "" if any(part < other < texts.end(part) for other in others) else texts.leading(part, set())


def _own(reading: Reading, texts: Texts, thing: Thing, question: str) -> Iterator[str]:
    """What is written on one of them: its first line, and its name without the question."""
    lines = [line for i in _written(reading, texts, thing.place) if (line := clean(reading.nodes[i].text)) and line != question]
    yield from lines[:1]
    if question and thing.label.startswith(f"{question} "):
        yield thing.label.removeprefix(question).strip()


def _written(reading: Reading, texts: Texts, place: int) -> list[int]:
    """The texts of the labels of a field, in the order of the page."""
    around = [p for p in reading.parents(place)[:4] if reading.nodes[p].tag == "label"]
    id = reading.nodes[place].attributes.get("id", "")
    named = [i for i, n in enumerate(reading.nodes) if id and n.tag == "label" and n.attributes.get("for") == id]
    return sorted(texts.within([*around, *named]))
