"""What goes wrong around a form that is sent: it is there exactly once."""

import asyncio
from base64 import b64encode
from hashlib import sha1

from midcourse import Task
from midcourse.core.logic.conditions import fact
from midcourse.core.model import Done, Failed, Uncertain
from tests.worlds.in_browser import does, ends, in_browser

FORM = "<title>New</title><form method=post action=/add><label>Title <input name=title></label><button>Store</button></form>"
TASK = Task("add lamp", "listed(/things, lamp)", values={"Title": "lamp"})


class Things:
    """A small application that keeps what was added; `adds` answers the first sending in its own way."""

    def __init__(self, adds=None):
        self.kept, self._adds, self.tries = [], adds, 0

    def pages(self):
        return {"/": FORM, "/add": self.add, "/things": self.listed}

    def add(self, request):
        self.tries += 1
        if self._adds is not None and self.tries == 1:
            return self._adds(self)
        return self.save()

    def save(self):
        self.kept.append("lamp")
        return 303, "", ("Location", "/things")

    def listed(self, request):
        return "<title>Things</title><ul>" + "".join(f"<li>{name}</li>" for name in ["chair", *self.kept]) + "</ul>"


def struck(trouble, things):
    """The outcome of the task when trouble strikes at the first click, and what was kept."""

    async def story(web, site):
        act, left = web.act, [trouble]

        async def acting(call):
            return await left.pop()(web, site, call, act) if left and call.skill == "click" else await act(call)

        web.act = acting
        return await ends(web, TASK, "")

    return in_browser(things.pages(), story), things.kept


def test_a_refused_connection_did_not_happen_and_the_page_is_asked_for_again():
    async def story(web, site):
        await web.observe()
        await does(web, "fill", "textbox Title", text="lamp")
        site.down()
        result = await does(web, "click", "button Store")
        asyncio.get_running_loop().call_later(1.0, site.up)
        return result, await web.observe(), site.posted

    result, seen, posted = in_browser(Things().pages(), story)
    assert isinstance(result, Failed) and (result.kind, result.clean) == ("transient", True) and posted == []
    assert fact("title", "New") in seen.facts


def test_a_server_that_goes_after_it_was_sent_leaves_a_doubt_and_nothing_is_sent_by_looking():
    things = Things(lambda things: things.save() and None)

    async def story(web, site):
        await web.observe()
        await does(web, "fill", "textbox Title", text="lamp")
        result = await does(web, "click", "button Store")
        await web.observe()
        return result, len(site.posted)

    result, posted = in_browser(things.pages(), story)
    assert isinstance(result, Uncertain) and posted == 1 and things.kept == ["lamp"]


def test_restarted_before_it_was_saved_it_is_there_once():
    async def restarts(web, site, call, act):
        site.down()
        asyncio.get_running_loop().call_later(1.0, site.up)
        return await act(call)

    outcome, kept = struck(restarts, Things())
    assert outcome.success and kept == ["lamp"], outcome.ending


def test_no_answer_before_and_after_it_was_saved_it_is_there_once():
    for adds in (lambda things: None, lambda things: things.save() and None, lambda things: (503, "<h1>busy</h1>")):
        things = Things(adds)
        outcome, kept = struck(lambda web, site, call, act: act(call), things)
        assert outcome.success and kept == ["lamp"], outcome.ending


def test_a_browser_that_is_killed_after_it_was_saved_sends_nothing_again():
    async def kills(web, site, call, act):
        result = await act(call)
        await web.page.context.close()
        return result

    outcome, kept = struck(kills, Things())
    assert outcome.success and kept == ["lamp"], outcome.ending


def kept_open(request):
    """A web socket on which nothing is said (RFC 6455)."""
    key = request.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    told = (
        "HTTP/1.1 101 On",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Accept: {b64encode(sha1(key.encode()).digest()).decode()}",
    )
    request.wfile.write("\r\n".join((*told, "", "")).encode())
    request.rfile.read(1)


def test_a_page_that_was_cut_off_from_its_server_is_asked_for_again_and_nothing_is_done_in_it():
    page = "<title>New</title><button>Store</button><script>new WebSocket(`ws://${location.host}/line`)</script>"

    async def story(web, site):
        await web.observe()
        await asyncio.sleep(1.2)
        site.down()
        await asyncio.sleep(0.5)
        result = await does(web, "click", "button Store")
        site.up()
        seen = await web.observe()
        return result, fact("title", "New") in seen.facts, site.asked.count("/"), await does(web, "click", "button Store")

    result, there, asked, again = in_browser({"/": page, "/line": kept_open}, story)
    assert isinstance(result, Failed) and (result.kind, result.clean) == ("transient", True)
    assert there and asked == 2 and isinstance(again, Done)


def test_a_refusal_is_told_only_where_nothing_else_was_sent():
    post = "fetch('{}', {{method: 'POST'}})"
    page = "".join(
        f'<button onclick="{";".join(post.format(path) for path in paths)}">{name}</button>'
        for name, paths in {"One": ["/no"], "Two": ["/no", "/no?2"], "Aside": ["/no", "/yes"]}.items()
    )

    async def story(web, site):
        await web.observe()
        return {name: [await does(web, "click", f"button {name}") for _ in range(4)] for name in ("One", "Two", "Aside")}

    told = in_browser({"/": page, "/no": lambda request: (403, "no"), "/yes": "yes"}, story)
    refused = Done({"answered": "refused"})
    assert refused in told["One"], "on a busy machine the answer may come after the act"
    assert refused not in told["Two"] + told["Aside"]


def test_a_browser_that_dies_after_a_click_goes_on_where_the_click_led():
    async def story(web, site):
        await web.observe()
        await does(web, "fill", "textbox Name", text="done")
        assert await does(web, "click", "button Send")
        await web.page.context.close()
        return (await web.observe()).facts, site.address

    page = "<form action=/done?edit method=post><label>Name <input name=n></label><button>Send</button></form>"
    facts, address = in_browser({"/": page, "/done": "<title>There</title>"}, story)
    assert f"page({address}/done?edit)" in facts


def test_a_page_that_says_that_the_server_failed_is_no_sign_that_a_form_was_taken():
    """Also where the page around it changed: what failed may have been something beside."""
    beside = "<title>Page</title><p id=p>old</p><button onclick=\"fetch('/count', {method: 'POST'}); p.textContent = 'new'\">Show</button>"

    async def story(web, site):
        await web.observe()
        shown = await does(web, "click", "button Show")
        await does(web, "go", url=f"{site.address}/form")
        await web.observe()
        return shown, await does(web, "click", "button Store")

    pages = {"/": beside, "/count": (503, "busy"), "/form": FORM, "/add": (503, f"<p>try later</p>{FORM}")}
    shown, sent = in_browser(pages, story)
    assert isinstance(shown, Uncertain) and not shown.error_shown
    assert isinstance(sent, Uncertain) and sent.reason == "server_error" and sent.error_shown
