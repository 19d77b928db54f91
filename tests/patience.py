"""How long tests wait: for what must happen, as long as a busy machine may need."""

HANGS = 540.0
"""Seconds after which a process or a thing that is waited for hangs, rather than is slow. A test itself may take 600."""
