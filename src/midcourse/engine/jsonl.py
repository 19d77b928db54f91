"""A journal as lines of JSON: to move, to read, to attach to a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import IO, NamedTuple

import msgspec
from msgspec.structs import replace

from ..core.errors import JournalError
from ..core.evolve import fold
from ..core.language.printable import printable
from ..core.run.entries import Entry, decode, encode, in_order
from ..core.run.events import Started
from ..core.run.state import Run

LONGEST_LINE = 2**26
"""Bytes of one line that are read: a file without an end, or without lines, fills no memory."""


class Imported(NamedTuple):
    """The entries that could be read, the run that they add up to, and what is to be said about the rest."""

    entries: list[Entry]
    run: Run
    note: str


def export(entries: Iterable[Entry]) -> Iterator[bytes]:
    """One line per event."""
    return (printable(encode(entry).decode()).encode() + b"\n" for entry in entries)


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; one that is too long for an event comes in pieces."""
    return iter(lambda: file.readline(LONGEST_LINE), b"")


def load(lines: Iterable[bytes], source: str = "the journal") -> Imported:
    """Read a journal. One whose last line was cut off is read up to the event before; JournalError with the line if anything
    else is wrong: an event that cannot be read, that stands where it does not belong, or that does not fit the run so far."""
    entries: list[Entry] = []
    run: Run | None = None
    cut: JournalError | None = None
    for number, line in enumerate(lines, 1):
        if cut is not None:
            raise cut
        if not line.strip():
            continue
        try:
            entry = in_order(decode(line), len(entries) + 1)
            run = fold(run, entry)
            entries.append(entry)
        except JournalError as error:
            cut = error.at(f"{source}:{number}")
            if run is None or line.endswith(b"\n") or not _breaks_off(line):
                raise cut from error.__cause__
    if run is None:
        raise JournalError(f"{source} holds no run: it must begin with a 'started' event, and is empty")
    return Imported(entries, run, f"{source} is cut off, and read up to event {len(entries)}: {cut}" if cut else "")


def _breaks_off(line: bytes) -> bool:
    """Whether a line is not whole, and not only no event."""
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except (ValueError, RecursionError) as error:
        return isinstance(error, ValueError)
    return False


def as_foreign(entries: Sequence[Entry], source: str) -> list[Entry]:
    """The journal, marked as read from elsewhere: whoever wrote it may have written anything."""
    first = entries[0]
    assert isinstance(first.event, Started)
    return [replace(first, event=replace(first.event, imported_from=source)), *entries[1:]]
