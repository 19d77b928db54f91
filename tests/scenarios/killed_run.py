"""A run on real files that a test kills: `killed_run.py FOLDER [event N | before N | after N]`.

Twelve steps, each adding one line to a file; a line that is missing or there twice is an effect lost or repeated.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import midcourse
from midcourse import act, fact, observer, skill

STEPS = 12
FOLDER = Path(sys.argv[1])
BOOK = FOLDER / "book.txt"
WHEN, NUMBER = (sys.argv[2], int(sys.argv[3])) if len(sys.argv) > 2 else ("never", 0)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@skill(makes="line({number})", complete=True, settles=0.0)
def write_line(number: int) -> None:
    """Add a line; doing it twice shows."""
    if ("before", number) == (WHEN, NUMBER):
        die()
    with BOOK.open("a") as book:
        book.write(f"{number}\n")
        book.flush()
        os.fsync(book.fileno())
    if ("after", number) == (WHEN, NUMBER):
        die()


@observer("line(*)")
def lines() -> list[str]:
    """The lines in the book."""
    return [fact("line", text) for text in BOOK.read_text().split()] if BOOK.exists() else []


def main() -> int:
    store = midcourse.open_store(FOLDER / "journal.db")
    append, kept = store.append, 0

    async def mortal(run_id, epoch, entries):  # type: ignore[no-untyped-def]
        nonlocal kept
        for entry in entries:  # one by one, so that every event in turn can be the last that was kept
            await append(run_id, epoch, [entry])
            kept += 1
            if ("event", entry.seq) == (WHEN, NUMBER):
                die()

    store.append = mortal  # type: ignore[method-assign]
    parts = {
        "world": [write_line, lines],
        "planner": [act("write_line", number=n) for n in range(1, STEPS + 1)],
        "store": store,
    }
    goal = " and ".join(f"line({n})" for n in range(1, STEPS + 1))
    if (FOLDER / "begun").exists():
        outcome = midcourse.resume("the-run", **parts)
    else:
        (FOLDER / "begun").touch()
        outcome = midcourse.run("fill the book", done_when=goal, run_id="the-run", **parts)
    print(outcome.run.seq)
    return 0 if outcome.success else 1


if __name__ == "__main__":
    sys.exit(main())
