"""What gets in the way on pages: banners, boxes, slow and broken pages, lost answers, a browser that dies."""

import asyncio
from contextlib import suppress
from time import monotonic

import pytest

from midcourse import Task, act
from midcourse.core.errors import LookFailed
from midcourse.core.model import Done, Failed, Uncertain
from midcourse.core.plans.plan import Act
from midcourse.wiring.assembling import assemble
from midcourse.wiring.names import planner_named
from midcourse.worlds.web.engine import BrowserError
from tests.patience import patient
from tests.site_on_loopback import failing_once, slowly
from tests.support import the
from tests.worlds.in_browser import DONE, FORM, does, ends, in_browser

BANNER = """<button onclick="document.title='pressed'">Save</button>
<div id=c style="position:fixed;inset:0;background:#0008"><div role=dialog aria-label="Cookies" style="position:absolute;left:30%;top:30%;background:#fff">
We like cookies <button>Learn more</button> <button onclick="c.remove()">No thanks</button></div></div>"""


def test_a_banner_over_the_target_is_dismissed_by_contracts_alone():
    async def story(web, site):
        facts = (await web.observe()).facts
        assert {"cover(dialog Cookies)", "hides(dialog Cookies, button Save)", "dialog(Cookies)"} <= facts
        refused = await does(web, "click", "button Save")
        assert isinstance(refused, Failed) and refused.reason == "covered"
        outcome = await ends(web, "click Save", "title(pressed)")
        assert outcome.success, outcome.ending
        assert [the(r.step, Act).skill for r in outcome.run.work.records.values() if hasattr(r.step, "skill")] == [
            "dismiss",
            "click",
        ]

    in_browser({"/": BANNER}, story)


def test_a_banner_that_comes_in_the_middle_of_a_plan_is_a_repair_and_no_new_plan():
    page = """<input aria-label="Name" oninput="c.style.display='block'"><button onclick="document.title='sent '+document.querySelector('input').value">Send</button>
    <div id=c style="display:none;position:fixed;inset:0;background:#fff"><button onclick="c.style.display='none'">Close</button></div>"""

    async def story(web, site):
        outcome = await ends(web, 'enter "Ada" and click Send', "title(sent Ada)")
        assert outcome.success, outcome.ending
        assert [p.author for p in outcome.run.work.plans] == ["words", "repair"]

    in_browser({"/": page}, story)


@pytest.mark.parametrize(("yes", "title"), [("browser box OK", "yes"), ("browser box Cancel", "no")])
def test_the_browsers_own_box_is_seen_and_answered(yes, title):
    page = "<button onclick=\"document.title = confirm('Sure?') ? 'yes' : 'no'\">Delete</button>"

    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "click", "button Delete"), Done)
        seen = await web.observe()
        assert "dialog(Sure?)" in seen.facts and "hides(browser box Sure?, button Delete)" in seen.facts
        blocked = await does(web, "click", "button Delete")
        assert isinstance(blocked, Failed) and "Sure?" in blocked.detail
        assert isinstance(await does(web, "click", yes), Done)
        facts = (await web.observe()).facts
        assert f"title({title})" in facts and "dialog(Sure?)" not in facts

    in_browser({"/": page}, story)


def test_slow_and_failing_pages_cost_retries_and_no_plan():
    pages = {
        "/": '<a href="/slow">On</a>',
        "/slow": slowly('<a href="/last">Further</a>', 1.0),
        "/last": failing_once("<h1>There</h1>"),
    }

    async def story(web, site):
        outcome = await ends(web, "click On and click Further", "text(There)")
        assert outcome.success and outcome.ending.replans == 0, outcome.ending

    in_browser(pages, story)


def test_no_answer_to_a_form_is_uncertain_and_an_error_of_the_server_too():
    def hangs_up(request):
        request.connection.close()

    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "click", "button Lost"), Uncertain)
        await does(web, "go", url=site.address + "/")
        await web.observe()
        broken = await does(web, "click", "button Broken")
        assert isinstance(broken, Uncertain) and "500" in broken.detail

    page = "<form method=post action=/lost><button>Lost</button></form><form method=post action=/broken><button>Broken</button></form>"
    in_browser({"/": page, "/lost": hangs_up, "/broken": (500, "oh")}, story)


@pytest.mark.parametrize(("done_when", "times"), [("listed(/list, Ada)", 2), ("title(Done)", 1)])
def test_a_form_that_comes_back_is_sent_again_where_a_list_shows_that_it_did_not_arrive(done_when, times):
    tries = []

    def done(request):
        tries.append(1)
        return (
            (200, DONE)
            if len(tries) > 1
            else (
                200,
                "<p role=alert>Busy, try again</p><form method=post action=/done><label>Name <input name=name></label><button>Send</button></form>",
            )
        )

    async def story(web, site):
        page = "<form method=post action=/done><label>Name <input name=name></label><button>Send</button></form>"
        site.pages["/"] = page
        site.pages["/list"] = lambda request: "<p>Ada" if len(tries) > 1 else "<p>nobody"
        outcome = await ends(web, Task("send it", done_when, values={"Name": "Ada"}), "")
        assert outcome.success is (times == 2) and [p["name"] for _, p in site.posted] == ["Ada"] * times, outcome.ending

    in_browser({"/": "", "/done": done}, story)


