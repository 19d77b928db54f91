"""Which homes this person's processes have open, or had open when they died: what SQLite keeps beside a store belongs to one.

SQLite adds to a store what it finds in a log beside it. A process that was killed leaves such a log, and so may a checkout. So
each process says in the person's own folder which home it is about to open, and takes that back once it has shut its stores.
What the dead have left is cleared when the stores are shut and no log is left beside them.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from ..private import private_folder, write_private
from .owner import fate_of, whoami

FOLDER = "in_use"
"""The folder in the person's own one: in it a folder for each home, and in that a file for each process."""
LOG = "-wal"
LOOKS, PAUSE = 5, 0.02
"""How often a log of nobody is looked at, with seconds between: who wrote it may just be shutting the store."""
_used: dict[tuple[int, Path], tuple[int, Path]] = {}
"""Process and home -> how often it is open there, and the file that says so. In a fork the number of the process is another."""
_using = threading.Lock()


class Use:
    """A home that is in use, by one part of this process."""

    def __init__(self, home: Path, own: Path, stores: Sequence[str]) -> None:
        """Say so; OSError where nothing can be kept for the person. `own`: their own folder."""
        self._home, self._folder, self._stores = home.resolve(), _folder(home, own), stores
        self._key = os.getpid(), self._home
        with _using:
            count, said = _used.get(self._key, (0, self._folder / token_hex(8)))
            if not said.exists():
                write_private(said, whoami().encode())
            _used[self._key] = count + 1, said

    def end(self) -> None:
        """The stores are shut. Where a log is left all the same, it stays known whose it is."""
        if self._key[0] != os.getpid():
            return  # a fork: it is not this process's to end
        with _using:
            count, said = _used.pop(self._key)
            if count > 1:
                _used[self._key] = count - 1, said
                return
            with suppress(OSError):
                dead = [said, *(entry for entry in _entries(self._folder) if fate_of(_read(entry)) == "dead")]
                if logs_in(self._home, self._stores):  # only now: the dead write no more
                    _used[self._key] = 0, said
                    return
                for entry in dead:
                    entry.unlink(missing_ok=True)


def logs_in(home: Path, stores: Sequence[str]) -> list[str]:
    """The logs that lie beside the stores of a home, with anything in them: a reader may leave an empty one."""
    found: list[str] = []
    for name in stores:
        with suppress(FileNotFoundError):
            found += [name + LOG] if (home / (name + LOG)).lstat().st_size else []
    return found


def strange_logs(home: Path, own: Path, stores: Sequence[str]) -> list[str]:
    """The logs that no process of this person has written. OSError where nothing can be kept for the person."""
    folder = private_folder(_folder(home, own))
    if not os.access(folder, os.W_OK):
        return []
    found: list[str] = []
    for look in range(LOOKS):
        if look:
            time.sleep(PAUSE)
        found = logs_in(home, stores)
        if not found or _entries(folder):
            return []
    return found


def _entries(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix != ".part"]


def _read(entry: Path) -> str:
    try:
        return entry.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""  # taken back meanwhile, or not to be read: nothing proves that its process is dead


def _folder(home: Path, own: Path) -> Path:
    return own / FOLDER / hashlib.sha256(os.fsencode(home.resolve())).hexdigest()
