"""A library's stateful tools behind one small face, and its state as facts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from midcourse import fact
from midcourse.core.plans.plan import digest

LONG = 60
"""Characters of a value that stands in a fact; a longer one goes by its digest."""

Facts = frozenset[str]


class Box(Protocol):
    """One fresh world of a library."""

    @property
    def tools(self) -> Mapping[str, Callable[..., Any]]:
        """The library's own functions, by name."""
        ...

    def state(self) -> Facts:
        """What the library shows of its state, as facts."""
        ...

    def keep(self) -> Any:
        """The state, to be put back later."""
        ...

    def put_back(self, kept: Any) -> None:
        """Make the state what it was."""
        ...


class Call(NamedTuple):
    """One call of a task's own solution."""

    tool: str
    args: dict[str, Any]

    @property
    def key(self) -> str:
        """The same for the same call, whoever makes it."""
        return key_of(self.tool, self.args)


class Task(NamedTuple):
    """A task of a library: how to make its world, and the calls that solve it."""

    library: str
    name: str
    make: Callable[[], Box]
    calls: tuple[Call, ...]


def key_of(tool: str, args: Mapping[str, Any]) -> str:
    """A call as text; 10 and 10.0 are the same number."""
    return f"{tool}({json.dumps(_same(dict(args)), sort_keys=True, default=str)})"


def _same(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _same(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_same(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def is_error(answer: object) -> bool:
    """Whether a tool's answer says that it failed: the rule that every way may use."""
    return isinstance(answer, dict) and bool(answer.get("error"))


def facts_of(value: Any, path: str) -> Iterable[str]:
    """Every public leaf of a value as a fact; 10 and 10.0 are the same number, and what holds itself is not followed."""
    return _leaves(value, path, ())


def _leaves(value: Any, path: str, above: tuple[int, ...]) -> Iterable[str]:
    if id(value) in above:
        return
    inner: Iterable[tuple[object, Any]] | None = None
    if isinstance(value, Mapping):
        inner = value.items()
    elif isinstance(value, list | tuple):
        inner = enumerate(value)
    elif hasattr(value, "__dict__"):
        inner = [(name, part) for name, part in vars(value).items() if not name.startswith("_")]
    if inner is None:
        text = str(_same(value))
        yield fact("at", path, text if len(text) <= LONG else f"#{digest(text)}")
        return
    found = list(inner)
    if not found:
        yield fact("at", path, "nothing")
    for name, part in found:
        yield from _leaves(part, f"{path}.{name}", (*above, id(value)))
