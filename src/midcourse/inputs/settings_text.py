"""Settings given as text, on a command line or in the environment."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..core.errors import TaskError, choices
from ..core.run.settings import Settings

_SWITCH = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}


def override(settings: Settings, given: Mapping[str, str]) -> Settings:
    """The settings with some of them replaced; TaskError names the setting, what was found and what is valid."""
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    values = msgspec.to_builtins(settings) | {}
    for name, text in given.items():
        if name not in fields:
            raise TaskError(f"no setting {name!r}; {choices(name, fields)}")
        if isinstance(fields[name].default, bool):
            if text.lower() not in _SWITCH:
                raise TaskError(f"{name}: found {text!r}; valid: on, off")
            values[name] = _SWITCH[text.lower()]
            continue
        try:
            values[name] = msgspec.convert(text, fields[name].type, strict=False)
        except msgspec.ValidationError as error:
            raise TaskError(f"{name}: found {text!r}; {error}{_valid(fields[name].type)}") from None
    return msgspec.convert(values, Settings)


def _valid(kind: object) -> str:
    options = getattr(kind, "__args__", ())
    return f"; valid: {', '.join(map(str, options))}" if options and all(isinstance(o, str) for o in options) else ""
