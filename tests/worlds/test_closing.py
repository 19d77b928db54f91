"""Giving back what a world holds open, whether it waits or not."""

import asyncio
import time

from midcourse.worlds.closing import close, close_now
from tests.patience import patient


def test_a_world_is_closed_whether_that_waits_or_not_and_one_with_nothing_open_is_left_alone():
    shut = []

    class Plain:
        def close(self):
            shut.append("plain")

    class Waits:
        async def close(self):
            await asyncio.sleep(0)
            shut.append("waits")

    async def now(world):
        close_now(world, 10.0)

    for world in (Plain(), Waits(), object()):
        asyncio.run(close(world))
        close_now(world, 10.0)
        asyncio.run(now(world))
    assert shut == [*["plain"] * 3, *["waits"] * 3]


def test_a_world_that_breaks_off_or_clings_as_it_is_closed_keeps_nobody():
    class Breaks:
        def close(self):
            raise OSError

    class Clings:
        async def close(self):
            await asyncio.sleep(60)

    for world in (Breaks(), Clings()):
        began = time.monotonic()
        close_now(world, 0.05)
        assert time.monotonic() - began < patient(5)
