"""Pages that nobody here had opened, a seventh time: editors in place of fields, fields in place of lines, filters, and words that
questions want typed."""

import pytest

from midcourse import Task, fact
from midcourse.planners.words import asked_in, other_forms
from midcourse.worlds.web import beside, calendars, stood_in
from tests.worlds.in_browser import does, in_browser
from tests.worlds.test_web_drawn_editors import CUT, page
from tests.worlds.test_web_found_cold_third import HTML, POST, done_on


def test_where_the_rules_that_these_pages_want_are():
    assert stood_in.replaced_by and asked_in.writes_in_place and other_forms.are_meant and beside.text_pressed and calendars.pick


def seen_on(html, story=None):
    async def look(web, site):
        if story is not None:
            await story(web)
        return await web.observe()

    return in_browser({"/": html}, look)


def called_on(html):
    return [t.id for t in seen_on(html).targets if t.role == "textbox"]


# --- what an editor stands in for ---------------------------------------------------------------------------------------------

TOOLS = "<p><button type=button title=Bold style='width:30px;height:20px'></button> <i>|</i></p>"
HIDDEN = f"<label for=b>Body</label> <textarea id=b placeholder='Say it' hidden></textarea>{TOOLS}"
DRAWN = page(CUT, "", "<div class=small><textarea style='width: 1000px; height: 1em'></textarea></div>").replace(
    "<p></p><div class=ed", f"<div>{HIDDEN}<div class=ed"
)


def test_an_editor_is_called_as_the_field_that_it_took_the_place_of():
    assert called_on(DRAWN) == ["textbox Title", "textbox Body"]


def test_what_the_field_says_when_empty_does_not_stand_in_the_editor():
    facts = seen_on(DRAWN.replace("let text = 'old: 1'", "let text = 'Say it'")).facts
    assert fact("value", "textbox Body", "") in facts


LETTER = """<title>New</title><form method=post action=/kept><label>Title <input name=t></label><label for=b>Body</label>
<textarea id=b name=b hidden></textarea><div>{before}<div style="height:90px"><iframe title="Rich text" id=f style="height:80px"></iframe>
</div></div><button>Save</button></form><script>const d = f.contentDocument; d.open();
d.write('<body contenteditable=true aria-label="Rich text"><p><br></p></body>'); d.close()
d.body.oninput = () => b.value = d.body.innerText</script>"""


def test_what_one_writes_in_a_frame_is_a_field_of_the_form_around_it():
    pages = {"/": LETTER.format(before=TOOLS), "/kept": lambda request: (200, "<p>Mill", HTML)}
    outcome, posted = done_on(pages, Task("write the note", "text(Mill)", values={"Title": "Mill", "Body": "Old and dry"}))
    assert outcome.success and [form["b"].strip() for _, form in posted] == ["Old and dry"], outcome.ending


def test_an_editor_behind_a_field_that_is_shown_takes_no_name_of_one_before_it():
    assert called_on(LETTER.format(before="<input placeholder=Link>"))[-1:] == ["textbox Rich text"]
    facts = seen_on(LETTER.format(before="<input placeholder=Link>")).facts
    assert fact("called", "textbox Rich text", "Body") not in facts


# --- what fields are called ---------------------------------------------------------------------------------------------------

PRESSED = """<div><div><div onclick="1" style="cursor:pointer"><span onclick="1">{0}</span></div></div><div><div><div>{1}<input
style="display:block"></div></div></div></div>"""


@pytest.mark.parametrize(("more", "named"), [("", "Harbour"), ("<button>Go</button>", ""), ("<b>in miles</b>", "in miles")])
def test_a_label_that_is_pressed_names_the_only_field_that_lies_with_it(more, named):
    html = f"<title>Boat</title>{PRESSED.format('Name', '')}{PRESSED.format('Harbour', more)}"
    assert called_on(html) == ["textbox Name", f"textbox {named}".strip()]


def test_a_star_behind_a_label_is_no_name():
    html = "<title>Boat</title><div><div>Name<span> *</span></div><div><input placeholder='How people call it'></div></div>"
    assert fact("called", "textbox How people call it", "Name") in seen_on(html).facts


# --- lists behind fields that take no keys ------------------------------------------------------------------------------------

LIST = """<title>Boat</title><label>Harbour <span onclick="m.hidden = false" style="display:inline-block"><input id=i readonly
placeholder="Select..." style="pointer-events:{events}"></span></label><div id=m hidden><div onclick="i.value = 'South';
m.hidden = true">South</div><div>Southend</div></div>"""


