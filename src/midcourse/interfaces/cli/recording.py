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

WEB, DESKTOP = "web:", "desktop:"


def record(
    world: Annotated[str, typer.Argument(help="web:ADDRESS, or desktop:PROGRAM own, where the task begins")],
    out: Annotated[Path, typer.Option(help="the task file to write")] = Path("task.yaml"),
) -> None:
    """Write down a task that you show in a browser or a program; close it, or press Control+C, when it is done."""
    if not world.startswith((WEB, DESKTOP)):
        raise TaskError(f"{world!r} cannot be shown; record takes web:ADDRESS or desktop:PROGRAM")
    if out.exists():
        raise TaskError(f"{out} is there already; name another file with --out")
    made = asyncio.run(_shown(world, out.parent))
    write_out(out, as_yaml(made).encode())
    say(f"{len(made['plan'])} steps, values {', '.join(made['values']) or 'none'}: {out}")
    for name, value in made["values"].items():
        if str(value).startswith("secret:"):
            say(f"{name} is a secret: set MIDCOURSE_SECRET_{str(value).removeprefix('secret:')} before the task is run")
    if not made["done_when"]:
        say("nothing that stays holds what was entered: say in done_when how the end shows")


async def _shown(world: str, base: Path) -> dict[str, Any]:
    from ...worlds.shown import task_of

    shown: Any = world_named(f"{world} shown" if world.startswith(WEB) else world, base)
    recorder, over = _recorder(shown, world), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, over.set)
    try:
        say(f"show the task {await recorder.begin()}; close it, or press Control+C, when the task is done")
        await recorder.listen(over)
        deeds = recorder.deeds()
        for what in recorder.unclear:
            say(f"not written down, for no look shows what it was done to: {what}")
        if not deeds or recorder.first is None:
            raise TaskError("nothing was done: there is no task to write down")
        say("what is shown is looked at once more: what stays tells the end")
        last = await recorder.lasting()
    finally:
        await shown.close()
    return task_of(world, deeds, recorder.first, last)


def _recorder(shown: Any, world: str) -> Any:
    if world.startswith(WEB):
        from ...worlds.web.recording import Recorder

        return Recorder(shown)
    from ...worlds.desktop.recording import Recorder as DesktopRecorder

    return DesktopRecorder(shown)


COMMANDS = {"record": record}
