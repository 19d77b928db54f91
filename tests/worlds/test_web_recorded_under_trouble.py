"""Recorded steps under trouble: a page of values that was not taken, scripts that did not come, a browser that dies signed in."""

from contextlib import suppress

from midcourse import Task
from midcourse.core.errors import LookFailed
from midcourse.core.plans.plan import Act
from midcourse.planners.words.shown import ShownPlanner
from tests.worlds.in_browser import does, ends, in_browser

FIRST = "<title>New</title><form method=post action=/start><label>Name <input name=name></label><button>On</button></form>"
SECOND = """<title>Text</title><form method=post action=/save><div id=place></div>
<label>Why <input name=why></label><button>Save</button></form><script src=/field.js></script>"""
FIELD = """document.querySelector('#place').innerHTML = '<label>Story <textarea name=story></textarea></label>'"""
STEPS = (
    Act("fill", {"text": "{Name}"}, "textbox Name"),
    Act("click", {}, "button On"),
    Act("fill", {"text": "{Story}"}, "textbox Story"),
    Act("fill", {"text": "{Why}"}, "textbox Why"),
    Act("click", {}, "button Save"),
)
VALUES = {"Name": "oak", "Story": "It grew", "Why": "new"}


def played(start=(303, "", ("Location", "/second")), script=lambda asked: FIELD):
    """Recorded steps over two pages, followed once: the outcome, and the stories that were saved."""

    async def story(web, site):
        pages["/start"] = start if isinstance(start, tuple) else lambda request: start(len(site.posted))
        pages["/field.js"] = lambda request: (200, script(site.asked.count("/field.js")), ("Content-Type", "text/javascript"))
        pages["/list"] = lambda request: (200, "<ul>" + "".join(f"<li>{p['story']}" for p in saved(site)) + "</ul>")
        task = Task("write it", "listed(/list, It grew)", values=VALUES)
        outcome = await ends(web, task, "", ShownPlanner(STEPS))
        return outcome, [(p["story"], p["why"]) for p in saved(site)]

    def saved(site):
        return [{"story": "", **posted} for path, posted in site.posted if path == "/save"]

    pages = {"/": FIRST, "/second": SECOND, "/save": (303, "", ("Location", "/list"))}
    return in_browser(pages, story)


def test_a_page_of_values_that_was_refused_is_filled_in_again():
    def start(times):
        return (400, "the session is over") if times == 1 else (303, "", ("Location", "/second"))

    outcome, saved = played(start)
    assert outcome.success and saved == [("It grew", "new")], outcome.ending


def test_a_page_of_values_that_was_turned_away_for_a_moment_is_sent_again():
    for status in (503, 502):
        outcome, saved = played(lambda times, s=status: (s, "busy") if times == 1 else (303, "", ("Location", "/second")))
        assert outcome.success and saved == [("It grew", "new")], (status, outcome.ending)


def test_a_page_whose_scripts_did_not_come_is_loaded_again_and_no_value_is_left_out():
    outcome, saved = played(script=lambda asked: FIELD if asked > 1 else "")
    assert outcome.success and saved == [("It grew", "new")], outcome.ending


def test_nothing_is_sent_without_a_value_whose_field_does_not_come():
    outcome, saved = played(script=lambda asked: "")
    assert not outcome.success and saved == [] and "Story" in outcome.ending.final_detail, outcome.ending


DOOR = """<title>Door</title><form method=post action=/in><label>User <input name=user></label>
<label>Password <input type=password name=password></label><button>Enter</button></form>"""
ROOM = "<title>Room</title><form method=post action=/add><label>Note <input name=note></label><button>Keep</button></form>"


def test_who_was_signed_in_when_the_browser_died_signs_in_again():
    async def story(web, site):
        def room(request):
            inside = "key=1" in request.headers.get("Cookie", "")
            return (
                (200, ROOM + "".join(f"<p>{p['note']}" for path, p in site.posted if path == "/add")) if inside else (200, DOOR)
            )

        pages["/"] = room
        act, died = web.act, []

        async def acting(call):
            result = await act(call)
            if call.target == "button Enter" and not died:
                died.append(call)
                await web.page.context.close()
            return result

        web.act = acting
        values = {"User": "ada", "Password": "steep-hill", "Note": "milk"}
        outcome = await ends(web, Task("keep a note", "listed(/, milk)", values=values), "")
        return outcome, [path for path, _ in site.posted]

    pages = {"/": DOOR, "/in": (303, "", ("Location", "/"), ("Set-Cookie", "key=1")), "/add": (303, "", ("Location", "/"))}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == ["/in", "/in", "/add"], (outcome.ending, posted)


def test_a_first_page_that_failed_in_its_own_place_comes_back():
    async def story(web, site):
        await web.observe()
        site.down()
        await does(web, "click", "button On")
        site.up()
        with suppress(LookFailed):  # the browser may still be about to show its error
            return await web.observe()
        return await web.observe()

    seen = in_browser({"/": FIRST.replace("/start", "/")}, story)
    assert "title(New)" in seen.facts


def test_boxes_are_ticked_as_they_were_shown_also_where_the_form_is_filled_in_again():
    form = """<form method=post action=/save><label>Name <input name=name></label>
    <label><input type=checkbox name=frail> Frail</label><button>Save</button></form>"""
    steps = (Act("fill", {"text": "{Name}"}, "textbox Name"), Act("check", {}, "checkbox Frail"), Act("click", {}, "button Save"))

    async def story(web, site):
        def save(request):
            return (403, "the session is over") if len(site.posted) == 1 else (303, "", ("Location", "/list"))

        pages["/save"] = save
        pages["/list"] = lambda request: (200, "<ul>" + "".join(f"<li>{p['name']}" for _, p in site.posted[1:]) + "</ul>")
        outcome = await ends(web, Task("keep it", "listed(/list, oak)", values={"Name": "oak"}), "", ShownPlanner(steps))
        return outcome, site.posted

    pages: dict = {"/": form}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and [p for _, p in posted] == [{"name": "oak", "frail": "on"}] * 2, (outcome.ending, posted)
