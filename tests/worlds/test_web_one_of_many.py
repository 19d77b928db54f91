"""Pages that list many things: what is changed or taken away is the one that the goal speaks of, and no other."""

from typing import Any

import pytest

from midcourse import Task
from tests.worlds.in_browser import ends, in_browser

SENT = "fetch('/do', {method: 'POST', body: new URLSearchParams({%s})}).then(() => location.reload())"
BOATS = ("Heron", "Gull", "Tern")


def cards(inside: str) -> str:
    """A card for each boat; `inside` is what can be done with it."""
    made = "".join(f"<section><h3>{n}. {name}</h3><p>at the pier</p>{inside}</section>" for n, name in enumerate(BOATS, 1))
    return f"<title>Boats</title><h1>Boats</h1><div>{made}</div>"


RENAME = (
    """<button onclick="box.dataset.who = this.parentNode.querySelector('h3').textContent; box.showModal()">Rename</button>"""
)
DIALOG = f"""<dialog id=box aria-label="Another name"><label>Name <input></label><button onclick="box.close()">Cancel</button>
<button onclick="{SENT % "who: box.dataset.who, name: box.querySelector('input').value"}">Rename</button></dialog>"""


def listing(pages: dict[str, Any], page: str, site: Any) -> None:
    """The first page shows what was sent, too."""
    pages["/"] = lambda request: (200, page + "".join(f"<p>{' '.join(p.values())}</p>" for _, p in site.posted))


@pytest.mark.parametrize("name", ["Gull", "Tern"])
def test_of_many_cards_the_one_is_changed_that_the_goal_names(name):
    async def story(web, site):
        listing(pages, cards(RENAME) + DIALOG, site)
        task = Task(f"rename the boat {name}", f"not text({name})", values={"Name": f"Old {name}"})
        outcome = await ends(web, task, "", max_seconds=40.0)
        return outcome, [p["who"] for _, p in site.posted]

    pages: dict[str, Any] = {"/": cards(RENAME) + DIALOG, "/do": "ok"}
    _, posted = in_browser(pages, story)
    assert posted == [f"{BOATS.index(name) + 1}. {name}"]


def test_nothing_is_changed_if_the_goal_names_none_of_them():
    async def story(web, site):
        task = Task("rename the boat Swan", "text(Cygnet)", values={"Name": "Cygnet"})
        return await ends(web, task, ""), len(site.posted)

    outcome, posted = in_browser({"/": cards(RENAME) + DIALOG, "/do": "ok"}, story)
    assert not outcome.success and posted == 0 and "nothing was changed" in outcome.ending.final_detail, outcome.ending


ROWS = "<title>Jobs</title><table><tr><th>Name<th>Does<th></tr>{}</table>"


def test_a_row_is_known_by_its_name_though_the_new_value_speaks_of_it_too():
    made = "".join(f"<tr><td>{n}<td>ring<td><a href=/{n}>Edit</a></tr>" for n in ("sweep", "water"))
    form = "<title>Job</title><form method=post action=/save/{}><label>Does <input name=does value=ring></label><button>Save</button></form>"

    async def story(web, site):
        task = Task("edit the job water", "listed(/, ring water)", values={"Does": "ring water"})
        pages["/"] = lambda request: (200, ROWS.format(made) + "".join(f"<p>{p['does']}" for _, p in site.posted))
        return await ends(web, task, ""), [path for path, _ in site.posted]

    pages: dict[str, Any] = {"/": ROWS.format(made)}
    for n in ("sweep", "water"):
        pages |= {f"/{n}": form.format(n), f"/save/{n}": (303, "", ("Location", "/"))}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == ["/save/water"], (outcome.ending, posted)


WELCOME = """<title>Pages</title><nav><a href=/edit/7>About</a> <a href=/fresh>New page</a></nav>
<form method=post action=/save/1><label>Title <input name=title value=Welcome></label><button>Save</button></form>"""
OTHER = '<title>{0}</title><form method=post action=/save/{0}><label>Title <input name=title value="{1}"></label><button>Save</button></form>'


@pytest.mark.parametrize(("goal", "path"), [("edit the page About", "/save/7"), ("add a page", "/save/0")])
def test_a_form_that_holds_something_else_is_left_for_the_one_that_the_goal_speaks_of(goal, path):
    async def story(web, site):
        pages["/all"] = lambda request: (200, "<ul>" + "".join(f"<li>{p['title']}" for _, p in site.posted) + "</ul>")
        return await ends(web, Task(goal, "listed(/all, Us)", values={"Title": "Us"}), ""), [p for p, _ in site.posted]

    pages: dict[str, Any] = {"/": WELCOME, "/edit/7": OTHER.format(7, "About"), "/fresh": OTHER.format(0, ""), "/all": "later"}
    pages |= {f"/save/{n}": (303, "", ("Location", "/all")) for n in (0, 1, 7)}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == [path], (outcome.ending, posted)


