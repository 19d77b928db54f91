"""Giving back what a world holds open, whether it waits or not."""

import asyncio

from midcourse.worlds.closing import close


def test_a_world_is_closed_whether_that_waits_or_not_and_one_with_nothing_open_is_left_alone():
    shut = []

    class Plain:
        def close(self):
            shut.append("plain")

    class Waits:
        async def close(self):
            await asyncio.sleep(0)
            shut.append("waits")

    for world in (Plain(), Waits(), object()):
        asyncio.run(close(world))
    assert shut == ["plain", "waits"]
