"""The browser: Playwright drives it, and this is the only file that knows where Playwright and Chromium are."""

# pyright: reportMissingTypeStubs=false

from __future__ import annotations

import os
import shutil
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, cast

from ...core.errors import TaskError
from ...private import private_folder
from .gate import Gate

try:
    from playwright.async_api import Error as BrowserError
    from playwright.async_api import TimeoutError as BrowserTimeout
    from playwright.async_api import async_playwright
except ImportError:
    raise TaskError("The web world needs playwright: pip install 'midcourse[web]'") from None

__all__ = ["ENGINE", "PICKED", "WORLD", "BrowserError", "BrowserTimeout", "Chromium", "find_browser"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=Translate,OptimizationHints",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--proxy-bypass-list=<-loopback>",
)
SIZE = (1280, 800)
ENGINE = "midcourse"
PICKED = f"midcourse{token_hex(8)}"
GIVE = f"{{ query() {{ return globalThis.{PICKED} ?? null; }}, queryAll() {{ return [globalThis.{PICKED}].filter(Boolean); }} }}"
"""How an element that was picked by its key is handed to Playwright: in a world of scripts that the page cannot reach, by a name
that it cannot guess (an element's id is a name in every world)."""
WORLD = "__playwright_utility_world"
"""What Playwright calls that world."""


def find_browser() -> str | None:
    """A Chromium on this machine; None: Playwright's own, if it was installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def is_root() -> bool:
    """Whether this is the one user under whom Chromium does not start with its sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


class Chromium:
    """One browser with a profile folder of its own. Started when first used, and again after it died."""

    def __init__(
        self, profile: Path, gate: Gate, *, headless: bool = True, size: tuple[int, int] = SIZE, downloads: Path
    ) -> None:
        self._profile, self._gate = profile, gate
        self._headless, self._size, self._downloads = headless, size, downloads
        self._driver: Any = None
        self.context: Any = None

    @property
    def alive(self) -> bool:
        """Whether it runs, as far as is known."""
        return self.context is not None

    async def start(self) -> Any:
        """The browser's context, started if need be."""
        if self.context is not None:
            return self.context
        if self._driver is None:
            self._driver = await async_playwright().start()
            await self._driver.selectors.register(ENGINE, GIVE, content_script=True)
        width, height = self._size
        private_folder(self._profile)
        for left in self._profile.glob("Singleton*"):
            left.unlink(missing_ok=True)  # a browser that was killed leaves its lock behind
        try:
            context = await self._driver.chromium.launch_persistent_context(
                str(self._profile),
                executable_path=find_browser(),
                headless=self._headless,
                chromium_sandbox=not is_root(),
                args=[*FLAGS, f"--proxy-server={await self._gate.start()}"],
                viewport={"width": width, "height": height},
                accept_downloads=True,
                downloads_path=str(self._downloads),
                service_workers="block",
            )
        except BrowserError as error:
            if "Executable doesn't exist" in str(error):
                raise TaskError(f"no browser: install one of {', '.join(NAMES)}, or run 'playwright install chromium'") from None
            raise
        self.context = context
        context.on("close", self._closed)
        return context

    def _closed(self, context: Any) -> None:
        if self.context is context:
            self.context = None

    async def end(self) -> None:
        """Close it."""
        for part, stop in ((self.context, "close"), (self._driver, "stop")):
            if part is not None:
                with suppress(BrowserError):  # it may be gone already
                    await cast("Awaitable[None]", getattr(part, stop)())
        self.context = self._driver = None
        await self._gate.end()
