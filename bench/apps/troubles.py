"""What goes wrong around a task: the session is lost, the server restarts, answers are slow, the browser dies, others join in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from midcourse.core.model import Call, Result
from midcourse.worlds.web import WebWorld

from .app import GERMAN, Errand
from .life import Life

KILLED = "Midcourse killed"
TROUBLES = (
    *("session lost", "restarted before", "restarted during", "restarted after", "busy", "slow", "browser killed", KILLED),
    *("late list", "paged list", "another edits"),
)
LATE = """([key, seconds]) => { const hide = r => { for (const n of r.childNodes || []) { if (n.shadowRoot) hide(n.shadowRoot);
      const at = n.parentElement;
      if (n.nodeType === 3 && n.data.includes(key) && at && !at.closest('textarea, [contenteditable]')) {
        const e = at.closest('tr, li') || at; if (e.__late) continue;
        e.__late = 1; e.style.setProperty('display', 'none', 'important');
        setTimeout(() => e.style.removeProperty('display'), seconds * 1000); }
      else hide(n); } };
  setInterval(() => document.body && hide(document.body), 20); }"""
"""Lines with what was saved come late, on every page."""
LATE_SECONDS = 8.0
SLOW_SECONDS = 3.0
"""Seconds that each answer takes longer."""

SIGNING_IN = {name for key in ("Username", "Password") for name in (key, GERMAN[key])}


def saved_by(errand: Errand) -> set[str]:
    """The values that are saved."""
    return {value for name, value in errand.values.items() if name not in SIGNING_IN}


@asynccontextmanager
async def troubled(trouble: str, life: Life, web: WebWorld, errand: Errand) -> AsyncIterator[list[str]]:
    """The world as it is, with one trouble at the first click that follows an entry of what is to be saved."""
    saved = saved_by(errand)
    met: list[str] = []
    act, filled = web.act, [False]

    async def acting(call: Call) -> Result:
        if call.skill in ("fill", "select") and saved & {str(value) for value in call.args.values()}:
            filled[0] = True
        if not trouble or met or not filled[0] or call.skill not in ("click", "press"):
            return await act(call)
        met.append(trouble)
        return await _with(trouble, life, web, str(next(iter(errand.key.values()))), call, act)

    web.act = acting  # type: ignore[method-assign]
    yield met


async def _with(trouble: str, life: Life, web: WebWorld, key: str, call: Call, act: Any) -> Result:
    context = web.page.context
    if trouble == "session lost":
        await context.clear_cookies()
    elif trouble == "restarted before":
        await asyncio.to_thread(life.stop)
        asyncio.get_running_loop().call_later(2.0, lambda: asyncio.ensure_future(asyncio.to_thread(life.start)))
    elif trouble == "restarted during":
        asyncio.get_running_loop().call_later(0.15, lambda: asyncio.ensure_future(asyncio.to_thread(_restart, life)))
    elif trouble == "slow":
        await context.route("**/*", _slowly)
    elif trouble == "busy":
        await context.route("**/*", _busy_once())
    elif trouble == "late list":
        told = json.dumps([key, LATE_SECONDS])
        await context.add_init_script(f"({LATE})({told})")
        await web.page.evaluate(LATE, json.loads(told))
    elif trouble == "another edits":
        await asyncio.to_thread(life.meanwhile, "before", key)
    result = await act(call)
    if trouble == "restarted after":
        await asyncio.to_thread(_restart, life)
    elif trouble in ("another edits", "paged list"):
        await asyncio.to_thread(life.meanwhile, "after" if trouble == "another edits" else "many", key)
    elif trouble == "browser killed":
        with suppress(Exception):
            await context.close()
    return result


def _restart(life: Life) -> None:
    life.stop()
    life.start()


async def _slowly(route: Any) -> None:
    await asyncio.sleep(SLOW_SECONDS)
    await route.fallback()


def _busy_once() -> Any:
    left = [1]

    async def handle(route: Any) -> None:
        if left[0] and route.request.method == "POST":
            left[0] -= 1
            await route.fulfill(status=503, body="busy")
        else:
            await route.fallback()

    return handle
