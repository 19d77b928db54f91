"""The command line as a process of its own, without the time that Python takes to load it: a process that has loaded it is copied.

Each command is a new process with its own folder, environment and files, and ends as any does. What the loaded modules keep for a
process is as it is after loading; nothing is left of the command before.
"""

import atexit
import json
import os
import random
import select
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.patience import HANGS

ROOT = Path(__file__).parents[1]
MODELS = ("pydantic_ai.direct", "pydantic_ai.models.openai", "pydantic_ai.models.anthropic")
PDDL = ("unified_planning.io", "unified_planning.engines")


def command(*words: object, cwd: Path, env: dict[str, str] | None = None, input: str = "", loaded: tuple[str, ...] = ()):
    """What `midcourse WORDS` says there. `loaded`: what such a command loads besides, and takes long."""
    with TemporaryDirectory() as kept:
        paths = [str(Path(kept) / name) for name in ("in", "out", "err")]
        Path(paths[0]).write_text(input)
        told = {"words": [str(w) for w in words], "cwd": str(cwd), "env": env or dict(os.environ), "files": paths}
        server = _loaded(loaded)
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(json.dumps(told).encode() + b"\n")
        server.stdin.flush()
        if not select.select([server.stdout], [], [], HANGS)[0]:
            server.kill()
            _loaded.cache_clear()
            raise subprocess.TimeoutExpired(told["words"], HANGS)
        code = int(server.stdout.readline())
        out, err = (Path(path).read_text() for path in paths[1:])
    return subprocess.CompletedProcess(told["words"], code, out, err)


@cache
def _loaded(modules: tuple[str, ...]) -> subprocess.Popen[bytes]:
    started = [sys.executable, "-m", "tests.commands", *modules]
    server = subprocess.Popen(started, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(server.kill)
    return server


def _serve() -> None:
    """Copy this process for each line that comes, and tell how the copy ended. Returns in a copy."""
    for line in sys.stdin.buffer:
        told = json.loads(line)
        pid = os.fork()
        if not pid:
            return _become(told)
        _, status = os.waitpid(pid, 0)
        sys.stdout.buffer.write(b"%d\n" % os.waitstatus_to_exitcode(status))
        sys.stdout.buffer.flush()
    sys.exit()


def _become(told: dict) -> None:
    """Take the place of the command."""
    for number, path in enumerate(told["files"]):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0, closefd=False)
    os.chdir(told["cwd"])
    os.environ.clear()
    os.environ.update(told["env"])
    sys.argv = ["midcourse", *told["words"]]
    sys.path[0] = str(Path(sys.executable).parent)
    sys.modules["__main__"].__package__ = None  # what it is called is what a person calls
    random.seed()


if __name__ == "__main__":
    from importlib import import_module

    for name in ("midcourse.interfaces.cli", *sys.argv[1:]):
        import_module(name)
    _serve()
    from midcourse.command import main

    main()
