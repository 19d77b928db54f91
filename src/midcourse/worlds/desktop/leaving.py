"""The end of a private display: its programs are asked to close first, so that what they were about to write is written."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Protocol

from .driver import Gone, Window

PATIENCE = 1.5
"""Seconds that programs have to close."""
KINDS = frozenset({"", "dialog", "utility"})


class Closes(Protocol):
    """What a display is asked for at its end."""

    def windows(self) -> list[Window]:
        """The windows that are shown."""
        ...

    def shut(self, window: int) -> None:
        """Ask a window to close."""
        ...


def leave(display: Closes) -> None:
    """Ask every program to close, as a person does, and wait until none is left. One that asks something gets no answer."""
    with suppress(Gone, OSError):
        before = {w.id for w in display.windows() if w.kind in KINDS}
        for window in before:
            display.shut(window)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            now = {w.id for w in display.windows() if w.kind in KINDS}
            if not now or now - before:
                return
            time.sleep(0.05)
