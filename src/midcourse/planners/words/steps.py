"""Which kind of clause is turned into acts by whom."""

from __future__ import annotations

from collections.abc import Callable

from ...core.plans.plan import Act
from .arranging import sort
from .asked import Asked
from .choosing import select, uncheck
from .clicking import action, click, close, expand, find, focus, submit
from .entering import enter
from .language import Clause
from .launching import start
from .moving import drag, hover, scroll, wait
from .pressing import pressed
from .routes import routed


def acts_for(asked: Asked, clause: Clause) -> list[Act] | None:
    """The acts that a clause asks for, those already done left out; None when what it speaks of cannot be seen."""
    if (started := start(asked, clause)) is not None:
        return started
    if (way := routed(asked, clause)) is not None:
        return way
    if (keys := pressed(asked, clause)) is not None:
        return keys
    return HOW.get(clause.kind, click)(asked, clause)


def _nothing(asked: Asked, clause: Clause) -> list[Act] | None:
    return []


HOW: dict[str, Callable[[Asked, Clause], list[Act] | None]] = {
    "click": click,
    "double click": click,
    "action": action,
    "close": close,
    "submit": submit,
    "log in": submit,
    "focus": focus,
    "expand": expand,
    "find": find,
    "switch": click,
    "select": select,
    "uncheck": uncheck,
    "enter": enter,
    "drag": drag,
    "sort": sort,
    "scroll": scroll,
    "hover": hover,
    "copy": _nothing,
    "wait": wait,
}
