"""An element that is held: as Playwright's, for what hands do, and as the browser's own, for what is only asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from .engine import ENGINE, BrowserError, BrowserTimeout

Json = Any
IT = f"{ENGINE}=it"
"""What was picked last in a frame, as Playwright finds it."""
NOTHING = "e => null"
"""The question to an element of which nothing is to be known."""


class Held:
    """An element by what the browser calls it. It is asked in our own script world, where nothing must be made ready first and
    nothing of the page can answer in its place; it is clicked and filled there too. All else is done by Playwright's handle."""

    def __init__(self, frame: Any, session: Any, key: str, handle: Any = None) -> None:
        self._frame, self._session, self._key, self._handle = frame, session, key, handle
        self.told: Json = None
        """What it answered when it was found."""

    def within(self, frame: Any, handle: Any) -> Held:
        """The same element, in a frame inside the page."""
        held = Held(frame, self._session, self._key, handle)
        held.told = self.told
        return held

    async def ask(self, function: str) -> Json:
        """What a function of the element answers, or promises, `e => …`; BrowserError if it is gone, or the function fails."""
        declared = f"function() {{ return ({function})(this); }}"
        asked = {"objectId": self._key, "functionDeclaration": declared, "returnByValue": True, "awaitPromise": True}
        told = await self._session.send("Runtime.callFunctionOn", asked)
        if "exceptionDetails" in told:
            raise BrowserError(str(told["exceptionDetails"].get("text", "the page's script failed")))
        return told["result"].get("value")

    async def wait(self, seconds: float) -> None:
        """Wait by the clock of its page: what scripts put off until before that is done then, on a busy machine too."""
        await self.ask(f"e => new Promise(done => setTimeout(done, {seconds * 1000:.0f}))")

    async def click(self, **options: Any) -> None:
        """Click it, once it can be."""
        await self._do("click", **options)

    async def fill(self, text: str, **options: Any) -> None:
        """Put a text into it, once it can be."""
        await self._do("fill", text, **options)

    async def select_option(self, **options: Any) -> None:
        """Choose in it, once it can be."""
        await self._do("select_option", **options)

    async def _do(self, what: str, *args: Any, **options: Any) -> None:
        try:
            await getattr(self._handle or self._frame.locator(IT), what)(*args, **options)
        except BrowserTimeout:
            if not await self.ask("e => e.isConnected"):
                raise BrowserError("Element is not attached to the DOM") from None
            raise

    async def handle(self) -> Any:
        """Playwright's own handle. It must be there before another element of the frame is picked."""
        if self._handle is None:
            self._handle = await self._frame.query_selector(IT)
            if self._handle is None:
                raise BrowserError("Element is not attached to the DOM")
        return self._handle

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        """Any other method of a handle."""

        async def called(*args: Any, **options: Any) -> Any:
            return await getattr(await self.handle(), name)(*args, **options)

        return called
