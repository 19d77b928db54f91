"""`web:ADDRESS`, then perhaps `allow=ORIGIN` …, `sealed`, `terminals`, `pictures`, `shown` for a window, the browser's words."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from ...core.errors import TaskError, choices
from ...core.protocols import World
from .options import BrowserOptions, size_of
from .world import WebWorld

SWITCHES = ("sealed", "terminals", "pictures", "shown")
MANY = ("allow", "evidence")


def from_words(words: str, base: Path, keep: Path | None) -> World:
    """The world of this name; its browser's folder is kept, so that logins outlive the process."""
    start, _, rest = words.strip().partition(" ")
    if not start:
        raise TaskError(f"web:{words}: expected web:ADDRESS, and perhaps {_valid()}")
    switches: set[str] = set()
    given: dict[str, Any] = {name: [] for name in MANY}
    for name, value in _pairs(words, rest):
        if name in SWITCHES:
            switches.add(name)
        elif name in MANY:
            given[name] += value.split(",")
        elif name == "viewport":
            given[name] = size_of(value)
        elif name == "downloads":
            given[name] = base / Path(value).expanduser()
        else:
            given[name] = value
    allow, evidence = given.pop("allow"), tuple(given.pop("evidence"))
    return WebWorld(
        start,
        allow=allow,
        sealed="sealed" in switches,
        terminals="terminals" in switches,
        keep=keep / "browser" if keep is not None else None,
        pictures="pictures" in switches,
        headless="shown" not in switches,
        browser=BrowserOptions(**given, evidence=evidence),
    )


def _pairs(words: str, rest: str) -> list[tuple[str, str]]:
    """Each word as a name and what stands after its `=`."""
    try:
        parts = shlex.split(rest)
    except ValueError as error:
        raise TaskError(f"web:{words}: {error}") from None
    found: list[tuple[str, str]] = []
    for part in parts:
        name, equals, value = part.partition("=")
        known = name in SWITCHES if not equals else name in (*MANY, *BrowserOptions.__struct_fields__) and value
        if not known:
            raise TaskError(f"web:{words}: expected web:ADDRESS, and perhaps {_valid()}; no {part!r}: {choices(name, _names())}")
        found.append((name, value))
    return found


def _names() -> list[str]:
    return ["allow", *SWITCHES, *BrowserOptions.__struct_fields__]


def _valid() -> str:
    return ", ".join(["allow=ORIGIN …", *SWITCHES, *(f"{name}=…" for name in BrowserOptions.__struct_fields__)])
