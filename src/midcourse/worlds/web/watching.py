"""What the browser tells by itself: boxes that pop up, tabs that open, files that come, answers of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from ...core.language.printable import file_name
from ...private import new_file
from .engine import LEFT, BrowserError
from .origins import Origins
from .outgoing import Outgoing
from .requested import is_awaited, is_page, matters, method_of, place_of

AWAITED = frozenset({"document", "xhr", "fetch", "script", "stylesheet"})
"""Kinds of requests after whose answer a page looks otherwise."""


LINE = 0.3
"""Seconds: a page that is drawn over a web socket rests when nothing came for so long."""
OPENING = 1.5
"""Seconds in which a web socket that was opened brings its first news."""
DRAWING = 3.0
"""Seconds after an act, or after a web socket was opened, for which its news are waited for: some never end."""
BEAT = 12
"""Letters: what is no longer only says that the line is open."""
PASSING = 1.0
"""Seconds: a web socket that ends so soon was opened for one exchange."""
LATE = 1.5
"""Seconds after an act in which a page may still send what came of it."""
MOMENT = 0.05
"""Seconds between two questions whether it did."""
REFUSED, ASIDE = "refused", "aside"
SUBMITS = "formSubmissionPost"
"""Why a page says that it goes elsewhere when it sends a form."""
AGAIN = "that page answered a form, and to show it once more would send the form again"
ASKING = ("GET", "HEAD", "OPTIONS")
"""Requests that only ask for something (RFC 9110)."""
GONE = (404, 410)
"""What a server answers for a page that is not there (RFC 9110)."""
LOST = 2.0
"""Seconds: a page that began to go elsewhere, and of which no request was seen, stays."""


class Watch:
    """Listens to one browser."""

    def __init__(self, context: Any, origins: Origins, downloads: Path) -> None:
        self._origins, self._folder = origins, downloads
        self.box: Any = None
        """The browser's own box (alert, confirm, prompt) that waits for an answer."""
        self.boxed = asyncio.Event()
        self.going = False
        """Whether we go to another address: a page that asks whether it may be left is told that it may."""
        self._leave: asyncio.Future[None] | None = None
        self._returns = self.kept_back = False
        """Whether we go back to a page that was there before; whether a form was kept from being sent again by that."""
        self._submits, self._forms = 0, set[tuple[str, bytes]]()
        """Forms that a page said it sends, and that are not on their way yet; those that were sent, for a page as the answer."""
        self.opened: list[Any] = []
        """Tabs that opened since this was last asked."""
        self.files: list[str] = []
        self.refused: list[str] = []
        """Why requests were not sent."""
        self.answers: list[tuple[str, int, str]] = []
        """(method, status, problem) of the pages that were loaded since this was last emptied."""
        self._heard: set[Any] = set()
        """What was asked for and answered since then."""
        self._statuses: dict[Any, int] = {}
        """What the server said of the page that a tab shows."""
        self._served: set[str] = set()
        """Addresses without their questions at which there was a page."""
        self.crashed: set[Any] = set()
        """Tabs whose page broke down."""
        self.broke = asyncio.Event()
        """Set when the next one does."""
        self._pending: dict[Any, float] = {}
        """Requests on their way, and since when."""
        self.left = False
        """Whether the page went elsewhere since this was last set to False."""
        self.sent = 0
        """How often something was sent to a server since this was last set to 0, what is only asked for left out."""
        self.outgoing = Outgoing()
        self.taken = ""
        """How a form was answered since this was last emptied: `here` by a page at once, `elsewhere` by leading to another,
        `refused` by a word that the request itself was wrong (RFC 9110, 4xx), so that nothing was done, `aside` in the page."""
        self.unkept = False
        """Whether the server refused what the open page sent by itself last: what it lists may be what it was to keep."""
        self._line = self._stirred = -DRAWING
        """When a web socket last brought something; when it was opened, or we last did something."""
        self._lines: dict[Any, float] = {}
        """Web sockets of the page that are open, and since when."""
        self.cut = False
        """Whether the last web socket of the page ended that was no passing one: what is done in it may reach nobody."""
        self._mended: set[str] = set()
        """Web sockets of which that was told; those that end again are meant to."""
        self._leaving = self._opening = -LOST
        """When the page last said that it goes elsewhere or opens a tab; long ago once that is done."""
        context.on("page", self._page)
        for page in context.pages:
            self._listen(page)

    @property
    def told(self) -> dict[str, Any] | None:
        """What an act gives that sent a form: how it was answered, where a page was the answer, or one refusal to all that was
        sent; the fields of which nothing was sent by an act that sent nothing."""
        unclear = self.taken in ("", ASIDE) or (self.taken == REFUSED and self.sent > 1)
        unsent = self.outgoing.left
        return ({"unsent": unsent} if unsent else None) if unclear else {"answered": self.taken}

    def is_served(self, page: Any) -> bool:
        """Whether a tab shows what its address is for. A page that is not there tells so only where there was one before: its
        address may be wrong. One that was refused, or of which the server knows nothing just now, tells nothing."""
        status = self._statuses.get(page, 200)
        return status < 400 or self.has_gone(page)

    def has_gone(self, page: Any) -> bool:
        """Whether there was a page at the address of a tab, and the server says that it is there no more."""
        return self._statuses.get(page, 200) in GONE and place_of(page.url) in self._served

    def quiet(self) -> bool:
        """Whether nothing is on its way that would change the page."""
        now = monotonic()
        awaited = any(is_awaited(request, now - since) for request, since in self._pending.items())
        drawing = now - self._line <= LINE and now - self._stirred < DRAWING
        return not awaited and not drawing and now - max(self._leaving, self._opening) > LOST

    async def heard_out(self, acted: float) -> None:
        """Wait a moment for what a page may still send of the last act, which was over then: many keep a change and send it a
        little later."""
        until = max(acted, self._stirred) + LATE
        for _ in range(int(2 * LATE / MOMENT)):
            is_over = monotonic() >= until
            if self.left or (self.quiet() if self.sent else is_over):
                break
            await asyncio.sleep(MOMENT)

    def begins(self) -> None:
        """We are about to do something."""
        self.answers.clear()
        self._heard.clear()
        self.refused.clear()
        self.left, self.sent, self.taken, self._stirred = False, 0, "", monotonic()
        self._submits, self.kept_back = 0, False

    def leaves(self, event: Any) -> None:
        """The page begins to go elsewhere: told before the click that made it go is over, and before any request."""
        self._leaving = monotonic()
        self.left = True
        self._lines.clear()
        self._submits += event.get("reason") == SUBMITS

    def opens(self, event: Any) -> None:
        """The page opens another tab, which is not there yet."""
        self._opening = monotonic()

    @property
    def is_opening(self) -> bool:
        """Whether a tab is about to open."""
        return monotonic() - self._opening < LOST

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
        page.on("websocket", self._line_opened)

    def _line_opened(self, line: Any) -> None:
        self._stirred, self._line = monotonic(), monotonic() + OPENING - LINE
        self._lines[line] = monotonic()
        self.cut = False
        line.on("close", self._line_ended)
        line.on("framereceived", self._news)
        line.on("framesent", self._spoke)

    def _line_ended(self, line: Any) -> None:
        since = self._lines.pop(line, None)
        if since is not None and not self._lines and monotonic() - since > PASSING and line.url not in self._mended:
            self._mended.add(line.url)
            self.cut = True

    def _news(self, frame: Any) -> None:
        if len(frame) > BEAT:
            self._line = monotonic()

    def _spoke(self, frame: Any) -> None:
        if len(frame) > BEAT:
            self.outgoing.unread = True
            self.sent += 1
            self._line = max(self._line, monotonic())

    def _finished(self, request: Any) -> None:
        self._pending.pop(request, None)

    def _closed(self, page: Any) -> None:
        self._statuses.pop(page, None)
        self._pending.clear()

    def _crashed(self, page: Any) -> None:
        self.crashed.add(page)
        self.broke.set()
        self._pending.clear()

    def _boxed(self, box: Any) -> None:
        if box.type == "beforeunload" and self.going:
            self._leave = asyncio.ensure_future(box.accept())  # to go elsewhere is to leave what stands in the page
            return
        self.box = box
        self.boxed.set()

    def unboxed(self) -> None:
        """The box was answered."""
        self.box = None
        self.boxed.clear()

    async def _download(self, download: Any) -> None:
        name = file_name(download.suggested_filename)
        try:
            path = new_file(self._folder, name)
        except OSError:
            return  # there is no folder, or no room
        try:
            await download.save_as(path)
            path.chmod(0o600)
        except (BrowserError, OSError):
            path.unlink(missing_ok=True)
            return
        self.files.append(path.name)

    def _asked(self, request: Any) -> None:
        self.outgoing.hears(request, asks=request.method in ASKING)
        if is_page(request):
            self._lines.clear()  # those of the page that is left end with it
            self.cut = self.unkept = False
        self.sent += request.method not in ASKING
        if request.resource_type in AWAITED:
            self._pending[request] = monotonic()

    def _failed(self, request: Any) -> None:
        self._pending.pop(request, None)
        if request in self._heard and LEFT in str(request.failure):
            return  # the server had answered, and no script wanted to read what
        if matters(request) and not (self.kept_back and request.method not in ASKING):
            self.answers.append((method_of(request), 0, str(request.failure or "the connection failed")))

    def _answered(self, response: Any) -> None:
        self._heard.add(response.request)
        if is_page(response.request) and not 300 <= response.status < 400:
            self._statuses[response.request.frame.page] = response.status
            self._served |= {place_of(response.url)} if response.status < 400 else set[str]()
        if matters(response.request) and not 300 <= response.status < 400:
            method = method_of(response.request)
            self.answers.append((method, response.status, response.status_text))
            self.unkept = self.unkept if method == "GET" else 400 <= response.status < 500 and not is_page(response.request)
            if method != "GET" and 400 <= response.status < 500:
                self.taken = self.taken or REFUSED
            elif method != "GET" and is_page(response.request):
                self.taken = "here" if response.request.redirected_from is None else "elsewhere"
            elif method != "GET" and self.taken in ("", REFUSED):
                self.taken = ASIDE

    @contextmanager
    def returning(self) -> Generator[None]:
        """While we go back no form is sent: the browser asks for a page that was the answer to one by sending it again."""
        self._returns, self.kept_back = True, False
        try:
            yield
        finally:
            self._returns = False

    def _is_sent_again(self, request: Any) -> bool:
        """Whether the browser sends a form that no page has just sent: to show a page once more that was the answer to it."""
        if not request.is_navigation_request() or request.method in ASKING or request.redirected_from is not None:
            return False
        form = (str(request.url), request.post_data_buffer or b"")
        known, said, self._submits = form in self._forms, self._submits > 0, max(0, self._submits - 1)
        self._forms.add(form)
        return self._returns or (known and not said and not self._is_first(request))

    def _is_first(self, request: Any) -> bool:
        """Whether a tab that shows no page yet asks for one, as where a form is answered in a new tab: nothing is shown again."""
        try:
            return request.frame.parent_frame is None and request.frame.page not in self._statuses
        except BrowserError:  # the tab is not there yet
            return True

    async def guard(self, route: Any) -> None:
        """Let a request pass, or not: pages only of allowed origins, nothing of private networks beside them."""
        request = route.request
        if self._is_sent_again(request):
            self.kept_back = True
            self.refused.append(AGAIN)
            await route.abort("aborted")
            return
        why = self._origins.refuses(request.url)
        if why and (request.is_navigation_request() or "private" in why or "no web address" in why):
            if is_page(request) or (self.is_opening and request.is_navigation_request()):
                self.refused.append(why)
            await route.abort("accessdenied")
        else:
            await route.continue_()
