"""A note in a real editor, on a display of its own: values to enter and a condition, no plan and no model.

    python examples/desktop_note.py

It needs Xvfb, openbox, dbus, at-spi2-core and mousepad. The display ends with the program, and nothing is left of it.
"""

import asyncio
import tempfile
from pathlib import Path

from midcourse import Task, WordsPlanner, run_async
from midcourse.worlds.desktop import DesktopWorld


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "plants.txt"
        task = Task(
            "save the note",
            done_when="file(plants.txt) and line(plants.txt, water the plants)",
            values={"text": "water the plants", "Name": str(note)},
        )
        async with DesktopWorld(program="mousepad", folders=[note.parent]) as desk:
            outcome = await run_async(task, world=desk, planner=WordsPlanner())
        print("success:", outcome.success)
        print("saved:", note.read_text())


asyncio.run(main())
