"""Journals of earlier formats, put into the present one as they are read.

In format 1 the settings, the skills and the ending of a run had no groups.
"""

from __future__ import annotations

from typing import Any

from ..model import Skill
from .ending import Ending
from .groups import grouped
from .settings import Settings


def raised(raw: Any) -> Any:
    """An entry of an earlier format, as JSON, in the present one; what is no entry stays as it is."""
    match raw:
        case {"event": {"type": "started", "settings": dict(settings), "skills": list(skills)} as event}:
            new = {"settings": grouped(Settings, settings), "skills": [_skill(skill) for skill in skills]}
        case {"event": {"type": "ended", "ending": dict(ending)} as event}:
            new = {"ending": grouped(Ending, ending)}
        case _:
            return raw
    return {**raw, "event": {**event, **new}}


def _skill(raw: Any) -> Any:
    return grouped(Skill, raw) if isinstance(raw, dict) else raw