@pytest.mark.parametrize("events", ["none", "auto"])
def test_a_field_that_takes_no_keys_and_opens_a_list_takes_what_the_list_offers(events):
    async def choose(web):
        assert (await does(web, "fill", "textbox Harbour", text="South")).__class__.__name__ == "Done"

    assert fact("value", "textbox Harbour", "South") in seen_on(LIST.format(events=events), choose).facts


def test_what_such_a_list_does_not_offer_is_told():
    async def choose(web):
        assert (await does(web, "fill", "textbox Harbour", text="West")).reason == "readonly"

    seen_on(LIST.format(events="none"), choose)


# --- fields that come up in the place of a line -------------------------------------------------------------------------------

FILES = (
    """{POST}<div><button onclick="fresh('file')">Create file</button> <button onclick="fresh('folder')">Create folder</button></div>
<ul id=l style="margin-top:80px"></ul><script>let files = JSON.parse(localStorage.files || '["log.txt", "log-old.txt"]')
const keep = (p, n) => post(p, n).then(() => {{ localStorage.files = JSON.stringify(files); draw() }})
function field(at, was, kept) {{ const i = document.createElement('input'); i.className = 'namer'; i.value = i.placeholder = was
i.onkeydown = e => {{ if (e.key == 'Enter') kept(i.value) }}; at.replaceChildren(i); i.focus() }}
function fresh(kind) {{ const li = document.createElement('li'); l.prepend(li)
field(li, '', n => {{ files.push(n); keep('/' + kind, n) }}) }}
function draw() {{ l.innerHTML = files.map(f => `<li><span>${{f}}</span> <button onclick="field(this.parentElement, '${{f}}',
n => {{ files = files.map(x => x == '${{f}}' ? n : x); keep('/rename', n) }})">Rename</button>`).join('') }}
draw()</script>""".replace("{POST}", POST)
    .replace("{{", "{")
    .replace("}}", "}")
)


@pytest.mark.parametrize(
    ("goal", "name", "path"),
    [
        ("create a new folder", "Mill", "/folder"),
        ("rename the file log.txt", "mill.txt", "/rename"),
        ("add a file", "m.txt", "/file"),
    ],
)
def test_a_field_that_a_click_brought_up_in_the_list_takes_the_name_and_enter_sends_it(goal, name, path):
    pages = {"/": FILES, "/folder": "ok", "/rename": "ok", "/file": "ok"}
    outcome, posted = done_on(pages, Task(goal, f"listed(/, {name})", values={"Name": name}))
    assert outcome.success and [sent for sent, _ in posted] == [path], (outcome.ending, posted)


MAKERS = (
    """{POST}<title>Files</title><button onclick="post('/file')">Create file</button> <button>Create folder</button><p>None"""
)


def test_what_makes_another_kind_of_thing_is_not_pressed_where_the_goal_names_no_place():
    _, posted = done_on(MAKERS.replace("{POST}", POST), Task("create a folder", "listed(/, Mill)", values={"Name": "Mill"}), 20.0)
    assert not posted


# --- filters and searches -----------------------------------------------------------------------------------------------------

BARNS = "".join(f"<tr><td>{n}<td><a href=/{n}>Edit</a>" for n in ("Mill", "Tower"))
FILTER = {
    "in no form": "<p><label>Name <input onkeydown=\"if (event.key == 'Enter') post('/asked')\"></label></p>",
    "in a search": "<form method=get><label>Name <input name=n></label><button>Search</button></form>",
}
BARN = (
    "<title>Barn</title><form method=post action=/kept><label>Name <input name=n value={0}></label><button>Save</button></form>"
)


@pytest.mark.parametrize("head", FILTER.values(), ids=FILTER)
@pytest.mark.parametrize("goal", ["rename the barn Mill", "add a barn"])
def test_a_filter_above_a_list_takes_no_value_of_what_is_made_or_changed(head, goal):
    listed = f"{POST}<title>Barns</title><p><a href=/barns/new>plus Barn</a></p>{head}<table>{BARNS}</table>"
    pages = {"/": listed, "/Mill": BARN.format("Mill"), "/barns/new": BARN.format(""), "/kept": "<title>Kept</title><p>Granary"}
    outcome, posted = done_on(pages, Task(goal, "text(Granary)", values={"Name": "Granary"}))
    assert outcome.success and [path for path, _ in posted] == ["/kept"], (outcome.ending, posted)


# --- what sends a form --------------------------------------------------------------------------------------------------------

CARDS = "".join(
    f"<div><p>{n}</p><button type=button onclick=\"post('/opened')\">Expand</button></div>" for n in ("Meta", "Cards")
)
TAG = "<title>Tag</title><form onsubmit='return false'><button type=button onclick=\"{0}\">Save</button><label>Name <input id=n></label>{1}</form>"


