"""Giving back what a world holds open."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable
from contextlib import suppress
from inspect import isawaitable
from typing import Any

from ..core.protocols import Closes


async def close(world: object) -> None:
    """Close it, if it has anything to close."""
    if isinstance(world, Closes):
        ending = world.close()
        if isawaitable(ending):
            await ending


def close_now(world: object, seconds: float) -> None:
    """Close it where nobody can wait: an event loop may run here, or none. What does not close in its time is left."""
    if not isinstance(world, Closes):
        return
    with suppress(Exception):  # how it closes changes nothing any more
        ending = world.close()
        if isawaitable(ending):
            thread = threading.Thread(target=_wait_for, args=(ending,), name="midcourse-closing", daemon=True)
            thread.start()
            thread.join(seconds)


def _wait_for(ending: Awaitable[Any]) -> None:
    async def ended() -> None:
        await ending

    with suppress(Exception):
        asyncio.run(ended())
