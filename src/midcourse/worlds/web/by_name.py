"""`web:ADDRESS`, and after it perhaps `allow=ORIGIN` …, `sealed`, `pictures`, and `shown` for a window."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import TaskError
from ...core.protocols import World
from . import WebWorld

ALLOW = "allow="


def from_words(words: str, base: Path, keep: Path | None) -> World:
    """The world of this name; its browser's folder is kept, so that logins outlive the process."""
    start, *options = words.split() or [""]
    if not start or any(not o.startswith(ALLOW) and o not in ("sealed", "shown", "pictures") for o in options):
        raise TaskError(f"web:{words}: expected web:ADDRESS, and perhaps allow=ORIGIN …, sealed, pictures, shown")
    allow = [o.removeprefix(ALLOW) for o in options if o.startswith(ALLOW)]
    folder = keep / "browser" if keep is not None else None
    return WebWorld(
        start,
        allow=allow,
        sealed="sealed" in options,
        keep=folder,
        pictures="pictures" in options,
        headless="shown" not in options,
    )
