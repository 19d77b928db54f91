"""What a form asks for beside a password: texts, and no list in which something is chosen already."""

from __future__ import annotations

from collections.abc import Collection

from ...core.model import Target
from .screen import Screen


def is_asked(screen: Screen, target: Target, taken: Collection[str]) -> bool:
    """Whether a field wants a text that is no secret. A list in which something is chosen, as a language is, wants none unless a
    value is for it. `taken`: the fields that values are for."""
    chosen = target.role == "combobox" and bool(screen.offers.get(target.id)) and bool(screen.values.get(target.id, "").strip())
    return target.role in ("textbox", "combobox") and "password" not in target.state and (not chosen or target.id in taken)
