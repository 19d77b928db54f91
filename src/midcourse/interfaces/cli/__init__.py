"""The command line.

Exit codes: 0 the goal was seen to hold, 1 it was not, 2 bad input, 3 waiting for people, 130 interrupted.
"""

from __future__ import annotations

import sys
from typing import Annotated, NoReturn

import typer

from ...core.errors import BadInput, LeaseLost, MidcourseError, RunNotFound
from ...core.language.printable import printable
from ...release import RELEASE
from . import approving, demo, learning, looking, recording, running, setting_up, speaking


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"midcourse {RELEASE}\n")
        raise typer.Exit


app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=False)
def midcourse(version: Annotated[bool, typer.Option("--version", is_eager=True, callback=_version)] = False) -> None:
    """Run agents in a world that changes while they work."""


for module in (demo, running, recording, looking, speaking, setting_up):
    for name, command in module.COMMANDS.items():
        app.command(name)(command)
for name, group in (("approvals", approving.app), ("lessons", learning.app)):
    app.add_typer(group, name=name)


def main() -> NoReturn:
    """Obey the command line. Every mistake in the input is one message and exit code 2."""
    try:
        code = app(standalone_mode=False)
    except (BadInput, RunNotFound, LeaseLost) as error:
        _fail(str(error), 2)
    except MidcourseError as error:
        _fail(str(error), 1)
    except OSError as error:  # a home, a folder or a file that cannot be used, whoever needed it
        _fail(f"cannot use {error.filename or 'a file'}: {error.strerror or error}", 2)
    except typer.Exit as stop:
        sys.exit(stop.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except Exception as error:
        complain = getattr(error, "format_message", None)  # the parser's own errors, whichever click it brings
        if complain is None:
            raise
        _fail(str(complain()), 2)
    except SystemExit:
        raise
    except BaseException as error:  # of a kind that code of others made up: the run can be resumed
        _fail(f"code of the world or the planner ended the process: {type(error).__name__}: {error}", 1)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(text: str, code: int) -> NoReturn:
    sys.stderr.write(f"midcourse: {printable(text, keep=chr(10))}\n")
    sys.exit(code)
