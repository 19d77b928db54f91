"""What a person can see of a page's things: inside the window, and under nothing else. Asked of the browser, for pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from ...core.model import Target
from .covering import node_at, related
from .reading import Box, Reading
from .sight import Sight
from .texts import Texts
from .things import Thing


async def in_sight(session: Any, reading: Reading, texts: Texts, sight: Sight, size: tuple[int, int]) -> list[Target]:
    """The targets that can be seen, each with the part of its box that is in the window."""
    boxes = await _boxes(session, reading, texts, tuple(sight.things.values()), size)
    seen = ((target, boxes.get(sight.things[target.id].place)) for target in sight.targets)
    return [msgspec.structs.replace(target, box=box) for target, box in seen if box is not None]


def numbered(targets: Sequence[Target], seen: Sequence[Target]) -> tuple[Target, ...]:
    """The targets, and in the state of each that a picture shows, its number there."""
    numbers = {target.id: f"number {n}" for n, target in enumerate(seen, 1)}
    return tuple(msgspec.structs.replace(t, state=(*t.state, numbers[t.id])) if t.id in numbers else t for t in targets)


async def _boxes(session: Any, reading: Reading, texts: Texts, things: Sequence[Thing], size: tuple[int, int]) -> dict[int, Box]:
    window = (round(reading.scroll[0]), round(reading.scroll[1]), *size)
    parts = {thing.place: part for thing in things if (part := _shared(thing.box, window)) is not None}
    hits = await asyncio.gather(*(node_at(session, *_middle(part)) for part in parts.values()))
    by_key = {node.key: i for i, node in enumerate(reading.nodes)}
    return {
        place: part
        for (place, part), hit in zip(parts.items(), hits, strict=True)
        if hit is not None and _shows(reading, texts, place, by_key.get(hit, -1), _middle(part))
    }


def _shows(reading: Reading, texts: Texts, place: int, hit: int, point: tuple[int, int]) -> bool:
    """Whether what lies at a point of a thing is the thing: a part of it, its label, or what it lies in with nothing cut off."""
    if hit < 0 or not related(reading, texts, hit, place):
        return False
    if not hit < place < texts.end(hit):
        return True
    between = reading.parents(place)
    boxes = [reading.nodes[p].box for p in between[: between.index(hit)]]
    return all(box is None or _holds(box, point) for box in boxes)


def _shared(box: Box, window: Box) -> Box | None:
    left, top = max(box[0], window[0]), max(box[1], window[1])
    right, bottom = min(box[0] + box[2], window[0] + window[2]), min(box[1] + box[3], window[1] + window[3])
    return (left, top, right - left, bottom - top) if right - left > 1 and bottom - top > 1 else None


def _middle(box: Box) -> tuple[int, int]:
    return box[0] + box[2] // 2, box[1] + box[3] // 2


def _holds(box: Box, point: tuple[int, int]) -> bool:
    return box[0] <= point[0] <= box[0] + box[2] and box[1] <= point[1] <= box[1] + box[3]
