"""Telling a story on a display of its own: an act, a whole run, what it leaves behind."""

import asyncio
from pathlib import Path

from midcourse import Task, run_async
from midcourse.core.model import Call
from midcourse.wiring.names import planner_named
from midcourse.worlds.desktop import DesktopWorld
from tests.support import under


def on_display(story, **options):
    """Tell a story on a private display."""

    async def tell():
        async with DesktopWorld(**options) as desk:
            return await story(desk)

    return asyncio.run(tell())


async def does(desk, skill, target="", **args):
    return await desk.act(Call(skill, args, target))


async def ends(desk, goal, done_when="", planner=None, approver=None, **settings):
    """Run a task here, with the planner for screens."""
    quick = {"backoff": 0.05, "auto_replanning_min_interval_seconds": 0.05, "max_seconds": 60.0, **settings}
    task = goal if isinstance(goal, Task) else Task(goal, done_when)
    return await run_async(
        task, world=desk, planner=planner or planner_named("words"), approver=approver, settings=under(**quick)
    )


def processes(word: str) -> set[int]:
    """The processes whose command line has this word in it."""
    found: set[int] = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if word.encode() in (entry / "cmdline").read_bytes():
                found.add(int(entry.name))
        except OSError:
            pass
    return found
