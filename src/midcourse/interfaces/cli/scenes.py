"""One scene of a demonstration: a run of its own, kept and written down like any other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ...core.protocols import Store
from ...core.run.ending import Ending
from ...demo.shown import Shown
from ...front import new_run_id
from ...private import private_folder
from ...wiring.homes import open_store
from ..results import folder, write_result
from .common import say

S = TypeVar("S", bound=Shown)
Play = Callable[[Path, str, Store], Coroutine[Any, Any, S]]
"""What plays a scene, given a folder for pictures, the name of the run and where it is kept."""


class Scene(NamedTuple):
    """How a run of a demonstration ended, and where it is to be found."""

    ending: Ending
    where: str


def play(home: Path, name: str, heading: str, show: Play[S]) -> tuple[S, Scene]:
    """Play a scene under its heading, and tell what the world did meanwhile."""
    run_id = new_run_id().replace("r-", f"{name}-")
    place = private_folder(folder(home, run_id))
    say()
    say(f"== {heading}")
    with open_store(home) as store:
        found = asyncio.run(show(place, run_id, store))
    ending = found.run.ending
    assert ending is not None
    path = write_result(home, found.run)
    for text in found.happened:
        say(f"  (what happened: {text})")
    return found, Scene(ending, f"{len(found.pictures)} pictures: {place}    result: {path}")
