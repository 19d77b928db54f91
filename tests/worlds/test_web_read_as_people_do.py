"""Pages as people read them: rows as lines, buttons beside a form, a page that asks whether it may be left."""

from typing import Any

import pytest

from midcourse import Task
from tests.worlds.in_browser import does, ends, in_browser

TABLE = """<title>Tools</title><table><tr><th>No<th>Tool<th>Count<th>Where</tr>
<tr><td>1<td><a href=/1>saw</a><td>4<td>shed</tr><tr><td>2<td>plane<td>1<td></tr></table>"""


def test_cells_side_by_side_are_a_line_of_the_list():
    async def story(web, site):
        return await web.observe()

    facts = in_browser({"/": TABLE}, story).facts
    assert {"listed(/, saw 4 shed)", "listed(/, 1 saw)", "listed(/, 2 plane 1)", "listed(/, saw 4)"} <= facts
    assert "listed(/, saw shed)" not in facts and "listed(/, saw 4 shed 2)" not in facts and "text(saw 4 shed)" not in facts


def test_a_row_that_is_there_is_not_said_to_be_gone():
    async def story(web, site):
        return await ends(web, Task("remove the plane", "not listed(/, plane 1)"), "")

    assert not in_browser({"/": TABLE}, story).success


EDITOR = """<title>Edit</title><header><button onclick="document.forms[0].elements.go.click()">OK</button>
<button onclick="history.back()">Cancel</button></header>
<form method=post action=/save><button type=button onclick="this.textContent='wide'">Wider letters</button>
<label>Story <textarea name=story></textarea></label><label>Why <input name=why></label>
<input type=submit name=go hidden></form>
<script>let ours = false; document.forms[0].onsubmit = () => { ours = true };
addEventListener('beforeunload', e => { if (!ours) { e.preventDefault(); e.returnValue = 'x' } })</script>"""


def test_a_form_whose_own_button_stands_before_its_fields_is_sent_by_the_one_beside_it():
    async def story(web, site):
        pages["/log"] = lambda request: (200, "<ul>" + "".join(f"<li>{p['why']}" for _, p in site.posted) + "</ul>")
        task = Task("change the story", "listed(/log, a slip)", values={"Story": "Once more", "Why": "a slip"})
        return await ends(web, task, ""), [(p["story"], p["why"]) for _, p in site.posted]

    pages: dict[str, Any] = {"/": EDITOR, "/save": (303, "", ("Location", "/log")), "/log": "later"}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == [("Once more", "a slip")], outcome.ending


def test_a_page_that_asks_whether_it_may_be_left_is_left_for_another_address():
    async def story(web, site):
        await web.observe()
        await does(web, "fill", "textbox Why", text="a slip")
        went = await does(web, "go", url="/log")
        return went, await web.observe()

    went, seen = in_browser({"/": EDITOR, "/log": "<title>Log</title>"}, story)
    assert type(went).__name__ == "Done" and "title(Log)" in seen.facts


LINES = "<title>People</title><form method=post action=/add><label>Name <input name=name></label><button>Add</button></form>"


def test_lines_that_hold_what_was_sent_among_other_words_are_named_and_no_proof():
    async def story(web, site):
        pages["/"] = lambda request: (200, LINES + "".join(f"<p>1. {p['name']} (new)</p>" for _, p in site.posted))
        return await ends(web, Task("add a person", "listed(/, Bob)", values={"Name": "Bob"}), ""), len(site.posted)

    pages: dict[str, Any] = {"/": LINES, "/add": (303, "", ("Location", "/"))}
    outcome, posted = in_browser(pages, story)
    assert not outcome.success and posted == 1 and "'1. Bob (new)'" in outcome.ending.final_detail, outcome.ending


TICKET = """<title>Ticket 1</title><h1>Broken chair</h1>
<a href=/tickets/1/depend/add>Make this ticket depend on another ticket</a> <a href=/tickets/new>New ticket</a>
<a href=/tickets/1/form>Edit</a>"""
NEW = (
    "<title>{0}</title><form method=post action=/tickets/{0}><label>Title <input name=title></label><button>Save</button></form>"
)


def test_what_makes_something_new_is_no_way_to_change_what_is_there():
    async def story(web, site):
        pages["/tickets/"] = lambda request: (200, "<ul>" + "".join(f"<li>{p['title']}" for _, p in site.posted) + "</ul>")
        task = Task("edit the ticket Broken chair", "listed(/tickets/, Chair)", values={"Title": "Chair"})
        return await ends(web, task, ""), [path for path, _ in site.posted]

    pages: dict[str, Any] = {
        "/": TICKET,
        "/tickets/": "later",
        "/tickets/1/form": NEW.format("changed"),
        "/tickets/new": NEW.format("made"),
    }
    pages |= {f"/tickets/{end}": (303, "", ("Location", "/tickets/")) for end in ("changed", "made")}
    pages["/tickets/1/depend/add"] = "<title>Depend</title><a href=/tickets/new>New ticket</a>"
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == ["/tickets/changed"], (outcome.ending, posted)


UPLOAD = """<title>Page</title><form method=post action=/save enctype=multipart/form-data>
<label>Replace content by file <input type=file name=file></label><label>Summary <input name=summary></label>
<button>Save</button></form>"""


def test_a_text_is_not_given_to_a_field_for_files():
    async def story(web, site):
        task = Task("write the page", "listed(/, roses)", values={"Content": "Twelve roses", "Summary": "roses"})
        return await ends(web, task, ""), len(site.posted)

    outcome, posted = in_browser({"/": UPLOAD}, story)
    assert posted == 0 and "no field for 'Content'" in outcome.ending.final_detail, outcome.ending


