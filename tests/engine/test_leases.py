"""A run stays with the process that lives, wherever it lives and whatever the clock says; a dead one loses it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from midcourse.core.errors import LeaseLost
from midcourse.engine.owner import fate_of
from midcourse.engine.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
HOLDING = Path(__file__).with_name("holding.py")
LEASE = 1.5
"""Seconds: short, so that renewals and watching are over soon."""
HOUR = 3600.0


def can_unshare() -> bool:
    tool = shutil.which("unshare")
    return bool(tool) and subprocess.run([tool, "-Urpf", "--mount-proc", "true"], capture_output=True).returncode == 0


elsewhere = pytest.mark.parametrize("container", ["pretended", *(["real"] if can_unshare() else [])])
"""In another container with the same host name: a real one too, where the kernel lets us make one."""


class Holder:
    """A process that holds the run."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def append(self) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.hear()

    def die(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def holder(path: Path, container: str = "") -> Generator[Holder]:
    around: Sequence[str] = ("unshare", "-Urpf", "--kill-child", "--mount-proc") if container == "real" else ()
    command = [*around, sys.executable, str(HOLDING), str(path), str(LEASE), *(["1.1"] if container == "pretended" else [])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        held = Holder(process)
        try:
            assert held.hear() == "holds"
            yield held
        finally:
            held.die()


def row(path: Path) -> tuple[str, float]:
    with sqlite3.connect(path) as db:
        return db.execute("SELECT owner, until FROM runs").fetchone()


def step_clock(path: Path, seconds: float) -> None:
    """As if the machine's clock had stepped ahead by so much, or back."""
    with sqlite3.connect(path) as db:
        db.execute("UPDATE runs SET until = until - ?", (seconds,))


def take(path: Path) -> tuple[LeaseLost | None, float]:
    """Try to take the run: what refused it, and the seconds that it took."""
    store = SqliteStore(path, LEASE)
    began = time.monotonic()
    try:
        asyncio.run(store.open("r"))
        return None, time.monotonic() - began
    except LeaseLost as error:
        return error, time.monotonic() - began
    finally:
        store.shut()


@elsewhere
def test_a_living_process_in_a_container_with_the_same_host_name_keeps_its_run(container, tmp_path):
    path = tmp_path / "j.db"
    with holder(path, container) as other:
        assert fate_of(row(path)[0]) == "unknown"
        refused, seconds = take(path)
        assert refused is not None and seconds < LEASE / 3
        assert other.append() == "kept"


@elsewhere
@pytest.mark.parametrize("step", [HOUR, -HOUR], ids=["ahead", "back"])
def test_a_clock_that_steps_takes_nothing_from_a_living_process_that_cannot_be_seen(step, container, tmp_path, caplog):
    path = tmp_path / "j.db"
    with holder(path, container) as other:
        step_clock(path, step)
        refused, seconds = take(path)
        assert refused is not None and seconds < LEASE, "a renewal is seen within a third of the lease"
        assert other.append() == "kept"
    [told] = [record.getMessage() for record in caplog.records]
    assert "may still live: watching for 1 seconds" in told and "in another container or on another machine" in told


@pytest.mark.parametrize("step", [HOUR, -HOUR], ids=["ahead", "back"])
def test_a_living_process_that_can_be_seen_keeps_its_run_when_the_clock_steps(step, tmp_path, caplog):
    path = tmp_path / "j.db"
    with holder(path) as other:
        step_clock(path, step)
        refused, seconds = take(path)
        assert refused is not None and seconds < LEASE / 3 and not caplog.records, "it is refused at once, without watching"
        assert other.append() == "kept"


@elsewhere
@pytest.mark.parametrize("step", [HOUR, -HOUR], ids=["ahead", "back"])
def test_a_dead_process_that_cannot_be_seen_loses_its_run_once_it_is_seen_to_renew_nothing(step, container, tmp_path):
    path = tmp_path / "j.db"
    with holder(path, container) as other:
        other.die()
        step_clock(path, step)
        refused, seconds = take(path)
    assert refused is None and LEASE * 2 / 3 <= seconds < LEASE * 2


def test_a_dead_process_that_can_be_seen_loses_its_run_at_once_whatever_the_clock_says(tmp_path):
    path = tmp_path / "j.db"
    with holder(path) as other:
        other.die()
        step_clock(path, -HOUR)
        refused, seconds = take(path)
    assert refused is None and seconds < LEASE / 3


def test_who_is_refused_is_told_who_holds_the_run_and_until_when(tmp_path):
    path = tmp_path / "j.db"
    with holder(path) as other:
        refused, _ = take(path)
        until = time.strftime("%H:%M", time.localtime(row(path)[1] - LEASE))
        assert f"run r is being run by process {other.process.pid} on {os.uname().nodename}; its lease lasts until" in str(
            refused
        )
        assert until[:2] in str(refused) and "stop that process" in str(refused)


def test_a_run_whose_opening_was_cancelled_is_let_go(tmp_path):
    store, other = SqliteStore(tmp_path / "j.db", LEASE), SqliteStore(tmp_path / "j.db", LEASE)

    async def story() -> None:
        for run in ("a", "b"):
            await store.open(run, new=True)  # several runs share commits: an opening takes a turn of the loop
        opening = asyncio.ensure_future(store.open("r", new=True))
        await asyncio.sleep(0)
        opening.cancel()
        await asyncio.wait([opening])
        assert opening.cancelled()
        await asyncio.sleep(LEASE / 3 + 0.2)
        await other.open("r", new=True)

    asyncio.run(story())
    store.shut()
    other.shut()


def test_a_store_that_is_shut_lets_go_of_its_runs_and_writes_no_more_to_them(tmp_path):
    from tests.engine.test_stores import entry, first

    store, other = SqliteStore(tmp_path / "j.db"), SqliteStore(tmp_path / "j.db")

    async def story() -> None:
        opened = await store.open("r", new=True)
        await store.append("r", opened.epoch, [first()])
        store.shut()
        with pytest.raises(LeaseLost, match="has let the run go"):
            await store.append("r", opened.epoch, [entry(2)])
        await other.open("r")

    asyncio.run(story())
    store.shut()
    other.shut()
