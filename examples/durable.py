"""A run that survives its process: the first half is killed on purpose, the second takes it up from the journal.

Run me: python examples/durable.py
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import midcourse
from midcourse import act, fact, observer, skill

PAGES = 5


def world(folder: Path) -> object:
    """A book that is written page by page; a page written twice would show."""

    class Book:
        @skill(makes="page({number})", complete=True)
        def write(self, number: int) -> None:
            """Write one page."""
            with (folder / "book.txt").open("a") as book:
                book.write(f"page {number}\n")
            if number == 3 and not (folder / "killed").exists():
                (folder / "killed").touch()
                os.kill(os.getpid(), signal.SIGKILL)  # after the effect, before anybody heard of it

        @observer("page(*)")
        def look(self) -> list[str]:
            """The pages that are there."""
            book = folder / "book.txt"
            return [fact("page", line.split()[1]) for line in book.read_text().splitlines()] if book.exists() else []

    return Book()


def work(folder: Path) -> None:
    """Start the run, or go on with it."""
    book, store = world(folder), midcourse.open_store(folder / "journal.db")
    plan = [act("write", number=n) for n in range(1, PAGES + 1)]
    if (folder / "killed").exists():
        outcome = midcourse.resume("book", world=book, planner=plan, store=store)
    else:
        goal = " and ".join(f"page({n})" for n in range(1, PAGES + 1))
        outcome = midcourse.run("write the book", done_when=goal, run_id="book", world=book, planner=plan, store=store)
    print(f"success: {outcome.success}")


def main() -> None:
    """Run it in a process of its own, twice."""
    if len(sys.argv) > 1:
        work(Path(sys.argv[1]))
        return
    with tempfile.TemporaryDirectory() as name:
        first = subprocess.run([sys.executable, __file__, name])
        print(f"the first process ended with {first.returncode}")
        subprocess.run([sys.executable, __file__, name], check=True)
        print((Path(name) / "book.txt").read_text(), end="")


if __name__ == "__main__":
    main()
