"""The command that writes down a task as a person shows it."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Annotated, Any

import typer

from ...core.errors import TaskError
from ...private import write_out
from ...wiring.names import world_named
from ...yaml_files import as_yaml
from .common import say

WEB = "web:"


def record(
    world: Annotated[str, typer.Argument(help="web:ADDRESS, where the task begins")],
    out: Annotated[Path, typer.Option(help="the task file to write")] = Path("task.yaml"),
) -> None:
    """Write down a task that you show in a browser; close the browser, or press Control+C, when it is done."""
    if not world.startswith(WEB):
        raise TaskError(f"{world!r} cannot be shown; record takes web:ADDRESS")
    if out.exists():
        raise TaskError(f"{out} is there already; name another file with --out")
    made = asyncio.run(_shown(world))
    write_out(out, as_yaml(made).encode())
    say(f"{len(made['plan'])} steps, values {', '.join(made['values']) or 'none'}: {out}")
    for name, value in made["values"].items():
        if str(value).startswith("secret:"):
            say(f"{name} is a secret: set MIDCOURSE_SECRET_{str(value).removeprefix('secret:')} before the task is run")
    if not made["done_when"]:
        say("nothing on the last page holds what was entered: say in done_when how the end shows")


async def _shown(world: str) -> dict[str, Any]:
    from ...worlds.web.recording import Recorder, task_of

    web: Any = world_named(f"{world} shown", Path())
    recorder, over = Recorder(web), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, over.set)
    say("show the task in the browser; close the browser when it is done")
    try:
        await recorder.listen(over)
        deeds = recorder.deeds()
        if not deeds or recorder.first is None:
            raise TaskError("nothing was done in the browser: there is no task to write down")
        for what in recorder.unclear:
            say(f"not written down, for no look shows what it was done to: {what}")
        say("the last page is looked at once more: what stays there tells the end")
        last = await recorder.lasting()
    finally:
        await web.close()
    return task_of(world.removeprefix(WEB), deeds, recorder.first, last)


COMMANDS = {"record": record}
