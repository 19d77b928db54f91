"""The browser's open page: started where it was, followed into new tabs, waited for while it loads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar, cast

from ...core.errors import TaskError
from ...private import private_folder
from .ahead import Ahead, Read
from .attached import Attached
from .engine import BrowserError, Chromium
from .files import Files
from .frames import foreign_frames, frame_ids
from .gate import Gate
from .gestures import Unfit, handle_of, is_still_called, unless_boxed
from .labels import Labels
from .options import BrowserOptions
from .origins import Origins, origin_of
from .reading import give_meaning, laid_out, nodes_inside, nodes_of, same
from .sessions import STALLED, Sessions
from .stillness import Stillness
from .things import ROLES
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
LONGER = 0.5
"""Seconds of equal readings that one which did not come to rest before needs: on a busy machine its scripts may only lag."""
POLL = 0.01
"""Seconds between two questions whether something is still on its way."""


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
        self._sessions = Sessions(self.origins)
        self._stillness = Stillness(self._sessions)
        self.loader = ""
        """What the browser calls the document that is open."""
        self._ahead, self._labels = Ahead(self._read), Labels()
        self.unrest = ""
        """Why the last look was not at a page at rest, if so."""
        self.patience = settle
        self.just: Json | None = None
        """The page's layout right after our last act, if it stayed and nothing was in the way."""
        self._acted, self._whole = -REST, False
        """When that was, and whether all of the page was there then."""
        self.foreign: dict[str, str] = {}
        """Frames of another origin than the page's, and that origin."""
        self._passed = 0
        self.heading = ""
        """The address that we asked for and that did not come, until something else is done."""

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
        private_folder(self.downloads)
        if self._watch is None:
            self._watch = Watch(context, self.origins, self.downloads)
            await context.route("**/*", self._watch.guard)
            if self.browser.is_gated and context.browser is not None:
                await self._sessions.hold(context.browser, self._watch)
        working = [page for page in context.pages if self._works(page)]
        self.page = working[0] if working else await context.new_page()
        await self.session()  # it watches over requests from the first one on
        await self.page.goto(self._last_url(), wait_until="domcontentloaded", timeout=self.load * 1000)
        self._watch.opened.clear()
        return True

    def begins(self) -> None:
        """We are about to do something."""
        self.watch.begins()
        self.just, self.heading = None, ""
        self._passed = self._gate.passed

    @property
    def sent_nothing(self) -> bool:
        """Whether not one byte left the browser since we began, as far as we can tell."""
        return self.browser.is_gated and self._gate.passed == self._passed

    @property
    def has_sent(self) -> bool:
        """Whether something was sent since we began, what is only asked for left out."""
        return bool(self.watch.sent) and not self.sent_nothing

    @property
    def heard(self) -> list[tuple[str, int, str]]:
        """What the server answered; that no page came where the browser shows an error of its own and tells of no answer."""
        told = self.watch.answers
        return told or ([("POST" if self.watch.sent else "GET", 0, "the page did not load")] if self.is_lost else told)

    async def reopened(self) -> bool:
        """Ask again for the page that was asked for, or the last that was there, while the browser shows an error of its own, or
        the page is cut off from its server; what was sent is not sent again with it. Whether it came."""
        until = monotonic() + REOPENING
        if self.watch.cut:
            await asyncio.sleep(OWN)
        while (self.is_lost or self.watch.cut) and monotonic() < until:
            try:
                address = self.heading or self._last_url()
                await self.page.goto(address, wait_until="domcontentloaded", timeout=REOPENING * 1000)
            except BrowserError:
                if not self.alive:
                    raise
                await asyncio.sleep(REOPENING / 30)
        return not self.is_lost

    async def renewed(self, is_unclear: bool) -> None:
        """Load a page once more that sent something and stayed, if it is not clear what came of it: a list that its script keeps
        may be older than that, and proves nothing."""
        if not is_unclear or not self.has_sent or self.watch.left:
            return
        self.watch.going = True
        with suppress(BrowserError), self.watch.returning():
            await self.page.reload(wait_until="load", timeout=self.load * 1000)
        self.watch.going = False

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
        if self.alive:
            await self.watch.heard_out(self._acted)
        await self.browser.end()
        self.forget()
        await asyncio.to_thread(self._files.tidy)

    # --- asking the browser -------------------------------------------------------------------------------------

    async def session(self) -> Any:
        """The door to the browser's debugging protocol, for this page."""
        return await self._sessions.of(self.page, self.watch)

    async def element(self, key: int, frame: str, question: str, label: str | None = None) -> Any:
        """The element with this key in this frame; Unfit when it is gone, or is no longer called what it was."""
        session, is_main = await self.session(), frame == self._sessions.main
        element, named = await asyncio.gather(
            handle_of(self.page, session, self._sessions.world(self.page, frame), key, question, is_main=is_main),
            is_still_called(session, key, label) if label is not None else asyncio.sleep(0, True),
        )
        if not named:
            raise Unfit("stale_target", f"it is no longer called {label!r}")
        return element

    async def tree(self) -> list[Json]:
        """The page's accessibility tree, with the frames in it."""
        session = await self.session()
        both = cast("list[Json]", await asyncio.gather(session.send("Page.getFrameTree"), nodes_of(session)))
        told, nodes = both[0]["frameTree"], both[1]
        self.loader, self._sessions.main = told["frame"]["loaderId"], told["frame"]["id"]
        self.foreign = dict(foreign_frames(told, told["frame"]["securityOrigin"]))
        return nodes + await nodes_inside(session, frame_ids(told)[1:])

    async def shot(self) -> Json:
        """The page's layout at this moment."""
        return await self._stillness.shot(self.page, await self.session())

    async def reading(self, shot: Json) -> Read:
        """A page from its layout and its accessibility tree; read again while it changes under the reader."""
        read, tries = await self._ahead.reading(shot), 1
        while not read[0].whole and tries < TRIES:
            read, tries = await self._read(await self.shot()), tries + 1
        return read

    async def _read(self, shot: Json) -> Read:
        tree = asyncio.ensure_future(self.tree())
        await asyncio.sleep(0)  # the browser works at the tree meanwhile
        reading = laid_out(shot)
        reading.size = self.size
        give_meaning(reading, await tree, ROLES)
        return reading, *self._labels.find(reading, self.loader)

    async def settled(self, last: Json | None) -> Json:
        """The page's layout, once it is the same twice and nothing is on its way. `last`: the layout that was read last."""
        since, needed, known = monotonic(), LONGER if self.unrest else 0.0, (last, self.just)
        until = since + self._settle
        self._ahead.waits(self.just if self.just is not None and not same(last, self.just) else None)
        if not needed and self.watch.quiet() and await self._stillness.is_unmoved(self.page, self.just):
            return self.just  # its scripts did nothing until it was drawn once more
        wait, latest = self._acted + REST - monotonic(), self.just  # some pages draw a line every few milliseconds
        while True:
            kept = await self._stillness.rested(self.page, wait, None if needed else latest, latest is not self.just)
            if self.watch.quiet() or monotonic() >= until:
                shot = kept or await self.shot()
                stays = any(same(before, shot) for before in (kept, *known)) and self.watch.quiet()
                if not stays:
                    known, since = (shot,), monotonic()
                    self._ahead.guess(shot)
                rests = stays and monotonic() - since >= needed
                if rests or monotonic() >= until:
                    self.unrest = "" if rests else f"the page did not come to rest within {self._settle:g} seconds"
                    return shot
                latest = shot
            wait = REST

    async def loaded(self) -> bool:
        """Wait for a page that is on its way; False if it does not come in time."""
        self._whole = False
        if self.watch.box is None:
            await unless_boxed(self._stirred(), self.watch.boxed)
        until = monotonic() + self.load
        while monotonic() < until and self.watch.box is None:
            if self.watch.quiet():
                if self._whole and not self.watch.left:
                    return True
                try:
                    await self.page.wait_for_load_state("load", timeout=1000)
                except BrowserError:
                    if not self.alive:
                        raise
                    continue
                return await self._heard()
            await asyncio.sleep(POLL)
        return self.watch.box is not None

    async def _stirred(self) -> None:
        """Wait until what we did shows: a page says that it goes elsewhere shortly after the click that makes it go."""
        if self.watch.left:
            return
        with suppress(BrowserError, TimeoutError):
            async with asyncio.timeout(STALLED):
                self._acted = monotonic()
                self.just, self._whole = await asyncio.gather(self.shot(), self._sessions.drawn(self.page, STALLED))

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

    def _last_url(self) -> str:
        url = self._files.last_url
        return self.start if not url or self.origins.refuses(url) else url
