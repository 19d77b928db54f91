"""How long tests wait: for what must happen, as long as a busy machine may need."""

import os

HANGS = 540.0
"""Seconds after which a process or a thing that is waited for hangs, rather than is slow. A test itself may take 600."""


def patient(seconds: float) -> float:
    """A limit as long as it must be on a machine that is as busy as this one is now: so many share each core."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
