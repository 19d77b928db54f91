"""What goes wrong around a task: the session is lost, the server restarts, answers are slow or refused, the browser dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from midcourse.core.model import Call, Result
from midcourse.worlds.web import WebWorld

from .app import GERMAN, Errand
from .life import Life

TROUBLES = ("session lost", "restarted before", "restarted during", "restarted after", "busy", "slow", "browser killed")

SIGNING_IN = {name for key in ("Username", "Password") for name in (key, GERMAN[key])}


@asynccontextmanager
async def troubled(trouble: str, life: Life, web: WebWorld, errand: Errand) -> AsyncIterator[list[str]]:
    """The world as it is, with one trouble at the first click that follows an entry of what is to be saved."""
    saved = {value for name, value in errand.values.items() if name not in SIGNING_IN}
    met: list[str] = []
    act, filled = web.act, [False]

    async def acting(call: Call) -> Result:
        if call.skill in ("fill", "select") and saved & {str(value) for value in call.args.values()}:
            filled[0] = True
        if not trouble or met or not filled[0] or call.skill not in ("click", "press"):
            return await act(call)
        met.append(trouble)
        return await _with(trouble, life, web, call, act)

    web.act = acting  # type: ignore[method-assign]
    yield met


async def _with(trouble: str, life: Life, web: WebWorld, call: Call, act: Any) -> Result:
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
    result = await act(call)
    if trouble == "restarted after":
        await asyncio.to_thread(_restart, life)
    elif trouble == "browser killed":
        with suppress(Exception):
            await context.close()
    return result


def _restart(life: Life) -> None:
    life.stop()
    life.start()


async def _slowly(route: Any) -> None:
    await asyncio.sleep(3.0)
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
