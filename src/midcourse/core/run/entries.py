"""A journal's lines, and how they are written."""

from __future__ import annotations

import msgspec

from ..errors import JournalError, NewerJournal
from ..model import Value
from .events import Event
from .formats import raised

FORMAT = 2
"""Format of the events; raised when an old release could misread a journal: a new event would look to it like a cut."""


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


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)
_stamps = msgspec.json.Decoder(_Stamp)


def encode(entry: Entry) -> bytes:
    """One entry as JSON."""
    return _encoder.encode(entry)


def decode(data: bytes | str) -> Entry:
    """One entry from JSON; JournalError says what is wrong with it."""
    try:
        entry = _decoder.decode(data)
        if entry.v > FORMAT:
            raise NewerJournal(entry.v, FORMAT)
        return entry
    except msgspec.MsgspecError as error:
        return _of_another_format(data, error)


def _of_another_format(data: bytes | str, error: msgspec.MsgspecError) -> Entry:
    """The entry, if it is of an earlier format; else what is wrong with it is raised."""
    try:
        found = _stamps.decode(data).v
    except msgspec.MsgspecError:
        found = FORMAT
    if found > FORMAT:
        raise NewerJournal(found, FORMAT) from None
    if found < FORMAT:
        try:
            return msgspec.convert(raised(msgspec.json.decode(data)), Entry)
        except msgspec.MsgspecError as still:
            error = still
    raise JournalError(f"not an event of format {found}: {error}") from None
