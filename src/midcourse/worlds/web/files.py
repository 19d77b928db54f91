"""Where a browser's files lie. What nobody asked for goes with the browser, and if this process is killed, with the next one."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from time import time
from typing import IO
from urllib.parse import unquote_plus

from ...private import write_private

try:
    import fcntl
except ImportError:  # not every system has locks that end with their process: what is left there is left
    fcntl = None

ORPHANED = 3.0
"""Seconds after which a folder of ours without an owner gets none any more."""
PREFIX = "midcourse-web-"
PAGE = "page.json"
OWNER = "owner"
"""A file that is locked as long as the process lives whose folder it is."""


RAW = "raw"
"""Where Playwright puts what it has not finished."""


class Files:
    """The folders of one browser, made when first used."""

    def __init__(self, named: Path | None, downloads: Path | None = None, *, apart: bool = False) -> None:
        """`named`: a folder that outlives the process. `apart`: what signs in must not lie there."""
        self._named, self._downloads, self._apart = named, downloads, apart
        self._own: tuple[Path, IO[bytes]] | None = None
        self._retired = False

    @property
    def named(self) -> Path | None:
        """The folder that somebody named for this browser."""
        return self._named

    @property
    def profile(self) -> Path:
        """The browser's own folder: cookies, caches."""
        return (self.passing if self._named is None or self._apart else self._named) / "profile"

    @property
    def raw(self) -> Path:
        """For what goes with the browser, beside its profile."""
        return self.profile.with_name(RAW)

    @property
    def downloads(self) -> Path:
        """Where files that came are kept."""
        return self._downloads or self._kept / "downloads"

    @property
    def last_url(self) -> str:
        """The page that was open, in this process or one before; '' where none is known."""
        try:
            return str(json.loads((self._kept / PAGE).read_text())["url"])
        except (OSError, ValueError, KeyError, TypeError):
            return ""

    def remember(self, url: str, typed: Iterable[str], is_secret: Callable[[str], bool]) -> None:
        """Where we are, so that another process can go on there; without its query if that holds what was typed, and no address
        that holds a secret."""
        plain = unquote_plus(url.partition("?")[2])
        if any(len(text) > 3 and text in plain for text in typed) or is_secret(url):
            url = url.partition("?")[0].partition("#")[0]
        if url != self.last_url and not is_secret(url):  # a disk takes longer to write than to read
            write_private(self._kept / PAGE, json.dumps({"url": url}).encode(), lasting=False)  # a machine takes it along

    @property
    def passing(self) -> Path:
        """A folder of ours that goes with the browser."""
        if self._own is None:
            sweep()
            path = Path(tempfile.mkdtemp(prefix=PREFIX))
            self._own = path, _locked(path)
        return self._own[0]

    @property
    def _kept(self) -> Path:
        return self.passing if self._named is None else self._named

    def retire(self) -> None:
        """Nobody goes on with the browser later: what was kept for that goes too."""
        self._retired = True

    def tidy(self) -> None:
        """Remove what only the browser needed; what was downloaded stays."""
        if self._own is not None:
            path, lock = self._own
            self._own = None
            _clear(path)
            lock.close()
        if self._named is not None and self._retired:
            _clear(self._named)


def sweep() -> None:
    """Remove what processes left behind that were killed."""
    if fcntl is None:
        return
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # it is another person's, or still in use, or just going
            if path.is_symlink() or path.stat().st_uid != os.geteuid():
                continue
            if not (path / OWNER).exists() and time() - path.stat().st_mtime > ORPHANED:
                _clear(path)  # a browser that ended made it anew, once it was removed
                continue
            with (path / OWNER).open("rb") as owner:
                fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _clear(path)


def _locked(path: Path) -> IO[bytes]:
    new = path / f"{OWNER}.new"
    lock = new.open("wb")
    if fcntl is not None:
        fcntl.flock(lock, fcntl.LOCK_EX)
    new.replace(path / OWNER)  # locked before others see it
    return lock


def _clear(path: Path) -> None:
    for folder in (path / "profile", path / RAW):
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            return  # a browser still writes there: the next process tries again
    for file in (path / PAGE, *path.glob(f"{PAGE}.*.part"), path / OWNER):
        file.unlink(missing_ok=True)
    for empty in (path / "downloads", path):
        with suppress(OSError):  # it holds something that was downloaded, or is gone
            empty.rmdir()
    if any((path / folder).exists() for folder in ("profile", RAW)):  # a browser that ends has written there once more
        (path / OWNER).touch()  # so that the next process tries again
