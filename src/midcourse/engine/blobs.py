"""Pictures and large values, kept by their content: the same bytes are kept once."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from ..core.errors import JournalError
from ..plain_files import open_plain
from ..private import write_private

_NAME = re.compile("[0-9a-f]{64}")


class MemoryBlobs:
    """Blobs that last as long as the process."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    async def put(self, data: bytes) -> str:
        """Keep it; its name."""
        name = hashlib.sha256(data).hexdigest()
        self._kept[name] = data
        return name

    async def get(self, name: str) -> bytes:
        """What was kept."""
        try:
            return self._kept[name]
        except KeyError:
            raise JournalError(f"no blob {name}; {len(self._kept)} are kept in this process") from None


class FolderBlobs:
    """Blobs in a folder, one file each. A file is whole or absent, also after a crash."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, data: bytes) -> str:
        """Keep it; its name."""
        name = hashlib.sha256(data).hexdigest()
        path = self._path(name)
        if not path.exists():
            try:
                write_private(path, data)
            except OSError as error:
                raise JournalError(f"cannot keep a blob in {self._folder}: {error.strerror or error}") from None
        return name

    async def get(self, name: str) -> bytes:
        """What was kept; JournalError if it is not there, or no longer what its name says."""
        try:
            with open_plain(self._path(name)) as file:
                data = file.read()
        except FileNotFoundError:
            raise JournalError(f"no blob {name} in {self._folder}") from None
        except OSError as error:
            raise JournalError(f"blob {name} in {self._folder} cannot be read: {error.strerror or error}") from None
        if hashlib.sha256(data).hexdigest() != name:
            raise JournalError(f"blob {name} in {self._folder} is damaged or was changed: its content does not fit its name")
        return data

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise JournalError(f"no blob is named {name[:80]!a}; a name is 64 digits of a SHA-256")
        return self._folder / name[:2] / name
