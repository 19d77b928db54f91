"""Commands that set up and examine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ...core.run.groups import flat
from ...inputs import config
from ...inputs.settings_text import override
from ...inputs.taskfile import read_task
from ...release import RELEASE
from .. import doctor as doctoring
from .. import scaffold
from .common import AsJson, Set, flags, say, warn


def init(where: Annotated[Path, typer.Argument(help="an empty or new folder")] = Path("midcourse-start")) -> None:
    """Write a small task and world to start from."""
    for path in scaffold.write(where):
        say(f"wrote {path}")
    say(f"run it: midcourse run {where / 'task.yaml'}")


def doctor() -> None:
    """Check the installation."""
    findings = doctoring.examine(config.home(), config.own_folder())
    say(f"midcourse {RELEASE}")
    for finding in findings:
        mark = "ok  " if finding.fine else "MISS" if finding.needed else "--  "
        say(f"{mark} {finding.what}")
    if any(f.needed and not f.fine for f in findings):
        raise typer.Exit(1)


def settings(
    task: Annotated[Path | None, typer.Argument(help="a task file, whose settings count too")] = None,
    set_: Set = None,
    json: AsJson = False,
) -> None:
    """Print every setting with its value and where it comes from."""
    loaded = config.load_settings()
    sources = dict(loaded.sources)
    found = loaded.settings
    if task is not None:
        file = read_task(task)
        found = file.over(found)
        sources.update(dict.fromkeys(msgspec.to_builtins(file.settings), f"task file {task}"))
    given = flags(None, None, None, None, set_)
    found = override(found, given)
    sources.update(dict.fromkeys(given, "command line"))
    values = flat(found)
    if json:
        rows = {name: {"value": values[name], "source": sources[name], "variable": config.variable(name)} for name in sources}
        say(msgspec.json.encode(rows).decode())
        return
    if loaded.note:
        warn(loaded.note)
    width = max(map(len, values))
    for name in sources:
        say(f"{name:<{width}}  {_written(values[name]):<10}  {sources[name]}")


def _written(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


COMMANDS = {"init": init, "doctor": doctor, "settings": settings}
