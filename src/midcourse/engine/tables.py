"""The tables of the SQLite store, and what is asked of them."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from ..core.errors import JournalError, LeaseLost, NewerJournal
from ..core.evolve import replay
from ..core.failing.analysis import Met
from ..core.history.past import MOST_MET, Past, record_of, task_key
from ..core.language.depth import DEEPEST, is_deep
from ..core.model import Task
from ..core.people.messages import Message
from ..core.protocols import Summary
from ..core.run.entries import Entry, decode, decode_all, in_order
from ..core.run.events import Ended, Event, Planned, PlanRequested, Started
from ..private import private_file, write_ahead
from .owner import fate_of
from .summary import summarize

SCHEMA = 3
_met = msgspec.json.Decoder(Met)
_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
T = TypeVar("T")
PATIENCE = 30.0
"""Seconds to wait for a file that another process is writing."""
SHORT_WAIT_MS = 20
"""Milliseconds that the event loop waits for a file that another process is writing."""

TABLES = """
CREATE TABLE IF NOT EXISTS runs (id TEXT PRIMARY KEY, epoch INTEGER NOT NULL, owner TEXT NOT NULL, until REAL NOT NULL);
CREATE TABLE IF NOT EXISTS events (run TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (run, seq))
  WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS inbox (id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, body BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS inbox_run ON inbox (run);
CREATE TABLE IF NOT EXISTS outcomes (run TEXT PRIMARY KEY, task TEXT NOT NULL, agent TEXT NOT NULL, at REAL NOT NULL,
  success INTEGER NOT NULL, failed_replans INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS outcomes_task ON outcomes (task);
CREATE INDEX IF NOT EXISTS outcomes_agent ON outcomes (agent, at);
CREATE TABLE IF NOT EXISTS replanned (run TEXT PRIMARY KEY, task TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS replanned_task ON replanned (task);
CREATE TABLE IF NOT EXISTS failures (run TEXT NOT NULL, agent TEXT NOT NULL, at REAL NOT NULL, body BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS failures_agent ON failures (agent, at);
"""
NOW = "(julianday('now') - 2440587.5) * 86400.0"
"""The database's clock: the one that all processes share."""


def connect(path: Path) -> sqlite3.Connection:
    """The file, made ready. NewerJournal if a later release made it."""
    private_file(path)  # SQLite gives the files beside it the same mode
    db = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE, check_same_thread=False)
    try:
        _make_ready(db)
    except BaseException:
        db.close()
        raise
    return db


def _make_ready(db: sqlite3.Connection) -> None:
    found = int(db.execute("PRAGMA user_version").fetchone()[0])
    if found > SCHEMA:
        raise NewerJournal(found, SCHEMA)
    write_ahead(db)
    db.execute("PRAGMA synchronous = FULL")
    # A short log is used over and over; one that grows makes every wait for the disk longer.
    db.execute("PRAGMA wal_autocheckpoint = 256")
    if found < SCHEMA:
        db.executescript(TABLES)
        if found:
            _note_replans(db)
        db.execute(f"PRAGMA user_version = {SCHEMA}")
    db.execute(f"PRAGMA busy_timeout = {SHORT_WAIT_MS}")  # from now on the writer waits where others have the file


def _note_replans(db: sqlite3.Connection) -> None:
    """Once, for a file of an older release: which of its runs have replanned."""
    for id, body in db.execute("SELECT run, body FROM events WHERE seq = 1").fetchall():
        with suppress(JournalError):  # a damaged run is told of when somebody asks for it
            first = decode(body).event
            if isinstance(first, Started) and any(may_fail_to_mend(entry.event) for entry in read(db, id)):
                db.execute("INSERT OR IGNORE INTO replanned VALUES (?, ?)", (id, task_key(first.task)))


def may_fail_to_mend(event: Event) -> bool:
    """Whether a run with this event may have replanned in vain; no other run need be read for how often it did."""
    return (isinstance(event, PlanRequested) and event.purpose == "replan") or (isinstance(event, Planned) and event.plan.mends)


def append(
    db: sqlite3.Connection,
    run_id: str,
    epoch: int,
    rows: list[tuple[str, int, bytes]],
    ended: Ended | None,
    replanned: bool,
) -> None:
    """Keep events; note a run that replans, and with the last event how it went."""
    held = db.execute("SELECT epoch FROM runs WHERE id = ?", (run_id,)).fetchone()
    if held is None or held[0] != epoch:
        raise LeaseLost(f"epoch {epoch} of run {run_id} is over: another process took it")
    db.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
    if not replanned and ended is None:
        return
    began, first = _begun(db, run_id)
    if first.imported_from:
        return  # it was not run here, and counts for nothing
    if replanned:
        db.execute("INSERT OR IGNORE INTO replanned VALUES (?, ?)", (run_id, task_key(first.task)))
    if ended is not None:
        _note_outcome(db, run_id, began, first.task, ended)


def _begun(db: sqlite3.Connection, run_id: str) -> tuple[float, Started]:
    """When a run began, and with what."""
    first = _entry(run_id, *db.execute("SELECT seq, body FROM events WHERE run = ? AND seq = 1", (run_id,)).fetchone())
    if not isinstance(first.event, Started):
        raise JournalError(f"run {run_id}, event 1: found no 'started' event")
    return first.at, first.event


def _note_outcome(db: sqlite3.Connection, run_id: str, began: float, task: Task, ended: Ended) -> None:
    ending = ended.ending
    at = began + ending.wall_seconds
    row = (run_id, task_key(task), task.agent, at, ending.success, ending.afterword.failed_replans)
    db.execute("INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?, ?)", row)
    if ending.afterword.met:
        db.execute("DELETE FROM failures WHERE run = ?", (run_id,))  # it ended before, and went on
        rows = [(run_id, task.agent, at, msgspec.json.encode(met)) for met in ending.afterword.met]
        db.executemany("INSERT INTO failures VALUES (?, ?, ?, ?)", rows)


def past(db: sqlite3.Connection, task: str, agent: str, now: float) -> Past:
    """How earlier runs of a task, and of an agent, went."""
    rows = db.execute("SELECT at, success FROM outcomes WHERE agent = ? ORDER BY at DESC LIMIT 500", (agent,)).fetchall()
    successes, failures = record_of(((at, bool(success)) for at, success in rows), now)
    query = "SELECT COALESCE(MAX(at), -1) FROM outcomes WHERE task = ? AND success = 1"
    since = float(db.execute(query, (task,)).fetchone()[0])
    query = "SELECT COALESCE(SUM(failed_replans), 0) FROM outcomes WHERE task = ? AND success = 0 AND at > ?"
    ended = int(db.execute(query, (task, since)).fetchone()[0])
    query = "SELECT body FROM failures WHERE agent = ? ORDER BY at DESC, rowid DESC LIMIT ?"
    met = tuple(_decoded(_met, body, "a failure of an earlier run") for (body,) in db.execute(query, (agent, MOST_MET)))
    return Past(ended + _unfinished(db, task, since), successes, failures, met)


def _unfinished(db: sqlite3.Connection, task: str, since: float) -> int:
    """Failed replans of runs of the task that wait or were left since: starting anew does not wipe them out."""
    query = """SELECT run FROM replanned p WHERE task = ? AND NOT EXISTS (SELECT 1 FROM outcomes o WHERE o.run = p.run)
               ORDER BY run DESC LIMIT 50"""
    found = 0
    for (id,) in db.execute(query, (task,)).fetchall():
        entries = read(db, id)
        run = replay(entries)
        found += run.history.failed_replans + run.in_vain if run.ending is None and entries[-1].at > since else 0
    return found


def read(db: sqlite3.Connection, run_id: str) -> list[Entry]:
    """The events of a run."""
    rows = db.execute("SELECT body FROM events WHERE run = ? ORDER BY seq", (run_id,))
    entries = decode_all((body for (body,) in rows), f"run {run_id}")
    if entries and isinstance(entries[0].event, Started) and entries[0].event.run != run_id:
        raise JournalError(f"run {run_id}, event 1: it starts another run, {entries[0].event.run!a}")
    return entries


def _entry(run_id: str, seq: int, body: bytes) -> Entry:
    """One event of a run; JournalError names it."""
    try:
        return in_order(decode(body), seq)
    except JournalError as error:
        raise error.at(f"run {run_id}, event {seq}") from None


def message_of(id: int, body: bytes) -> Message:
    """A message of the inbox; JournalError names it."""
    return _decoded(_messages, body, f"message m{id}")


def _decoded(decoder: msgspec.json.Decoder[T], body: bytes, what: str) -> T:
    try:
        if is_deep(body):
            raise JournalError(f"{what} is nested deeper than {DEEPEST} brackets")
        return decoder.decode(body)
    except (msgspec.MsgspecError, AttributeError, TypeError, ValueError) as error:
        raise JournalError(f"{what} cannot be read: {error}") from None


def summaries(db: sqlite3.Connection) -> list[Summary]:
    """All runs, newest first."""
    query = f"""
      SELECT r.id, r.until > {NOW}, r.owner,
        (SELECT body FROM events WHERE run = r.id AND seq = 1),
        (SELECT body FROM events WHERE run = r.id ORDER BY seq DESC LIMIT 1),
        (SELECT MAX(seq) FROM events WHERE run = r.id)
      FROM runs r"""
    found: list[Summary] = []
    for id, live, owner, first, last, count in db.execute(query):
        if first is not None:
            fate = fate_of(owner) if owner else "dead"
            found.append(_summary(id, first, last, count, fate == "alive" or (fate == "unknown" and bool(live))))
    return sorted(found, key=lambda s: s.started_at, reverse=True)


def _summary(id: str, first: bytes, last: bytes, count: int, held: bool) -> Summary:
    """One run; a damaged one is listed as such, and told of in full when somebody asks for it."""
    try:
        head, tail = _entry(id, 1, first), _entry(id, count, last)
        if not isinstance(head.event, Started):
            raise JournalError(f"run {id}, event 1: found no 'started' event")
    except NewerJournal:
        raise
    except JournalError as error:
        return Summary(id, str(error), "damaged", 0.0, count)
    summary = summarize([head, tail] if count > 1 else [head], held)
    return msgspec.structs.replace(summary, events=count)
