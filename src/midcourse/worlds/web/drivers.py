"""Playwright's driver, a process of its own: the browsers of one event loop share it, and it ends with the last of them.

This is the only file that knows where Playwright is.
"""

# pyright: reportMissingTypeStubs=false

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from inspect import signature
from secrets import token_hex
from typing import Any, cast
from weakref import WeakKeyDictionary

from ...core.errors import TaskError

try:
    from playwright.async_api import Error as BrowserError
    from playwright.async_api import TimeoutError as BrowserTimeout
    from playwright.async_api import async_playwright
except ImportError:
    raise TaskError("The web world needs playwright: pip install 'midcourse[web]'") from None

__all__ = [
    "ENGINE",
    "PICKED",
    "WORLD",
    "BrowserError",
    "BrowserTimeout",
    "Door",
    "borrow",
    "give_back",
    "start_driver",
    "stopped",
    "teach",
]

ENGINE = "midcourse"
PICKED = f"midcourse{token_hex(8)}"
GIVE = f"{{ query() {{ return globalThis.{PICKED} ?? null; }}, queryAll() {{ return [globalThis.{PICKED}].filter(Boolean); }} }}"
"""How an element that was picked by its key is handed to Playwright: in a world of scripts that the page cannot reach, by a name
that it cannot guess (an element's id is a name in every world)."""
WORLD = "__playwright_utility_world"
"""What Playwright calls that world."""


class Door:
    """A session of the browser's debugging protocol, whose answers come as they are. Playwright searches each of them for objects
    of its own, and there are none: with the layout and the tree of a page that takes longer than all else that is done."""

    def __init__(self, session: Any) -> None:
        self.on: Callable[[str, Callable[..., Any]], None] = session.on
        inner: Any = getattr(session, "_impl_obj", session)
        self.is_straight = inner is not session and [*signature(inner.send).parameters] == ["method", "params", "timeout"]
        """Whether it goes past that search, which is possible as long as Playwright is built as it is now."""
        self._send = partial(inner.send, timeout=None) if self.is_straight else session.send

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """What the browser answers to a command."""
        return await self._send(method, params)


async def start_driver() -> Any:
    """Playwright itself."""
    return await async_playwright().start()


async def teach(driver: Any) -> None:
    """Tell it how to pick an element by its key: before a browser is started, after one is attached to."""
    await driver.selectors.register(ENGINE, GIVE, content_script=True)


async def stopped(part: Any, stop: str) -> None:
    """Stop a part of Playwright; one that is gone already is stopped."""
    if part is not None:
        with suppress(BrowserError):
            await cast("Awaitable[None]", getattr(part, stop)())


class _Lent:
    """A driver, and how many browsers use it."""

    def __init__(self) -> None:
        self.users = 0
        self.driver = asyncio.ensure_future(_started())


_LENT: WeakKeyDictionary[asyncio.AbstractEventLoop, _Lent] = WeakKeyDictionary()


async def borrow() -> Any:
    """The driver of this event loop, started for the first who asks. Whoever borrows it gives it back."""
    loop = asyncio.get_running_loop()
    if loop not in _LENT:
        _LENT[loop] = _Lent()
    lent = _LENT[loop]
    lent.users += 1
    try:
        return await asyncio.shield(lent.driver)
    except BaseException:
        await give_back()
        raise


async def give_back() -> None:
    """One browser has ended; with the last one, the driver does."""
    loop = asyncio.get_running_loop()
    lent = _LENT.get(loop)
    if lent is None:  # it went with its loop
        return
    lent.users -= 1
    if lent.users == 0:
        del _LENT[loop]
        [driver] = await asyncio.gather(lent.driver, return_exceptions=True)
        if not isinstance(driver, BaseException):
            await stopped(driver, "stop")


async def _started() -> Any:
    driver = await start_driver()
    await teach(driver)
    return driver
