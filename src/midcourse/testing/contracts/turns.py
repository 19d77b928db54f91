"""How long this thread stood ready and got no core: on a busy machine that is nobody's fault."""

from __future__ import annotations

from pathlib import Path

WAITED = Path("/proc/thread-self/schedstat")


def seconds_without_a_core() -> float:
    """Since the thread began; 0 where the system does not tell."""
    try:
        return int(WAITED.read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
