"""The life of an application: its environment, its folder, its process on loopback."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from .app import App, said
from .others import OTHERS

PATIENCE = 60.0
"""Seconds that an application may take to answer."""


def installed(app: App, home: Path | None) -> Path:
    """The programs of an application; installed if they are not there. Without a home they are those beside this Python."""
    if home is None:
        return Path(sys.executable).parent
    programs = home / app.name / "env" / "bin"
    if not (programs / "python").exists():
        uv = shutil.which("uv") or str(Path(sys.executable).parent / "uv")
        subprocess.run([uv, "venv", "-q", "--python", "3.11", str(programs.parent)], check=True)
        subprocess.run([uv, "pip", "install", "-q", "--python", str(programs / "python"), *app.packages], check=True)
    return programs


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


class Life:
    """One application in a fresh folder."""

    def __init__(self, app: App, home: Path | None, folder: Path, language: str) -> None:
        self.app, self.folder, self._language = app, folder, language
        self._programs = installed(app, home)
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        for path, text in app.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(said(text, language))
        for command in app.prepare:
            subprocess.run(
                self._filled(command), cwd=folder, env=self._environment(), check=True, capture_output=True, timeout=120
            )

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._filled(self.app.command),
                cwd=self.folder,
                env=self._environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(self.address + self.app.ready, timeout=5).close()
                return
            except OSError as error:
                if getattr(error, "code", 0):
                    return
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError(f"{self.app.name} did not start: {(self.folder / 'server.log').read_text()[-600:]}")
            time.sleep(0.2)

    def meanwhile(self, what: str, key: str) -> None:
        """Another person is at it: `before` or `after` the record is saved, or with `many` records of their own."""
        command = [str(self._programs / "python"), "-c", OTHERS[self.app.name], what, key]
        subprocess.run(command, cwd=self.folder, env=self._environment(), check=True, capture_output=True, timeout=60)

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _filled(self, command: Sequence[str]) -> list[str]:
        return [p.format(port=self.port, folder=self.folder, bin=self._programs) for p in command]

    def _environment(self) -> dict[str, str]:
        own = {name: value.format(folder=self.folder) for name, value in self.app.environment.items()}
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
        return {**kept, "LANGUAGE_OF_LABELS": self._language, **own}


@contextmanager
def living(app: App, home: Path | None, folder: Path, language: str = "en") -> Iterator[Life]:
    """An application that runs."""
    life = Life(app, home, folder, language)
    life.start()
    try:
        yield life
    finally:
        life.stop()
