"""A full disk: told in one line, nothing lost or doubled, and the same process goes on once there is room."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import midcourse
from midcourse import act, fact, observer, skill
from midcourse.core.errors import JournalError, LeaseLost
from midcourse.engine.blobs import FolderBlobs
from midcourse.engine.sqlite import SqliteStore
from tests.engine.test_stores import entry, first
from tests.patience import HANGS

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("full_disk.py")
STEPS = 4


def full(store: SqliteStore) -> None:
    """No page more than the file has: SQLite answers as on a full disk."""
    asyncio.run(store._do(lambda db: db.execute("PRAGMA max_page_count = 1")))


def room(store: SqliteStore) -> None:
    asyncio.run(store._do(lambda db: db.execute("PRAGMA max_page_count = 1000000")))


def test_what_cannot_be_written_is_told_in_one_line_and_can_be_written_once_there_is_room(tmp_path):
    store = SqliteStore(tmp_path / "j.db")

    async def begin() -> int:
        epoch = (await store.open("r", new=True)).epoch
        await store.append("r", epoch, [first()])
        return epoch

    epoch = asyncio.run(begin())
    full(store)
    many = [entry(seq) for seq in range(2, 400)]
    with pytest.raises(JournalError, match=r"^cannot write .*j\.db: database or disk is full; make room there") as told:
        asyncio.run(store.append("r", epoch, many))
    assert "\n" not in str(told.value) and asyncio.run(store.read("r")) == [first()]
    room(store)
    asyncio.run(store.append("r", epoch, many))
    assert asyncio.run(store.read("r")) == [first(), *many]
    store.shut()


def test_a_gap_is_never_kept(tmp_path):
    store = SqliteStore(tmp_path / "j.db")

    async def story() -> None:
        epoch = (await store.open("r", new=True)).epoch
        await store.append("r", epoch, [first()])
        with pytest.raises(LeaseLost, match="has 1 events, and event 3 does not follow"):
            await store.append("r", epoch, [entry(3)])

    asyncio.run(story())
    store.shut()


class Book:
    """Lines that are written one by one, each of them large in the journal."""

    def __init__(self) -> None:
        self.lines: list[int] = []

    def world(self) -> list[object]:
        @skill(makes="line({number})", complete=True, settles=0.0)
        def write_line(number: int) -> str:
            """Add a line; doing it twice shows."""
            self.lines.append(number)
            return "x" * 20_000

        @observer("line(*)")
        def lines() -> list[str]:
            """The lines in the book."""
            return [fact("line", number) for number in self.lines]

        return [write_line, lines]


@pytest.mark.parametrize("number", range(1, STEPS + 1))
@pytest.mark.parametrize("when", ["Intended", "Acted"])
def test_a_run_that_filled_the_disk_goes_on_in_the_same_process_once_there_is_room(when, number, tmp_path):
    store, book = SqliteStore(tmp_path / "j.db"), Book()
    heard = []

    def fill(entry, run) -> None:
        heard.append(type(entry.event).__name__)
        if heard.count(when) == number and heard[-1] == when:
            assert store._writer._db is not None
            store._writer._db.execute("PRAGMA max_page_count = 1")

    parts = {"world": book.world(), "planner": [act("write_line", number=n) for n in range(1, STEPS + 1)], "store": store}
    with pytest.raises(JournalError, match="database or disk is full") as told:
        midcourse.run("fill the book", done_when=f"line({STEPS})", run_id="r", on_event=fill, **parts)
    assert "\n" not in str(told.value)
    room(store)
    outcome = midcourse.resume("r", **parts)
    assert outcome.success and book.lines == list(range(1, STEPS + 1))
    assert [e.seq for e in outcome.entries] == list(range(1, len(outcome.entries) + 1))
    store.shut()


def test_a_blob_that_cannot_be_kept_is_told_in_one_line_and_leaves_nothing_behind(tmp_path):
    blobs = FolderBlobs(tmp_path / "blobs")
    code = """
import asyncio, resource, signal, sys
from pathlib import Path
from midcourse.engine.blobs import FolderBlobs
from midcourse.core.errors import JournalError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
blobs = FolderBlobs(Path(sys.argv[1]))
try:
    asyncio.run(blobs.put(b"x" * 100_000))
except JournalError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(asyncio.run(blobs.put(b"x" * 100_000)))
"""
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "blobs"], capture_output=True, text=True, check=True)
    told, name = done.stdout.splitlines()
    assert told == f"cannot keep a blob in {tmp_path / 'blobs'}: File too large"
    assert asyncio.run(blobs.get(name)) == b"x" * 100_000
    assert [path.name for path in (tmp_path / "blobs").rglob("*") if path.is_file()] == [name]


def can_mount() -> bool:
    tool = shutil.which("unshare")
    words = ["-Urm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    return bool(tool) and subprocess.run([tool, *words], capture_output=True).returncode == 0


if can_mount():  # else the kernel forbids it, and the tests with a largest number of pages stand for it

    def test_on_a_disk_that_is_really_full_after_each_event_in_turn_every_run_goes_on(tmp_path):
        mounted = 'mount -t tmpfs -o size=2m none "$1" && exec "$2" "$3" "$1"'
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
        command = ["unshare", "-Urm", "sh", "-c", mounted, "sh", str(tmp_path), sys.executable, str(SCRIPT)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, env=environment)
        assert done.returncode == 0, done.stderr
        stopped, events = map(int, done.stdout.split()[-2:])
        assert stopped == events > 10
