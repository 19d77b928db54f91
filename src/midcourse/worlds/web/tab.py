"""The browser's open page: started where it was, followed into new tabs, waited for while it loads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Container, Iterable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import unquote_plus

from ...core.errors import TaskError
from .attached import Attached
from .engine import BrowserError, Chromium
from .files import Files
from .frames import foreign_frames, frame_ids, note_world
from .gate import Gate
from .gestures import handle_of
from .options import BrowserOptions
from .origins import Origins, origin_of
from .reading import Reading, accessibility_tree, give_meaning, laid_out, same, snapshot
from .things import clean
from .watching import Watch

Json = Any
T = TypeVar("T")
HEARD = 3.0
"""Seconds between a page and the news of how it came."""
REOPENING = 15.0
"""Seconds within one look in which a page that did not load is asked for again."""
OWN = 2.0
"""Seconds in which a page that was cut off may find its server by itself."""
TRIES = 5
"""How often a page or a thing that changes while it is reached for is tried."""
REST = 0.04
"""Seconds between two readings that must be equal before a page counts as settled."""


class Tab:
    """One page of one browser. A browser that died is started again, at the address where it was."""

    def __init__(
        self,
        start: str,
        allow: Iterable[str],
        files: Files,
        size: tuple[int, int],
        options: BrowserOptions,
        *,
        headless: bool,
        settle: float,
        load: float,
        sealed: bool = False,
    ) -> None:
        self.start, self.load = start, load
        self.origins = Origins(start, allow)
        if why := self.origins.refuses(start):
            raise TaskError(why)
        self._files, self._settle = files, settle
        self._gate = Gate(self.origins, sealed)
        self.browser: Chromium | Attached
        if options.attach:
            self.browser = Attached(options.attach)
        else:
            self.browser = Chromium(files, self._gate, options, origin_of(start), headless=headless, size=size)
        self.page: Any = None
        self._watch: Watch | None = None
        self._sessions: dict[Any, Any] = {}
        self._frame = ""
        self.loader = ""
        """What the browser calls the document that is open."""
        self.unrest = ""
        """Why the last look was not at a page at rest, if so."""
        self.patience = settle
        self._worlds: dict[Any, dict[str, int]] = {}
        self.foreign: dict[str, str] = {}
        """Frames of another origin than the page's, and that origin."""
        self._passed = 0

    @property
    def watch(self) -> Watch:
        """Who listens to the browser, once it runs."""
        assert self._watch is not None
        return self._watch

    @property
    def alive(self) -> bool:
        """Whether the page can be used, as far as is known."""
        return self.browser.alive and self.page is not None and self._works(self.page)

    @property
    def is_lost(self) -> bool:
        """Whether the browser shows an error of its own in place of a page."""
        return self.page.url.startswith("chrome-error:")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of what is shown of a page."""
        return self.browser.size

    @property
    def downloads(self) -> Path:
        """Where files that came are kept."""
        return self._files.downloads

    @property
    def pages(self) -> list[Any]:
        """All open tabs."""
        return self.browser.context.pages if self.browser.alive else []

    async def ready(self) -> bool:
        """Start the browser if it does not run; whether it had to be started."""
        if self.alive:
            return False
        self.forget()
        context = await self.browser.start()
        self.downloads.mkdir(parents=True, exist_ok=True)
        if self._watch is None:
            self._watch = Watch(context, self.origins, self.downloads)
            await context.route("**/*", self._watch.guard)
        working = [page for page in context.pages if self._works(page)]
        self.page = working[0] if working else await context.new_page()
        await self.session()  # it watches over requests from the first one on
        await self.page.goto(self._last_url(), wait_until="domcontentloaded", timeout=self.load * 1000)
        self._watch.opened.clear()
        return True

    def begins(self) -> None:
        """We are about to do something."""
        self.watch.begins()
        self._passed = self._gate.passed

    @property
    def sent_nothing(self) -> bool:
        """Whether not one byte left the browser since we began, as far as we can tell."""
        return self.browser.is_gated and self._gate.passed == self._passed

    @property
    def heard(self) -> list[tuple[str, int, str]]:
        """What the server answered; that no page came where the browser shows an error of its own and tells of no answer."""
        told = self.watch.answers
        return told or ([("POST" if self.watch.sent else "GET", 0, "the page did not load")] if self.is_lost else told)

    async def reopened(self) -> bool:
        """Ask again for the last page that was there, while the browser shows an error of its own, or the page is cut off from
        its server; what was sent is not sent again with it. Whether it came."""
        until = monotonic() + REOPENING
        if self.watch.cut:
            await asyncio.sleep(OWN)
        while (self.is_lost or self.watch.cut) and monotonic() < until:
            try:
                await self.page.goto(self._last_url(), wait_until="domcontentloaded", timeout=REOPENING * 1000)
            except BrowserError:
                if not self.alive:
                    raise
                await asyncio.sleep(REOPENING / 30)
        return not self.is_lost

    async def unbroken(self, work: Awaitable[T]) -> T:
        """Do it; BrowserError if the page breaks down under it, of which those who wait for its answers are never told."""
        self.watch.broke.clear()
        doing = asyncio.ensure_future(work)
        broke = asyncio.ensure_future(self.watch.broke.wait())
        try:
            await asyncio.wait({doing, broke}, return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                return await doing
            raise BrowserError("the page crashed")
        finally:
            broke.cancel()
            doing.cancel()

    def _works(self, page: Any) -> bool:
        return not page.is_closed() and (self._watch is None or page not in self._watch.crashed)

    def forget(self) -> None:
        """The page is gone, or the whole browser. One whose page crashed goes on, with all who are logged in there."""
        self.page = None
        if not self.browser.alive:
            self._watch = None
            self._sessions.clear()

    async def close(self) -> None:
        """Close the browser, and remove what only it needed."""
        await self.browser.end()
        self.forget()
        await asyncio.to_thread(self._files.tidy)

    # --- asking the browser -------------------------------------------------------------------------------------

    async def session(self) -> Any:
        """The door to the browser's debugging protocol, for this page."""
        if self.page not in self._sessions:
            session = await self.browser.context.new_cdp_session(self.page)
            await session.send("Accessibility.enable")
            await session.send("DOM.enable")
            session.on("Page.frameRequestedNavigation", self.watch.leaves)
            session.on("Page.frameStoppedLoading", self.watch.arrives)
            session.on("Page.windowOpen", self.watch.opens)
            await session.send("Page.enable")
            # Playwright has a script world of its own in every frame, out of the page's reach.
            worlds = self._worlds[self.page] = dict[str, int]()
            session.on("Runtime.executionContextCreated", partial(note_world, worlds))
            await session.send("Runtime.enable")
            session.on("Fetch.requestPaused", partial(self._hop, session))
            await session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})
            self._sessions[self.page] = session
        return self._sessions[self.page]

    async def element(self, key: int, frame: str) -> Any:
        """The element with this key in this frame; Unfit when it is gone."""
        session = await self.session()
        return await handle_of(self.page, session, self._worlds[self.page].get(frame), key)

    async def is_named(self, key: int, label: str) -> bool:
        """Whether an element is still called what it was, as far as the browser tells."""
        try:
            asked = {"backendNodeId": key, "fetchRelatives": False}
            told = await (await self.session()).send("Accessibility.getPartialAXTree", asked)
        except BrowserError:
            return False
        name = clean(str(told["nodes"][0].get("name", {}).get("value", ""))) if told["nodes"] else ""
        return not name or name == label

    async def tree(self) -> list[Json]:
        """The page's accessibility tree, with the frames in it."""
        session = await self.session()
        told = (await session.send("Page.getFrameTree"))["frameTree"]
        self.loader, self._frame = told["frame"]["loaderId"], told["frame"]["id"]
        self.foreign = dict(foreign_frames(told, told["frame"]["securityOrigin"]))
        return await accessibility_tree(session, frame_ids(told))

    async def shot(self) -> Json:
        """The page's layout at this moment."""
        return await snapshot(await self.session())

    async def reading(self, shot: Json, needed: Container[str]) -> Reading:
        """A page from its layout and its accessibility tree; read again while it changes under the reader."""
        tries = 0
        while True:
            tree = asyncio.ensure_future(self.tree())
            await asyncio.sleep(0)  # the browser works at the tree while we read the layout
            reading = laid_out(shot)
            reading.size = self.size
            give_meaning(reading, await tree, needed)
            tries += 1
            if reading.whole or tries == TRIES:
                return reading
            shot = await self.shot()

    async def settled(self, last: Json | None) -> Json:
        """The page's layout, once it is the same twice and nothing is on its way. `last` is what it was at the last look."""
        until = monotonic() + self._settle
        while True:
            if self.watch.quiet() or monotonic() >= until:
                shot = await self.shot()
                rests = same(last, shot) and self.watch.quiet()
                if rests or monotonic() >= until:
                    self.unrest = "" if rests else f"the page did not come to rest within {self._settle:g} seconds"
                    return shot
                last = shot
            await asyncio.sleep(REST)

    async def rested(self) -> Json:
        """The page's layout, the same twice from now on."""
        return await self.settled(None)

    async def loaded(self) -> bool:
        """Wait for a page that is on its way; False if it does not come in time."""
        await asyncio.sleep(REST)  # a page says that it goes elsewhere shortly after the click that makes it go
        until = monotonic() + self.load
        while monotonic() < until and self.watch.box is None:
            if self.watch.quiet():
                try:
                    await self.page.wait_for_load_state("load", timeout=1000)
                except BrowserError:
                    if not self.alive:
                        raise
                    continue
                return await self._heard()
            await asyncio.sleep(REST / 2)
        return self.watch.box is not None

    async def _heard(self) -> bool:
        """Wait until it is known what the server answered: that the page is there is told sooner than what it came with."""
        watch = self.watch
        for _ in range(int(HEARD / REST)):
            if not (self.alive and watch.left) or watch.answers or watch.refused:
                break
            await asyncio.sleep(REST)
        return True

    async def follow(self) -> bool:
        """A tab that our act opened is where it goes on; when a tab was closed, the last one left. Whether that is another."""
        before = self.page
        opened = [page for page in self.watch.opened if not page.is_closed()]
        self.watch.opened.clear()
        if opened:
            self.page = opened[-1]
            await self.page.bring_to_front()
        elif self.page.is_closed() and self.pages:
            self.page = self.pages[-1]
        return self.page is not before

    async def photo(self) -> bytes:
        """The page as a PNG, with nothing hidden yet. Taking it changes nothing in the page."""
        return await self.page.screenshot(animations="allow", caret="initial")

    def _hop(self, session: Any, event: Json) -> None:
        """Each request, also each hop of a redirect, which Playwright lets pass unseen."""
        refused = self.origins.refuses(event["request"]["url"])
        page = event["resourceType"] == "Document"
        private = "private" in refused or "no web address" in refused
        id = {"requestId": event["requestId"]}
        if refused and (page or private):
            if page and event["frameId"] == self._main(event):
                self.watch.refused.append(refused)
            answer = session.send("Fetch.failRequest", {**id, "errorReason": "AccessDenied"})
        else:
            answer = session.send("Fetch.continueRequest", id)
        asyncio.ensure_future(answer).add_done_callback(_forget)

    def _main(self, event: Json) -> str:
        """The main frame's id, where it is known: an event of a frame inside is none of the page's own."""
        return self._frame or event["frameId"]

    # --- going on after a crash ---------------------------------------------------------------------------------

    def remember(self, url: str, typed: Iterable[str] = ()) -> None:
        """Where we are, so that another process can go on there; without its query if that holds what was typed."""
        plain = unquote_plus(url.partition("?")[2])
        if any(len(text) > 3 and text in plain for text in typed):
            url = url.partition("?")[0]
        self._files.last_url = url

    def _last_url(self) -> str:
        url = self._files.last_url
        return self.start if not url or self.origins.refuses(url) else url


def _forget(task: asyncio.Future[Any]) -> None:
    if not task.cancelled():
        task.exception()  # the request is gone already
