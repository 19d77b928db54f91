"""The environment that programs started by a world get from us: what a person set, not what a library of Python wrote into it.

OpenCV, for one, names its own parts of Qt as it is loaded; a program of Qt that is started then finds the wrong ones and ends.
"""

from __future__ import annotations

import os
from pathlib import Path

PACKAGES = ("site-packages", "dist-packages")
"""Where libraries of Python live."""


def inherited() -> dict[str, str]:
    """Our environment without what is for Midcourse alone. What a library of Python wrote into it is as it was at our start."""
    first = _first()
    now = {name: value for name, value in os.environ.items() if not name.startswith("MIDCOURSE_")}
    written = {name for name, value in now.items() if first.get(name) != value and _names_a_library(value)}
    return {name: first[name] if name in written else value for name, value in now.items() if name not in written - first.keys()}


def _names_a_library(value: str) -> bool:
    return any(f"/{folder}/" in value for folder in PACKAGES)


def _first() -> dict[str, str]:
    """What this process was started with; what it has now, where the system does not tell."""
    try:
        told = Path("/proc/self/environ").read_bytes()
    except OSError:
        return dict(os.environ)
    pairs = (entry.partition(b"=") for entry in told.split(b"\0") if entry)
    return {os.fsdecode(name): os.fsdecode(value) for name, _, value in pairs}
