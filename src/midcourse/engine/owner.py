"""Who runs a run: a process that can be told from any other, and whether it is still there."""

from __future__ import annotations

import os
import socket
from pathlib import Path


def whoami() -> str:
    """This process: host, number, and when it started."""
    pid = os.getpid()
    return f"{socket.gethostname()} {pid} {_born(pid)}"


def is_alive(owner: str) -> bool:
    """Whether the owner may still run. Of another host nothing is known: its lease must run out."""
    host, pid, born = owner.rsplit(" ", 2)
    if host != socket.gethostname():
        return True
    return _born(int(pid)) == born


def _born(pid: int) -> str:
    """When a process started, so that a reused process id is not taken for it; '' if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return "" if fields[0] == "Z" else fields[19]
    except FileNotFoundError:
        return "" if Path("/proc/self/stat").exists() else "?"
