"""What an act stirs is waited for, and a page that rests is not."""

from __future__ import annotations

import asyncio
import time

import pytest

from midcourse.core.model import Done, Uncertain
from midcourse.worlds.web.drivers import Door
from midcourse.worlds.web.engine import NAMES, SHELL, BrowserError, find_browser
from midcourse.worlds.web.held import Held
from midcourse.worlds.web.noting import NOTED, NOTING
from midcourse.worlds.web.sessions import unawaited
from midcourse.worlds.web.stillness import Stillness
from midcourse.worlds.web.tab import REST
from tests.worlds.in_browser import FORM, does, in_browser

LATE = """<title>Late</title><button onclick="setTimeout(() => fetch('/save', {method: 'POST'}), 10)">Save</button>"""
DRAWN = """<title>Drawn</title><p id=p>empty</p>
<button onclick="requestAnimationFrame(() => p.textContent = 'filled')">Fill</button>"""


def test_what_a_script_sends_shortly_after_a_click_is_heard():
    async def story(web, site):
        await web.observe()
        return await does(web, "click", "button Save")

    told = in_browser({"/": LATE, "/save": (503, "busy")}, story)
    assert isinstance(told, Uncertain) and told.reason == "server_error"


def test_what_is_drawn_with_the_next_frame_is_seen_by_the_next_look():
    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "click", "button Fill"), Done)
        return await web.observe()

    assert "text(filled)" in in_browser({"/": DRAWN}, story).facts


def test_the_layout_after_an_act_is_the_one_that_is_read_if_the_page_stays_so():
    async def story(web, site):
        await web.observe()
        shots = await shots_of(web)
        await does(web, "fill", "textbox Name", text="Ada")
        seen = await web.observe()
        return shots, seen

    shots, seen = in_browser({"/": FORM}, story)
    assert len(shots) == 1 and "value(textbox Name, Ada)" in seen.facts


def slow(seconds):
    """A picture that takes its time."""

    def answer(request):
        time.sleep(seconds)
        return 200, b"", ("Content-Type", "image/png")

    return answer


def test_a_page_of_which_something_is_still_to_come_is_waited_for_after_an_act():
    async def story(web, site):
        await web.observe()
        began = time.monotonic()
        assert isinstance(await does(web, "click", "button More"), Done)
        took = time.monotonic() - began
        return took, await web._tab._sessions.drawn(web._tab.page, 1.0)

    took, whole = in_browser({"/": GROWS, "/slow.png": slow(1.5)}, story)
    assert took > 1.0 and whole


GROWS = """<title>Grows</title><p id=p></p><button onclick="p.textContent = 'more'">More</button><img src="/slow.png">"""
DRAWN_ANEW = """<title>Anew</title><button id=b onclick="this.replaceWith(this.cloneNode(true))">Again</button>"""


def test_an_element_that_is_gone_says_so():
    async def story(web, site):
        await web.observe()
        held = await web._element("button Again")
        assert isinstance(held, Held) and await held.ask("e => e.id") == "b"
        await held.click()
        for use in (held.click(timeout=300), held.hover(timeout=300)):
            with pytest.raises(BrowserError, match="not attached"):
                await use
        with pytest.raises(BrowserError):
            await held.ask("e => e.nothing.at.all")
        assert isinstance(await does(web, "click", "button Again"), Done)

    in_browser({"/": DRAWN_ANEW}, story)


def test_a_window_is_opened_by_a_browser_that_has_windows():
    names = [path.rsplit("/", 1)[-1] for path in (find_browser(), find_browser(headless=False)) if path]
    assert names[0] in (*SHELL, *NAMES) and names[-1] in NAMES


def test_work_that_nobody_awaits_may_fail():
    async def story():
        async def fails():
            raise ValueError("gone")

        unawaited(fails())
        await asyncio.sleep(0.01)

    asyncio.run(story())


LINES = """<title>Lines</title><p id=p></p><script>
let n = 0; const t = setInterval(() => { p.textContent = ++n; if (n > 19) { clearInterval(t); document.title = 'All'; } }, 25);
</script>"""
IN_A_TREE = """<title>Tree</title><div id=d></div><script>
const root = d.attachShadow({mode: 'closed'}); let n = 0;
const t = setInterval(() => { root.innerHTML = `<p>line ${++n}</p>`; if (n > 19) clearInterval(t); }, 25);
</script>"""
IN_A_FRAME = """<title>Frame</title><iframe src="/lines"></iframe>"""


