"""What the browser tells by itself: boxes that pop up, tabs that open, files that come, answers of the server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic
from typing import Any

from ...core.language.printable import file_name
from .engine import BrowserError
from .origins import Origins, origin_of

AWAITED = frozenset({"document", "xhr", "fetch", "script", "stylesheet"})
"""Kinds of requests after whose answer a page looks otherwise."""


SLOW = 10.0
"""Seconds: what a page's script asked for and did not get since is taken for a line that is kept open, not for an answer."""
LOST = 2.0
"""Seconds: a page that began to go elsewhere, and of which no request was seen, stays."""


class Watch:
    """Listens to one browser."""

    def __init__(self, context: Any, origins: Origins, downloads: Path) -> None:
        self._origins, self._folder = origins, downloads
        self.box: Any = None
        """The browser's own box (alert, confirm, prompt) that waits for an answer."""
        self.boxed = asyncio.Event()
        self.opened: list[Any] = []
        """Tabs that opened since this was last asked."""
        self.files: list[str] = []
        self.refused: list[str] = []
        """Why requests were not sent."""
        self.answers: list[tuple[str, int, str]] = []
        """(method, status, problem) of the pages that were loaded since this was last emptied."""
        self.crashed: set[Any] = set()
        """Tabs whose page broke down."""
        self.broke = asyncio.Event()
        """Set when the next one does."""
        self._pending: dict[Any, float] = {}
        """Requests on their way, and since when."""
        self.left = False
        """Whether the page went elsewhere since this was last set to False."""
        self._leaving = self._opening = -LOST
        """When the page last said that it goes elsewhere or opens a tab; long ago once that is done."""
        context.on("page", self._page)
        for page in context.pages:
            self._listen(page)

    def quiet(self) -> bool:
        """Whether nothing is on its way that would change the page."""
        now = monotonic()
        awaited = any(_is_awaited(request, now - since) for request, since in self._pending.items())
        return not awaited and now - max(self._leaving, self._opening) > LOST

    def leaves(self, event: Any) -> None:
        """The page begins to go elsewhere: told before the click that made it go is over, and before any request."""
        self._leaving = monotonic()
        self.left = True

    def opens(self, event: Any) -> None:
        """The page opens another tab, which is not there yet."""
        self._opening = monotonic()

    def arrives(self, event: Any) -> None:
        """It is there, or stays where it was."""
        self._leaving = -LOST

    def _page(self, page: Any) -> None:
        self._opening = -LOST
        self.opened.append(page)
        self._listen(page)

    def _listen(self, page: Any) -> None:
        page.on("dialog", self._boxed)
        page.on("download", self._download)
        page.on("request", self._asked)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("close", self._closed)
        page.on("crash", self._crashed)

    def _finished(self, request: Any) -> None:
        self._pending.pop(request, None)

    def _closed(self, page: Any) -> None:
        self._pending.clear()

    def _crashed(self, page: Any) -> None:
        self.crashed.add(page)
        self.broke.set()
        self._pending.clear()

    def _boxed(self, box: Any) -> None:
        self.box = box
        self.boxed.set()

    def unboxed(self) -> None:
        """The box was answered."""
        self.box = None
        self.boxed.clear()

    async def _download(self, download: Any) -> None:
        name = file_name(download.suggested_filename)
        path, number = self._folder / name, 1
        while path.exists():
            number += 1
            path = self._folder / f"{number}-{name}"
        try:
            await download.save_as(path)
        except BrowserError:
            return
        self.files.append(path.name)

    def _asked(self, request: Any) -> None:
        if request.resource_type in AWAITED:
            self._pending[request] = monotonic()

    def _failed(self, request: Any) -> None:
        self._pending.pop(request, None)
        if _matters(request):
            self.answers.append((_method(request), 0, str(request.failure or "the connection failed")))

    def _answered(self, response: Any) -> None:
        if _matters(response.request) and not 300 <= response.status < 400:
            self.answers.append((_method(response.request), response.status, response.status_text))

    async def guard(self, route: Any) -> None:
        """Let a request pass, or not: pages only of allowed origins, nothing of private networks beside them."""
        request = route.request
        why = self._origins.refuses(request.url)
        if why and (request.is_navigation_request() or "private" in why or "no web address" in why):
            if _is_page(request):
                self.refused.append(why)
            await route.abort("accessdenied")
        else:
            await route.continue_()


def _is_awaited(request: Any, age: float) -> bool:
    """A page, and what was sent, until it is answered; what is only asked for, for a while."""
    return age < SLOW or request.resource_type == "document" or request.method != "GET"


def _method(request: Any) -> str:
    """How the first of a chain of redirects was sent: a form that was taken may lead on to a page that fails."""
    while request.redirected_from is not None:
        request = request.redirected_from
    return str(request.method)


def _matters(request: Any) -> bool:
    """Whether what becomes of a request is what becomes of the act: a page, or what the page sends to its own server."""
    if _is_page(request):
        return True
    try:
        sent = request.method != "GET" and request.resource_type in ("xhr", "fetch")
        return sent and origin_of(request.url) == origin_of(request.frame.page.url)
    except BrowserError:
        return False


def _is_page(request: Any) -> bool:
    try:
        return bool(request.is_navigation_request()) and request.frame.parent_frame is None
    except BrowserError:
        return False
