"""A journal as lines of JSON: to move, to read, to attach to a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ..core.errors import JournalError, NewerJournal
from ..core.run.entries import Entry, decode, encode
from ..core.run.events import Started


class Imported(NamedTuple):
    """The entries that could be read, and what is to be said about the rest."""

    entries: list[Entry]
    note: str


def export(entries: Iterable[Entry]) -> Iterator[bytes]:
    """One line per event."""
    return (encode(entry) + b"\n" for entry in entries)


def load(lines: Iterable[bytes], source: str = "the journal") -> Imported:
    """Read up to the last whole event; JournalError if not even the first is whole."""
    entries: list[Entry] = []
    note = ""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry = decode(line)
        except NewerJournal:
            raise
        except JournalError as error:
            note = f"{source} is cut or damaged at line {number} ({error}); read up to event {len(entries)}"
            break
        if entry.seq != len(entries) + 1:
            note = f"{source} has event {entry.seq} at line {number} where {len(entries) + 1} should be; read up to there"
            break
        entries.append(entry)
    if not entries or not isinstance(entries[0].event, Started):
        raise JournalError(f"{source} holds no run: it must begin with a 'started' event. {note}".rstrip())
    return Imported(entries, note)


def as_foreign(entries: Sequence[Entry], source: str) -> list[Entry]:
    """The journal, marked as read from elsewhere: whoever wrote it may have written anything."""
    first = entries[0]
    assert isinstance(first.event, Started)
    return [replace(first, event=replace(first.event, imported_from=source)), *entries[1:]]
