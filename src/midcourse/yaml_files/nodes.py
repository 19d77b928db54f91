"""What a YAML file comes to before anything is made of it: anchors may make much of little."""

from __future__ import annotations

from typing import Any, cast

import yaml

MOST_VALUES = 100_000
"""Values in a file, each counted as often as it is referred to."""


def check_nodes(root: Any) -> None:
    """MarkedYAMLError, with the place, for a file that comes to too much, holds itself, or holds half a character."""
    sizes: dict[int, int] = {}
    open_: set[int] = set()
    todo: list[Any] = [root] if root is not None else []
    while todo:  # no recursion: the file decides how deep it is
        node = todo[-1]
        inner = _inner(node)
        if id(node) in sizes:
            todo.pop()
        elif id(node) in open_:
            open_.discard(id(todo.pop()))
            sizes[id(node)] = size = 1 + sum(sizes[id(each)] for each in inner)
            if size > MOST_VALUES:
                raise _error(node, f"its anchors make more than {MOST_VALUES:,} values of it")
        else:
            open_.add(id(node))
            if isinstance(node.value, str) and not node.value.isascii():
                _check_text(node)
            if any(id(each) in open_ for each in inner):
                raise _error(node, "it holds itself, by an anchor")
            todo += inner


def _inner(node: Any) -> list[Any]:
    if isinstance(node, yaml.MappingNode):
        return [each for pair in cast("list[tuple[Any, Any]]", node.value) for each in pair]
    return cast("list[Any]", node.value) if isinstance(node, yaml.SequenceNode) else []


def _check_text(node: Any) -> None:
    try:
        node.value.encode()
    except UnicodeEncodeError as error:
        raise _error(node, f"it holds half a character (\\u{ord(node.value[error.start]):04x})") from None


def _error(node: Any, problem: str) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)
