"""What a later checkout lays into a home of this person: beside its stores, or in their place."""

import asyncio
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from midcourse.core.errors import TaskError
from midcourse.core.history.lessons import Lesson
from midcourse.core.model import Task
from midcourse.core.plans.edits import Forbid
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Started
from midcourse.wiring.homes import home_lessons, open_store
from tests.support import under
from tests.wiring.test_homes import ABOUT, checkout, opened

__all__ = ["checkout"]
HOME = Path(".midcourse")
MAGIC = bytes.fromhex("d9d505f920a163d7")
IN_USE = """
import asyncio, os, signal
from pathlib import Path
from midcourse.wiring.homes import home_lessons, open_store
from tests.wiring.test_files_laid_in_a_home import kept, learned
with open_store() as store:
    asyncio.run(kept(store, "theirs"))
    lessons = home_lessons(Path(".midcourse"))
    learned(lessons)
    print("kept", flush=True)
    input()
"""


async def kept(store, run):
    taken = await store.open(run, new=True)
    await store.append(run, taken.epoch, [Entry(1, 100.0, Started(run, Task("x", "q"), under(), ()))])
    await store.close(run, taken.epoch)


def learned(lessons):
    asyncio.run(lessons.learn(Lesson(ABOUT, Forbid("a")), True, "r/1", 1.0))


def runs():
    with open_store() as store:
        return [summary.id for summary in asyncio.run(store.runs())]


def names_beside():
    return sorted(path.name for path in HOME.iterdir() if path.name.endswith(("-wal", "-shm", "-journal")))


@pytest.fixture
def other(checkout):
    """Another process of this person that has the home open, until it is told to go on."""
    root = str(Path(__file__).parents[2])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
    process = subprocess.Popen([sys.executable, "-c", IN_USE], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "kept\n"
    yield process
    process.kill()
    process.communicate()


def a_journal_that_deletes(path, pages):
    """What SQLite takes for the rest of a change that broke off, in which other files had a part."""
    name = str(path).encode()
    head = (MAGIC + struct.pack(">IIIII", 0, 0, pages, 512, 4096)).ljust(512, b"\0")
    return head + struct.pack(">I", 0x40000000 // 4096 + 1) + name + struct.pack(">II", len(name), sum(name)) + MAGIC


@pytest.mark.parametrize("name", ["journal.db", "lessons.db"])
@pytest.mark.parametrize("home", ["signed", "new"])
def test_a_journal_beside_a_store_is_refused_and_deletes_nothing(checkout, name, home):
    if home == "signed":
        opened()
    HOME.mkdir(exist_ok=True)
    precious = checkout / "thesis.txt"
    precious.write_text("years of work")
    store = HOME / name
    pages = store.stat().st_size // 4096 if store.exists() else 2
    (HOME / f"{name}-journal").write_bytes(a_journal_that_deletes(precious, pages))
    for door in (opened, lambda: home_lessons(HOME)):
        with pytest.raises(TaskError, match=rf"{name}-journal.* was not made here.*Delete it|was not made here by you"):
            door()
    assert precious.exists()
    (HOME / f"{name}-journal").unlink()
    assert opened()


@pytest.mark.parametrize(
    "shape",
    [
        "CREATE TABLE made_here (x)",
        "CREATE VIEW made_here AS WITH RECURSIVE c(sign) AS (SELECT 1 UNION ALL SELECT sign FROM c) SELECT sign FROM c",
    ],
    ids=["another table", "an endless view"],
)
def test_a_store_with_a_sign_of_another_shape_is_not_opened_until_its_home_is_named(checkout, monkeypatch, shape):
    opened()
    for path in HOME.glob("journal.db*"):
        path.unlink()
    with closing(sqlite3.connect(HOME / "journal.db")) as db:
        db.executescript(shape)
    with pytest.raises(TaskError, match=r"journal\.db in .* was not made here"):
        opened()
    monkeypatch.setenv("MIDCOURSE_HOME", ".midcourse")
    opened()
    monkeypatch.delenv("MIDCOURSE_HOME")
    assert opened()


@pytest.mark.parametrize("name", ["journal.db", "lessons.db"])
def test_a_log_beside_a_store_that_nobody_had_open_is_refused_until_the_home_is_named(checkout, monkeypatch, name):
    opened()
    assert not names_beside()
    (HOME / f"{name}-wal").write_bytes(b"what others want to have happened")
    with pytest.raises(TaskError, match=rf"{name}-wal in .* was not made here.*MIDCOURSE_HOME=\.midcourse midcourse runs"):
        opened()
    monkeypatch.setenv("MIDCOURSE_HOME", ".midcourse")
    opened()
    learned(home_lessons(HOME))
    monkeypatch.delenv("MIDCOURSE_HOME")
    assert opened()


def test_the_log_of_a_process_that_was_killed_is_read_and_nothing_in_it_is_lost(checkout, other):
    other.send_signal(signal.SIGKILL)
    other.wait()
    assert {"journal.db-wal", "lessons.db-wal"} <= set(names_beside())
    assert runs() == ["theirs"]
    [lesson] = home_lessons(HOME).all()
    assert lesson.edit == Forbid("a") and not names_beside()
    (HOME / "journal.db-wal").write_bytes(b"what others want to have happened")
    with pytest.raises(TaskError, match=r"journal\.db-wal in .* was not made here"):
        runs()


def test_a_home_that_another_process_has_open_is_opened_and_stays_open_there(checkout, other):
    with open_store() as store:
        asyncio.run(kept(store, "ours"))
    assert sorted(runs()) == ["ours", "theirs"] and "journal.db-wal" in names_beside()
    other.communicate("\n")
    assert other.returncode == 0 and not names_beside() and sorted(runs()) == ["ours", "theirs"]


def test_a_store_that_a_killed_process_left_half_copied_is_read_with_its_log(checkout, other):
    other.send_signal(signal.SIGKILL)
    other.wait()
    whole = (HOME / "journal.db").read_bytes()
    (HOME / "journal.db").write_bytes(whole[:28] + struct.pack(">I", len(whole) // 4096 + 9) + whole[32:])  # longer than it is
    assert runs() == ["theirs"]


def test_a_home_is_known_from_its_first_moment(checkout, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    for last in ("put_sign", "store_named"):
        with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
            broken.setattr(f"midcourse.wiring.homes.{last}", stopped)
            opened()
        assert opened()
        shutil.rmtree(HOME)
