"""The frames of a page: their ids, their origins, and the script world that is ours in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
