"""One store for several event loops and threads, or a clear word where that cannot be; a file that goes away is noticed."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic

import pytest

import midcourse
from midcourse import act, fact, observer, skill
from midcourse.core.errors import JournalError
from midcourse.engine import writer
from midcourse.engine.sqlite import SqliteStore
from midcourse.engine.writer import Writer
from tests.engine.test_stores import entry, first

SOON = 30.0
"""Seconds within which everything here is over; what hangs is not."""
EVENTS = 25


async def write(store: SqliteStore, run: str) -> None:
    """A run of so many events."""
    opened = await store.open(run, new=True)
    await store.append(run, opened.epoch, [first(run)])
    for seq in range(2, EVENTS + 1):
        await store.append(run, opened.epoch, [entry(seq)])
        await asyncio.sleep(0)
    await store.close(run, opened.epoch)


async def several(store: SqliteStore, *runs: str) -> None:
    await asyncio.gather(*(write(store, run) for run in runs))


def in_threads(*jobs: Callable[[], object]) -> list[BaseException]:
    """Do all at once; what they raised. One that hangs fails the test."""
    problems: list[BaseException] = []

    def guarded(job: Callable[[], object]) -> None:
        try:
            job()
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=guarded, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
    assert not any(thread.is_alive() for thread in threads), "a thread hangs"
    return problems


def test_one_store_serves_the_event_loops_of_several_threads_at_once(tmp_path):
    store = SqliteStore(tmp_path / "j.db")
    names = [[f"t{thread}-{run}" for run in range(3)] for thread in range(4)]
    assert not in_threads(*(lambda runs=runs: asyncio.run(several(store, *runs)) for runs in names))
    for run in (name for runs in names for name in runs):
        assert [e.seq for e in asyncio.run(store.read(run))] == list(range(1, EVENTS + 1))
    store.shut()


def test_whole_runs_in_several_threads_share_a_store(tmp_path):
    store = SqliteStore(tmp_path / "j.db")
    done: list[int] = []

    def note(number: int) -> None:
        done.append(number)

    def one(number: int) -> None:
        steps = [act("note", number=number * 100 + n) for n in range(10)]
        assert midcourse.run("note", world=[note], planner=steps, store=store).ended

    assert not in_threads(*(lambda n=n: one(n) for n in range(4)))
    assert sorted(done) == [100 * thread + n for thread in range(4) for n in range(10)]
    assert len(asyncio.run(store.runs())) == 4
    store.shut()


def test_one_store_serves_one_event_loop_after_another_though_the_first_was_left_in_the_middle(tmp_path):
    store = SqliteStore(tmp_path / "j.db")

    async def left() -> None:
        for run in ("a", "b"):
            await store.open(run, new=True)
        asyncio.get_running_loop().stop()  # after this turn, in which the append is gathered and not yet flushed
        await store.append("a", 1, [first("a")])

    loop = asyncio.new_event_loop()
    leaving = loop.create_task(left())
    loop.run_forever()
    loop.close()
    assert not leaving.done()
    assert not in_threads(lambda: asyncio.run(several(store, "c", "d")), lambda: asyncio.run(several(store, "e", "f")))
    assert not in_threads(lambda: asyncio.run(several(store, "g", "h")))
    store.shut()


def test_a_cancelled_job_is_kept_or_not_before_the_cancelled_one_goes_on(tmp_path):
    store = SqliteStore(tmp_path / "j.db")

    async def story() -> list[int]:
        for run in ("a", "b"):
            await store.open(run, new=True)
        appending = asyncio.ensure_future(store.append("a", 1, [first("a")]))
        await asyncio.sleep(0)
        appending.cancel()
        await asyncio.wait([appending])
        await store.append("a", 1, [entry(2)])
        return [e.seq for e in await store.read("a")]

    assert asyncio.run(story()) == [1, 2]
    store.shut()


def test_a_store_that_is_shut_under_its_users_says_so_and_nobody_hangs(tmp_path):
    store = SqliteStore(tmp_path / "j.db")
    stop = threading.Event()

    def write_on() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            asyncio.run(several(store, f"{threading.get_ident()}-{number}-a", f"{threading.get_ident()}-{number}-b"))

    def shut() -> None:
        for _ in range(20):
            stop.wait(0.02)
            store.shut()
        stop.set()

    for problem in in_threads(write_on, write_on, shut):
        assert "shut" in str(problem) or "let the run go" in str(problem), problem
    store.shut()


# --- forks ----------------------------------------------------------------------------------------------------------


def child_says(job: Callable[[], str]) -> str:
    """What a fork of this process has to say."""

    def answer(pipe: Connection) -> None:
        try:
            pipe.send(job())
        except Exception as error:
            pipe.send(f"{type(error).__name__}: {error}")

    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    child = context.Process(target=answer, args=(there,))
    child.start()
    try:
        assert here.poll(SOON), "the child hangs"
        return here.recv()
    finally:
        child.kill()
        child.join()


def written(store: SqliteStore, run: str) -> str:
    asyncio.run(write(store, run))
    return "written"


@pytest.mark.parametrize("anew", [False, True], ids=["the same store", "a store of its own"])
def test_a_fork_is_told_at_once_that_the_store_of_its_parent_cannot_be_used_and_what_to_do(anew, tmp_path):
    path = tmp_path / "j.db"
    store = SqliteStore(path)
    written(store, "before")
    told = child_says(lambda: written(SqliteStore(path) if anew else store, "child"))
    assert told == (
        f"JournalError: {path} is open in process {os.getpid()}, and this process is a fork of it: shut the store before "
        "the fork, or start the process by 'spawn' and open the store there"
    )
    written(store, "after")
    assert {s.id for s in asyncio.run(store.runs())} == {"before", "after"}
    store.shut()


def test_a_fork_that_was_made_while_another_thread_was_writing_is_told_too(tmp_path):
    store = SqliteStore(tmp_path / "j.db")
    stop = threading.Event()

    def write_on() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            written(store, f"r{number}")

    writing = threading.Thread(target=write_on)
    writing.start()
    try:
        for number in range(10):
            told = child_says(lambda number=number: written(store, f"child-{number}"))
            assert "is a fork of it" in told or (told == "written" and number == 0), "the first may come before the file is open"
    finally:
        stop.set()
        writing.join(SOON)
    store.shut()


@pytest.mark.parametrize("used", [False, True], ids=["never used", "shut"])
def test_a_store_that_is_not_open_can_be_used_on_both_sides_of_a_fork(used, tmp_path):
    store = SqliteStore(tmp_path / "j.db")
    if used:
        written(store, "before")
        store.shut()
    assert child_says(lambda: written(store, "child")) == "written"
    written(store, "parent")
    assert {s.id for s in asyncio.run(store.runs())} >= {"child", "parent"}
    store.shut()


def test_a_fork_that_shuts_the_store_of_its_parent_leaves_it_open_there(tmp_path):
    store = SqliteStore(tmp_path / "j.db")

    async def story() -> None:
        opened = await store.open("r", new=True)
        await store.append("r", opened.epoch, [first()])
        assert child_says(lambda: str(store.shut())) == "None"
        await store.append("r", opened.epoch, [entry(2)])
        with sqlite3.connect(tmp_path / "j.db") as db:
            assert db.execute("SELECT COUNT(*) FROM events").fetchone() == (2,)

    asyncio.run(story())
    store.shut()


# --- a file that goes away ------------------------------------------------------------------------------------------


def deleted(path: Path) -> None:
    for name in (path, f"{path}-wal", f"{path}-shm"):
        Path(name).unlink()


def deleted_alone(path: Path) -> None:
    path.unlink()


def moved(path: Path) -> None:
    path.rename(path.with_suffix(".moved"))


def replaced(path: Path) -> None:
    shutil.copy(path, path.with_suffix(".copy"))
    path.with_suffix(".copy").replace(path)


def replaced_by_another_journal(path: Path) -> None:
    other = SqliteStore(path.with_suffix(".other"))
    asyncio.run(write(other, "r"))
    other.shut()
    path.with_suffix(".other").replace(path)


@pytest.mark.parametrize("lose", [deleted, deleted_alone, moved, replaced, replaced_by_another_journal])
def test_a_journal_that_goes_away_under_a_run_is_noticed_before_the_next_act(lose, tmp_path):
    path, done = tmp_path / "j.db", []

    @skill(makes="line({number})", complete=True, settles=0.0)
    def write_line(number: int) -> None:
        """Note a line; after the second the journal goes away."""
        done.append(number)
        if number == 2:
            worker = threading.Thread(target=lose, args=(path,))  # it has no event loop yet
            worker.start()
            worker.join()

    @observer("line(*)")
    def lines() -> list[str]:
        """The lines so far."""
        return [fact("line", number) for number in done]

    store = SqliteStore(path)
    steps = [act("write_line", number=n) for n in range(1, 5)]
    with pytest.raises(JournalError, match=f"^{re.escape(str(path))} was (deleted|replaced)") as told:
        midcourse.run("fill", done_when="line(4)", world=[write_line, lines], planner=steps, store=store, run_id="r")
    assert done == [1, 2] and "\n" not in str(told.value)
    assert path.exists() == (lose in (replaced, replaced_by_another_journal)), "no empty journal is made in its place"
    with pytest.raises(JournalError, match=re.escape(str(path))):
        asyncio.run(store.runs())
    store.shut()


@pytest.mark.parametrize("beside", ["-wal", "-shm"])
def test_a_file_beside_the_journal_that_is_deleted_under_a_run_is_noticed_and_nothing_is_doubled_after(beside, tmp_path):
    path, done = tmp_path / "j.db", []

    @skill
    def write_line(number: int) -> None:
        """Note a line; after the second a file of SQLite's goes away."""
        done.append(number)
        if number == 2:
            Path(f"{path}{beside}").unlink()

    store = SqliteStore(path)
    steps = [act("write_line", number=n) for n in range(1, 5)]
    with pytest.raises(JournalError, match=f"^{re.escape(str(path))}{beside} was deleted") as told:
        midcourse.run("fill", world=[write_line], planner=steps, store=store, run_id="r")
    assert done == [1, 2] and "\n" not in str(told.value)
    store.shut()
    again = SqliteStore(path)
    midcourse.resume("r", world=[write_line], planner=steps, store=again)
    again.shut()
    assert done == [1, 2, 3, 4]


