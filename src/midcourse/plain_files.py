"""Files of people, to be read: a pipe, socket, device or folder in place of one is told at once, and nobody waits for it."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def open_plain(path: Path) -> BinaryIO:
    """The file, opened to be read; OSError with what it is instead."""
    check_plain(path)
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    try:
        _check(os.fstat(handle), path)  # it may have become another one since
    except BaseException:
        os.close(handle)
        raise
    return os.fdopen(handle, "rb")


def check_plain(path: Path) -> None:
    """OSError with what the path is, if it is not a file."""
    _check(path.stat(), path)


def _check(found: os.stat_result, path: Path) -> None:
    kind = stat.S_IFMT(found.st_mode)
    if kind != stat.S_IFREG:
        raise OSError(errno.EINVAL, f"it is {_KINDS.get(kind, 'something else')}, not a file", str(path))
