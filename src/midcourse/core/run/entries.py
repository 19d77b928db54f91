"""A journal's lines, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..errors import JournalError, MidcourseError, NewerJournal
from ..language.depth import DEEPEST, is_deep
from ..model import Value
from .events import Event
from .formats import raised

FORMAT = 2
"""Format of the events; raised when an old release could misread a journal: a new event would look to it like a cut."""


DEEPEST_ENTRY = 2 * DEEPEST
"""Brackets within brackets of an entry: a value from outside, and what the journal puts around it."""
LONGEST_REASON = 300
"""Characters of an error of Python's own that people are told."""


class Entry(Value, frozen=True):
    """One line of a journal. `rule` and `command` are set on the first event of a decision: the answer to "why"."""

    seq: int
    """From 1 on, without a hole."""
    at: float
    """When the decision was made or the act began, in seconds since the epoch; the event's `took` comes on top."""
    event: Event
    """What happened."""
    rule: str = ""
    """The name of the rule that decided; '' on events that nothing decided, or that follow in the same decision."""
    command: str = ""
    """What was decided, as `label` says it; '' where no rule is named."""
    v: int = 1
    """The format it was written in; an entry of a newer one is not read, one of an older one is put into this one as it is read.
    Those of the first do not name it."""


class _Stamp(msgspec.Struct):
    """Just the version, of an entry that may be too new to read."""

    v: int = 1
    """The format; entries of the first one do not name it."""


_UNREADABLE = (msgspec.MsgspecError, RecursionError, AttributeError, TypeError, ValueError)
"""What a decoder raises: what is no event, what is too deep, what is no text at all, what is no UTF-8."""
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)
_stamps = msgspec.json.Decoder(_Stamp)


def encode(entry: Entry) -> bytes:
    """One entry as JSON."""
    return _encoder.encode(entry)


def decode(data: bytes | str) -> Entry:
    """One entry from JSON; JournalError says what is wrong with it."""
    try:
        if is_deep(data, DEEPEST_ENTRY):
            raise JournalError(f"nested deeper than {DEEPEST_ENTRY} brackets")
        entry = _decoder.decode(data)
    except _UNREADABLE as error:
        return _of_another_format(data, error)
    if entry.v > FORMAT:
        raise NewerJournal(entry.v, FORMAT)
    return entry


def decode_all(bodies: Iterable[bytes], source: str) -> list[Entry]:
    """A whole journal; JournalError names the source, the event and what is wrong with it."""
    entries: list[Entry] = []
    for body in bodies:
        try:
            entries.append(in_order(decode(body), len(entries) + 1))
        except JournalError as error:
            raise error.at(f"{source}, event {len(entries) + 1}") from None
    return entries


def in_order(entry: Entry, number: int) -> Entry:
    """The entry, if it is the one of this number."""
    if entry.seq != number:
        raise JournalError(f"found event {entry.seq} where {number} should be: one is missing, there twice or moved")
    return entry


def unfitting(entry: Entry, error: Exception) -> JournalError:
    """What is said of an entry that the run, as it stood before it, has no place for."""
    reason = " ".join(str(error).split())[:LONGEST_REASON]
    if isinstance(error, KeyError):
        reason = f"nothing before it is called {reason}"
    elif not isinstance(error, MidcourseError):
        reason = f"{type(error).__name__}: {reason}"
    return JournalError(f"event {entry.seq} ({entry.event.__struct_config__.tag}) does not fit what comes before it: {reason}")


def _of_another_format(data: bytes | str, error: Exception) -> Entry:
    """The entry, if it is of an earlier format; else what is wrong with it is raised."""
    try:
        version = _stamps.decode(data).v
    except _UNREADABLE:
        version = FORMAT
    if version > FORMAT:
        raise NewerJournal(version, FORMAT) from None
    if version < FORMAT:
        try:
            return msgspec.convert(raised(msgspec.json.decode(data)), Entry)
        except _UNREADABLE as still:
            error = still
    raise JournalError(f"not an event of format {version}: {error}") from None
