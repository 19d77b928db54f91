"""What every family of cases needs: declaring cases, running one that fails, as whom and under which limits."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .labels import Labels

NOBODY = 65534
ROOT = os.geteuid() == 0


@dataclasses.dataclass(frozen=True)
class Failure:
    """A failure seen from outside: a command-line tool's, or one carried over from a child process."""

    error: str
    message: str


class NothingFailed(Exception):
    """The case did not fail here."""


class SkipCase(Exception):
    """The case cannot be provoked here."""


Case = tuple[str, Labels, Callable[[], Any]]  # skill, labels, provoking code
Suite = Callable[[Path], Iterator[Case]]
SUITES: dict[str, tuple[tuple[str, ...], Suite]] = {}
KEPT: list[Any] = []


def suite(library: str, *needs: str) -> Callable[[Suite], Suite]:
    """Declare a library's cases; `needs` are modules, or "cmd:name" for a command."""

    def declare(function: Suite) -> Suite:
        SUITES[library] = (needs, function)
        return function

    return declare


def lacking(needs: tuple[str, ...]) -> list[str]:
    """Which of a library's needs are not met here."""

    def met(need: str) -> bool:
        return bool(shutil.which(need[4:])) if need.startswith("cmd:") else importlib.util.find_spec(need) is not None

    return [need for need in needs if not met(need)]


def qualified(error: BaseException) -> str:
    kind = type(error)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def fail(call: Callable[[], Any]) -> Failure:
    """Run one case, and return its failure."""
    try:
        result = call()
    except (NothingFailed, SkipCase, KeyboardInterrupt):
        raise
    except BaseException as error:
        return Failure(qualified(error), str(error))
    if isinstance(result, Failure):
        return result
    raise NothingFailed(f"returned {result!r:.80}")


def run(*argv: str, cwd: Path | None = None, user: int | None = None, stdin: str | None = None, **env: str) -> Failure:
    """Run a command-line tool that fails: its stderr is the message."""
    if user is not None and not ROOT:
        raise SkipCase("needs root")
    done = subprocess.run(
        argv,
        cwd=cwd,
        user=user,
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, "LC_ALL": "C", **env},
    )
    if done.returncode == 0:
        raise NothingFailed(" ".join(argv))
    return Failure("", done.stderr.strip() or done.stdout.strip())


def shell(script: str, cwd: Path, **options: Any) -> Failure:
    return run("sh", "-c", script, cwd=cwd, **options)


def in_child(call: Callable[[], Any], user: int | None = None, limits: dict[int, int] | None = None) -> Failure:
    """Run one case in a child process, as another user or under resource limits."""
    if user is not None and not ROOT:
        raise SkipCase("needs root")
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            for name, value in (limits or {}).items():
                resource.setrlimit(name, (value, value))
            if limits and resource.RLIMIT_FSIZE in limits:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            failure = fail(call)
            os.write(writer, json.dumps([failure.error, failure.message]).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    if not answer:
        raise NothingFailed("no failure in the child process")
    return Failure(*json.loads(answer))


def as_nobody(call: Callable[[], Any]) -> Callable[[], Failure]:
    return partial(in_child, call, user=NOBODY)


def limited(call: Callable[[], Any], **limits: int) -> Callable[[], Failure]:
    return partial(in_child, call, limits={getattr(resource, name): value for name, value in limits.items()})


def without_dns(folder: Path, *argv: str) -> Failure:
    """Run a command that sees a name server which does not answer (in its own mount namespace)."""
    if not ROOT or not shutil.which("unshare"):
        raise SkipCase("needs root and unshare")
    resolver = folder / "resolv.conf"
    resolver.write_text("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
    return run("unshare", "-m", "sh", "-c", 'mount --bind "$0" /etc/resolv.conf && exec "$@"', str(resolver), *argv)


def python_without_dns(folder: Path, code: str) -> Failure:
    """Run Python code with a name server that does not answer; its exception is the failure."""
    seen = without_dns(folder, sys.executable, "-c", code)
    name, _, message = seen.message.splitlines()[-1].partition(": ")
    return Failure(name, message)


def read_only(folder: Path, *argv: str) -> Failure:
    """Run a command beside a folder "disk" that is mounted read-only (in its own mount namespace)."""
    if not ROOT or not shutil.which("unshare"):
        raise SkipCase("needs root and unshare")
    (folder / "disk").mkdir(exist_ok=True)
    return run("unshare", "-m", "sh", "-c", 'mount -t tmpfs -o ro none disk && exec "$@"', "sh", *argv, cwd=folder)


def python_read_only(folder: Path, code: str) -> Failure:
    seen = read_only(folder, sys.executable, "-c", code)
    name, _, message = seen.message.splitlines()[-1].partition(": ")
    return Failure(name, message)


def furnish(tmp: Path) -> None:
    """The files that the file cases work on."""
    (tmp / "a.txt").write_text("hello\n")
    (tmp / "b.txt").write_text("world\n")
    (tmp / "full" / "inner").mkdir(parents=True)
    (tmp / "full" / "note.txt").write_text("x")
    (tmp / "loop").symlink_to("loop")
    (tmp / "binary").write_bytes(bytes(range(256)))
    secret = tmp / "secret"
    secret.mkdir(mode=0o700)
    (secret / "key").write_text("k")
    (tmp / "private.txt").write_text("p")
    (tmp / "private.txt").chmod(0o600)
    (tmp / "script.sh").write_text("echo hi\n")
    (tmp / "script.sh").chmod(0o644)
    (tmp / "noexec").write_text("not a program")
    (tmp / "noexec").chmod(0o755)
