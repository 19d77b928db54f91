"""Files in watched folders, as facts: what is saved is seen on the disk, not believed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...core.logic.conditions import fact

MOST_FILES, MOST_BYTES, MOST_LINES = 500, 20_000, 200


class Folders:
    """The folders in which files are told, by paths relative to the one that they are in."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = [folder.absolute() for folder in folders]
        self._read: dict[Path, tuple[tuple[int, int], tuple[str, ...] | None]] = {}

    @property
    def first(self) -> Path | None:
        """Where programs start."""
        return self._folders[0] if self._folders else None

    @property
    def all(self) -> tuple[Path, ...]:
        """The folders themselves."""
        return tuple(self._folders)

    def look(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """(facts, what they cover). Lines of a large file, or of one that is no text, are not told."""
        facts: set[str] = set()
        covers: list[str] = []
        whole = True
        for path, name in self._files():
            if name is None:
                whole = False
                continue
            facts.add(fact("file", name))
            lines = self._lines(path)
            if lines is None:
                whole = False
            else:
                facts |= {fact("line", name, line) for line in lines}
                covers.append(fact("line", name, "?")[: -len("?)")] + "*)")
        if not self._folders:
            return frozenset(), ()
        return frozenset(facts), ("file(*)", *(("line(*)",) if whole else covers))

    def _files(self) -> list[tuple[Path, str | None]]:
        found: list[tuple[Path, str | None]] = []
        for folder in self._folders:
            for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
                if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts):
                    found.append((path, str(path.relative_to(folder))))
                if len(found) > MOST_FILES:
                    return [*found, (folder, None)]
        return found

    def _lines(self, path: Path) -> tuple[str, ...] | None:
        try:
            stat = path.stat()
            known = self._read.get(path)
            if known is not None and known[0] == (stat.st_mtime_ns, stat.st_size):
                return known[1]
            lines = None
            if stat.st_size <= MOST_BYTES:
                text = path.read_bytes().decode("utf-8")
                lines = tuple(dict.fromkeys(line for line in text.splitlines() if line.strip()))
                lines = lines if len(lines) <= MOST_LINES and "\0" not in text else None
            self._read[path] = ((stat.st_mtime_ns, stat.st_size), lines)
            return lines
        except (OSError, UnicodeDecodeError):
            return None
