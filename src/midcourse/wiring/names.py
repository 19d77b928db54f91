"""Names -> where what they name lives. A new world, planner, approver or store is its own file and one line here.

What follows the colon of a name is read by the part itself; tables are shown to people as they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from ..core.errors import TaskError, choices
from ..core.protocols import Approver, Planner, Store, World
from ..planners.given import Given

WORLDS = {
    "desktop:PROGRAM": "midcourse.worlds.desktop.by_name:from_words",
    "grid:LEVEL": "midcourse.worlds.grid.by_name:from_words",
    "robot:SCENE.yaml": "midcourse.worlds.robot.by_name:from_words",
    "web:ADDRESS": "midcourse.worlds.web.by_name:from_words",
    ".pddl": "midcourse.worlds.pddl.by_name:from_words",
}
"""By what comes before the colon, or by the ending of the first file."""
ANY_OTHER_WORLD = "midcourse.worlds.python_file:from_words"

PLANNERS = {
    "scripted": "midcourse.planners.written:from_words",
    "search": "midcourse.planners.search.by_name:from_words",
    "words": "midcourse.planners.words.by_name:from_words",
    "local": "midcourse.planners.local.by_name:from_words",
    "local:MAP": "midcourse.planners.local.by_name:from_words",
    "shown": "midcourse.planners.words.shown:from_words",
    "up:ENGINE": "midcourse.planners.unified:from_words",
    "model:PROVIDER:NAME": "midcourse.planners.model.by_name:from_words",
}
MODEL = "model:"
"""Planners of this name ask a language model."""

STORES = {
    "sqlite:FILE": "midcourse.engine.sqlite:from_words",
    "memory": "midcourse.engine.memory:from_words",
}

APPROVERS = {
    "console": "midcourse.approval.console:ConsoleApprover",
    "inbox": "midcourse.approval.inbox:InboxApprover",
    "refuse": "midcourse.approval.rules:refuse_all",
}

OpensWorld = Callable[[str, Path, Path | None], World]
"""Of what follows its name, the folder that files are named from, and a folder where its state may be kept."""
OpensPlanner = Callable[[str, Given], Planner]
"""Of what follows its name, and what the run has for a planner."""
OpensStore = Callable[[str, Path], Store]
"""Of what follows its name, and the home, for what the name leaves open."""


def world_named(name: str, base: Path, keep: Path | None = None) -> World:
    """A world by name. `base`: what its files are relative to; `keep`: where one of this process alone may keep its state."""
    if not name.strip():
        raise TaskError(f"the task names no world; give one: {world_choices()}")
    place, rest = _world(name) or (ANY_OTHER_WORLD, name)
    return cast(OpensWorld, _load(place))(rest, base, keep)


def is_world(name: str) -> bool:
    """Whether this is the name of a world in the table; a Python file or module is none by its name alone."""
    return _world(name) is not None


def world_choices() -> str:
    """How a world may be named, for help and messages."""
    named = (name for name in WORLDS if not name.startswith("."))
    return f"a Python file with skills, package.module:name, DOMAIN.pddl PROBLEM.pddl, {', '.join(named)}"


def planner_named(name: str, given: Given | None = None) -> Planner:
    """A planner by name."""
    place, rest = _found("planner", name, PLANNERS)
    return cast(OpensPlanner, _load(place))(rest, given or Given())


def store_named(name: str, home: Path) -> Store:
    """A store by name."""
    place, rest = _found("store", name, STORES)
    return cast(OpensStore, _load(place))(rest, home)


def approver_named(name: str) -> Approver:
    """An approver by name."""
    place, _ = _found("approver", name, APPROVERS)
    return cast("Callable[[], Approver]", _load(place))()


def _world(name: str) -> tuple[str, str] | None:
    first = name.split()[0] if name.strip() else ""
    for shown, place in WORLDS.items():
        if shown.startswith(".") and first.endswith(shown):
            return place, name
    return _entry(name, WORLDS)


def _found(what: str, name: str, table: Mapping[str, str]) -> tuple[str, str]:
    entry = _entry(name, table)
    if entry is None:
        near = next((shown for shown in table if get_close_matches(name.partition(":")[0], [shown.partition(":")[0]])), name)
        raise TaskError(f"no {what} {name!r}; {choices(near, table)}")
    return entry


def _entry(name: str, table: Mapping[str, str]) -> tuple[str, str] | None:
    """Where it lives, and what the name says after the colon."""
    called, colon, rest = name.partition(":")
    for shown, place in table.items():
        if shown.partition(":")[:2] == (called, colon):
            return place, rest
    return None


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
