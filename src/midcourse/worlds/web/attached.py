"""A browser that somebody else runs: we use a tab of our own in it, and leave the rest of it as it is.

Nothing that leaves such a browser passes our gate. Its sandbox, proxy, profile and downloads are its owner's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ...core.errors import TaskError
from .drivers import BrowserError, start_driver, stopped, teach
from .engine import SIZE
from .launching import Trust


class OwnTabs:
    """The tabs that we opened in a browser, and those that these opened. What is done with a context is done with them alone."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self.pages: list[Any] = []
        self._told: list[Callable[[Any], None]] = []
        self._routes: list[tuple[str, Any]] = []
        self._announced: list[str] = []
        """Addresses that our tabs are about to open in another."""
        self._setting: set[asyncio.Future[Any]] = set()
        context.on("page", self._came)

    def on(self, event: str, hear: Callable[[Any], None]) -> None:
        """Tell of tabs of ours that open."""
        if event == "page":
            self._told.append(hear)

    async def route(self, pattern: str, guard: Any) -> None:
        """Hold what our tabs ask for to a guard."""
        self._routes.append((pattern, guard))
        for page in self.pages:
            await page.route(pattern, guard)

    async def new_page(self) -> Any:
        """Open a tab of our own."""
        page = await self._context.new_page()
        self._take(page)
        await self._guard(page)
        return page

    async def new_cdp_session(self, page: Any) -> Any:
        """The debugging protocol of one tab."""
        session = await self._context.new_cdp_session(page)
        session.on("Page.windowOpen", self._announce)
        return session

    async def close(self) -> None:
        """Close our tabs, and no other."""
        for page in tuple(self.pages):
            await stopped(page, "close")

    def _take(self, page: Any) -> None:
        self.pages.append(page)
        page.on("close", self._closed)
        for hear in self._told:
            hear(page)

    def _announce(self, event: dict[str, Any]) -> None:
        self._announced.append(str(event["url"]))

    def _came(self, page: Any) -> None:
        setting = asyncio.ensure_future(self._join(page))
        self._setting.add(setting)
        setting.add_done_callback(self._setting.discard)

    async def _join(self, page: Any) -> None:
        """A tab that came is ours if one of ours opened it: many keep that from the tab, but said so before."""
        with suppress(BrowserError):  # it went again
            opened = page.url in self._announced or await page.opener() in self.pages
            if opened and page not in self.pages:
                self._announced = [url for url in self._announced if url != page.url]
                self._take(page)
                await self._guard(page)

    async def _guard(self, page: Any) -> None:
        for pattern, guard in self._routes:
            await page.route(pattern, guard)

    def _closed(self, page: Any) -> None:
        if page in self.pages:
            self.pages.remove(page)


class Attached:
    """A browser that runs, by its debugging address. It is let go, never closed."""

    is_gated = False
    starts = 1
    trouble = ""

    def __init__(self, address: str) -> None:
        self._address = address
        self.size = SIZE
        self.trust = Trust()
        self._driver: Any = None
        self.context: Any = None

    @property
    def alive(self) -> bool:
        """Whether we are connected, as far as is known."""
        return self.context is not None

    async def start(self) -> Any:
        """Our tabs in it, connected to if need be."""
        if self.context is not None:
            return self.context
        await stopped(self._driver, "stop")
        self._driver = await start_driver()
        try:
            browser = await self._driver.chromium.connect_over_cdp(self._address, no_defaults=True)
        except BrowserError as error:
            how = "start one with --remote-debugging-port=PORT --user-data-dir=FOLDER"
            where = self._address.partition("?")[0]  # a query may hold a key
            said = str(error).splitlines()[0].replace(self._address, where)[:200]
            raise TaskError(f"no browser answers at {where}: {how} ({said})") from None
        except TypeError:
            raise TaskError("attach needs a newer playwright: pip install --upgrade playwright") from None
        await teach(self._driver)
        (context, *_) = browser.contexts
        context.on("dialog", _left_alone)  # Playwright would close the boxes of every tab that nobody listens to
        self.context = OwnTabs(context)
        browser.on("disconnected", self._gone)
        page = await self.context.new_page()
        shown = await (await context.new_cdp_session(page)).send("Page.getLayoutMetrics")
        self.size = (int(shown["cssLayoutViewport"]["clientWidth"]), int(shown["cssLayoutViewport"]["clientHeight"]))
        return self.context

    async def back(self, page: Any, url: str, until: str, seconds: float) -> None:
        """The page before, by its address: a page that such a browser kept comes back without a word to Playwright."""
        await page.goto(url, wait_until=until, timeout=seconds * 1000)

    def _gone(self, browser: Any) -> None:
        self.context = None

    async def end(self) -> None:
        """Close our tabs and let the browser go."""
        if self.context is not None:
            await self.context.close()
        await stopped(self._driver, "stop")
        self.context = self._driver = None


def _left_alone(box: Any) -> None:
    """A box of a tab that is not ours waits for its owner."""
