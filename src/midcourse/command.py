"""The command `midcourse` as a process of its own."""

from __future__ import annotations

import gc

LAST = 5.0
"""Seconds in which what code of others left behind may end before the process does."""


def main() -> None:
    """Obey the command line, and end."""
    gc.disable()  # of what is loaded now nothing is ever thrown away: to look for it takes a tenth of the start
    from .director.alone import end_within
    from .interfaces import cli

    gc.freeze()
    gc.enable()
    code: str | int | None = 1
    try:
        cli.main()
    except SystemExit as stop:
        code = stop.code
        raise
    finally:
        end_within(LAST, code if isinstance(code, int) else 0 if code is None else 1)
