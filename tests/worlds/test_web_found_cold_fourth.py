"""The same pages once more: which field is meant, the menu of the one that is meant, and what did not work."""

import pytest

from midcourse import Task
from midcourse.planners.words import shut_menus
from midcourse.worlds.web import settings_rows
from tests.worlds.test_web_found_cold_third import POST, done_on

# --- which field --------------------------------------------------------------------------------------------------------------

SETTINGS = f"""{POST}<script>addEventListener('change', () => {{ said.textContent = 'Barn notes are set' }})</script><p id=said></p><h2>Basics</h2><table><tr><td>Version</td><td><b>5.4.1</b></td></tr>
<tr><td><a href="#title">Title of it</a></td><td><input onchange="post('/title')"></td></tr>
<tr><td><a href="#sub">Subtitle</a></td><td><input onchange="post('/subtitle')"></td></tr>
<tr><td><a href="#journal">Text of new entries</a></td><td><textarea style="height:90px" onchange="post('/text')"></textarea></td></tr></table>"""


@pytest.mark.parametrize(
    ("name", "sent"), [("Title of it", "/title"), ("Subtitle", "/subtitle"), ("Text of new entries", "/text")]
)
def test_a_link_in_the_first_of_two_cells_names_the_field_in_the_other(name, sent):
    assert settings_rows.first_in_row and shut_menus.in_menus
    _, posted = done_on(SETTINGS, Task(f"set the {name}", "text(Barn notes are set)", values={name: "Barn notes"}))
    assert [path for path, _ in posted] == [sent]


LARGE = """<div style="height:90px"></div><textarea rows=8 cols=60></textarea>"""


@pytest.mark.parametrize(
    ("beside", "fills"),
    [("<p>Summary</p><p>none yet</p>", False), ("<button type=button>Summary</button>", True), ("", True)],
    ids=["the page has its name elsewhere", "on a button", "nowhere"],
)
def test_a_field_without_a_name_takes_no_value_whose_name_the_page_has_elsewhere(beside, fills):
    page = f"""{POST}<h1>Note</h1>{beside}<form onsubmit="event.preventDefault(); post('/s'); said.textContent = 'Tea is out'">{LARGE}<button>Los</button></form><p id=said></p>"""
    _, posted = done_on({"/": page, "/s": "ok"}, Task("write the note", "text(Tea is out)", values={"Summary": "Tea"}))
    assert len(posted) == fills


# --- its menu -----------------------------------------------------------------------------------------------------------------

NAMES = {4: "Bread", 5: "Bread rolls", 6: "Rye"}
SHOW = """<script>function m(b, links) { b.setAttribute('aria-expanded', 'true'); const d = document.createElement('div');
d.style = 'position:absolute;background:#eee;padding:9px'; d.innerHTML = links; document.body.append(d);
const r = b.getBoundingClientRect(); d.style.left = r.right + 'px'; d.style.top = r.top + 'px' }</script>"""
LINKS = "<a href=/{n}/edit>Edit</a> <a href=/{n}/delete>Delete</a>"


def pages(row, head=""):
    """A list of pages, what changes each, and what asks before it goes."""
    gone = []

    def listed(request):
        rows = "".join(f"<tr><td><input type=checkbox aria-label=Select>{row(n)}<td>live" for n in NAMES if n not in gone)
        return 200, f"<h1>Pages</h1><form method=post action=/bulk><table><tr><th><th>Title<th>Is{rows}</table></form>{SHOW}"

    def asked(n):
        def page(request):
            if request.command == "POST":
                gone.append(n)
                return 303, "", ("Location", "/")
            form = "<form method=post><button>Yes, delete it</button> <a href=/>No</a></form>"
            return 200, f"<h1>Delete {NAMES[n]}</h1><p>Are you sure?</p>{form}", ("Content-Type", "text/html; charset=utf-8")

        return page

    def change(n):
        return f"<header><a href=/>Pages</a> {head.replace('{n}', str(n))}</header><h1>{NAMES[n]}</h1><form><input></form>{SHOW}"

    return {"/": listed, **{f"/{n}/edit": change(n) for n in NAMES}, **{f"/{n}/delete": asked(n) for n in NAMES}}


def named(n):
    links = LINKS.format(n=n)
    return f"""<td><a href=/{n}/edit>{NAMES[n]}</a><ul><li><button type=button aria-label="More options for '{NAMES[n]}'" aria-expanded=false
onclick="m(this, '{links}')">&#8943;</button></ul>"""


def bare(n):
    return f"<td><a href=/{n}/edit>{NAMES[n]}</a>"


ACTIONS = f"""<nav aria-label=Actions><button type=button aria-label=Actions aria-expanded=false
onclick="m(this, '{LINKS}')">&#8943;</button></nav>"""
SITE = """<nav><button type=button aria-label=Menu aria-expanded=false
onclick="m(this, '<a href=/out>Profile</a> <a href=/4/delete>Delete account</a>')">&#8943;</button></nav>"""


@pytest.mark.parametrize("name", ["Bread", "Rye"])
@pytest.mark.parametrize(("row", "head"), [(named, ""), (bare, ACTIONS)], ids=["in the row", "in the head of its page"])
def test_a_menu_that_is_called_after_the_one_that_is_meant_or_stands_on_its_page_is_its_own(row, head, name):
    outcome, posted = done_on(pages(row, head), Task(f"delete the page {name}", f"not listed(/, {name})"))
    place = next(n for n in NAMES if NAMES[n] == name)
    assert [path for path, _ in posted] == [f"/{place}/delete"] and outcome.success