WHO = "who: this.closest('section').querySelector('h3').textContent"
ASKS = f"""<style>i {{ display: inline-block; width: 16px; height: 16px; background: #a22 }}</style><a href="#" class="btn red" onclick="if (confirm('Sure?')) {SENT % WHO}"><i class="fa fa-trash"></i></a>"""
LAYS = """<button aria-label="Remove boat" onclick="who.value = this.parentNode.querySelector('h3').textContent; sure.showModal()">x</button>"""
SURE = f"""<dialog id=sure><p>This cannot be undone.</p><input id=who type=hidden><button onclick="sure.close()">Keep it</button>
<button onclick="{SENT % "who: who.value"}">Yes</button></dialog>"""
LEADS = """<form action=/sure method=get><input type=hidden name=who value=x>
<button onclick="this.form.who.value = this.closest('section').querySelector('h3').textContent">Delete</button></form>"""
PAGE = """<title>Delete?</title><p>Really?</p><form method=post action=/gone><input name=who type=hidden>
<script>document.forms[0].who.value = new URLSearchParams(location.search).get('who')</script>
<button>Yes, I am sure</button> <a href=/>No, take me back</a></form>"""
MENUS = f"""<button aria-haspopup=menu aria-expanded=false onclick="this.nextElementSibling.hidden = false">Actions</button>
<div role=menu hidden><button role=menuitem onclick="{SENT % WHO}">Delete</button></div>"""


@pytest.mark.parametrize(
    "page", [cards(ASKS), cards(LAYS) + SURE, cards(LEADS), cards(MENUS)], ids=["box", "dialog", "page", "menu"]
)
def test_of_many_the_one_is_taken_away_that_the_goal_names_and_the_question_is_answered(page):
    async def story(web, site):
        def left(request):
            gone = {p["who"].split()[1] for _, p in site.posted}
            return 200, page if not gone else page.replace("<h3>2. Gull</h3>", "<h3>2. Swan</h3>")

        pages["/"] = left
        return await ends(web, Task("delete the boat Gull", "not listed(/, Gull)"), ""), [p["who"] for _, p in site.posted]

    pages: dict[str, Any] = {"/": page, "/do": "ok", "/sure": PAGE, "/gone": (303, "", ("Location", "/"))}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == ["2. Gull"], (outcome.ending, posted)


def test_nothing_is_taken_away_if_the_goal_names_none_of_them():
    async def story(web, site):
        return await ends(web, Task("delete the boat Swan", "not listed(/, Heron)"), ""), len(site.posted)

    outcome, posted = in_browser({"/": cards(ASKS), "/do": "ok"}, story)
    assert not outcome.success and posted == 0 and "nothing was taken away" in outcome.ending.final_detail, outcome.ending


def test_what_is_called_by_the_name_and_more_words_is_another_and_not_taken_away():
    """The one that is meant cannot be deleted where it is shown, or stands on a further page."""

    async def story(web, site):
        outcome = await ends(web, "delete the project Reviews", "not listed(/, Reviews)")
        return outcome, site.posted, [path for path in site.asked if path.startswith("/p/2")]

    drop = "<title>Reviews old</title><form method=post action=/drop><button>Delete</button></form>"
    pages = {
        "/": "<ul><li><a href=/p/1>Reviews</a></li><li><a href=/p/2>Reviews old</a></li></ul>",
        "/p/1": "<title>Reviews</title><p>Nothing can be done here.</p>",
        "/p/2": drop,
        "/drop": drop,
    }
    outcome, posted, opened = in_browser(pages, story)
    assert not outcome.success and posted == [] and opened == [], (outcome.ending, posted)
    pages["/"] = "<ul><li>Letters</li><li><a href=/p/2>Reviews old</a></li></ul><a rel=next href='/?page=2'>on</a>"
    outcome, posted, opened = in_browser(pages, story)
    assert not outcome.success and posted == [] and opened == [], (outcome.ending, posted)


def test_what_is_taken_away_in_its_own_form_is_found_there():
    shut = """<div><button onclick="nextElementSibling.hidden = !nextElementSibling.hidden">{0}</button><div hidden>
    <button>Pause</button> <button onclick="edit('{0}')">Edit</button></div></div>"""
    form = """<div id=form role=dialog hidden><h4>Edit folder (<span id=who></span>)</h4><label>Label <input id=label></label>
    <button>Save</button> <button onclick="form.hidden = true">Close</button> <button onclick="%s">Remove</button></div>
    <script>function edit(name) { who.textContent = label.value = name; form.hidden = false }</script>"""

    told = "".join(f"<p>Device {name} is near" for name in "abcdefghijkl")

    async def story(web, site):
        gone = lambda: [posted["who"] for _, posted in site.posted]  # noqa: E731
        made = lambda: "".join(shut.format(name) for name in ("Movies", "Photos") if name not in gone())  # noqa: E731
        site.pages["/"] = lambda request: (200, "<title>Folders</title>" + told + made() + form % (SENT % "who: who.textContent"))
        outcome = await ends(web, Task("remove the folder Movies", "not listed(/, Movies)"), "", max_seconds=40.0)
        return outcome.success, gone()

    assert in_browser({"/": "", "/do": "ok"}, story) == (True, ["Movies"])
