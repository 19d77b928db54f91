"""A store in one SQLite file: many runs, several processes, one runner per run.

Events are durable when `append` returns (WAL, synchronous FULL). A run that is alone commits at once; several share a commit,
and one wait for the disk, per turn of the event loop. A thread steps in only where another process has the file. A lease with
an epoch keeps two processes from running the same run: an append under an old epoch is refused in the same transaction.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from ..core.errors import JournalError, LeaseLost, RunNotFound
from ..core.history.past import Past
from ..core.people.messages import Message, stamped
from ..core.protocols import Opened, Store, Summary
from ..core.run.entries import Entry, encode
from ..core.run.events import Ended
from . import tables
from .owner import is_alive, whoami
from .tables import NOW, PATIENCE

LEASE = 30.0
"""Seconds that a silent process keeps a run. A process of this host that is gone loses it at once."""
LISTEN = 0.05
"""Seconds between two looks into the inbox of a busy run."""

T = TypeVar("T")
_Job = Callable[[sqlite3.Connection], object]
_Outcome = tuple[object, Exception | None]
_Batch = list[tuple[_Job, asyncio.Future[object]]]
_messages = msgspec.json.Decoder(Message)


class _Busy(Exception):
    """Another process is writing just now."""


class SqliteStore:
    """Journal and inbox in a file on this host; never on a network disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._owner = whoami()
        self._gathered: _Batch = []
        self._jobs: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, _Batch] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._db: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        self._held: dict[str, int] = {}
        self._heard_at: dict[str, float] = {}

    # --- journal ------------------------------------------------------------------------------------------------

    async def open(self, run_id: str, *, new: bool = False) -> Opened:
        """Take the run: at once if nobody has it or its process is gone, else LeaseLost."""
        opened = await self._do(lambda db: self._take(db, run_id, new))
        self._held[run_id] = opened.epoch
        return opened

    def _take(self, db: sqlite3.Connection, run_id: str, new: bool) -> Opened:
        row = db.execute(f"SELECT epoch, owner, until > {NOW} FROM runs WHERE id = ?", (run_id,)).fetchone()
        if row is None:
            if not new:
                raise RunNotFound(f"no run {run_id!r} in {self._path}; 'midcourse runs' lists those it has")
            db.execute(f"INSERT INTO runs VALUES (?, 1, ?, {NOW} + {LEASE})", (run_id, self._owner))
            return Opened(1, [])
        epoch, owner, live = row
        begun = db.execute("SELECT 1 FROM events WHERE run = ? LIMIT 1", (run_id,)).fetchone() is not None
        if new and begun:
            raise LeaseLost(f"run {run_id} exists already in {self._path}")
        if not new and not begun:
            raise RunNotFound(f"run {run_id!r} was never begun; start it anew")
        if live and owner and is_alive(owner):
            raise LeaseLost(f"run {run_id} is being run by {owner}; stop that process, or wait {LEASE:g} seconds after it")
        db.execute(
            f"UPDATE runs SET epoch = ?, owner = ?, until = {NOW} + {LEASE} WHERE id = ?",
            (epoch + 1, self._owner, run_id),
        )
        return Opened(epoch + 1, tables.read(db, run_id))

    async def append(self, run_id: str, epoch: int, entries: Sequence[Entry]) -> None:
        """Keep these events: the disk has them when this returns."""
        rows = [(run_id, entry.seq, encode(entry)) for entry in entries]
        last = entries[-1].event if entries else None
        ended = last if isinstance(last, Ended) else None
        replanned = any(tables.may_fail_to_mend(entry.event) for entry in entries)
        await self._do(lambda db: tables.append(db, run_id, epoch, rows, ended, replanned))

    async def close(self, run_id: str, epoch: int) -> None:
        """Let the run go."""
        if self._held.get(run_id) == epoch:
            del self._held[run_id]
        self._heard_at.pop(run_id, None)
        free = "UPDATE runs SET owner = '', until = 0 WHERE id = ? AND epoch = ?"
        await self._do(lambda db: db.execute(free, (run_id, epoch)))

    async def read(self, run_id: str) -> list[Entry]:
        """The run's events."""
        entries = await self._do(lambda db: tables.read(db, run_id))
        if not entries:
            raise RunNotFound(f"no run {run_id!r} in {self._path}; 'midcourse runs' lists those it has")
        return entries

    async def runs(self) -> list[Summary]:
        """All runs, newest first."""
        return await self._do(tables.summaries)

    async def past(self, task: str, agent: str, now: float) -> Past:
        """How earlier runs of the task, and of the agent, went."""
        return await self._do(lambda db: tables.past(db, task, agent, now))

    # --- inbox --------------------------------------------------------------------------------------------------

    async def send(self, run_id: str, message: Message) -> str:
        """Leave a message."""
        body = msgspec.json.encode(stamped(message, time.time()))
        self._heard_at.pop(run_id, None)
        return await self._do(
            lambda db: f"m{db.execute('INSERT INTO inbox (run, body) VALUES (?, ?)', (run_id, body)).lastrowid}"
        )

    async def receive(self, run_id: str, heard: Collection[str]) -> Sequence[tuple[str, Message]]:
        """Messages not heard yet; the file is asked at most every few hundredths of a second."""
        now = time.monotonic()
        if now - self._heard_at.get(run_id, 0.0) < LISTEN:
            return ()
        query = "SELECT id, body FROM inbox WHERE run = ? ORDER BY id"
        rows = await self._do(lambda db: db.execute(query, (run_id,)).fetchall())
        new = [(f"m{id}", _messages.decode(body)) for id, body in rows if f"m{id}" not in heard]
        if not new:
            self._heard_at[run_id] = now
        return new

    # --- the writer ---------------------------------------------------------------------------------------------

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do it in a transaction that is kept when this returns."""
        self._begin()
        if len(self._held) <= 1 and not self._gathered:
            outcomes = self._commit_here([job])
            if outcomes is not None:
                [(result, problem)] = outcomes
                if problem is not None:
                    raise problem
                return result  # pyright: ignore[reportReturnType]
        loop = asyncio.get_running_loop()
        done: asyncio.Future[object] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._flush)
        self._gathered.append((job, done))
        return await done  # pyright: ignore[reportReturnType]

    def _flush(self) -> None:
        """Commit what all runs of this turn of the loop have gathered."""
        batch, self._gathered = self._gathered, []
        outcomes = self._commit_here([job for job, _ in batch])
        if outcomes is None:
            self._jobs.put((asyncio.get_running_loop(), batch))
        else:
            _settle(batch, outcomes)

    def _commit_here(self, jobs: Sequence[_Job]) -> list[_Outcome] | None:
        """Commit without a thread: a thread would wait for this one's turn to end at every statement.

        None when another process, or our own writer, has the file now: then the writer waits, and nobody else does.
        """
        if not self._lock.acquire(blocking=False):
            return None
        try:
            return self._commit(jobs)
        except _Busy:
            return None
        finally:
            self._lock.release()

    def _begin(self) -> None:
        if self._db is not None:
            return
        try:
            self._db = tables.connect(self._path)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"cannot use {self._path}: {error}") from None
        self._thread = threading.Thread(target=self._write, name="midcourse-journal", daemon=True)
        self._thread.start()

    def shut(self) -> None:
        """Finish what is under way and close the file."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
        if self._db is not None:
            self._db.close()
        self._thread = self._db = None

    def _write(self) -> None:
        """The writer's life: wait for the file when others have it, and renew the leases now and then."""
        renew_at = time.monotonic() + LEASE / 3
        while True:
            with suppress(queue.Empty):
                item = self._jobs.get(timeout=max(0.0, renew_at - time.monotonic()))
                if item is None:
                    return
                loop, batch = item
                outcomes = self._commit_patiently([job for job, _ in batch])
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_settle, batch, outcomes)
            if time.monotonic() >= renew_at:
                self._commit_patiently([self._renew])
                renew_at = time.monotonic() + LEASE / 3

    def _commit_patiently(self, jobs: Sequence[_Job]) -> list[_Outcome]:
        until = time.monotonic() + PATIENCE
        while True:
            with self._lock, suppress(_Busy):
                return self._commit(jobs)
            if time.monotonic() > until:
                return [(None, JournalError(f"{self._path} was locked by another process for {PATIENCE:g} seconds"))] * len(jobs)
            time.sleep(0.01)

    def _commit(self, jobs: Sequence[_Job]) -> list[_Outcome]:
        """All of them in one transaction: one wait for the disk. Raises _Busy when another process is writing."""
        db = self._db
        assert db is not None
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise _Busy from None
            return [(None, JournalError(f"cannot write {self._path}: {error}"))] * len(jobs)
        try:
            try:
                outcomes: list[_Outcome] = [(job(db), None) for job in jobs]
            except _OURS as error:
                if len(jobs) == 1:
                    db.execute("ROLLBACK")
                    return [(None, _told(error))]
                db.execute("ROLLBACK")  # one of them is wrong: take them apart, so that it takes no other with it
                db.execute("BEGIN IMMEDIATE")
                outcomes = [_apart(db, job) for job in jobs]
            db.execute("COMMIT")
            return outcomes
        except sqlite3.Error as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            return [(None, JournalError(f"cannot write {self._path}: {error}"))] * len(jobs)

    def _renew(self, db: sqlite3.Connection) -> None:
        for run_id, epoch in list(self._held.items()):
            db.execute(f"UPDATE runs SET until = {NOW} + {LEASE} WHERE id = ? AND epoch = ?", (run_id, epoch))


def from_words(words: str, home: Path) -> Store:
    """`sqlite:FILE`; without a file, the one of this home."""
    return SqliteStore(Path(words) if words else home / "journal.db")


_OURS = (JournalError, LeaseLost, RunNotFound, sqlite3.IntegrityError)


def _apart(db: sqlite3.Connection, job: _Job) -> _Outcome:
    """One job of several; a failing one takes nothing else with it."""
    db.execute("SAVEPOINT job")
    try:
        result = job(db)
        db.execute("RELEASE job")
        return result, None
    except _OURS as error:
        db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")
        return None, _told(error)


def _settle(batch: Sequence[tuple[_Job, asyncio.Future[object]]], outcomes: Sequence[_Outcome]) -> None:
    for (_, done), (result, problem) in zip(batch, outcomes, strict=True):
        if done.done():
            continue
        if problem is not None:
            done.set_exception(problem)
        else:
            done.set_result(result)


def _told(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return LeaseLost(f"another process has written to this run: {error}")
    return error
