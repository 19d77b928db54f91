"""A browser that somebody runs is attached to: a tab of our own, and nothing else in it is seen, changed or closed."""

import asyncio
import json
import subprocess
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from midcourse.core.errors import TaskError
from midcourse.core.model import Done, Failed
from midcourse.worlds.web import BrowserOptions, WebWorld
from midcourse.worlds.web.attached import Attached
from midcourse.worlds.web.engine import find_browser
from midcourse.worlds.web.launching import FOREIGN
from tests.site_on_loopback import Site
from tests.worlds.in_browser import does

PAGE = """<title>Task</title><button onclick="document.title = 'clicked'">Go</button>
<a href=/other target=_blank>More</a><a href=http://10.1.2.3/ target=_self>Away</a>"""
PAGES = {"/": PAGE, "/theirs": "<title>Theirs</title><input value=mine>", "/other": "<title>Other</title>"}


@contextmanager
def somebodys_browser(page):
    """A browser with a tab of its owner's; its debugging address and its process."""
    with tempfile.TemporaryDirectory(prefix="mc", dir="/tmp", ignore_cleanup_errors=True) as folder:
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
        process = subprocess.Popen(
            [find_browser(headless=False) or "chromium", *flags, page], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            told = Path(folder) / "DevToolsActivePort"
            for _ in range(600):
                if told.is_file() and told.read_text().strip():
                    break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{told.read_text().split()[0]}", process
        finally:
            process.terminate()
            process.wait()


def tabs(address):
    """The titles of all tabs of a browser."""
    with urllib.request.urlopen(f"{address}/json/list") as reply:
        return sorted(tab["title"] for tab in json.load(reply) if tab["type"] == "page")


def test_a_tab_of_our_own_is_used_and_the_browser_and_its_tabs_are_left_as_they_were():
    async def story(site, address):
        async with WebWorld(site.address + "/", browser=BrowserOptions(attach=address)) as web:
            seen = await web.observe()
            assert "tab(Task)" in seen.facts and not any("Theirs" in fact for fact in seen.facts)
            assert tabs(address) == ["Task", "Theirs"]
            assert isinstance(await does(web, "click", "button Go"), Done)
            assert "title(clicked)" in (await web.observe()).facts
            refused = await does(web, "click", "link Away")
            assert isinstance(refused, Failed) and refused.reason == "forbidden"
            await web.observe()
            await does(web, "click", "link More")
            assert "title(Other)" in (await web.observe()).facts

    with Site(PAGES) as site, somebodys_browser(f"{site.address}/theirs") as (address, process):
        while tabs(address) != ["Theirs"]:
            time.sleep(0.1)
        asyncio.run(story(site, address))
        assert process.poll() is None and tabs(address) == ["Theirs"]


def test_an_address_where_no_browser_is_is_told():
    async def story():
        async with WebWorld("http://127.0.0.1:1/", browser=BrowserOptions(attach="http://127.0.0.1:1")) as web:
            await web.observe()

    with pytest.raises(TaskError, match=r"no browser answers at http://127.0.0.1:1: start one with --remote-debugging-port"):
        asyncio.run(story())


def test_what_it_cannot_do_there_is_said_before_the_run():
    web = WebWorld("http://127.0.0.1:1/", browser=BrowserOptions(attach="http://127.0.0.1:9222"))
    assert web.entrust({}, "unused") == FOREIGN and "sandbox, proxy" in FOREIGN
    assert not Attached("http://127.0.0.1:9222").is_gated
