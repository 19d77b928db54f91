"""The Berkeley Function Calling Leaderboard: eight stateful interfaces, 200 tasks with the calls that solve them."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import json
from collections.abc import Callable, Iterable
from functools import partial
from importlib.resources import files
from typing import Any

from bfcl_eval.constants.executable_backend_config import CLASS_FILE_PATH_MAPPING, STATELESS_CLASSES

from .box import Call, Facts, Task, facts_of

NAME = "bfcl"
TASKS = "BFCL_v4_multi_turn_base.json"


class Interfaces:
    """The interfaces of one task, loaded with its scenario."""

    def __init__(self, classes: list[str], scenario: dict[str, Any]) -> None:
        self._parts: dict[str, Any] = {}
        self.tools: dict[str, Callable[..., Any]] = {}
        for name in classes:
            part = getattr(importlib.import_module(CLASS_FILE_PATH_MAPPING[name]), name)()
            if name not in STATELESS_CLASSES:
                part._load_scenario(copy.deepcopy(scenario.get(name, {})))
                self._parts[name] = part
            methods = inspect.getmembers(part, predicate=inspect.ismethod)
            self.tools |= {name: method for name, method in methods if not name.startswith("_")}

    def state(self) -> Facts:
        """Every public leaf, which is what the library's own check compares; and where the file system stands."""
        found = {f for name, part in self._parts.items() for f in facts_of(part, name)}
        shown = [facts_of(part.pwd(), "pwd") for part in self._parts.values() if hasattr(part, "pwd")]
        return frozenset(found.union(*shown))

    def keep(self) -> Any:
        """A copy of all interfaces' state."""
        return copy.deepcopy({name: vars(part) for name, part in self._parts.items()})

    def put_back(self, kept: Any) -> None:
        """Make each interface's state what it was."""
        for name, inner in copy.deepcopy(kept).items():
            vars(self._parts[name]).clear()
            vars(self._parts[name]).update(inner)


def tasks() -> Iterable[Task]:
    """Every task whose calls are plain."""
    data = files("bfcl_eval") / "data"
    solutions = {row["id"]: row["ground_truth"] for row in _rows(data / "possible_answer" / TASKS)}
    for row in _rows(data / TASKS):
        make = partial(Interfaces, row["involved_classes"], row["initial_config"])
        texts = [text for turn in solutions[row["id"]] for text in turn]
        calls = [_call(text, make().tools) for text in texts]
        if None not in calls:
            yield Task(NAME, row["id"].removeprefix("multi_turn_"), make, tuple(c for c in calls if c))


def _rows(path: Any) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _call(text: str, tools: dict[str, Callable[..., Any]]) -> Call | None:
    """A call written as Python, with all its arguments named; None where an argument is no plain value."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
        assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        given = [ast.literal_eval(a) for a in node.args]
        named = {str(k.arg): ast.literal_eval(k.value) for k in node.keywords}
        args = inspect.signature(tools[node.func.id]).bind(*given, **named).arguments
    except (AssertionError, KeyError, SyntaxError, TypeError, ValueError):
        return None
    return Call(node.func.id, json.loads(json.dumps(args)))
