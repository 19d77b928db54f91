"""Journals of earlier formats, put into the present one as they are read.

In format 1 the settings, the skills and the ending of a run had no groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ..model import Json, Skill, Value
from .ending import Ending
from .groups import grouped
from .settings import Settings

GROUPED: dict[str, dict[str, type[Value]]] = {"started": {"settings": Settings, "skills": Skill}, "ended": {"ending": Ending}}
"""Event -> its fields whose values have groups since format 2."""


def raised(raw: Mapping[str, Json]) -> dict[str, Json]:
    """An entry of an earlier format, as JSON, in the present one; what is no event stays as it is."""
    event = cast("dict[str, Json]", raw["event"]) if isinstance(raw.get("event"), dict) else {}
    kinds = GROUPED.get(str(event.get("type")), {})
    new = {name: _in_groups(kind, event[name]) for name, kind in kinds.items() if name in event}
    return {**raw, "event": {**event, **new}} if new else {**raw}


def _in_groups(kind: type[Value], raw: Json) -> Json:
    if isinstance(raw, list):
        return [_in_groups(kind, each) for each in cast("list[Json]", raw)]
    return grouped(kind, cast("dict[str, Json]", raw)) if isinstance(raw, dict) else raw
