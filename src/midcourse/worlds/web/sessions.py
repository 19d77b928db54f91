"""Doors to the browser's debugging protocol: one a page, and one to the whole browser, which stops what may not be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import Any

from .drivers import WORLD, BrowserError
from .frames import note_world
from .origins import Origins
from .watching import Watch

Json = Any
DRAWN = """new Promise(done => { setTimeout(done, 40); requestAnimationFrame(() => setTimeout(done, 8)); })
.then(() => document.readyState === 'complete')"""
"""The page has drawn itself, and its scripts had a few milliseconds more to begin what an act stirred in them; some pages are
drawn by nobody. It answers whether all of it is there."""
DUE = "new Promise(done => setTimeout(() => setTimeout(() => done(true)), {wait}))"
"""What the page's scripts had set a time for is done: a browser that gets little of a busy machine answers us before them."""
UNCHANGED = """new Promise(done => {
  const end = performance.now() + {wait};
  const ask = () => {
    const left = Math.min({wait} - unchanged(), end - performance.now());
    left > 0 ? setTimeout(ask, left) : done(true);
  };
  setTimeout(() => setTimeout(ask));
})"""
"""Nothing in the page has changed for so long, by its own clock, or so long was waited; what its scripts had set a time for comes
first."""
CLOCK = "midcourse"
"""What our own script world in a page is called, in which its changes are noted."""
NOTED = """let at = performance.now();
const note = () => { at = performance.now(); };
new MutationObserver(note).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
for (const event of ['DOMContentLoaded', 'load']) addEventListener(event, note);
globalThis.unchanged = () => performance.now() - at;"""
"""Begins with each new page, and tells since when nothing in it has changed."""
TRIP = 0.008
"""Seconds that the question and its answer may take."""
SHORTLY = 0.04
"""Seconds that are waited for where nobody can tell."""


class Sessions:
    """The sessions of one browser's pages, opened when they are first asked for."""

    def __init__(self, origins: Origins) -> None:
        self._origins = origins
        self._opened: dict[Any, Any] = {}
        self._worlds: dict[Any, dict[str, int]] = {}
        self._clocks: dict[Any, dict[str, int]] = {}
        self.main = ""
        """The id of the open page's main frame, once it is known."""
        self._whole: Any = None
        """The session of the whole browser, where that is ours."""

    def clear(self) -> None:
        """The browser is gone, and all of them with it."""
        self._opened.clear()
        self._worlds.clear()
        self._clocks.clear()
        self._whole = None

    async def hold(self, browser: Any, watch: Watch) -> None:
        """Stop what may not be sent in every page: that of a new tab is redirected before the tab has a session of its own."""
        self._whole = await browser.new_browser_cdp_session()
        await self._stop(self._whole, watch)

    def world(self, page: Any, frame: str) -> int | None:
        """Playwright's own script world in a frame, out of the page's reach."""
        return self._worlds.get(page, {}).get(frame)

    async def of(self, page: Any, watch: Watch) -> Any:
        """The session of a page; whoever watches the browser hears through it where the page goes."""
        if page not in self._opened:
            session = await page.context.new_cdp_session(page)
            await session.send("Accessibility.enable")
            await session.send("DOM.enable")
            session.on("Page.frameRequestedNavigation", watch.leaves)
            session.on("Page.frameStoppedLoading", watch.arrives)
            session.on("Page.windowOpen", watch.opens)
            await session.send("Page.enable")
            worlds, clocks = self._worlds[page], self._clocks[page] = dict[str, int](), dict[str, int]()
            session.on("Runtime.executionContextCreated", partial(note_world, worlds, WORLD))
            session.on("Runtime.executionContextCreated", partial(note_world, clocks, CLOCK))
            await session.send("Page.addScriptToEvaluateOnNewDocument", {"source": NOTED, "worldName": CLOCK})
            await session.send("Runtime.enable")
            if self._whole is None:
                await self._stop(session, watch)
            self._opened[page] = session
        return self._opened[page]

    async def drawn(self, page: Any, most: float) -> bool:
        """Wait until the page has drawn itself once more; a short while where it goes elsewhere or does not answer.

        Whether all of it is known to be there.
        """
        return await self._asked(page, DRAWN, most)

    async def rest(self, page: Any, seconds: float, most: float) -> None:
        """Let time pass by our clock and by the page's own, so that its scripts do what is due."""
        due = DUE.replace("{wait}", str(int(1000 * max(0.0, seconds - TRIP))))
        await asyncio.gather(asyncio.sleep(seconds), self._asked(page, due, most))

    async def unchanged(self, page: Any, seconds: float, most: float) -> None:
        """Wait until the page has stayed as it is for so long, by its own word; as long as that at most."""
        clock = self._clocks.get(page, {}).get(self.main)
        if clock is None:
            await self.rest(page, seconds, most)
        else:
            await self._asked(page, UNCHANGED.replace("{wait}", str(int(1000 * seconds))), most, clock)

    async def _asked(self, page: Any, question: str, most: float, world: int | None = None) -> bool:
        """Whether the page says yes in time, in Playwright's own script world or in another."""
        world, session = self.world(page, self.main) if world is None else world, self._opened.get(page)
        asked = {"expression": question, "contextId": world, "awaitPromise": True, "returnByValue": True}
        if world is not None and session is not None:
            with suppress(BrowserError, TimeoutError):
                async with asyncio.timeout(most):
                    return (await session.send("Runtime.evaluate", asked))["result"].get("value") is True
        await asyncio.sleep(SHORTLY)
        return False

    async def _stop(self, session: Any, watch: Watch) -> None:
        session.on("Fetch.requestPaused", partial(self._hop, session, watch))
        await session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})

    def _hop(self, session: Any, watch: Watch, event: Json) -> None:
        """Each request, also each hop of a redirect, which Playwright lets pass unseen."""
        refused = self._origins.refuses(event["request"]["url"])
        page = event["resourceType"] == "Document"
        private = "private" in refused or "no web address" in refused
        id = {"requestId": event["requestId"]}
        if refused and (page or private):
            own = event["frameId"] == (self.main or event["frameId"])  # one of a frame inside is none of the page's own
            if page and (own or watch.is_opening):
                watch.refused.append(refused)
            answer = session.send("Fetch.failRequest", {**id, "errorReason": "AccessDenied"})
        else:
            answer = session.send("Fetch.continueRequest", id)
        unawaited(answer)


def unawaited(work: Awaitable[Any]) -> None:
    """Let it be done; that what it was for is gone by then troubles nobody."""
    asyncio.ensure_future(work).add_done_callback(_let_go)


def _let_go(task: asyncio.Future[Any]) -> None:
    if not task.cancelled():
        task.exception()
