"""Giving back what a world holds open."""

from __future__ import annotations

from inspect import isawaitable

from ..core.protocols import Closes


async def close(world: object) -> None:
    """Close it, if it has anything to close."""
    if isinstance(world, Closes):
        ending = world.close()
        if isawaitable(ending):
            await ending
