"""What the environment says; the only file that reads it."""

from __future__ import annotations

import os
from pathlib import Path

HOME = "MIDCOURSE_HOME"
SECRET_PREFIX = "MIDCOURSE_SECRET_"


def home() -> Path:
    """The folder of journals, blobs and results: $MIDCOURSE_HOME, else `.midcourse` here."""
    return Path(os.environ.get(HOME) or ".midcourse")


def secrets() -> dict[str, str]:
    """Name -> value of every $MIDCOURSE_SECRET_NAME."""
    return {k.removeprefix(SECRET_PREFIX): v for k, v in os.environ.items() if k.startswith(SECRET_PREFIX)}