def test_a_writer_opens_its_file_when_it_is_first_used_and_again_after_it_was_shut(tmp_path):
    writer = Writer(tmp_path / "j.db", lambda db: None, 10.0)
    assert not writer.is_open and not writer.path.exists()
    for _ in range(2):
        assert asyncio.run(writer.do(lambda db: db.execute("SELECT 1").fetchone(), alone=True)) == (1,)
        assert writer.is_open
        writer.shut()
        assert not writer.is_open


def test_a_job_that_breaks_takes_no_other_with_it_and_leaves_nothing_half_done(tmp_path):
    store = SqliteStore(tmp_path / "j.db")

    def breaks(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO inbox (run, body) VALUES ('r', '')")
        raise ValueError("no number")

    async def story() -> tuple[object, object, object]:
        for run in ("a", "b"):
            await store.open(run, new=True)
        told = await asyncio.gather(store._do(breaks), store.append("a", 1, [first("a")]), return_exceptions=True)
        return (*told, await store._do(lambda db: db.execute("SELECT COUNT(*) FROM inbox").fetchone()))

    problem, kept, found = asyncio.run(story())
    assert isinstance(problem, ValueError) and kept is None and found == (0,)
    assert len(asyncio.run(store.read("a"))) == 1
    store.shut()


def test_a_file_that_stays_locked_is_waited_for_once_and_then_again_in_full(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "PATIENCE", 1.5)
    monkeypatch.setattr(writer, "IMPATIENCE", 0.1)
    file = Writer(tmp_path / "j.db", lambda db: None, 60.0)

    async def seconds() -> float:
        began = monotonic()
        with pytest.raises(JournalError, match="was locked by another process for 1.5 seconds"):
            await file.do(lambda db: None, alone=True)
        return monotonic() - began

    def held() -> sqlite3.Connection:
        other = sqlite3.connect(tmp_path / "j.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        return other

    waits: list[float] = []
    for times in (2, 1):
        asyncio.run(file.do(lambda db: None, alone=True))
        other = held()
        waits += [asyncio.run(seconds()) for _ in range(times)]
        other.close()
    file.shut()
    assert [wait >= 1.5 for wait in waits] == [True, False, True]
