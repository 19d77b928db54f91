"""The frames of a page: their ids, their origins, and the script world that is ours in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ...core.model import Target
from .reading import Reading

Json = Any


def note_world(worlds: dict[str, int], name: str, event: Json) -> None:
    """Which script world of a frame has this name; a new page in the frame has a new one."""
    if event["context"]["name"].startswith(name):
        worlds[event["context"]["auxData"]["frameId"]] = event["context"]["id"]


def frame_ids(tree: Json) -> list[str]:
    """Of all frames, the page's own first."""
    return [tree["frame"]["id"], *(id for child in tree.get("childFrames", ()) for id in frame_ids(child))]


def foreign_frames(tree: Json, home: str) -> Iterator[tuple[str, str]]:
    """The frames of another origin than this one."""
    if (origin := tree["frame"]["securityOrigin"]) != home:
        yield tree["frame"]["id"], origin
    for child in tree.get("childFrames", ()):
        yield from foreign_frames(child, home)


def as_laid_out(reading: Reading, targets: Sequence[Target], places: Mapping[str, int]) -> tuple[Target, ...]:
    """The targets where they are for who sees the page, in that order: what lies in a frame stands where the frame is.

    `places`: of each target.
    """
    if all(node.holder < 0 for node in reading.nodes):
        return tuple(targets)
    around = {target.id: _frames_around(reading, places[target.id]) for target in targets}
    shifted = (_shifted(reading, target, around[target.id]) for target in targets)
    return tuple(sorted(shifted, key=lambda target: (*around[target.id], places[target.id])))


def _frames_around(reading: Reading, place: int) -> tuple[int, ...]:
    """The places of the frames that a node lies in, the outermost first."""
    found: list[int] = []
    while (place := reading.nodes[(reading.parents(place) or [place])[-1]].holder) >= 0:
        found.insert(0, place)
    return tuple(found)


def _shifted(reading: Reading, target: Target, frames: Sequence[int]) -> Target:
    corners = [box[:2] for place in frames if (box := reading.nodes[place].box) is not None]
    if target.box is None or not corners:
        return target
    left, top, width, height = target.box
    return replace(target, box=(left + sum(x for x, _ in corners), top + sum(y for _, y in corners), width, height))
