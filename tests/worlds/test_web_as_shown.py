"""Pages as they are shown: letters by style, numbers that count, pictures for words, scripts that lag, lists that are left."""

from typing import Any

import pytest

from midcourse import Task
from midcourse.core.model import Done
from tests.worlds.in_browser import does, ends, in_browser

STATE = """<title>Pumps</title><style>b { text-transform: uppercase } li { display: block }</style><b>running</b>
<p>2. Elm</p><p>(3) Oak</p><p>#41 Broken lamp</p><p>4.5 litres</p>"""


def test_a_line_is_told_as_written_as_shown_and_without_the_number_that_counts_it():
    async def story(web, site):
        return (await web.observe()).facts

    facts = in_browser({"/": STATE}, story)
    assert {"text(RUNNING)", "text(running)", "listed(/, RUNNING)"} <= facts
    assert {"text(2. Elm)", "text(Elm)", "listed(/, Elm)", "text(Oak)", "text(Broken lamp)", "text(4.5 litres)"} <= facts
    assert "text(litres)" not in facts and "text(5 litres)" not in facts


ICONS = """<title>Icons</title><style>i, svg { display: inline-block; width: 16px; height: 16px; background: #225 }</style>
<a class="btn red" href="#"><i class="glyphicon glyphicon-trash"></i></a><button class=css-1x><svg data-testid="EditIcon"></svg></button>
<button class=css-2y><svg><use href="#icon-pencil"></use></svg></button><button id=q><i class="fa fa-fw fa-plus"></i></button>
<button class=wide><span class=box></span></button>"""


def test_a_button_with_a_picture_is_called_by_what_the_picture_stands_for():
    async def story(web, site):
        return [t.label for t in (await web.observe()).targets]

    assert in_browser({"/": ICONS}, story)[:4] == ["delete", "edit", "edit", "add"]


LAGS = """<title>Names</title><label>Name <input id=name oninput="clearTimeout(window.t); window.t = setTimeout(() => taken = this.value, 500)">
</label><button onclick="fetch('/do', {method: 'POST', body: new URLSearchParams({name: taken})}).then(() => location = '/all')">Save</button>
<script>let taken = ''</script>"""


def test_what_was_entered_is_sent_only_when_a_script_that_lags_has_taken_it_over():
    async def story(web, site):
        await web.observe()
        await does(web, "fill", "textbox Name", text="Ann")
        await does(web, "click", "button Save")
        assert isinstance(await does(web, "wait_for", condition="title(All)", seconds=20.0), Done)
        return [p["name"] for _, p in site.posted]

    assert in_browser({"/": LAGS, "/do": "ok", "/all": "<title>All</title>"}, story) == ["Ann"]


ROUTED = """<title>Films</title><main></main><script>
const form = `<label>Name <input id=name></label><label>Seen <select id=seen><option>Unknown<option>True<option>False</select></label>
<button onclick="fetch('/do', {method: 'POST', body: new URLSearchParams({name: document.getElementById('name').value,
seen: seen.value})})">Create</button>`
async function draw() {
  const all = await (await fetch('/all')).text()
  document.querySelector('main').innerHTML = location.hash === '#/add' ? form :
    `<a href="#/compare">Compare films</a><a href="#/add">Create</a><ul>${all}</ul>`
}
addEventListener('hashchange', draw); draw()</script>"""


def test_what_was_sent_is_looked_for_on_the_page_that_led_to_the_form_and_yes_is_found_under_another_word():
    async def story(web, site):
        pages["/all"] = lambda request: (200, "".join(f"<li>{p['name']}</li>" for _, p in site.posted))
        task = Task("create a film", "text(Nosferatu)", values={"Name": "Nosferatu", "Seen": "yes"})
        return await ends(web, task, "", max_seconds=90.0), [p for _, p in site.posted]

    pages: dict[str, Any] = {"/": ROUTED, "/all": "", "/do": "ok"}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == [{"name": "Nosferatu", "seen": "True"}], (outcome.ending, posted)


SLUG = """<title>New</title><form method=post action=/do><dl><dt>Title</dt><dd><input name=title aria-label=Title
oninput="slug.placeholder = this.value.toLowerCase()"></dd><dt>Short name</dt><dd><input id=slug></dd></dl><button>Add</button></form>
<script>document.forms[0].onsubmit = () => { slug.name = 'x' }</script>"""