def test_what_a_menu_of_the_site_takes_away_is_not_the_one_that_is_meant():
    outcome, posted = done_on(pages(bare, SITE), Task("delete the page Bread", "not listed(/, Bread)"))
    assert not outcome.success and not posted


# --- what did not work --------------------------------------------------------------------------------------------------------


def test_what_was_sent_is_not_looked_for_on_a_page_before_the_first():
    form = """<form onsubmit="event.preventDefault(); post('/saved'); box.remove()"><label>Subtitle <input></label><button>Los</button></form>"""
    page = f"""{POST}<button onclick="box.hidden = false">control panel</button><h1>Wiki</h1><div id=box hidden>{form}</div>"""
    task = Task("open the control panel and set the subtitle", "text(Barn notes are here)", values={"Subtitle": "Barn notes"})
    outcome, posted = done_on({"/": page, "/saved": "ok"}, task)
    assert len(posted) == 1 and "text(Barn notes are here) is not seen" in outcome.ending.final_detail


OVER = "<div style='position:absolute;inset:0;z-index:4'><button style='width:100%;height:100%;opacity:.01'><svg width=9></svg></button></div>"


def test_what_nothing_closes_is_said_to_be_in_the_way():
    page = f"<nav style='position:relative;width:200px'><a href='#rye'>Rye</a>{OVER}</nav><h1>Wiki</h1><p>Rye is dark."
    outcome, _ = done_on(page, Task("edit the note Rye and change its text", "text(Dark bread)", values={"Text": "Dark bread"}))
    assert outcome.ending.final_reason == "at_a_loss"


def test_what_failed_is_not_said_again():
    page = "<h1>Watches</h1><p>https://example.org/tea</p><a href=https://example.org/tea>https://example.org/tea</a>"
    outcome, _ = done_on(page, Task("delete the watch https://example.org/tea", "not text(https://example.org/tea)"))
    assert outcome.ending.final_reason == "at_a_loss"


WATCH = "https://example.org/{}"
ROWS = "".join(
    f"<tr><td><input type=checkbox value={n}><td>{WATCH.format(name)} <a href={WATCH.format(name)} title={WATCH.format(name)}><svg width=9></svg></a>"
    for n, name in enumerate(("tea", "tea-rooms", "rye"), 1)
)
WATCHES = f"""{POST}<h1>Watches</h1><form onsubmit="event.preventDefault()" onchange="ops.hidden = !document.querySelector(':checked')">
<div id=ops hidden><button onclick="go('pause')">Pause</button> <button onclick="go('delete')">Delete</button></div>
<table><tr><th><th>Page{ROWS}</table></form><script>function go(what) {{ for (const one of document.querySelectorAll(':checked')) {{
post('/' + what + one.value); one.closest('tr').remove() }} }}</script>"""


@pytest.mark.parametrize(("name", "sent"), [("tea", "/delete1"), ("rye", "/delete3")])
def test_an_address_that_is_listed_is_not_the_page_of_its_record(name, sent):
    pages = {"/": WATCHES, sent: "ok"}
    outcome, posted = done_on(pages, Task(f"delete the watch {WATCH.format(name)}", f"not listed(/, {WATCH.format(name)})"))
    assert outcome.success and [path for path, _ in posted] == [sent]


# --- what it is called --------------------------------------------------------------------------------------------------------

ENTRY = f"""{POST}<h1>Journal</h1><button onclick="d.style.display = 'block'">LABEL</button><ul id=l><li>Rent</ul>
<div id=d role=dialog aria-modal=true aria-label=New style="display:none;position:fixed;inset:90px 300px;background:#eee">
<form onsubmit="event.preventDefault(); post('/note'); l.innerHTML += '<li>' + c.value; d.style.display = 'none'">
<label>Account <input></label><label>Comment <input id=c></label><button>Save</button></form></div>"""


@pytest.mark.parametrize("label", ["Add Journal Entry", "New journal entry"])
def test_a_word_of_the_address_alone_is_not_what_the_goal_names(label):
    page = ENTRY.replace("LABEL", label)
    task = Task("add a note to the account Cash", "listed(/journal, Twice)", values={"Account": "Cash", "Comment": "Twice"})
    _, posted = done_on({"/": page, "/journal": page, "/note": "ok"}, task)
    assert [path for path, _ in posted] == ["/note"]


HINT = """<textarea id={id} rows=6 cols=50 placeholder="Type the {what} here">Rye</textarea>"""


@pytest.mark.parametrize(
    ("more", "sent"), [("", ["/saved"]), (HINT.format(id="u", what="text in short"), [])], ids=["one", "two"]
)
def test_the_only_large_field_that_has_a_name_in_its_label_takes_the_value(more, sent):
    page = f"""{POST}<h1>Draft</h1><input placeholder="tag name">{HINT.format(id="t", what="text")}{more}
<button onclick="post('/saved'); o.textContent = t.value">Save</button><p id=o></p>"""
    _, posted = done_on({"/": page, "/saved": "ok"}, Task("change the text", "text(Dark bread)", values={"Text": "Dark bread"}))
    assert [path for path, _ in posted] == sent
