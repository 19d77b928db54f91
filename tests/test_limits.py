"""The time limit: quick work passes, slow work is cut, errors and cancellation go through."""

import asyncio

import pytest

from midcourse.director.limits import within


async def quick():
    return 1


async def slow(seconds, log):
    try:
        await asyncio.sleep(seconds)
        return "slept"
    except asyncio.CancelledError:
        log.append("cancelled")
        raise
    finally:
        log.append("cleaned up")


def test_quick_and_slow_work():
    log = []
    assert asyncio.run(within(1.0, quick())) == 1
    assert asyncio.run(within(1.0, slow(0.01, log))) == "slept"
    with pytest.raises(TimeoutError):
        asyncio.run(within(0.02, slow(60, log)))
    assert log == ["cleaned up", "cancelled", "cleaned up"]


def test_errors_before_and_after_the_first_wait_go_through():
    async def fails(wait):
        if wait:
            await asyncio.sleep(0)
        raise KeyError("no")

    for wait in (False, True):
        with pytest.raises(KeyError):
            asyncio.run(within(1.0, fails(wait)))


def test_a_cancelled_caller_cancels_the_work():
    log = []

    async def story():
        task = asyncio.ensure_future(within(60, slow(60, log)))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(story())
    assert log == ["cancelled", "cleaned up"]


def test_many_waits_keep_what_they_were_given():
    async def adds(event):
        total = 0
        for i in range(5):
            await asyncio.sleep(0.001)
            total += i
        await event.wait()
        return total

    async def story():
        event = asyncio.Event()
        asyncio.get_running_loop().call_later(0.02, event.set)
        return await within(1.0, adds(event))

    assert asyncio.run(story()) == 10
