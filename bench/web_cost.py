"""What eight acts on pages cost beside plain Playwright doing the same: both in one process, in turn, browser starts left out.

.venv/bin/python bench/web_cost.py [--rounds 10]
"""

from __future__ import annotations

import argparse
import asyncio
import http.server
import statistics
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.async_api import async_playwright

from midcourse import act, run_async
from midcourse.worlds.web import WebWorld
from midcourse.worlds.web.engine import FLAGS, find_browser
from midcourse.worlds.web.launching import is_root

FORM = """<title>Form</title><h1>Sign up</h1><form action="/done" method="post">
<label>Name <input name="name"></label> <label>Town <input name="town"></label>
<label>Colour <select name="colour"><option>red<option>blue</select></label>
<label><input type="checkbox" name="news"> News</label> <button>Send</button></form>"""
DONE = '<title>Done</title><h1>Thank you</h1><a href="/search">Search</a>'
SEARCH = '<title>Search</title><form action="/found"><label>Words <input name="q"></label><button>Find</button></form>'
PAGES = {"/": FORM, "/done": DONE, "/search": SEARCH, "/found": "<title>Found</title><p>One of one</p>"}
ACTS = 8


class _Pages(http.server.BaseHTTPRequestHandler):
    """The pages, whatever is sent to them."""

    def do_GET(self) -> None:
        """A page."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGES.get(self.path.split("?")[0], "").encode())

    do_POST = do_GET

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@contextmanager
def served() -> Iterator[str]:
    """The pages on loopback; their address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


async def plain(page: Any) -> None:
    """The eight acts as a script, each with what people write to wait for its effect."""
    await page.get_by_role("textbox", name="Name").fill("Ada")
    await page.get_by_role("textbox", name="Town").fill("London")
    await page.get_by_role("combobox", name="Colour").select_option("blue")
    await page.get_by_role("checkbox", name="News").check()
    await page.get_by_role("button", name="Send").click()
    await page.wait_for_url("**/done")
    await page.get_by_role("link", name="Search").click()
    await page.wait_for_url("**/search")
    await page.get_by_role("textbox", name="Words").fill("Ada")
    await page.get_by_role("button", name="Find").click()
    await page.wait_for_url("**/found*")
    assert await page.title() == "Found"


STEPS = [
    act("fill", target="textbox Name", text="Ada"),
    act("fill", target="textbox Town", text="London"),
    act("select", target="combobox Colour", option="blue"),
    act("check", target="checkbox News"),
    act("click", target="button Send"),
    act("click", target="link Search"),
    act("fill", target="textbox Words", text="Ada"),
    act("click", target="button Find"),
]


async def ours(web: WebWorld) -> None:
    """The same as a run with a written plan: a look before and after each act, and a journal."""
    outcome = await run_async("sign up and search", done_when="title(Found)", world=web, planner=STEPS)
    assert outcome.success and outcome.ending.steps == ACTS, outcome


async def _timed(work: Callable[[], Awaitable[None]]) -> float:
    began = time.perf_counter()
    await work()
    return time.perf_counter() - began


async def measure(rounds: int) -> list[tuple[float, float]]:
    """Seconds of plain Playwright and of Midcourse, round by round; a first round is not counted."""
    found: list[tuple[float, float]] = []
    with served() as address:
        async with async_playwright() as driver, WebWorld(f"{address}/") as web:
            browser = await driver.chromium.launch(
                executable_path=find_browser(), chromium_sandbox=not is_root(), args=[f for f in FLAGS if "proxy" not in f]
            )
            page = await browser.new_page()
            await web.observe()
            for _ in range(rounds + 1):
                await page.goto(f"{address}/")
                script = await _timed(lambda: plain(page))
                await web.page.goto(f"{address}/")
                found.append((script, await _timed(lambda: ours(web))))
            await browser.close()
    return found[1:]


def report(rounds: int) -> None:
    """Measure and print."""
    took = asyncio.run(measure(rounds))
    for script, run in took:
        print(f"plain Playwright {script * 1000:.0f} ms, Midcourse {run * 1000:.0f} ms: {run / script:.2f} times")
    one, other = (statistics.median(values) for values in zip(*took, strict=True))
    ratio = statistics.median(run / script for script, run in took)
    print(f"{ACTS} acts, median of {rounds}: {one * 1000:.0f} ms and {other * 1000:.0f} ms; median ratio {ratio:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    report(parser.parse_args().rounds)
