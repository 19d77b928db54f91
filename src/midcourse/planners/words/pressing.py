"""Clauses that ask for keys: `press Ctrl+S`, `press Enter`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.plans.plan import Act
from .asked import Asked
from .finding import norm
from .language import SMALL, Clause, is_mark
from .revealing import STARTING, waits
from .screen import Part

VERBS = ("press", "hit")
KEY = re.compile(
    r"((ctrl|control|alt|shift|super|meta|cmd)\+)+\S+"
    r"|enter|return|esc|escape|tab|space|delete|backspace|home|end|pageup|pagedown|up|down|left|right|f([1-9]|1[0-2])",
    re.IGNORECASE,
)
"""What keys are called that write nothing."""


def pressed(asked: Asked, clause: Clause) -> list[Act] | None:
    """Press the keys that are named; None where no keys are meant, or something on the screen is called so."""
    screen = asked.screen
    words = clause.quoted or [w for w in clause.words if w.lower() not in SMALL and w.lower() not in ("key", "keys")]
    named = [w for w in words if not is_mark(w)]
    if clause.verb not in VERBS or "press" not in screen.skills or len(named) != 1 or not KEY.fullmatch(named[0]):
        return None
    if any(norm(t.label) == norm(named[0]) for t in screen.targets):
        return None
    for i in range(asked.since, len(screen.done)):
        act = screen.done[i]
        if act.skill in ("press", "hotkey") and act.args.get("keys") == named[0]:
            asked.since = i + 1
            return []
    if screen.has_windows and not screen.targets and waits(screen) < STARTING:
        return None  # a window that shows nothing yet takes no keys
    skill = "hotkey" if "hotkey" in screen.skills and "+" in named[0] else "press"
    return Part([Act(skill, {"keys": named[0]})])


def shortcut(acts: Sequence[Act]) -> str:
    """The keys, if acts end with some that are for a window, as Ctrl+S is; ''."""
    keys = str(acts[-1].args.get("keys", "")) if acts else ""
    return keys if "+" in keys else ""
