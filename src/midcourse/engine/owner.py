"""Who runs a run: a process that can be told from any other, and whether it is still there."""

from __future__ import annotations

import os
import socket
import uuid
from pathlib import Path
from typing import Literal, NamedTuple

from ..core.language.printable import printable

Fate = Literal["alive", "dead", "unknown"]
_UNKNOWN = "-"
_FIRST_SPACE = "4026531836"
"""Linux gives this number to the pid namespace that a machine boots with: no container has it."""


class Owner(NamedTuple):
    """What is known of a process that holds a run; `-` where the system does not tell."""

    host: str
    machine: str
    boot: str
    space: str
    """The namespaces in which its number and its start time mean something: pid and time."""
    pid: str
    born: str
    handle: str
    """Which store of the process."""


def whoami() -> str:
    """This process and one store of it, as text; each call names another store."""
    return " ".join(_here())


def fate_of(owner: str) -> Fate:
    """Whether the owner still lives. A number that cannot be seen proves nothing: it may be that of another container."""
    there, here = _read(owner), _here()
    if there is None or _UNKNOWN in (there.boot, there.space, here.boot, here.space):
        return "unknown"
    if (there.boot, there.space) == (here.boot, here.space):
        born = _born(there.pid)
        return "unknown" if _UNKNOWN in (born, there.born) else "alive" if born == there.born else "dead"
    same_machine = (there.host, there.machine) == (here.host, here.machine) and here.machine != _UNKNOWN
    bare = all(space.startswith(_FIRST_SPACE) for space in (there.space, here.space))  # images copy the id of a machine
    return "dead" if same_machine and bare and there.boot != here.boot else "unknown"


def described(owner: str) -> str:
    """The owner, for people."""
    there = _read(owner)
    if there is None:
        return printable(owner)
    here = _here()
    where = "" if (there.boot, there.space) == (here.boot, here.space) else ", in another container or on another machine"
    return printable(f"process {there.pid} on {there.host}{where}")


def _here() -> Owner:
    stat = _text("/proc/self/stat")
    born = stat.rsplit(")", 1)[1].split()[19] if stat else _UNKNOWN
    machine, boot = _text("/etc/machine-id"), _text("/proc/sys/kernel/random/boot_id")
    pid = str(os.getpid())
    return Owner(socket.gethostname(), machine or _UNKNOWN, boot or _UNKNOWN, _space(pid), pid, born, uuid.uuid4().hex[:8])


def _read(owner: str) -> Owner | None:
    parts = owner.rsplit(" ", len(Owner._fields) - 1)
    return Owner(*parts) if len(parts) == len(Owner._fields) and parts[4].isdigit() else None


def _space(pid: str) -> str:
    """The numbers of this process's namespaces, if `/proc` is that of the same ones."""
    try:
        if str(Path("/proc/self").readlink()) != pid:
            return _UNKNOWN
        links = [path.readlink() for name in ("pid", "time") if (path := Path("/proc/self/ns", name)).is_symlink()]
    except OSError:
        return _UNKNOWN
    return ".".join("".join(filter(str.isdigit, str(link))) for link in links) or _UNKNOWN


def _born(pid: str) -> str:
    """When a process of this space started, so that a reused number is not taken for it; '' if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return "" if fields[0] in "ZX" else fields[19]
    except (FileNotFoundError, ProcessLookupError):
        return "" if _is_free(int(pid)) else _UNKNOWN
    except OSError:
        return _UNKNOWN


def _is_free(pid: int) -> bool:
    """Whether no process has this number; `/proc` may hide those of other users."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False
    return False


def _text(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""
