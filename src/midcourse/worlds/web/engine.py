"""The browser: where Chromium is, how it is started, and its end. Playwright drives it."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from typing import Any

from ...core.errors import TaskError
from ...private import private_folder
from ..inherited import inherited
from .drivers import ENGINE, PICKED, WORLD, BrowserError, BrowserTimeout, borrow, give_back, stopped
from .evidence import FOLDER, Evidence
from .files import RAW, Files
from .gate import Gate
from .launching import Trust, is_root, looks, upstream
from .options import BrowserOptions
from .signed_in import SignedIn

__all__ = ["ENGINE", "PICKED", "WORLD", "BrowserError", "BrowserTimeout", "Chromium", "find_browser"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SHELL = ("chromium-headless-shell", "chrome-headless-shell")
"""The same browser without its windows and all that belongs to them: it starts in half the time."""
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
BLANK = "about:blank"
LEFT = "ERR_ABORTED"
"""How the browser tells that nobody waits any more for what was asked for, or for the rest of it."""


def find_browser(*, headless: bool = True) -> str | None:
    """A Chromium on this machine; None: Playwright's own, if it was installed."""
    names = (*SHELL, *NAMES) if headless else NAMES
    return next((path for name in names if (path := shutil.which(name))), None)


class Chromium:
    """One browser with a profile folder of its own. Started when first used, and again after it died."""

    is_gated = True
    """All that leaves it passes the gate."""

    def __init__(
        self,
        files: Files,
        gate: Gate,
        options: BrowserOptions,
        origin: str,
        *,
        headless: bool = True,
        size: tuple[int, int] = SIZE,
    ) -> None:
        self._files, self._gate, self._options, self._origin = files, gate, options, origin
        self._headless, self.size = headless, options.viewport or size
        self.trust = Trust()
        self._signed_in: SignedIn | None = None
        self._evidence: Evidence | None = None
        self._driver: Any = None
        self.context: Any = None
        self.starts = 0
        """How often it was started."""

    @property
    def alive(self) -> bool:
        """Whether it runs, as far as is known."""
        return self.context is not None

    @property
    def trouble(self) -> str:
        """Why nothing comes, where that is known."""
        return self._gate.trouble

    async def start(self) -> Any:
        """The browser's context, started if need be."""
        if self.context is not None:
            return self.context
        self.starts += 1
        if self._driver is None:
            self._driver = await borrow()
        how = looks(self._options, self._driver.devices, self._origin, self.trust, self.size)
        if self._options.evidence and self._files.named is not None:
            folder = self._files.named / FOLDER
            self._evidence = self._evidence or Evidence(self._options.evidence, self._files.passing / RAW, folder, self.trust)
            how |= self._evidence.asked()
        self._gate.upstream = upstream(self._options, self.trust)
        profile = private_folder(self._files.profile)
        for left in profile.glob("Singleton*"):
            left.unlink(missing_ok=True)  # a browser that was killed leaves its lock behind
        try:
            context = await self._driver.chromium.launch_persistent_context(
                str(profile),
                executable_path=find_browser(headless=self._headless),
                headless=self._headless,
                chromium_sandbox=not is_root(),
                args=[*FLAGS, f"--proxy-server={await self._gate.start()}"],
                accept_downloads=True,
                downloads_path=str(self._files.raw),
                service_workers="block",
                env={**inherited()},
                **how,
            )
        except BrowserError as error:
            if "ffmpeg" in str(error):
                raise TaskError("a video needs Playwright's ffmpeg: run 'playwright install ffmpeg'") from None
            if "Executable doesn't exist" in str(error):
                raise TaskError(f"no browser: install one of {', '.join(NAMES)}, or run 'playwright install chromium'") from None
            raise
        self.context, self.size = context, (how["viewport"]["width"], how["viewport"]["height"])
        context.on("close", self._closed)
        if self._options.signed_in:
            self._signed_in = self._signed_in or SignedIn(self._options.signed_in, self.trust.home)
            await self._signed_in.bring(context)
        if self._evidence is not None:
            await self._evidence.begin(context)
        return context

    async def back(self, page: Any, url: str, until: str, seconds: float) -> None:
        """The page before, as if nothing had been clicked."""
        await page.go_back(wait_until=until, timeout=seconds * 1000)
        if page.url == BLANK != url:  # what failed took the place of the page, and no other was before it
            await page.goto(url, wait_until=until, timeout=seconds * 1000)

    def _closed(self, context: Any) -> None:
        if self.context is context:
            self.context = None

    async def end(self) -> None:
        """Close it."""
        if self._signed_in is not None and self.context is not None:
            with suppress(BrowserError):  # it is gone already: what was kept stays
                await self._signed_in.keep(self.context)
        if self._evidence is not None and self.context is not None:
            with suppress(BrowserError):
                await self._evidence.end(self.context)
        await stopped(self.context, "close")
        if self._evidence is not None:
            await asyncio.to_thread(self._evidence.keep)
        if self._driver is not None:
            await give_back()
        self.context = self._driver = None
        await self._gate.end()
