"""Stores: durable, fenced, shared by processes; blobs whole or absent; journals as lines of JSON."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from midcourse.core.errors import JournalError, LeaseLost, NewerJournal, RunNotFound
from midcourse.core.failing.analysis import Met
from midcourse.core.history.past import task_key
from midcourse.core.model import Task
from midcourse.core.people.messages import Cancel, Pause
from midcourse.core.plans.plan import Act, Cause, Plan
from midcourse.core.run.ending import Afterword, Ending
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Ended, Intended, Looked, Planned, PlanRequested, Started
from midcourse.core.run.settings import Settings
from midcourse.engine.blobs import FolderBlobs, MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.engine.sqlite import SqliteStore


def first(run: str = "r") -> Entry:
    return Entry(1, 10.0, Started(run, Task("tidy"), Settings(), ()))


def entry(seq: int) -> Entry:
    return Entry(seq, 10.0 + seq, Looked(added=(f"f({seq})",)))


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    made = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "j.db")
    yield made
    if isinstance(made, SqliteStore):
        made.shut()


def test_what_was_appended_is_read_back_in_order(store):
    async def story():
        opened = await store.open("r", new=True)
        await store.append("r", opened.epoch, [first(), entry(2)])
        await store.append("r", opened.epoch, [entry(3)])
        return await store.read("r")

    assert asyncio.run(story()) == [first(), entry(2), entry(3)]


def test_one_runner_at_a_time_and_a_new_epoch_after_it(store):
    async def story():
        opened = await store.open("r", new=True)
        await store.append("r", opened.epoch, [first()])
        with pytest.raises(LeaseLost):
            await store.open("r")
        await store.close("r", opened.epoch)
        again = await store.open("r")
        assert again.epoch == opened.epoch + 1 and again.entries == [first()]
        with pytest.raises(LeaseLost):
            await store.append("r", opened.epoch, [entry(2)])
        assert await store.read("r") == [first()]

    asyncio.run(story())


def test_an_entry_cannot_be_written_twice_or_over_another(store):
    async def story():
        opened = await store.open("r", new=True)
        await store.append("r", opened.epoch, [first()])
        with pytest.raises(LeaseLost):
            await store.append("r", opened.epoch, [entry(1)])
        await store.append("r", opened.epoch, [entry(2)])
        assert len(await store.read("r")) == 2

    asyncio.run(story())


def test_an_unknown_run_says_so(store):
    with pytest.raises(RunNotFound, match="nowhere"):
        asyncio.run(store.read("nowhere"))
    with pytest.raises(RunNotFound, match="nowhere"):
        asyncio.run(store.open("nowhere"))


def test_messages_are_heard_once_and_in_order(store):
    async def story():
        a = await store.send("r", Pause())
        b = await store.send("r", Cancel("stop"))
        assert [m for _, m in await store.receive("r", ())] == [Pause(), Cancel("stop")]
        await asyncio.sleep(0.06)
        assert [i for i, _ in await store.receive("r", {a})] == [b]
        await asyncio.sleep(0.06)
        assert not list(await store.receive("other", ()))

    asyncio.run(story())


def test_runs_are_listed_with_their_state(store):
    async def story():
        opened = await store.open("r", new=True)
        await store.append("r", opened.epoch, [first(), entry(2)])
        [running] = await store.runs()
        await store.close("r", opened.epoch)
        [left] = await store.runs()
        return running, left

    running, left = asyncio.run(story())
    assert (running.state, running.events, running.goal) == ("running", 2, "tidy") and left.state == "left"


def _hold(path, ready, release):
    async def story():
        store = SqliteStore(path)
        opened = await store.open("r", new=True)
        await store.append("r", opened.epoch, [first()])
        ready.set()
        release.wait(20)
        os._exit(1)  # dies without letting go

    asyncio.run(story())


def test_a_live_process_keeps_its_run_and_a_dead_one_loses_it_at_once(tmp_path):
    context = multiprocessing.get_context("spawn")
    ready, release = context.Event(), context.Event()
    other = context.Process(target=_hold, args=(tmp_path / "j.db", ready, release))
    other.start()
    assert ready.wait(20)
    store = SqliteStore(tmp_path / "j.db")
    with pytest.raises(LeaseLost, match="is being run by"):
        asyncio.run(store.open("r"))
    release.set()
    other.join()
    opened = asyncio.run(store.open("r"))
    assert opened.epoch == 2 and opened.entries == [first()]
    store.shut()


WRITER = """
import asyncio, sys
from pathlib import Path
from midcourse.engine.sqlite import SqliteStore
from tests.engine.test_stores import first, entry
async def go():
    store = SqliteStore(Path(sys.argv[1]))
    run = sys.argv[2]
    opened = await store.open(run, new=True)
    await store.append(run, opened.epoch, [first(run)])
    for seq in range(2, 60):
        await store.append(run, opened.epoch, [entry(seq)])
    await store.close(run, opened.epoch)
    store.shut()
