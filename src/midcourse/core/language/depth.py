"""How deep JSON may be nested: what is deeper is refused where it enters, since everything behind follows it inward."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

DEEPEST = 100
"""Brackets within brackets of a value from outside: arguments, outputs, answers."""


def is_deep(data: bytes | str, most: int = DEEPEST) -> bool:
    """Whether JSON is nested deeper than this. Most is not, by the mere number of its brackets."""
    opening = ("[", "{") if isinstance(data, str) else (b"[", b"{")
    if sum(data.count(bracket) for bracket in opening) <= most:  # pyright: ignore[reportArgumentType]
        return False
    try:
        return _is_nested(msgspec.json.decode(data), most)
    except RecursionError:
        return True
    except ValueError:
        return False  # it is no JSON, as whoever reads it will say


def _is_nested(value: Any, most: int) -> bool:
    """Layer by layer, not inward: this must not fall into what it looks for."""
    layer = [value] if isinstance(value, dict | list) else []
    for _ in range(most):
        layer = [inner for outer in layer for inner in _inside(outer) if isinstance(inner, dict | list)]
        if not layer:
            return False
    return True


def _inside(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value
