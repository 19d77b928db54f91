"""A browser: playwright with Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .common import Case, suite
from .labels import (
    BAD_INPUT,
    BAD_SYNTAX,
    BAD_TYPE,
    BUG_TYPE,
    CONFLICT,
    DENIED,
    LOST,
    MISSING,
    MISSING_IN_TIME,
    NO_ANSWER_IN_TIME,
    NO_SUCH_HOST,
    REFUSED,
    SERVER_GONE,
    TOOL_GONE,
    UNKNOWN_NAME,
    UNSUPPORTED,
)
from .servers import transport_cases

PAGE = """<title>Shop</title><button id=buy>Buy</button><button class=b>One</button><button class=b>Two</button>
<button id=off disabled>Off</button><div style="position:relative"><button id=under>Under</button>
<div id=cover style="position:absolute;inset:0;background:red"></div></div><input id=name><input id=box type=checkbox>
<select id=pick><option>a</option></select><p id=text>text</p><div id=hidden style="display:none">h</div><input id=file type=file>
<input id=locked readonly value=x><iframe id=frame srcdoc="<p>in</p>"></iframe>"""


@suite("playwright", "playwright", "cmd:chromium", "cryptography")
def playwright_cases(tmp: Path) -> Iterator[Case]:
    from playwright.sync_api import sync_playwright

    at = transport_cases(tmp)
    base = at["base"]
    with sync_playwright() as play:
        launch = partial(play.chromium.launch, executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        browser = launch()
        page = browser.new_page()
        page.set_default_timeout(500)
        page.set_content(PAGE)
        yield "click", MISSING_IN_TIME, lambda: page.click("#missing")
        yield "click", MISSING_IN_TIME, lambda: page.get_by_role("button", name="Checkout").click()
        yield "click", BAD_INPUT, lambda: page.locator(".b").click()
        yield "click", MISSING_IN_TIME, lambda: page.click("#under")
        yield "click", MISSING_IN_TIME, lambda: page.click("#off")
        yield "click", MISSING_IN_TIME, lambda: page.click("#hidden")
        yield "click", BAD_SYNTAX, lambda: page.click("button[")
        yield "click", BAD_SYNTAX, lambda: page.click("xpath=//button[")
        yield "click", UNKNOWN_NAME, lambda: page.click("frob=x")
        yield "click", BAD_INPUT, lambda: page.click("#buy", button="frob")  # type: ignore[arg-type]
        yield "fill", BAD_INPUT, lambda: page.fill("#text", "x")
        yield "fill", BAD_INPUT, lambda: page.fill("#box", "x")
        yield "fill", MISSING_IN_TIME, lambda: page.fill("#locked", "x")
        yield "fill", BAD_TYPE, lambda: page.fill("#name")  # type: ignore[call-arg]
        yield "check", BAD_INPUT, lambda: page.check("#text")
        yield "select", MISSING_IN_TIME, lambda: page.select_option("#pick", "zzz")
        yield "select", BAD_INPUT, lambda: page.select_option("#text", "a")
        yield "upload", MISSING, lambda: page.set_input_files("#file", str(tmp / "gone.txt"))
        yield "press", UNKNOWN_NAME, lambda: page.press("#name", "Frob")
        yield "wait", MISSING_IN_TIME, lambda: page.wait_for_selector("#later")
        yield "wait", NO_ANSWER_IN_TIME, lambda: page.wait_for_function("window.done")
        yield "wait", NO_ANSWER_IN_TIME, lambda: page.expect_download(timeout=300).__enter__().value
        yield "read", BUG_TYPE, lambda: page.evaluate("document.querySelector('#no').innerText")
        yield "read", BAD_SYNTAX, lambda: page.evaluate("let = (")
        handle = page.query_selector("#buy")
        assert handle is not None
        page.evaluate("document.querySelector('#buy').remove()")
        yield "click", CONFLICT, handle.click
        yield "open", REFUSED, lambda: page.goto(at["refused"])
        yield "open", NO_SUCH_HOST, lambda: page.goto(at["no_host"])
        yield "open", LOST, lambda: page.goto(f"{base}/drop")
        yield "open", NO_ANSWER_IN_TIME, lambda: page.goto(f"{base}/slow")
        yield "open", DENIED, lambda: page.goto(at["self_signed"])
        yield "open", UNSUPPORTED, lambda: page.goto(f"{base}/loop")
        yield "open", BAD_INPUT, lambda: page.goto("nowhere")
        yield "open", DENIED, lambda: page.goto("http://127.0.0.1:22/")
        page.context.set_offline(True)
        yield "open", SERVER_GONE, lambda: page.goto(f"{base}/ok")
        page.context.set_offline(False)
        page.close()
        yield "click", CONFLICT, lambda: page.click("#buy")
        browser.close()
        yield "open", CONFLICT, browser.new_page
        yield "launch", TOOL_GONE, lambda: play.chromium.launch(executable_path=str(tmp / "chromium"))
        yield "launch", TOOL_GONE, lambda: play.firefox.launch()
        yield "launch", REFUSED, lambda: play.chromium.connect_over_cdp(at["refused"])
