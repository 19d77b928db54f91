"""A time limit that costs nothing where nobody waits."""

from __future__ import annotations

import asyncio
import inspect
import types
from collections.abc import Callable, Coroutine, Generator
from typing import Any, TypeVar

T = TypeVar("T")


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """The work's result; TimeoutError if it waits for longer than this.

    Most looks and acts of a quick world end without waiting once; a timer for each would cost more than they do.
    """
    if not inspect.iscoroutine(work):  # a future, or something that cannot be awaited at all, which then says so
        async with asyncio.timeout(seconds):
            return await work
    try:
        waiting = work.send(None)
    except StopIteration as done:
        return done.value
    async with asyncio.timeout(seconds):
        return await _rest(work, waiting)


@types.coroutine
def _rest(work: Coroutine[Any, Any, T], waiting: Any) -> Generator[Any, Any, T]:
    """What remains of a coroutine that has begun to wait."""
    while True:
        go_on: Callable[[Any], Any]
        try:
            got = yield waiting
        except BaseException as error:
            go_on, got = work.throw, error
        else:
            go_on = work.send
        try:
            waiting = go_on(got)
        except StopIteration as done:
            return done.value
