"""The numbers that stand with handles: a slider that a script draws tells its value by nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .reading import Reading
from .texts import Texts, clean
from .things import Thing, hinted

HANDLE = re.compile(r"\b(?:slider|handle|thumb|knob)\b")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def beside_handles(reading: Reading, texts: Texts, things: Sequence[Thing]) -> Mapping[int, tuple[str, ...]]:
    """The number just behind each handle, or before all of one, by its place."""
    handles = [t.place for t in things if t.role == "item" and HANDLE.search(hinted(reading.nodes[t.place]))]
    found: dict[int, tuple[str, ...]] = {}
    for place in handles:
        after = texts.after(place)
        near = [*([after] if after is not None else []), *texts.before(place)[:1]]
        told = (clean(reading.nodes[i].text) for i in near)
        number = next((text for text in told if NUMBER.fullmatch(text)), "")
        if number:
            found[place] = (number,)
    return found