def test_a_button_that_each_part_of_a_form_has_sends_nothing_if_another_says_that_it_sends():
    save = "post('/kept', n.value).then(() => document.body.append(n.value))"
    pages = {"/": POST + TAG.format(save, CARDS), "/kept": "ok", "/opened": "ok"}
    outcome, posted = done_on(pages, Task("write the tag", "text(Mill)", values={"Name": "Mill"}))
    assert outcome.success and [path for path, _ in posted] == ["/kept"], (outcome.ending, posted)


# --- what questions want typed ------------------------------------------------------------------------------------------------

SURE = """{POST}<title>Barns</title><ul id=l></ul><div id=q role=dialog aria-modal=true hidden><p>Are you sure?</p><label>Type "{word}" to
confirm <input id=i oninput="b.disabled = i.value != '{word}'"></label><button onclick="q.hidden = true">Cancel</button><button id=b
disabled onclick="post('/drop').then(() => { localStorage.gone = 1; q.hidden = true; draw() })">Delete</button></div><script>
function draw() { l.innerHTML = (localStorage.gone ? [] : ['Mill']).concat('Tower', 'Shed').map(n => `<li>${n} <button
onclick="q.hidden = false">Delete</button>`).join('') }
draw()</script>"""


@pytest.mark.parametrize(("word", "goes"), [("DELETE", 1), ("everything", 0)])
def test_the_word_for_what_the_goal_does_is_typed_as_a_question_has_it_in_quotes(word, goes):
    html = SURE.replace("{POST}", POST).replace("{word}", word)
    outcome, posted = done_on({"/": html, "/drop": "ok"}, Task("delete the barn Mill", "not listed(/, Mill)"))
    assert len(posted) == goes and outcome.success == bool(goes), outcome.ending


# --- records in lists of lists ------------------------------------------------------------------------------------------------

HOME = """{POST}<title>Home</title><h2>Barns</h2><section><h3>Barns</h3><button>View all</button>{barns}</section><section>
<h3>Charts</h3><button>View all</button><div>None yet</div></section>"""
IN_A_MENU = """<div class=c style="padding:4px"><span>{0}</span> <button onclick="let m = document.createElement('ul'); m.role = 'menu';
m.innerHTML = `<li role=menuitem tabindex=-1 onclick=&quot;location = '/edit/{0}'&quot;>Edit</li>`; document.body.append(m)">more</button></div>"""


def test_what_came_up_in_the_menu_of_the_one_that_is_meant_goes_before_what_stands_with_the_whole_list():
    barns = "".join(IN_A_MENU.format(name) for name in ("Mill", "Tower"))
    home = HOME.replace("{POST}", POST).replace("{barns}", barns)
    pages = {"/": home, "/edit/Mill": BARN.format("Mill"), "/kept": "<title>Kept</title><p>Granary"}
    outcome, posted = done_on(pages, Task("rename the barn Mill", "text(Granary)", values={"Name": "Granary"}))
    assert outcome.success and len(posted) == 1, (outcome.ending, posted)


LONGER = {
    "a menu": """<button onclick="post('/opened'); this.nextSibling.hidden = false">more</button><ul role=menu hidden><li role=menuitem
onclick="post('/drop')">Delete</li></ul>""",
    "a box": "<input type=checkbox>",
}


@pytest.mark.parametrize("more", LONGER.values(), ids=LONGER)
def test_what_stands_with_one_whose_name_goes_on_is_not_used_to_take_another_away(more):
    barns = "".join(f"<tr><td>{name}<td>{more}" for name in ("Mill annex", "Tower", "Shed"))
    page = f"{POST}<title>Barns</title><button onclick=\"post('/drop')\">Delete selected</button><table>{barns}</table>"
    outcome, posted = done_on(
        {"/": page, "/drop": "ok", "/opened": "ok"}, Task("delete the barn Mill", "not listed(/, Mill)"), 20.0
    )
    assert "/drop" not in [path for path, _ in posted] and not outcome.success


# --- who signs in -------------------------------------------------------------------------------------------------------------


def test_the_value_before_the_password_is_for_the_only_other_field_that_signs_in():
    door = """<title>In</title><form method=post action=/in><label>Username <input name=u></label><label>Password <input type=password
    name=p></label><button>Sign in</button></form>"""
    task = Task("sign in", "text(Welcome)", values={"Email address": "clerk@x", "Password": "gate"})
    outcome, posted = done_on({"/": door, "/in": "<p>Welcome"}, task)
    assert outcome.success and [form for _, form in posted] == [{"u": "clerk@x", "p": "gate"}], outcome.ending
