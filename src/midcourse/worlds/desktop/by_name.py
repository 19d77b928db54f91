"""`desktop:PROGRAM`, and after it perhaps `folder=DIR` …, `pictures`, `delay=SECONDS`, and `own` for the display in use."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import TaskError
from ...core.protocols import World
from . import DesktopWorld
from .private import OwnDisplay
from .x11 import X11

FOLDER, DELAY = "folder=", "delay="


def from_words(words: str, base: Path, keep: Path | None) -> World:
    """The world of this name. Folders are named from `base`; without one, it is watched itself."""
    program: list[str] = []
    folders: list[Path] = []
    delay = 0.0
    options: set[str] = set()
    for word in words.split():
        if word.startswith(FOLDER):
            folders.append(base / word.removeprefix(FOLDER))
        elif word.startswith(DELAY):
            delay = _seconds(word.removeprefix(DELAY), words)
        elif word in ("pictures", "own"):
            options.add(word)
        elif "=" in word:
            raise TaskError(f"desktop:{words}: no option {word!r}; after PROGRAM come folder=DIR, pictures, delay=SECONDS, own")
        else:
            program.append(word)
    return DesktopWorld(
        driver=X11(OwnDisplay()) if "own" in options else None,
        shared="own" in options,
        program=" ".join(program),
        folders=folders or [base],
        pictures="pictures" in options,
        step_delay_seconds=delay,
    )


def _seconds(text: str, words: str) -> float:
    try:
        return max(0.0, float(text))
    except ValueError:
        raise TaskError(f"desktop:{words}: delay={text!r} is no number of seconds") from None
