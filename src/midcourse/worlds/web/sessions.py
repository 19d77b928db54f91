"""Doors to the browser's debugging protocol: one a page, and one to the whole browser, which stops what may not be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from .drivers import WORLD, BrowserError, Door
from .frames import note_world
from .noting import NOTED, NOTING
from .origins import Origins
from .watching import Watch

Json = Any
T = TypeVar("T")
Mark = tuple[int, tuple[float, ...]]
"""A moment of a page: how often it had changed, and been laid out."""
LAID_OUT = ("LayoutCount", "RecalcStyleCount")
DRAWN = """new Promise(done => {
  const patience = document.hidden || globalThis.isUndrawn ? 40 : 500;
  const late = setTimeout(() => { globalThis.isUndrawn = true; done(); }, patience);
  requestAnimationFrame(() => { clearTimeout(late); globalThis.isUndrawn = false; setTimeout(done, 8); });
}).then(() => document.readyState === 'complete')"""
"""The page has drawn itself, which takes a busy machine longer, and its scripts had a few milliseconds more to begin what an act
stirred in them; some pages are drawn by nobody. It answers whether all of it is there."""
DUE = "new Promise(done => setTimeout(() => setTimeout(() => done(true)), {wait}))"
"""What the page's scripts had set a time for is done: a browser that gets little of a busy machine answers us before them."""
TRIP = 0.008
"""Seconds that the question and its answer may take."""
STALLED = 1.0
"""Seconds after which a page that is busy is not waited for in this way."""
SHORTLY = 0.04
"""Seconds that are waited for where nobody can tell."""


class Sessions:
    """The sessions of one browser's pages, opened when they are first asked for."""

    def __init__(self, origins: Origins) -> None:
        self._origins = origins
        self._opened: dict[Any, Any] = {}
        self._worlds: dict[Any, dict[str, int]] = {}
        self._noting: dict[Any, dict[str, int]] = {}
        self.main = ""
        """The id of the open page's main frame, once it is known."""
        self._whole: Any = None
        """The session of the whole browser, where that is ours."""

    def clear(self) -> None:
        """The browser is gone, and all of them with it."""
        self._opened.clear()
        self._worlds.clear()
        self._noting.clear()
        self._whole = None

    async def hold(self, browser: Any, watch: Watch) -> None:
        """Stop what may not be sent in every page: that of a new tab is redirected before the tab has a session of its own."""
        self._whole = Door(await browser.new_browser_cdp_session())
        await self._stop(self._whole, watch)

    def world(self, page: Any, frame: str) -> int | None:
        """Playwright's own script world in a frame, out of the page's reach."""
        return self._worlds.get(page, {}).get(frame)

    async def of(self, page: Any, watch: Watch) -> Any:
        """The session of a page; whoever watches the browser hears through it where the page goes."""
        if page not in self._opened:
            session = Door(await page.context.new_cdp_session(page))
            await session.send("Accessibility.enable")
            await session.send("DOM.enable")
            session.on("Page.frameRequestedNavigation", watch.leaves)
            session.on("Page.frameStoppedLoading", watch.arrives)
            session.on("Page.windowOpen", watch.opens)
            await session.send("Page.enable")
            worlds, noting = self._worlds[page], self._noting[page] = dict[str, int](), dict[str, int]()
            session.on("Runtime.executionContextCreated", partial(note_world, worlds, WORLD))
            session.on("Runtime.executionContextCreated", partial(note_world, noting, NOTING))
            await session.send("Page.addScriptToEvaluateOnNewDocument", {"source": NOTED, "worldName": NOTING})
            await session.send("Performance.enable")
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

    async def marked(self, page: Any, work: Awaitable[T]) -> tuple[Mark | None, T]:
        """What work tells of a page, and where what it notes of its changes begins; None where it notes none. The mark comes
        first: what changes between the two is no change otherwise."""
        note = self._answer(page, self._noting, "mark()", STALLED)
        noted, told, drawn = await asyncio.gather(note, work, self._drawn_so_often(page))
        return None if noted is None or drawn is None else (noted, drawn), told

    async def stays(self, page: Any, mark: Mark, seconds: float, counts: bool) -> bool:
        """Wait so long, and tell whether the page stayed as it was at the mark. `counts`: the time before in which nothing
        changed is a part of that."""
        lasts = f"lasts({mark[0]}, {max(0, round(1000 * seconds))}, {'true' if counts else 'false'})"
        return await self._answer(page, self._noting, lasts, STALLED) is True and await self._drawn_so_often(page) == mark[1]

    async def _drawn_so_often(self, page: Any) -> tuple[float, ...] | None:
        """How often the page was laid out: no observer hears what changes in trees of its parts' own."""
        with suppress(BrowserError, TimeoutError, KeyError):
            async with asyncio.timeout(STALLED):
                told = (await self._opened[page].send("Performance.getMetrics"))["metrics"]
                return tuple(metric["value"] for metric in told if metric["name"] in LAID_OUT)
        return None

    async def _answer(self, page: Any, worlds: dict[Any, dict[str, int]], question: str, most: float) -> Json:
        """What the page answers in a script world; None if it cannot, or not in time."""
        world, session = worlds.get(page, {}).get(self.main), self._opened.get(page)
        asked = {"expression": question, "contextId": world, "awaitPromise": True, "returnByValue": True}
        if world is not None and session is not None:
            with suppress(BrowserError, TimeoutError):
                async with asyncio.timeout(most):
                    return (await session.send("Runtime.evaluate", asked))["result"].get("value")
        return None

    async def _asked(self, page: Any, question: str, most: float) -> bool:
        """Whether the page says yes in time; a short while is waited for where it cannot answer."""
        answer = await self._answer(page, self._worlds, question, most)
        if answer is None:
            await asyncio.sleep(SHORTLY)
        return answer is True

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
