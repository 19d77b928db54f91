"""Settings given as text, on a command line or in the environment."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.errors import TaskError
from ..core.gates.checks import with_settings
from ..core.run.groups import field_places
from ..core.run.settings import Settings

_SWITCH = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}


def override(settings: Settings, given: Mapping[str, str]) -> Settings:
    """The settings with some of them replaced; TaskError names the setting, what was found and what is valid."""
    for name, text in given.items():
        value = _SWITCH.get(text.lower(), text) if is_switch(name) else text
        if is_switch(name) and value is text:
            raise TaskError(f"{name}: found {text!r}; valid: on, off")
        settings = with_settings(settings, {name: value}, as_text=True)
    return settings


def is_switch(name: str) -> bool:
    """Whether the setting is on or off."""
    return name in field_places(Settings) and isinstance(field_places(Settings)[name].field.default, bool)
