"""Files and folders for this user alone, whatever the umask: journals may hold private data."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

_FOLDER, _FILE = 0o700, 0o600
_making = threading.Lock()


def private_folder(path: Path) -> Path:
    """The folder, made with those above it where they are missing. One that is there stays as it is."""
    for folder in (*reversed(path.parents), path):
        folder.mkdir(_FOLDER, exist_ok=True)
    return path


def private_file(path: Path) -> None:
    """Make an empty file, to be opened by others later. One that is there stays as it is.

    It is never opened if it is there, nor by two threads at once: to close a file takes this process's SQLite locks away.
    """
    private_folder(path.parent)
    with _making, suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE))


def write_private(path: Path, data: bytes) -> Path:
    """Write the file, whole or not at all, also if the machine dies or the disk is full."""
    private_folder(path.parent)
    part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        with open(part, "wb", opener=lambda name, flags: os.open(name, flags, _FILE)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
