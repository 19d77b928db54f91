"""A store in one SQLite file: many runs, several processes, one runner per run.

Events are durable when `append` returns (WAL, synchronous FULL). A lease with an epoch keeps two processes from running the same
run: an append under an old epoch is refused in the same transaction.

No clock takes a run from a living process. An owner that can be seen from here keeps its run while it lives, and loses it when it
is gone. The lease of any other one counts by the clock only as long as it has not run out: then whoever wants the run watches, by
a clock that nobody can set, whether the lease is still renewed.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from ..core.errors import JournalError, LeaseLost, RunNotFound
from ..core.history.past import Past
from ..core.people.messages import Message, stamped
from ..core.protocols import Opened, Store, Summary
from ..core.run.entries import Entry, encode
from ..core.run.events import Ended
from . import tables
from .owner import described, fate_of, whoami
from .tables import NOW
from .writer import Writer

LEASE = 30.0
"""Seconds that a silent process keeps a run. It is renewed three times as often. A process that is seen to be gone loses it at
once."""
LISTEN = 0.05
"""Seconds between two looks into the inbox of a busy run."""

T = TypeVar("T")
_log = logging.getLogger("midcourse")


class _Lease(NamedTuple):
    """A lease as it stands in the file."""

    epoch: int
    owner: str
    until: float
    left: float
    """Seconds until it runs out, by the clock."""


class SqliteStore:
    """Journal and inbox in a file on this host; never on a network disk."""

    def __init__(self, path: Path, lease: float = LEASE) -> None:
        """All who open the file must give the same `lease`."""
        self._path, self._lease = path, lease
        self._owner = ""
        self._writer = Writer(path, self._keep_leases, lease / 3)
        self._held: dict[str, int] = {}
        self._kept: dict[str, int] = {}
        """Run that is held -> how many of its events are kept."""
        self._heard_at: dict[str, float] = {}

    # --- journal ------------------------------------------------------------------------------------------------

    async def open(self, run_id: str, *, new: bool = False) -> Opened:
        """Take the run: at once if nobody has it or its process is gone, else LeaseLost. If that cannot be told, watch first."""
        found = await self._try_to_take(run_id, new, None)
        if isinstance(found, _Lease):
            await self._watch(run_id, found)
            found = await self._try_to_take(run_id, new, found)
            assert not isinstance(found, _Lease)
        return found

    async def _try_to_take(self, run_id: str, new: bool, watched: _Lease | None) -> Opened | _Lease:
        taken: list[int] = []

        def take(db: sqlite3.Connection) -> Opened | _Lease:
            found = self._take(db, run_id, new, watched)
            if isinstance(found, Opened):
                self._held[run_id] = found.epoch  # before the transaction ends: the chores let go of what is not held
                self._kept[run_id] = len(found.entries)
                taken.append(found.epoch)
            return found

        try:
            return await self._do(take)
        except BaseException:
            if taken and self._held.get(run_id) == taken[-1]:
                del self._held[run_id]  # it was not kept, or nobody is there any more to run it
            raise

    def _take(self, db: sqlite3.Connection, run_id: str, new: bool, watched: _Lease | None) -> Opened | _Lease:
        """The run; or its lease, if that ran out and was not watched."""
        self._owner = self._owner or whoami()
        lease = _lease(db, run_id)
        if lease is None:
            if not new:
                raise RunNotFound(f"no run {run_id!r} in {self._path}; 'midcourse runs' lists those it has")
            db.execute(f"INSERT INTO runs VALUES (?, 1, ?, {NOW} + ?)", (run_id, self._owner, self._lease))
            return Opened(1, [])
        begun = db.execute("SELECT 1 FROM events WHERE run = ? LIMIT 1", (run_id,)).fetchone() is not None
        if new and begun:
            raise LeaseLost(f"run {run_id} exists already in {self._path}; go on with it by resume({run_id!r}, …)")
        if not new and not begun:
            raise RunNotFound(f"run {run_id!r} was never begun; start it anew")
        if lease.owner and (lease.owner != self._owner or run_id in self._held):
            fate = fate_of(lease.owner)
            if watched is not None and fate == "unknown" and _same(lease, watched):
                fate = "dead"
            if fate == "unknown" and watched is None and not 0 < lease.left <= self._lease + 1:
                return lease  # no lease is longer than that: the clock was set back
            if fate != "dead":
                raise LeaseLost(self._refusal(run_id, lease))
        db.execute(
            f"UPDATE runs SET epoch = ?, owner = ?, until = {NOW} + ? WHERE id = ?",
            (lease.epoch + 1, self._owner, self._lease, run_id),
        )
        return Opened(lease.epoch + 1, tables.read(db, run_id))

    async def _watch(self, run_id: str, lease: _Lease) -> None:
        """Wait until the lease is renewed, or was not for as long as two renewals take."""
        seconds = self._lease * 2 / 3
        _log.warning(
            "the lease of run %s has run out, but %s may still live: watching for %g seconds whether it renews it",
            run_id,
            described(lease.owner),
            seconds,
        )
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(self._lease / 60)
            now = await self._do(lambda db: _lease(db, run_id))
            if now is None or not _same(now, lease):
                return

    def _refusal(self, run_id: str, lease: _Lease) -> str:
        until = time.strftime("%H:%M:%S", time.localtime(lease.until))
        return (
            f"run {run_id} is being run by {described(lease.owner)}; its lease lasts until {until} and is renewed as long as "
            f"that process lives: stop that process, or wait {self._lease:g} seconds after it"
        )

    def _keep_leases(self, db: sqlite3.Connection) -> None:
        """Renew what is held, and let go of what could not be let go when it should have been."""
        if not self._owner:
            return
        held = dict(self._held)
        for run_id, epoch in held.items():
            db.execute(f"UPDATE runs SET until = {NOW} + ? WHERE id = ? AND epoch = ?", (self._lease, run_id, epoch))
        for (run_id,) in db.execute("SELECT id FROM runs WHERE owner = ?", (self._owner,)).fetchall():
            if run_id not in held:
                db.execute("UPDATE runs SET owner = '', until = 0 WHERE id = ?", (run_id,))

    async def append(self, run_id: str, epoch: int, entries: Sequence[Entry]) -> None:
        """Keep these events: the disk has them when this returns."""
        if self._held.get(run_id) != epoch:
            raise LeaseLost(f"epoch {epoch} of run {run_id} is over: this store has let the run go")
        kept = self._kept.get(run_id, 0)
        if [entry.seq for entry in entries] != list(range(kept + 1, kept + 1 + len(entries))):
            raise LeaseLost(f"run {run_id} has {kept} events, and event {entries[0].seq} does not follow")
        rows = [(run_id, entry.seq, encode(entry)) for entry in entries]
        last = entries[-1].event if entries else None
        ended = last if isinstance(last, Ended) else None
        replanned = any(tables.may_fail_to_mend(entry.event) for entry in entries)
        try:
            await self._do(lambda db: tables.append(db, run_id, epoch, rows, ended, replanned))
        except asyncio.CancelledError:  # it is kept all the same
            self._kept[run_id] = kept + len(rows)
            raise
        self._kept[run_id] = kept + len(rows)

    async def close(self, run_id: str, epoch: int) -> None:
        """Let the run go; where that cannot be written now, it is done later, at the latest when the store is shut."""
        if self._held.get(run_id) == epoch:
            del self._held[run_id]
            self._kept.pop(run_id, None)
        self._heard_at.pop(run_id, None)
        free = "UPDATE runs SET owner = '', until = 0 WHERE id = ? AND epoch = ?"
        with suppress(JournalError):
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
        new = [(f"m{id}", tables.message_of(id, body)) for id, body in rows if f"m{id}" not in heard]
        if not new:
            self._heard_at[run_id] = now
        return new

    # --- the file -----------------------------------------------------------------------------------------------

    def shut(self) -> None:
        """Let go of all runs, finish what is under way and close the file."""
        self._held.clear()
        self._kept.clear()
        self._writer.shut()
        self._owner = ""

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do it in a transaction that is kept when this returns."""
        return await self._writer.do(job, alone=len(self._held) <= 1)


def from_words(words: str, home: Path) -> Store:
    """`sqlite:FILE`; without a file, the one of this home."""
    return SqliteStore(Path(words) if words else home / "journal.db")


def _lease(db: sqlite3.Connection, run_id: str) -> _Lease | None:
    row = db.execute(f"SELECT epoch, owner, until, until - {NOW} FROM runs WHERE id = ?", (run_id,)).fetchone()
    return None if row is None else _Lease(*row)


def _same(one: _Lease, other: _Lease) -> bool:
    """Whether it was neither renewed nor taken in between."""
    return one[:3] == other[:3]