async def shots_of(web):
    """When a layout was taken."""
    taken, shots = web._tab.shot, []

    async def shot():
        shots.append(time.monotonic())
        return await taken()

    web._tab.shot = shot
    return shots


def test_a_page_that_tells_that_it_stays_as_it_is_is_read_once():
    async def story(web, site):
        await web.observe()
        shots = await shots_of(web)
        for n in range(6):
            await web.page.goto(f"{site.address}/next?{n}")
            await asyncio.sleep(5 * REST)  # it is there, and changes no more
            assert "title(Next)" in (await web.observe()).facts
        return shots

    shots = in_browser({"/": FORM, "/next": "<title>Next</title><p>There</p>"}, story)
    assert len(shots) == 6, "two equal readings of each would be twelve"


def test_what_a_page_notes_of_its_changes_begins_before_its_layout_is_taken(monkeypatch):
    sent, send = [], Door.send

    async def noted(self, method, params=None):
        sent.append((params or {}).get("expression", method))
        return await send(self, method, params)

    async def story(web, site):
        await web.observe()
        monkeypatch.setattr(Door, "send", noted)
        await web._tab.shot()

    in_browser({"/": FORM}, story)
    assert sent[:3] == ["mark()", "DOMSnapshot.captureSnapshot", "Performance.getMetrics"]


SET_LATER = """<title>Set</title><input aria-label=Name id=i><script>
function later() { setTimeout(() => { i.value = 'Ada'; }, 60); }
</script>"""


def test_what_a_script_puts_into_a_field_without_a_change_of_the_page_is_no_rest():
    async def story(web, site):
        await web.observe()
        await web.page.goto(f"{site.address}/set")
        still = Stillness(web._tab._sessions)
        shot = await still.shot(web.page, await web._tab.session())
        await web.page.evaluate("later()")
        kept = await still.rested(web.page, 0.3, shot, counts=False)
        return kept is not None, await web.observe()

    stays, seen = in_browser({"/": FORM, "/set": SET_LATER}, story)
    assert not stays and "value(textbox Name, Ada)" in seen.facts


IN_STEPS = """<title>Steps</title><p id=p></p><input aria-label=Name><button onclick="step(1)">Go</button><script>
function step(n) { p.textContent = 'step ' + n; if (n < 4) setTimeout(step, 15, n + 1); }
</script>"""


def test_a_page_that_did_nothing_until_it_was_drawn_is_not_waited_for_and_one_that_did_is(monkeypatch):
    asked, send = [], Door.send

    async def noted(self, method, params=None):
        asked.append((params or {}).get("expression", ""))
        return await send(self, method, params)

    async def story(web, site):
        await web.observe()
        monkeypatch.setattr(Door, "send", noted)
        await does(web, "fill", "textbox Name", text="Ada")
        filled = (await web.observe()).facts
        waits = [question.split(",")[1] for question in asked if question.startswith("lasts")]
        await does(web, "click", "button Go")
        return filled, waits, (await web.observe()).facts

    filled, waits, gone = in_browser({"/": IN_STEPS}, story)
    assert "value(textbox Name, Ada)" in filled and waits == [" 0"]
    assert "text(step 4)" in gone


@pytest.mark.parametrize(
    ("page", "last"),
    [(LINES, "text(20)"), (IN_A_TREE, "text(line 20)"), (IN_A_FRAME, "text(20)")],
    ids=["plain", "tree", "frame"],
)
def test_a_page_that_draws_line_by_line_is_read_once_it_is_drawn(page, last):
    async def story(web, site):
        await web.observe()
        await web.page.goto(f"{site.address}/page")
        return await web.observe()

    assert last in in_browser({"/": FORM, "/page": page, "/lines": LINES}, story).facts


def test_the_page_itself_does_not_see_what_is_noted_of_it():
    async def story(web, site):
        await web.observe()
        return await web.page.evaluate("() => [typeof globalThis.mark, typeof globalThis.lasts]")

    assert "globalThis.mark" in NOTED and NOTING
    assert in_browser({"/": FORM}, story) == ["undefined", "undefined"]
