"""Values in groups, and the flat names of their fields that the world outside knows: no name is written twice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from ..model import Group, Json

S = TypeVar("S", bound=msgspec.Struct)


class Place(NamedTuple):
    """Where a field stands."""

    group: str
    """The field that holds its group; '' for a field of the value itself."""
    field: FieldInfo
    """Its name there, its type and what it is by default."""


@cache
def field_places(kind: type[msgspec.Struct]) -> Mapping[str, Place]:
    """Flat name -> where it stands, in the order of the fields."""
    places: dict[str, Place] = {}
    for field in fields(kind):
        inner = field.type if isinstance(field.type, type) and issubclass(field.type, Group) else None
        places |= {f.encode_name: Place(field.name, f) for f in fields(inner)} if inner else {field.encode_name: Place("", field)}
    return places


def flat(value: msgspec.Struct) -> dict[str, Any]:
    """Flat name -> what stands there, for all fields."""
    places = field_places(type(value))
    return {name: getattr(getattr(value, group) if group else value, field.name) for name, (group, field) in places.items()}


def changed(value: S, given: Mapping[str, object]) -> S:
    """The same with other values under some flat names, each put where it stands. Nothing is checked."""
    own: dict[str, Any] = {}
    inner: dict[str, dict[str, object]] = {}
    for name, new in given.items():
        group, field = field_places(type(value))[name]
        (inner.setdefault(group, {}) if group else own)[field.name] = new
    return replace(value, **own, **{group: replace(getattr(value, group), **new) for group, new in inner.items()})


def flattened(value: msgspec.Struct) -> dict[str, Json]:
    """The value as JSON without its groups: what they hold stands under its flat name."""
    values = msgspec.to_builtins(value)
    for group in dict.fromkeys(place.group for place in field_places(type(value)).values()):
        values |= values.pop(group, {})
    return values


def grouped(kind: type[msgspec.Struct], raw: Mapping[str, Json]) -> dict[str, Json]:
    """JSON without groups as JSON of this kind; what has no place in it stays where it is."""
    known = field_places(kind)
    nested: dict[str, Json] = {place.group: {} for place in known.values() if place.group}
    for name, value in raw.items():
        group = known[name].group if name in known else ""
        (nested[group] if group else nested)[name] = value
    return nested
