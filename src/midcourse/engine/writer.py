"""One SQLite file, written in transactions by all event loops and threads of a process.

A job that is alone is committed at once; several share a commit, and one wait for the disk, per turn of their event loop. A
thread steps in only where somebody else has the file.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar
from weakref import WeakKeyDictionary

from ..core.errors import JournalError
from . import tables
from .tables import PATIENCE

IMPATIENCE = 1.0
"""Seconds that the file is waited for where it was just waited for in vain: a run that stops for that writes so, and closes."""
T = TypeVar("T")
Job = Callable[[sqlite3.Connection], object]
_Outcome = tuple[object, Exception | None]
_File = tuple[int, int]
_opened: set[tuple[_File, int, int]] = set()
"""Files that are open, with the process and the writer. In a fork SQLite takes the locks of the other process for its own."""


class _Waiting:
    """Somebody who waits for the outcome of a job."""

    __slots__ = ("job", "outcome", "settled")

    def __init__(self, job: Job, settled: asyncio.Future[None]) -> None:
        self.job, self.settled = job, settled
        self.outcome: _Outcome | None = None

    def settle(self, outcome: _Outcome) -> None:
        self.outcome = outcome
        if not self.settled.done():  # who was told to stop may not have woken yet: the outcome waits for it
            self.settled.set_result(None)


_Batch = list[_Waiting]


class _Busy(Exception):
    """Somebody else is writing just now."""


class Writer:
    """The file and its transactions. It is opened when first used."""

    def __init__(self, path: Path, chores: Job, every: float) -> None:
        """`chores` are done every so many seconds, and last of all."""
        self.path = path
        self._chores, self._every = chores, every
        self._gathered: WeakKeyDictionary[asyncio.AbstractEventLoop, _Batch] = WeakKeyDictionary()
        self._forget()

    def _forget(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, _Batch] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._db: sqlite3.Connection | None = None
        self._file: _File = (0, 0)
        self._beside: dict[Path, _File] = {}
        """What SQLite keeps beside the file while it is open: what was written last is there, and who writes."""
        self._pid = 0
        self._patience = PATIENCE
        self._writing = threading.Lock()
        self._changing = threading.Lock()
        """Held while the file is opened or shut, and while a job is handed to the thread."""

    @property
    def is_open(self) -> bool:
        """Whether it holds the file open."""
        return self._db is not None

    async def do(self, job: Callable[[sqlite3.Connection], T], *, alone: bool) -> T:
        """Do it in a transaction that is kept when this returns. `alone`: no other job will come in this turn of the loop."""
        self._begin()
        loop = asyncio.get_running_loop()
        batch = self._gathered.setdefault(loop, [])
        if alone and not batch:
            outcomes = self._commit_here([job])
            if outcomes is not None:
                return _result(outcomes[0])  # pyright: ignore[reportReturnType]
        if not batch:
            loop.call_soon(self._flush, loop)
        waiting = _Waiting(job, loop.create_future())
        batch.append(waiting)
        try:
            await waiting.settled
        except asyncio.CancelledError:
            if waiting.outcome is None:  # it is on its way all the same: whoever is told to stop must know whether it was kept
                waiting.settled = loop.create_future()
                await asyncio.wait([waiting.settled])
            _result(waiting.outcome)
            raise
        return _result(waiting.outcome)  # pyright: ignore[reportReturnType]

    def _flush(self, loop: asyncio.AbstractEventLoop) -> None:
        """Commit what all runs of this turn of the loop have gathered."""
        batch = self._gathered.pop(loop)
        outcomes = self._commit_here([waiting.job for waiting in batch])
        if outcomes is None:
            with self._changing:
                if self._thread is not None:
                    self._jobs.put((loop, batch))
                    return
            outcomes = [(None, self._was_shut())] * len(batch)
        _settle(batch, outcomes)

    def _commit_here(self, jobs: Sequence[Job]) -> list[_Outcome] | None:
        """Commit without the thread: it would wait for this one's turn to end at every statement.

        None when somebody else has the file now: then the thread waits, and nobody else does.
        """
        if not self._writing.acquire(blocking=False):
            return None
        try:
            return self._commit(jobs)
        except _Busy:
            return None
        finally:
            self._writing.release()

    def _begin(self) -> None:
        """Open the file. It says so at once where a fork makes that impossible: SQLite would lose what is written."""
        here = os.getpid()
        if self._pid == here and self._db is not None:
            return
        if self._pid not in (0, here):
            raise _forked(self.path, self._pid)
        self._pid = here  # before the lock: a fork that is made meanwhile must not wait for it
        with self._changing:
            if self._db is not None:
                return
            self._pid = here
            with suppress(FileNotFoundError):
                file = _identity(self.path)
                for opener in (pid for found, pid, _ in list(_opened) if found == file and pid != here):
                    raise _forked(self.path, opener)
            try:
                db = tables.connect(self.path)
                self._file = _identity(self.path)
                beside = (Path(f"{self.path}{end}") for end in ("-wal", "-shm"))
                self._beside = {path: _identity(path) for path in beside if path.exists()}
            except BaseException as error:
                self._pid = 0
                if isinstance(error, sqlite3.Error | OSError):
                    raise JournalError(f"cannot use {self.path}: {error}") from None
                raise
            self._db = db
            _opened.add((self._file, here, id(self)))
            self._thread = threading.Thread(target=self._write, name="midcourse-journal", daemon=True)
            self._thread.start()

    def shut(self) -> None:
        """Finish what is under way and close the file."""
        if self._pid not in (0, os.getpid()):
            self._forget()  # a fork of the process that opened it: the file is not this one's to close
            return
        with self._changing:
            thread, self._thread = self._thread, None
            self._jobs.put(None)
        if thread is not None:
            thread.join()
        if self._db is not None:
            self._commit_patiently([self._chores])
        with self._changing, self._writing:
            if self._db is not None:
                self._db.close()
                _opened.discard((self._file, self._pid, id(self)))
        self._forget()

    def _write(self) -> None:
        """The thread's life: wait for the file when others have it, and do the chores now and then."""
        jobs = self._jobs
        next_at = time.monotonic() + self._every
        while True:
            with suppress(queue.Empty):
                item = jobs.get(timeout=max(0.0, next_at - time.monotonic()))
                if item is None:
                    return
                loop, batch = item
                outcomes = self._commit_patiently([waiting.job for waiting in batch])
                with suppress(RuntimeError):  # the loop was closed meanwhile: nobody waits for this any more
                    loop.call_soon_threadsafe(_settle, batch, outcomes)
            if time.monotonic() >= next_at:
                self._commit_patiently([self._chores])
                next_at = time.monotonic() + self._every

    def _commit_patiently(self, jobs: Sequence[Job]) -> list[_Outcome]:
        until = time.monotonic() + self._patience
        while True:
            with self._writing, suppress(_Busy):
                return self._commit(jobs)
            if time.monotonic() > until:
                self._patience = IMPATIENCE
                return [(None, JournalError(f"{self.path} was locked by another process for {PATIENCE:g} seconds"))] * len(jobs)
            time.sleep(0.01)

    def _commit(self, jobs: Sequence[Job]) -> list[_Outcome]:
        """All of them in one transaction: one wait for the disk. Raises _Busy when another process is writing."""
        db = self._db
        if db is None:
            return [(None, self._was_shut())] * len(jobs)
        try:
            _start(db)
            try:
                outcomes: list[_Outcome] = [(job(db), None) for job in jobs]
            except sqlite3.Error:
                raise
            except Exception as error:
                db.execute("ROLLBACK")
                if len(jobs) == 1:
                    return [(None, error)]
                _start(db)  # one of them is wrong: take them apart, so that it takes no other with it
                outcomes = [_apart(db, job) for job in jobs]
            db.execute("COMMIT")
            self._patience = PATIENCE
        except sqlite3.Error as error:
            return [(None, self._unwritten(error))] * len(jobs)
        finally:
            if db.in_transaction:
                with suppress(sqlite3.Error):
                    db.execute("ROLLBACK")
        gone = self._gone()
        return outcomes if gone is None else [(None, gone)] * len(jobs)

    def _gone(self) -> JournalError | None:
        """What became of the files: SQLite goes on writing to those that nobody can find any more."""
        for path, file in {self.path: self._file, **self._beside}.items():
            try:
                if _identity(path) == file:
                    continue
                what = "was replaced by another file"
            except OSError:
                what = "was deleted or moved away"
            return JournalError(
                f"{path} {what} while it was in use: this run is no longer safely kept, so nothing more is done in it"
            )
        return None

    def _unwritten(self, error: sqlite3.Error) -> JournalError:
        full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        return JournalError(f"cannot write {self.path}: {error}" + ("; make room there, then resume the run" if full else ""))

    def _was_shut(self) -> JournalError:
        return JournalError(f"{self.path} was shut while it was being written; shut a store when all its runs have returned")


def _start(db: sqlite3.Connection) -> None:
    try:
        db.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise _Busy from None
        raise


def _apart(db: sqlite3.Connection, job: Job) -> _Outcome:
    """One job of several; a failing one takes nothing else with it."""
    db.execute("SAVEPOINT job")
    try:
        result = job(db)
        db.execute("RELEASE job")
        return result, None
    except sqlite3.Error:
        raise
    except Exception as error:
        db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")
        return None, error


def _result(outcome: _Outcome | None) -> object:
    assert outcome is not None, "nobody is woken without an outcome"
    result, problem = outcome
    if problem is not None:
        raise problem
    return result


def _settle(batch: _Batch, outcomes: Sequence[_Outcome]) -> None:
    for waiting, outcome in zip(batch, outcomes, strict=True):
        waiting.settle(outcome)


def _identity(path: Path) -> _File:
    found = path.stat()
    return found.st_dev, found.st_ino


def _forked(path: Path, opener: int) -> JournalError:
    return JournalError(
        f"{path} is open in process {opener}, and this process is a fork of it: shut the store before the fork, "
        "or start the process by 'spawn' and open the store there"
    )
