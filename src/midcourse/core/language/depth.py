"""How deep JSON may be nested: what is deeper is refused where it enters, since everything behind follows it inward."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

DEEPEST = 100
"""Brackets within brackets of a value from outside: arguments, outputs, answers."""


def is_deep(data: bytes | str, most: int = DEEPEST) -> bool:
    """Whether JSON is nested deeper than this. Most is not, by the mere number of its brackets."""
    brackets = data.count("[") + data.count("{") if isinstance(data, str) else data.count(b"[") + data.count(b"{")
    if brackets <= most:
        return False
    try:
        return _is_nested(msgspec.json.decode(data), most)
    except RecursionError:
        return True
    except ValueError:
        return False  # it is no JSON, as whoever reads it will say


def _is_nested(value: Any, most: int) -> bool:
    """Layer by layer, not inward: this must not fall into what it looks for."""
    layer = _within([value])
    for _ in range(most):
        if not layer:
            return False
        layer = _within(inner for outer in layer for inner in (outer.values() if isinstance(outer, dict) else outer))
    return bool(layer)


def _within(values: Iterable[Any]) -> list[dict[str, Any] | list[Any]]:
    """Those of the values that hold others."""
    return [value for value in values if isinstance(value, dict | list)]
