"""What is known of an interface, as a file: the next run begins with it. A file that cannot be used is begun anew.

It tells where things lead, not what was entered: another task has other values, and a file from elsewhere names none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from ...core.local.atlas import Atlas
from ...core.local.views import Sight, Thing
from ...core.plans.plan import Act
from ...plain_files import open_plain
from ...private import write_private
from .seeing import key_of

VERSION = 1
Acts = dict[tuple[int, str], Act | None]
"""(Place, thing) -> what to do with it; None where this task must say what it is given."""


class _Place(msgspec.Struct):
    """A place as it is written."""

    title: str
    things: list[Thing]
    opener: int | None = None
    interrupts: bool = False


class _Map(msgspec.Struct):
    """A map as it is written."""

    v: int
    places: list[_Place]
    led: list[tuple[int, str, dict[int, Annotated[float, msgspec.Meta(ge=0, le=1e9)]]]]
    ends: dict[str, tuple[int, str]]
    filled: list[tuple[int, str]]
    acts: list[tuple[int, str, Act | None]]


def kept(atlas: Atlas, acts: Acts) -> bytes:
    """The map as it is written."""
    places = [_Place(p.title, list(p.things.values()), p.opener, p.interrupts) for p in atlas.places]
    led = [(place, key, there) for (place, key), there in atlas.led.items()]
    known = [(place, key, _bare(key, act)) for (place, key), act in acts.items()]
    return msgspec.json.encode(_Map(VERSION, places, led, atlas.ends, sorted(atlas.filled), known))


def read_map(data: bytes) -> tuple[Atlas, Acts]:
    """The map that was written; an empty one if it is of another version, or damaged."""
    atlas = Atlas()
    try:
        known = msgspec.json.decode(data, type=_Map)
    except msgspec.MsgspecError:
        return atlas, {}
    numbers = range(len(known.places))
    spots = [*((p, k) for p, k, _ in known.led), *known.ends.values(), *known.filled, *((p, k) for p, k, _ in known.acts)]
    told = {
        *(p for p, _ in spots),
        *(to for _, _, there in known.led for to in there),
        *(p.opener for p in known.places if p.opener),
    }
    if known.v != VERSION or not all(number in numbers for number in told):
        return atlas, {}
    seen = all(any(t.key == key for t in known.places[place].things) for place, key in known.ends.values())
    if not seen or not all(sum(there.values()) > 0 for _, _, there in known.led):
        return atlas, {}
    for place in known.places:
        number = atlas.place_of(Sight(place.title, tuple(place.things), interrupts=place.interrupts))
        if number != len(atlas.places) - 1 or atlas.places[number].sights != 1:  # two places that are one by now
            return Atlas(), {}
        atlas.places[number].opener = place.opener
    atlas.led = {(place, key): there for place, key, there in known.led}
    atlas.ends, atlas.filled = known.ends, set(known.filled)
    return atlas, {(place, key): _bare(key, act) for place, key, act in known.acts}


def _bare(key: str, act: Act | None) -> Act | None:
    """What is done with a thing, and with a hole in place of what it is given; None where more is to be said."""
    if act is None or key_of(act) != key or len(act.args) > 1 or (act.args and not act.target):
        return None
    return Act(act.skill, dict.fromkeys(act.args), act.target)


def load(path: Path) -> tuple[Atlas, Acts]:
    """The map in a file; an empty one where there is none."""
    try:
        with open_plain(path) as file:
            return read_map(file.read())
    except OSError:
        return Atlas(), {}


def save(path: Path, atlas: Atlas, acts: Acts) -> None:
    """Write it whole, or leave the old one."""
    write_private(path, kept(atlas, acts))