asyncio.run(go())
"""


def test_several_processes_write_one_file(tmp_path):
    path = tmp_path / "j.db"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), f"r{i}"], cwd=Path.cwd()) for i in range(4)]
    assert [w.wait(60) for w in writers] == [0, 0, 0, 0]
    store = SqliteStore(path)
    for i in range(4):
        assert [e.seq for e in asyncio.run(store.read(f"r{i}"))] == list(range(1, 60))
    store.shut()


def test_many_runs_share_commits(tmp_path):
    store = SqliteStore(tmp_path / "j.db")

    async def one(run):
        opened = await store.open(run, new=True)
        await store.append(run, opened.epoch, [first(run)])
        for seq in range(2, 12):
            await store.append(run, opened.epoch, [entry(seq)])

    async def story():
        await asyncio.gather(*(one(f"r{i}") for i in range(40)))
        return await store.runs()

    assert all(s.events == 11 for s in asyncio.run(story()))
    store.shut()


def test_a_file_that_is_no_journal_and_one_of_a_later_release_are_refused(tmp_path):
    wrong = tmp_path / "wrong.db"
    wrong.write_bytes(b"not a database at all" * 100)
    store = SqliteStore(wrong)
    with pytest.raises(JournalError, match="cannot use"):
        asyncio.run(store.runs())
    store.shut()
    later = tmp_path / "later.db"
    with sqlite3.connect(later) as db:
        db.execute("PRAGMA user_version = 9")
    store = SqliteStore(later)
    with pytest.raises(NewerJournal, match="format 9; this release reads formats up to 3"):
        asyncio.run(store.runs())
    store.shut()


def test_blobs_are_kept_once_by_their_content(tmp_path):
    for blobs in (MemoryBlobs(), FolderBlobs(tmp_path / "blobs")):
        name = asyncio.run(blobs.put(b"picture"))
        assert asyncio.run(blobs.put(b"picture")) == name
        assert asyncio.run(blobs.get(name)) == b"picture"
        with pytest.raises(JournalError, match="no blob"):
            asyncio.run(blobs.get("0" * 64))
    assert len([p for p in (tmp_path / "blobs").rglob("*") if p.is_file()]) == 1


def test_a_run_larger_than_a_row_keeps_its_size(tmp_path):
    big = Entry(2, 1.0, Intended("s1", "write", {"text": "x" * 500_000}, "", "d", 1))
    store = SqliteStore(tmp_path / "j.db")

    async def story():
        opened = await store.open("r", new=True)
        await store.append("r", opened.epoch, [first(), big])
        return await store.read("r")

    assert asyncio.run(story())[1] == big
    store.shut()


def in_vain(name: str) -> list[Entry]:
    """A run that has replanned, in vain, and was left."""
    plan = Plan(1, (Act("go", id="s1"),), mends=True)
    asked = PlanRequested("replan", Cause("failed"))
    return [first(name), Entry(2, 11.0, asked), Entry(3, 12.0, Planned(plan))]


def test_what_earlier_runs_met_is_told_the_newest_first(store):
    async def story():
        for number in range(3):
            name = f"r{number}"
            epoch = (await store.open(name, new=True)).epoch
            met = (Met("sign", f"go failed for the {number}th time", False, name),)
            ended = Entry(
                2, 20.0 + number, Ended(Ending(False, "structural", afterword=Afterword(met=met), wall_seconds=10.0 + number))
            )
            await store.append(name, epoch, [first(name), ended])
            await store.close(name, epoch)
        return await store.past(task_key(Task("tidy")), "agent", 30.0)

    past = asyncio.run(story())
    assert [met.run for met in past.met] == ["r2", "r1", "r0"] and past.failures > 2


def test_a_success_wipes_out_what_a_run_that_was_left_had_replanned_in_vain(store):
    async def story(left_at):
        for name, entries in (
            (f"left_at_{left_at:.0f}", [replace(e, at=left_at + e.seq) for e in in_vain(f"left_at_{left_at:.0f}")]),
            (f"done_after_{left_at:.0f}", [first(), Entry(2, 20.0, Ended(Ending(True, "plan_complete", wall_seconds=10.0)))]),
        ):
            epoch = (await store.open(name, new=True)).epoch
            await store.append(name, epoch, entries)
            await store.close(name, epoch)
        return (await store.past(task_key(Task("tidy")), "agent", 90.0)).failed_replans

    assert asyncio.run(story(10.0)) == 0
    assert asyncio.run(story(50.0)) == 1, "what was left after the last success still counts"


def test_a_stray_close_of_an_old_epoch_leaves_the_lease_of_the_new_one_to_be_renewed(tmp_path):
    store, other = SqliteStore(tmp_path / "j.db"), SqliteStore(tmp_path / "j.db")

    async def story():
        old = await store.open("r", new=True)
        await store.append("r", old.epoch, [first()])
        await store.close("r", old.epoch)
        await store.open("r")
        await store.close("r", old.epoch)
        await store._do(lambda db: db.execute("UPDATE runs SET until = 0"))
        await store._do(store._keep_leases)
        assert await store._do(lambda db: db.execute("SELECT until > 0 FROM runs").fetchone()) == (1,)
        with pytest.raises(LeaseLost, match="is being run by"):
            await other.open("r")

    asyncio.run(story())
    store.shut()
    other.shut()


def test_a_file_of_an_older_release_is_read_on_and_its_failed_replans_still_count(tmp_path):
    path = tmp_path / "old.db"
    store = SqliteStore(path)

    async def left(store):
        epoch = (await store.open("r", new=True)).epoch
        await store.append("r", epoch, in_vain("r"))
        await store.close("r", epoch)

    asyncio.run(left(store))
    store.shut()
    with sqlite3.connect(path) as db:
        db.executescript("DROP TABLE replanned; DROP TABLE failures; PRAGMA user_version = 2;")
    store = SqliteStore(path)
    assert asyncio.run(store.past(task_key(Task("tidy")), "agent", 30.0)).failed_replans == 1
    store.shut()
