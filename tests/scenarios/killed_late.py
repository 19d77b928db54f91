"""A run that a test kills, in worlds that do not show an effect at once: `killed_late.py FOLDER WORLD SECONDS [event|before|after N]`.

`late`: a line shows only some seconds after it was written. `outlives`: another process writes it, some seconds later, whether or
not we still live. `elsewhere`: lines show only in the reading room. With `-untold` behind it, nobody said how late a line may be.
The book itself is the truth, and no skill reads it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import midcourse
from midcourse import act, fact, observer, skill

STEPS = 3
FOLDER, WORLD, SECONDS = Path(sys.argv[1]), sys.argv[2].removesuffix("-untold"), float(sys.argv[3])
SETTLES = None if sys.argv[2].endswith("-untold") else SECONDS + 2.0
BOOK, ROOM = FOLDER / "book.txt", FOLDER / "room.txt"
WHEN, NUMBER = (sys.argv[4], int(sys.argv[5])) if len(sys.argv) > 4 else ("never", 0)
LATE = 2
"""The line that is late; the others show at once."""


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def append(number: int) -> None:
    with BOOK.open("a") as book:
        book.write(f"{number} {time.time()}\n")
        book.flush()
        os.fsync(book.fileno())


@skill(makes="line({number})", settles=SETTLES)
def write_line(number: int) -> None:
    """Add a line; doing it twice shows."""
    if ("before", number) == (WHEN, NUMBER):
        die()
    if WORLD == "outlives" and number == LATE:
        code = f"import time; time.sleep({SECONDS}); open({str(BOOK)!r}, 'a').write(f'{number} {{time.time()}}\\n')"
        subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    else:
        append(number)
    if ("after", number) == (WHEN, NUMBER):
        die()


@skill(makes="at({room})", breaks="at(*)", repeatable=True, settles=0.0)
def go(room: str) -> None:
    """Go to another room."""
    ROOM.write_text(room)


@observer("at(*)")
def here() -> list[str]:
    """Where we are."""
    return [fact("at", ROOM.read_text() if ROOM.exists() else "hall")]


def shown() -> list[str]:
    """The lines that can be seen by now."""
    lines = [line.split() for line in BOOK.read_text().splitlines()] if BOOK.exists() else []
    late = SECONDS if WORLD == "late" else 0.0
    return [fact("line", n) for n, at in lines if int(n) != LATE or time.time() >= float(at) + late]


@observer("line(*)")
def lines() -> list[str]:
    """The lines in the book."""
    return shown()


class TwoRooms:
    """The same book; its lines are seen only in the reading room."""

    def __init__(self) -> None:
        from midcourse.worlds.tools import as_world

        self._inner = as_world([write_line, go, here, lines])

    async def skills(self):  # type: ignore[no-untyped-def]
        return await self._inner.skills()

    async def act(self, call):  # type: ignore[no-untyped-def]
        return await self._inner.act(call)

    async def observe(self):  # type: ignore[no-untyped-def]
        from msgspec.structs import replace

        seen = await self._inner.observe()
        if "at(reading)" in seen.facts:
            return seen
        return replace(seen, facts=frozenset(f for f in seen.facts if not f.startswith("line(")), covers=("at(*)",))


def main() -> int:
    store = midcourse.open_store(FOLDER / "journal.db")
    keep = store.append

    async def mortal(run_id, epoch, entries):  # type: ignore[no-untyped-def]
        for entry in entries:
            await keep(run_id, epoch, [entry])
            if ("event", entry.seq) == (WHEN, NUMBER):
                die()

    store.append = mortal  # type: ignore[method-assign]
    steps = [act("write_line", number=n) for n in range(1, STEPS + 1)]
    if WORLD == "elsewhere":
        steps += [act("go", room="reading")]
    world = TwoRooms() if WORLD == "elsewhere" else [write_line, lines]
    parts = {"world": world, "planner": steps, "store": store}
    goal = " and ".join(f"line({n})" for n in range(1, STEPS + 1))
    if (FOLDER / "begun").exists():
        outcome = midcourse.resume("the-run", **parts)
    else:
        (FOLDER / "begun").touch()
        outcome = midcourse.run("fill the book", done_when=goal, run_id="the-run", **parts)
    print(outcome.verdict, outcome.ending.final_reason, outcome.waiting_for.text if outcome.waiting_for else "")
    return 3 if outcome.waiting_for else 0 if outcome.success else 1


if __name__ == "__main__":
    sys.exit(main())