LATE = """<title>Words</title><dialog open aria-label="New word"><label>Word <input oninput="setTimeout(() => go.disabled = !1, 900)"></label>
<button onclick="this.textContent='plain'">Kind of word</button>
<button id=go disabled onclick="fetch('/add', {method: 'POST', body: 'word=' + document.querySelector('input').value,
  headers: {'Content-Type': 'application/x-www-form-urlencoded'}}).then(() => location = '/list')">Create</button></dialog>"""


def test_a_button_that_sends_is_waited_for_until_the_page_has_checked_what_was_entered():
    async def story(web, site):
        pages["/list"] = lambda request: (200, "<ul>" + "".join(f"<li>{p['word']}" for _, p in site.posted) + "</ul>")
        return await ends(web, Task("add a word", "listed(/list, oak)", values={"Word": "oak"}), ""), len(site.posted)

    pages: dict[str, Any] = {"/": LATE, "/add": "ok", "/list": "later"}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == 1, outcome.ending


FADING = """<title>Bills</title><style>#back { position: fixed; inset: 0; background: #0008 } #box { position: fixed; top: 90px; left: 90px;
background: white; padding: 9px }</style><a href="#" onclick="come()">Add a bill</a> <a href=/wrong>Add your first bill</a>
<script>function come() { document.body.insertAdjacentHTML('beforeend', '<div id=back></div>'); setTimeout(() =>
document.body.insertAdjacentHTML('beforeend', `<div id=box role=dialog aria-modal=true aria-label="A bill"><form method=post
action=/add><label>What <input name=what></label><button>Save</button></form></div>`), 1200) }</script>"""


@pytest.mark.parametrize(
    "page",
    [
        FADING,
        FADING.replace("document.body.insertAdjacentHTML('beforeend', '<div id=back></div>');", ""),
        FADING.replace("document.body.insertAdjacentHTML('beforeend', '<div id=back></div>');", "").replace(
            '<a href="#" onclick="come()">', '<a href="/plain" onclick="come(); return false">'
        ),
    ],
)
def test_what_a_click_lays_over_the_page_is_waited_for_until_it_is_drawn(page):
    async def story(web, site):
        pages["/bills"] = lambda request: (200, "<ul>" + "".join(f"<li>{p['what']}" for _, p in site.posted) + "</ul>")
        return await ends(web, Task("add a bill", "listed(/bills, Bread)", values={"What": "Bread"}), ""), list(site.asked)

    pages: dict[str, Any] = {
        "/": page,
        "/add": (303, "", ("Location", "/bills")),
        "/bills": "later",
        "/wrong": "<title>Wrong</title>",
    }
    outcome, asked = in_browser(pages, story)
    assert outcome.success and "/wrong" not in asked, (outcome.ending, asked)


MENU = """<title>Ticket 7</title><h1>Broken chair</h1><a href=/tickets/7/assign>Assign this ticket to me</a>
<button aria-haspopup=menu aria-expanded=false onclick="this.ariaExpanded = 'true'; menu.hidden = false">Actions</button>
<div id=menu role=menu hidden><a role=menuitem href=/tickets/7/edit>Edit</a></div>"""


def test_a_menu_is_opened_before_anything_is_tried_that_does_not_speak_of_a_change():
    async def story(web, site):
        pages["/tickets/"] = lambda request: (200, "<ul>" + "".join(f"<li>{p['title']}" for _, p in site.posted) + "</ul>")
        task = Task("edit the ticket Broken chair", "listed(/tickets/, Chair)", values={"Title": "Chair"})
        return await ends(web, task, ""), list(site.asked)

    pages: dict[str, Any] = {
        "/": MENU,
        "/tickets/": "later",
        "/tickets/7/edit": NEW.format("changed"),
        "/tickets/7/assign": "<title>Yours</title>",
    }
    pages["/tickets/changed"] = (303, "", ("Location", "/tickets/"))
    outcome, asked = in_browser(pages, story)
    assert outcome.success and "/tickets/7/assign" not in asked, (outcome.ending, asked)


def test_of_several_things_about_the_same_the_one_is_pressed_that_says_what_is_to_be_done():
    rows = "".join(
        f"<tr><td>{n}<td><button>Edit row {n}</button><button onclick='this.closest(\"tr\").remove()'>Delete row {n}</button>"
        for n in ("saw", "plane")
    )

    async def story(web, site):
        return await ends(web, Task("delete the row plane", "not listed(/, plane)"), "")

    assert in_browser({"/": f"<title>Tools</title><table>{rows}</table>"}, story).success


FOOT = """<title>Limits</title><button onclick="location = '/away'">Printer</button><div role=dialog aria-modal=true aria-label="A limit"
style="position: fixed; top: 60px; left: 60px; background: white"><form onsubmit="return false"><label>Printer name
<input></label><button type=button onclick="this.textContent='b'">a</button></form><footer><button>Leave</button>
<button onclick="fetch('/add', {method: 'POST', body: new URLSearchParams({name: document.querySelector('input').value})})
.then(() => location = '/list')">Anlegen</button></footer></div>"""


def test_a_form_in_a_dialog_is_sent_by_the_last_button_at_the_foot_of_the_dialog():
    async def story(web, site):
        pages["/list"] = lambda request: (200, "<ul>" + "".join(f"<li>{p['name']}" for _, p in site.posted) + "</ul>")
        task = Task("add a printer", "listed(/list, P7)", values={"Printer name": "P7"})
        return await ends(web, task, ""), list(site.asked), len(site.posted)

    pages: dict[str, Any] = {"/": FOOT, "/add": "ok", "/list": "later", "/away": "<title>Away</title>"}
    outcome, asked, posted = in_browser(pages, story)
    assert outcome.success and posted == 1 and "/away" not in asked, (outcome.ending, asked)
