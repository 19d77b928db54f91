"""A large output without its large parts: what is small in it can be used by later steps, field by field."""

from __future__ import annotations

from typing import NamedTuple, cast

import msgspec

from ..model import Json

Place = tuple[str, ...]
"""The names that lead to a part, from the outside in."""


class Outline(NamedTuple):
    """What is left of an output, and what was taken out of it."""

    kept: Json
    """The output with None where something was taken out."""
    apart: dict[Place, Json]
    """Place -> the part that stood there; the whole output at ()."""


def outline(value: Json, room: int) -> Outline:
    """The output in at most so many bytes. Its fields share them: of large ones the large parts are taken out."""
    if len(msgspec.json.encode(value)) <= room:
        return Outline(value, {})
    fields = cast("dict[str, Json]", value) if isinstance(value, dict) else {}
    sizes = {name: len(msgspec.json.encode(inner)) for name, inner in fields.items()}
    frame = sum(len(name) + FRAME for name in sizes)
    if not fields or frame + len(sizes) * REFERENCE > room:  # not even the names of its parts have room
        return Outline(None, {(): value})
    kept, apart = dict(fields), dict[Place, Json]()
    left = room - frame
    for done, name in enumerate(sorted(sizes, key=lambda n: sizes[n])):
        share = left // (len(sizes) - done)
        inner = outline(fields[name], max(REFERENCE, share))
        kept[name] = inner.kept
        apart |= {(name, *place): part for place, part in inner.apart.items()}
        left -= len(msgspec.json.encode(inner.kept)) + REFERENCE * len(inner.apart)
    return Outline(kept, apart)


REFERENCE = 80
"""Bytes that the name of a part which is kept elsewhere takes up."""
FRAME = 8
"""Bytes around a field: quotation marks, colon, comma, and what escapes may add."""


def put_back(kept: Json, place: Place, part: Json) -> Json:
    """The outline with something at a place where a part was taken out."""
    if not place:
        return part
    fields = cast("dict[str, Json]", kept)
    return {**fields, place[0]: put_back(fields[place[0]], place[1:], part)}
