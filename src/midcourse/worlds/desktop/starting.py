"""Starting a program: it has begun once its window is shown, and a look tells when it has none."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Iterable
from contextlib import suppress
from os import SEEK_END
from pathlib import Path
from time import monotonic

from .driver import Refused, Started, Window
from .keeper import runs
from .reaching import Reach

STARTING = 40.0
"""Seconds that a program may take until it has a window."""
PUT_AWAY = 8.0
"""Seconds after which a window that is there and not shown counts as put away: a busy manager takes a while to show it."""
HANDED_ON = 8.0
"""Seconds that a window may still take once its process has ended: some programs hand their work on to another."""

WORDS, MOST = 200, 4096
"""How much is told of what a program said, and how much of it is read."""


class Ended(Refused):
    """The program ended without a window."""


async def start(reach: Reach, program: str, folder: Path) -> int:
    """Start a program, and wait for its window; its process."""
    try:
        command = shlex.split(program)
    except ValueError as error:
        raise Refused("bad_arguments", f"{program!r} is no command: {error}") from None
    if not command:
        raise Refused("bad_arguments", "launch which program?")
    driver, call = reach.driver, reach.call
    before = {w.id for w in await call(driver.windows)}
    started = await call(driver.launch, command, folder)
    began = ran = monotonic()
    while not (kinds := {w.kind for w in await call(driver.windows) if w.id not in before} - {"menu", "tooltip"}) or (
        kinds == {"hidden"} and monotonic() < began + PUT_AWAY
    ):
        now = monotonic()
        ran = now if runs(started.process) else ran
        if now > ran + HANDED_ON:
            raise Ended("no_effect", f"{command[0]} ended without a window{_last_words(started)}", clean=False)
        if now > began + STARTING:
            told = f"{command[0]} showed no window within {STARTING:g} seconds{_last_words(started)}"
            raise Refused("no_effect", told, clean=False)
        await asyncio.sleep(0.05)
    return started.process


def _last_words(started: Started) -> str:
    """The last line that the program wrote, which mostly says what it lacks; '' if that cannot be told."""
    if started.log is None:
        return ""
    with suppress(OSError), started.log.open("rb") as log:
        log.seek(max(0, log.seek(0, SEEK_END) - MOST))
        lines = [line for line in log.read().decode(errors="replace").split("\n") if line.strip()]
        return f"; the last it said: {lines[-1].strip()[:WORDS]!r}" if lines else ""
    return ""


class Begun:
    """The program that the desktop began with."""

    def __init__(self, before: Iterable[Window] = ()) -> None:
        """`before` are the windows that were there already."""
        self._before = {w.id for w in before}
        self._names: set[str] = set()
        """What the window manager calls it: its first windows may tell that late."""
        self.why_not = ""
        """Why it did not start."""

    def has_window(self, windows: Iterable[Window]) -> bool:
        """Whether it has a window among these."""
        windows = list(windows)
        new = [w for w in windows if w.id not in self._before]
        self._names = self._names or {w.program for w in new if w.program}
        self.why_not = "" if new else self.why_not
        return any(w.program in self._names for w in windows) if self._names else bool(new)

    @property
    def is_known(self) -> bool:
        """Whether a window of it was seen."""
        return bool(self._names)


async def begin(reach: Reach, program: str, folder: Path) -> Begun:
    """Start the program that the desktop begins with.

    One that ends without a window gets a second start: the display and its buses are young, and nothing was done yet.
    """
    begun = Begun(await reach.call(reach.driver.windows))
    try:
        try:
            await start(reach, program, folder)
        except Ended:
            await start(reach, program, folder)
    except Refused as refused:
        begun.why_not = refused.result.detail
    begun.has_window(await reach.call(reach.driver.windows))
    return begun