def test_a_page_that_cannot_be_read_keeps_the_old_look():
    async def story(web, site):
        parts = assemble(web, planner_named("words"))
        await web.observe()
        from midcourse.worlds.web.engine import BrowserError

        shot = web._tab.shot

        async def broken():
            raise BrowserError("no answer")

        web._tab.shot = broken
        steps = [act("go", url=site.address + "/")]
        outcome = await ends(web, "look", "title(Form)", planner=steps, look_retries=1, max_questions=0)
        web._tab.shot = shot
        assert not outcome.success and "cannot be seen" in outcome.ending.final_detail and parts is not None

    in_browser({"/": FORM}, story)


def test_a_page_that_breaks_down_is_opened_again_with_its_login_kept():
    page = """<p>in</p>"""
    asked = []

    def front(request):
        asked.append(request.headers.get("Cookie", ""))
        return 200, page, ("Content-Type", "text/html"), ("Set-Cookie", "session=1")

    async def story(web, site):
        await web.observe()
        began = monotonic()
        with suppress(BrowserError):
            await web.page.goto("chrome://crash", timeout=2000)
        with suppress(LookFailed):  # the look that finds it gone may say so
            await web.observe()
        assert "text(in)" in (await web.observe()).facts
        assert monotonic() - began < patient(8)

    in_browser({"/": front}, story)
    assert asked[-1] == "session=1"


def test_a_line_that_is_kept_open_holds_up_nothing(monkeypatch):
    monkeypatch.setattr("midcourse.worlds.web.requested.SLOW", 1.0)

    async def story(web, site):
        await web.observe()
        await asyncio.sleep(1)
        began = monotonic()
        assert isinstance(await does(web, "click", "button Count"), Done)
        assert "text(1)" in (await web.observe()).facts
        assert monotonic() - began < patient(2.5)

    page = """<button onclick="n.textContent=1">Count</button><p id=n>0</p><script>fetch("/line").catch(()=>0)</script>"""
    in_browser({"/": page, "/line": slowly("", 20)}, story)


def test_half_a_character_and_frames_that_come_and_go_do_not_break_a_look():
    page = """<p id=p></p><button id=b>Go</button><div id=d></div><script>
        p.textContent = "a\\ud800b"; b.setAttribute("aria-label", "Go \\ud83d"); document.title = "T\\udc00";
        setInterval(() => { d.innerHTML = "<iframe srcdoc='<p>inner'></iframe>" }, 50)</script>"""

    async def story(web, site):
        seen = await web.observe()
        assert "text(a?b)" in seen.facts and "button Go ?" in {t.id for t in seen.targets}
        repr(seen).encode()

    in_browser({"/": page}, story, settle=1.0)


def test_a_form_that_was_taken_and_led_to_an_error_is_uncertain():
    page = "<form method=post action=/take><button>Send</button></form>"

    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "click", "button Send"), Uncertain)

    in_browser({"/": page, "/take": (302, "", ("Location", "/broken")), "/broken": (500, "oh")}, story)


def test_a_click_whose_page_is_busy_is_uncertain():
    page = "<form method=post action=/take><button onclick='const t = Date.now(); while (Date.now() - t < 4000);'>Send</button></form>"

    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "click", "button Send"), Uncertain | Done)

    in_browser({"/": page, "/take": DONE}, story)


def test_a_refused_request_in_the_background_does_not_decide():
    page = "<script>setInterval(() => fetch('http://10.0.0.1/').catch(() => 0), 20)</script><form method=post action=/done><button>Send</button></form>"

    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "click", "button Send"), Done)

    in_browser({"/": page, "/done": DONE}, story, settle=0.5)


def test_a_page_that_is_not_at_rest_says_so():
    page = "<p id=p>Loading</p><script>fetch('/slow').then(() => p.textContent = 'READY')</script>"

    async def story(web, site):
        seen = await web.observe()
        assert "text(READY)" in seen.facts or "did not come to rest" in seen.stale

    in_browser({"/": page, "/slow": slowly("x", 3)}, story, settle=1.0)


def test_a_browser_that_dies_starts_again_where_it_was():
    async def story(web, site):
        await web.observe()
        await does(web, "go", url=site.address + "/done")
        await web.observe()
        await web._tab.browser.context.close()
        assert "text(Thank you)" in (await web.observe()).facts

    in_browser({"/": FORM, "/done": DONE}, story)
