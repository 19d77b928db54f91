"""Commands that set up and examine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ... import config
from ...release import RELEASE
from .. import doctor as doctoring
from .. import scaffold
from .common import say


def init(where: Annotated[Path, typer.Argument(help="an empty or new folder")] = Path("midcourse-start")) -> None:
    """Write a small task and world that run, to start from."""
    for path in scaffold.write(where):
        say(f"wrote {path}")
    say(f"run it: midcourse run {where / 'task.yaml'}")


def doctor() -> None:
    """Look whether everything is there."""
    findings = doctoring.examine(config.home())
    say(f"midcourse {RELEASE}")
    for finding in findings:
        mark = "ok  " if finding.fine else "MISS" if finding.needed else "--  "
        say(f"{mark} {finding.what}")
    if any(f.needed and not f.fine for f in findings):
        raise typer.Exit(1)


COMMANDS = {"init": init, "doctor": doctor}
