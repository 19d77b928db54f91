"""A display that nobody sees: started with the world, gone with it, also when Midcourse is killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ...core.errors import LookFailed
from ..inherited import inherited
from .driver import Place, Refused, Started

PROGRAMS = ("Xvfb", "openbox", "dbus-daemon")
PACKAGES = "xvfb openbox dbus at-spi2-core"
ENDING = 12.0
"""Seconds that all on it may take to end."""


class PrivateDisplay:
    """An X server, a window manager and a bus of their own, kept by a process that ends them when its input ends."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._keeper: subprocess.Popen[bytes] | None = None
        self.place = Place("", "", private=True)
        """Where it is, once it was started."""
        self._home: Path | None = None

    @property
    def alive(self) -> bool:
        """Whether it is kept."""
        return self._keeper is not None and self._keeper.poll() is None

    @property
    def keeper(self) -> int:
        """The process that keeps it; 0 while there is none."""
        return self._keeper.pid if self._keeper is not None and self.alive else 0

    def start(self) -> Place:
        """Start it. LookFailed names what this machine lacks."""
        missing = [name for name in PROGRAMS if shutil.which(name) is None]
        if missing:
            raise LookFailed(f"a private display needs {', '.join(missing)}: apt-get install {PACKAGES}")
        self.stop()
        self._home = Path(tempfile.mkdtemp(prefix="midcourse-desk-"))
        script = Path(__file__).with_name("keeper.py")
        self._keeper = subprocess.Popen(
            (sys.executable, "-I", str(script), "{}x{}".format(*self._size), str(self._home)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=inherited(),
            start_new_session=True,  # a Ctrl+C at the terminal is for Midcourse, which ends the display itself
        )
        told = self._answer()
        if "error" in told:
            self.stop()
            raise LookFailed(f"the private display did not start: {told['error']}")
        self.place = Place(told["display"], told["bus"], private=True)
        return self.place

    def launch(self, command: Sequence[str], folder: Path) -> Started:
        """Start a program on it. Refused when there is no such program."""
        if self._keeper is None or not self.alive:
            raise LookFailed("the private display is gone")
        assert self._keeper.stdin is not None
        try:
            self._keeper.stdin.write(json.dumps({"command": list(command), "folder": str(folder)}).encode() + b"\n")
            self._keeper.stdin.flush()
        except OSError:
            raise LookFailed("the private display is gone") from None
        told = self._answer()
        if "error" in told:
            raise Refused("file_not_found", f"{command[0]} cannot be started: {told['error']}", "underspecified")
        return Started(int(told["pid"]), Path(told["log"]))

    def stop(self) -> None:
        """End all that runs on it, and wait for that."""
        if self._keeper is not None:
            keeper, self._keeper = self._keeper, None
            with suppress(OSError):
                assert keeper.stdin is not None
                keeper.stdin.close()
            try:
                keeper.wait(ENDING)
            except subprocess.TimeoutExpired:
                keeper.kill()
                keeper.wait()
            assert keeper.stdout is not None
            keeper.stdout.close()
        if self._home is not None:
            shutil.rmtree(self._home, ignore_errors=True)
            self._home = None

    def _answer(self) -> dict[str, str]:
        assert self._keeper is not None and self._keeper.stdout is not None
        line = self._keeper.stdout.readline()
        return json.loads(line) if line else {"error": "its keeper ended"}


class OwnDisplay:
    """The display that somebody works at, as the environment names it."""

    alive = True
    keeper = 0

    def __init__(self, display: str = "", bus: str = "") -> None:
        self._place = Place(display, bus)

    def start(self) -> Place:
        """Where it is. LookFailed when the environment names none."""
        display = self._place.display or os.environ.get("DISPLAY", "")
        bus = self._place.bus or os.environ.get("DBUS_SESSION_BUS_ADDRESS", "")
        if not display or not bus:
            raise LookFailed("there is no display here: DISPLAY and DBUS_SESSION_BUS_ADDRESS name none")
        self._place = Place(display, bus)
        return self._place

    def launch(self, command: Sequence[str], folder: Path) -> Started:
        """Start a program on it. What it writes goes nowhere: its terminal, if it has one, is somebody else's."""
        env = {**inherited(), "DISPLAY": self._place.display, "DBUS_SESSION_BUS_ADDRESS": self._place.bus}
        try:
            process = subprocess.Popen(
                command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise Refused("file_not_found", f"{command[0]} cannot be started: {error}", "underspecified") from None
        return Started(process.pid)

    def stop(self) -> None:
        """It stays as it is, with all that is open on it."""
