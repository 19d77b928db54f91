"""The pages of MiniWoB++ as worlds: served on loopback, started with a seed, judged by their own reward."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import threading
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from midcourse.core.model import Call, FactKind, Failed, Observation, Result, Skill
from midcourse.worlds.web import WebWorld

SIZE = (500, 320)
SECONDS = 120
"""How long an episode may take: nothing here is a race against the page's clock."""


HIDDEN = "#reward-display, #click-canvas { display: none !important; } #query { visibility: hidden !important; }"
"""What a person who does the task does not see. Pages count from where the instruction ends: its place stays."""
LONG = 3000
"""Milliseconds that a passing trouble lasts."""
COVER = (
    "const o = document.createElement('div'); o.style.cssText = 'position:absolute;left:0;top:0;width:100%;height:100%;"
    "background:#eee;z-index:99999'; document.body.append(o);"
)
TROUBLES = {
    "popup": f"() => {{ {COVER} o.setAttribute('role', 'dialog'); o.innerHTML = '<p>We have news for you</p>';"
    " const b = document.createElement('button'); b.textContent = 'Close'; b.onclick = () => o.remove(); o.append(b); }",
    "moved": "() => { document.querySelector('#area').style.cssText += ';position:relative;left:60px;top:25px'; }",
    "slow": f"() => {{ {COVER} o.textContent = 'Loading'; setTimeout(() => o.remove(), {LONG}); }}",
    "disabled": "() => { const all = [...document.querySelectorAll('#area button, #area input')].filter(e => !e.disabled);"
    f" all.forEach(e => e.disabled = true); setTimeout(() => all.forEach(e => e.disabled = false), {LONG}); }}",
}
"""What happens to a page after it was looked at: a popup over it, all of it moved, a pause in loading, controls that are off."""


def folder() -> Path:
    """Where the pages are."""
    found = find_spec("miniwob")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("the pages come in the wheel `miniwob`: pip install --no-deps miniwob")
    return Path(found.submodule_search_locations[0]) / "html"


def names() -> list[str]:
    """All pages."""
    return sorted(path.stem for path in (folder() / "miniwob").glob("*.html"))


def is_measured(name: str) -> bool:
    """Whether a page belongs to the half that is only measured: rules are built on the other half."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The pages on loopback; the address of their folder."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(folder()))

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/miniwob"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Episode:
    """One page with one seed: a world, and what its task is."""

    def __init__(self, web: WebWorld, address: str) -> None:
        self._web, self._address = web, address
        self.goal = ""
        self._last: Observation | None = None
        self._trouble = ""
        self.vocabulary = (*web.vocabulary, FactKind("episode", "episode(over): the page has given its verdict"))

    async def begin(self, name: str, seed: int, trouble: str = "") -> str:
        """Open the page, start it, and read its task. Trouble comes between the first look and the first act."""
        if self._web.page is None:
            await self._web.observe()
        page = self._web.page
        assert page is not None
        await page.goto(f"{self._address}/{name}.html", wait_until="load")
        await page.evaluate(
            "([seed, ms]) => { Math.seedrandom(seed); core.EPISODE_MAX_TIME = ms; core.startEpisodeReal(); }",
            [str(seed), SECONDS * 1000],
        )
        self.goal = await page.evaluate("() => core.getUtterance()")
        if not isinstance(self.goal, str):
            self.goal = str(self.goal.get("utterance", self.goal))
        # The frame around the page's task (its reward, its clock, the instruction) is not the task.
        await page.add_style_tag(content=HIDDEN)
        self._last = None
        self._trouble = trouble
        return self.goal

    async def reward(self) -> float:
        """The page's own verdict, without its discount for time: 1 is solved; 0 while it is not over."""
        done, raw = await self._web.page.evaluate("() => [WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL]")
        return float(raw) if done else 0.0

    async def skills(self) -> Sequence[Skill]:
        """Those of any page."""
        return await self._web.skills()

    async def observe(self) -> Observation:
        """What the page shows, and whether its verdict is there."""
        over = await self._web.page.evaluate("() => WOB_DONE_GLOBAL")
        seen = self._last if over and self._last is not None else await self._web.observe()
        over = over or await self._web.page.evaluate("() => WOB_DONE_GLOBAL")
        self._last = seen
        facts = seen.facts | {"episode(over)"} if over else seen.facts
        return msgspec.structs.replace(seen, facts=facts, covers=(*seen.covers, "episode(*)"))

    async def act(self, call: Call) -> Result:
        """Do it in the page; nothing more once it is over: another click would start another episode."""
        if await self._web.page.evaluate("() => WOB_DONE_GLOBAL"):
            return Failed("over", "the episode is over", "structural")
        if self._trouble:
            await self._web.page.evaluate(TROUBLES[self._trouble])
            self._trouble = ""
        return await self._web.act(call)