@pytest.mark.parametrize("hint", ["", "garden"])
def test_a_field_is_known_by_the_text_beside_it_though_it_says_something_else_when_empty(hint):
    async def story(web, site):
        pages["/all"] = lambda request: (200, "".join(f"<p>{p['title']} {p['x']}</p>" for _, p in site.posted))
        task = Task("add a page", "listed(/all, Garden plot)", values={"Title": "Garden", "Short name": "plot"})
        return await ends(web, task, ""), len(site.posted)

    page = SLUG.replace("<input id=slug>", f"<input id=slug placeholder='{hint}'>")
    pages: dict[str, Any] = {"/": page, "/all": "later", "/do": (303, "", ("Location", "/all"))}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == 1, outcome.ending


COMES = """<title>Jobs</title><section><h3>sweep</h3><a onclick="come('sweep')" tabindex=0 role=link>Edit</a><button onclick="run()">Run</button>
</section><section><h3>water</h3><a onclick="come('water')" tabindex=0 role=link>Edit</a><button onclick="run()">Run</button></section>
<script>const run = () => fetch('/ran', {method: 'POST'});
const come = who => setTimeout(() => document.body.insertAdjacentHTML('beforeend', `<div role=dialog aria-modal=true aria-label=Job
style="position: fixed; top: 200px; background: white"><form method=post action=/do><input type=hidden name=who value=${who}>
<label>Does <input name=does></label><button>Save</button></form></div>`), 1500)</script>"""


def test_what_a_click_brings_up_late_is_waited_for_and_nothing_else_is_done_with_the_record():
    async def story(web, site):
        pages["/all"] = lambda request: (200, "".join(f"<p>{p['who']} {p['does']}</p>" for _, p in site.posted))
        task = Task("edit the job water", "listed(/all, water ring)", values={"Does": "ring"})
        return await ends(web, task, ""), [path for path, _ in site.posted]

    pages: dict[str, Any] = {"/": COMES, "/all": "later", "/do": (303, "", ("Location", "/all")), "/ran": "ok"}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == ["/do"], (outcome.ending, posted)


LATE = """<title>Files</title><h1>Files</h1><p id=clock></p><ul></ul><script>var until = Infinity;
const t = setInterval(() => { clock.textContent = Date.now(); if (Date.now() > until) { clearInterval(t);
document.querySelector('ul').innerHTML = '<li>old.txt</li>' } }, 10)</script>"""


def test_what_a_page_that_is_still_being_drawn_does_not_show_yet_is_not_known_to_be_gone():
    async def story(web, site):
        first = await web.observe()
        await web._tab.page.evaluate("until = Date.now() + 2000")
        outcome = await ends(web, Task("delete the file old.txt", "not listed(/, old.txt)"), "", max_seconds=30.0)
        return first, outcome

    first, outcome = in_browser({"/": LATE}, story)
    assert "text(Files)" in first.facts and "text(*)" not in first.covers and not outcome.success


TICKS = """<title>Files</title><h1>Files</h1><p id=clock></p><script>const from = Date.now();
const tick = () => { clock.textContent = Date.now(); setTimeout(tick, Date.now() - from < 3300 ? 5 : 250) }; tick()</script>"""


def test_a_page_that_did_not_come_to_rest_must_rest_longer_before_it_is_believed():
    async def story(web, site):
        return [(await web.observe()).stale for _ in range(3)]

    looks = in_browser({"/": TICKS}, story)
    assert all(looks), looks


OPEN = """<title>Welcome</title><h1>Welcome</h1><a href=/history>Changes</a> <a href=/door>Log in</a>"""
INSIDE = """<title>Welcome</title><h1>Welcome</h1><a href=/history>Changes</a> <a href=/edit>Edit</a>"""
DOOR = """<title>Door</title><form method=post action=/enter><label>User <input name=user></label>
<label>Password <input type=password name=password></label><button>Enter</button></form>"""
EDIT = """<title>Edit</title><form method=post action=/do><label>Story <textarea name=story>Hello</textarea></label><button>Save</button></form>"""


def test_who_may_read_without_signing_in_signs_in_before_looking_for_what_to_change():
    async def story(web, site):
        pages["/"] = lambda request: (200, INSIDE if any(p == "/enter" for p, _ in site.posted) else OPEN)
        pages["/all"] = lambda request: (200, "".join(f"<p>{p['story']}</p>" for path, p in site.posted if path == "/do"))
        values = {"User": "clerk", "Password": "open", "Story": "Hello all"}
        return await ends(web, Task("edit the page Welcome", "listed(/all, Hello all)", values=values), ""), list(site.asked)

    pages: dict[str, Any] = {"/": OPEN, "/door": DOOR, "/edit": EDIT, "/all": "later", "/history": "<title>History</title>"}
    pages |= {"/enter": (303, "", ("Location", "/")), "/do": (303, "", ("Location", "/"))}
    outcome, asked = in_browser(pages, story)
    assert outcome.success and "/history" not in asked, (outcome.ending, asked)
