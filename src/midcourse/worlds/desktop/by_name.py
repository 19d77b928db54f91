"""`desktop:PROGRAM`, and after it perhaps `folder=DIR` …, `pictures`, `delay=SECONDS`, `own` for the display in use, `ocr`, and
`vision` or `vision=PROVIDER:NAME`, with `price=IN/OUT`."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import TaskError
from ...core.protocols import World
from . import DesktopWorld
from .ocr import Ocr
from .private import OwnDisplay
from .x11 import X11

FOLDER, DELAY, VISION, PRICE = "folder=", "delay=", "vision=", "price="
CHOICES = "folder=DIR, pictures, delay=SECONDS, own, ocr, vision, vision=PROVIDER:NAME, price=IN/OUT"


def from_words(words: str, base: Path, keep: Path | None) -> World:
    """The world of this name. Folders are named from `base`; without one, it is watched itself."""
    program: list[str] = []
    folders: list[Path] = []
    delay = 0.0
    options: set[str] = set()
    model: str | None = None
    price = ""
    for word in words.split():
        if word.startswith(FOLDER):
            folders.append(base / word.removeprefix(FOLDER))
        elif word.startswith(DELAY):
            delay = _seconds(word.removeprefix(DELAY), words)
        elif word in ("pictures", "own", "ocr"):
            options.add(word)
        elif word == "vision" or word.startswith(VISION):
            model = word.removeprefix("vision").removeprefix("=")
        elif word.startswith(PRICE):
            price = f" {word}"
        elif "=" in word:
            raise TaskError(f"desktop:{words}: no option {word!r}; after PROGRAM come {CHOICES}")
        else:
            program.append(word)
    if price and not model:
        raise TaskError(f"desktop:{words}:{price} is the price of which model? Give vision=PROVIDER:NAME before it")
    return DesktopWorld(
        driver=X11(OwnDisplay()) if "own" in options else None,
        shared="own" in options,
        program=" ".join(program),
        folders=folders or [base],
        pictures="pictures" in options,
        step_delay_seconds=delay,
        readers=[Ocr()] if "ocr" in options else [],
        wanted_model=model + price if model is not None else None,
    )


def _seconds(text: str, words: str) -> float:
    try:
        return max(0.0, float(text))
    except ValueError:
        raise TaskError(f"desktop:{words}: delay={text!r} is no number of seconds") from None
