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
from .listed import nth_listed
from .many import all_of
from .marking import mark, style
from .moving import drag, hover, scroll, wait
from .places import placed
from .pressing import pressed
from .quantities import added
from .routes import routed
from .sorting_out import sorted_out
from .switching import switched
from .trying import guess, turned
from .waiting import not_yet
from .ways_in import signed_in


def acts_for(asked: Asked, clause: Clause) -> list[Act] | None:
    """The acts that a clause asks for, those already done left out; None when what it speaks of cannot be seen."""
    if (started := start(asked, clause)) is not None:
        return started
    if (wait := not_yet(asked, clause)) is not None:
        return wait or None  # what was waited for in vain is not begun
    for reader in SPECIAL:
        if (acts := reader(asked, clause)) is not None:
            return acts
    if (keys := pressed(asked, clause)) is not None:
        return keys
    return HOW.get(clause.kind, click)(asked, clause)


def _nothing(asked: Asked, clause: Clause) -> list[Act] | None:
    return []


SPECIAL: tuple[Callable[[Asked, Clause], list[Act] | None], ...] = (placed, added, routed, sorted_out, turned, all_of, nth_listed)
"""Forms of instructions that are known by more than their verb, each with what it comes to; None for all others."""
HOW: dict[str, Callable[[Asked, Clause], list[Act] | None]] = {
    "click": click,
    "double click": click,
    "action": action,
    "close": close,
    "submit": submit,
    "log in": signed_in,
    "focus": focus,
    "expand": expand,
    "find": find,
    "switch": switched,
    "select": select,
    "uncheck": uncheck,
    "enter": enter,
    "drag": drag,
    "sort": sort,
    "guess": guess,
    "mark": mark,
    "style": style,
    "scroll": scroll,
    "hover": hover,
    "copy": _nothing,
    "wait": wait,
}
