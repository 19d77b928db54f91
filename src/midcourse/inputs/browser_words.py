"""A task's `browser` as the words that follow `web:ADDRESS`: what is read there is read once, and a run is resumed by it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from ..core.errors import TaskError

WEB = "web:"
SWITCHES = ("pictures", "shown")
"""Options that are only there or not."""
YES, NO = (True, "yes", "on", "true"), (False, "no", "off", "false")


def with_browser(world: str, options: Mapping[str, str | int | bool | list[str]]) -> str:
    """The name of the world with these options. TaskError where the world is none of pages."""
    if options and not world.startswith(WEB):
        raise TaskError(f"browser is for pages; the world is {world!r}, not {WEB}ADDRESS")
    words: list[str] = []
    for name, value in options.items():
        if name in SWITCHES:
            if value not in (*YES, *NO):
                raise TaskError(f"browser: {name} is yes or no, not {value!r}")
            words += [name] if value in YES else []
        else:
            each = value if isinstance(value, list) else [value]
            words += [shlex.quote(f"{name}={one}") for one in each]
    return " ".join([world, *words])
