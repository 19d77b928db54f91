"""An element that is held: as Playwright's, for what hands do, and as the browser's own, for what is only asked."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Error

Json = Any


class Held:
    """Playwright's element, with a quicker way to ask about it: in our own script world, where nothing must be made ready first
    and where nothing of the page can answer in its place."""

    def __init__(self, handle: Any, session: Any, key: str) -> None:
        self._handle, self._session, self._key = handle, session, key

    def __getattr__(self, name: str) -> Any:
        return getattr(self._handle, name)

    async def ask(self, function: str) -> Json:
        """What a function of the element answers, `e => …`; Error if it is gone, or the function fails."""
        asked = {
            "objectId": self._key,
            "functionDeclaration": f"function() {{ return ({function})(this); }}",
            "returnByValue": True,
        }
        told = await self._session.send("Runtime.callFunctionOn", asked)
        if "exceptionDetails" in told:
            raise Error(str(told["exceptionDetails"].get("text", "the page's script failed")))
        return told["result"].get("value")
