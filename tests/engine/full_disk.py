"""Runs whose disk is filled after each event in turn, and freed again: `full_disk.py FOLDER`, on a small file system.

It prints how many runs were stopped by that, and how many events an undisturbed one has.
"""

from __future__ import annotations

import sys
from pathlib import Path

import midcourse
from midcourse import act
from midcourse.core.errors import JournalError, RunNotFound
from tests.engine.test_full_disk import Book

LINES = [1, 2, 3, 4]
FOLDER = Path(sys.argv[1])
BALLAST = FOLDER / "ballast"


def fill() -> None:
    with BALLAST.open("wb", buffering=0) as file:
        for size in (65_536, 4_096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue


def once(number: int) -> tuple[bool, int]:
    """A run whose disk is full from its so-manieth event on; whether that stopped it, and its events in the end."""
    book, stopped = Book(), False
    store = midcourse.open_store(FOLDER / "journal.db")
    parts = {
        "world": book.world(),
        "planner": [act("write_line", number=line) for line in LINES],
        "store": store,
        "blobs": midcourse.open_blobs(FOLDER / "blobs"),
    }
    task = {"done_when": "line(4)", "run_id": "r"}
    try:
        outcome = midcourse.run("fill", **task, **parts, on_event=lambda e, run: fill() if e.seq == number else None)
    except JournalError as error:
        stopped = True
        assert "full" in str(error) or "I/O" in str(error) or "No space" in str(error), error
        assert "\n" not in str(error)
        try:
            midcourse.resume("r", **parts)
            raise AssertionError("it went on without room")
        except (JournalError, RunNotFound):
            pass
        BALLAST.unlink()
        try:
            outcome = midcourse.resume("r", **parts)
        except RunNotFound:
            outcome = midcourse.run("fill", **task, **parts)
    assert outcome.success and book.lines == LINES, (number, outcome, book.lines)
    assert [e.seq for e in outcome.entries] == list(range(1, len(outcome.entries) + 1))
    store.shut()
    for path in [*FOLDER.rglob("*")][::-1]:
        path.rmdir() if path.is_dir() else path.unlink()
    return stopped, len(outcome.entries)


def main() -> None:
    _, events = once(0)
    stopped = sum(once(number)[0] for number in range(1, events + 1))
    print(stopped, events)


if __name__ == "__main__":
    main()
