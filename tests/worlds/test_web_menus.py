"""Menus that come up where one points, or behind three dots: they are opened where nothing else on the page is what is asked for,
and only those of the thing that is meant."""

from typing import Any

import pytest

from midcourse import Task
from tests.worlds.in_browser import ends, in_browser

HIDES = "<style>.m{position:relative;display:inline-block}.m div{display:none;position:absolute;z-index:1;background:#eee}.m:hover div{display:block}</style>"
TELL = "fetch('/do', {method: 'POST', body: new URLSearchParams({%s})})"
FORM = f"""<form hidden id=form onsubmit="{TELL % "who: was, title: title_of.value"}; said.textContent = 'Saved ' + title_of.value; return false">
<label>Title <input id=title_of></label><button>Save</button></form><p id=said></p>
<script>let was; function edit(who) {{ was = who; form.hidden = false }}
function gone(who) {{ {TELL % "gone: who"}.then(() => location.reload()) }}</script>"""
ITEMS = """<a href="#" onclick="edit('{0}')">Edit</a> <a href="#" onclick="gone('{0}')">Delete</a>"""
DOTS = "M12 6.75a.75.75 0 1 1 0-1.5.75.75 0 0 1 0 1.5ZM12 12.75a.75.75 0 1 1 0-1.5.75.75 0 0 1 0 1.5ZM12 18.75a.75.75 0 1 1 0-1.5.75.75 0 0 1 0 1.5Z"
BIN = "M6 7h12l-1 13H7z M9 7V4h6v3"
SIGN = """<button onclick="was = '{{0}}'; {}"><svg width=20 height=20 viewBox="0 0 24 24" aria-hidden=true><path d="{}"/></svg></button>"""
BIRDS = ("Auk", "Gull", "Tern")


def birds(cell: str, below: str = "", names: tuple[str, ...] = BIRDS) -> str:
    made = "".join(f"<tr><td><a href=#read>{name}</a><td>{cell.format(name)}</tr>" for name in names)
    return f"<title>Birds</title>{HIDES}<h1>Birds</h1><table><tr><th>Title<th>Actions</tr>{made}</table>{below}{FORM}"


POINTED = f"<div class=m><span>…</span><div>{ITEMS}</div></div>"
WORDED = f"<div class=m><button>Actions</button><div>{ITEMS}</div></div>"
DETAILS = f"<details><summary>⋮</summary>{ITEMS}</details>"
BEHIND_DOTS = SIGN.format("menu.hidden = false", DOTS)
MENU = """<div id=menu hidden><button>Copy</button> <button onclick="edit(was)">Edit</button> <button onclick="gone(was)">Delete</button></div>"""


@pytest.mark.parametrize("cell", [POINTED, WORDED, DETAILS, BEHIND_DOTS], ids=["pointed", "worded", "details", "dots"])
def test_one_of_many_is_changed_by_the_menu_in_its_row(cell):
    async def story(web, site):
        task = Task("edit the bird Gull", "text(Saved Skua)", values={"Title": "Skua"})
        outcome = await ends(web, task, "", max_seconds=40.0)
        return outcome.success, [told for _, told in site.posted]

    pages = {"/": birds(cell, MENU), "/do": "ok"}
    assert in_browser(pages, story) == (True, [{"who": "Gull", "title": "Skua"}])


@pytest.mark.parametrize("cell", [POINTED, DETAILS, BEHIND_DOTS], ids=["pointed", "details", "dots"])
def test_one_of_many_is_taken_away_by_the_menu_in_its_row(cell):
    async def story(web, site):
        left = lambda: tuple(name for name in BIRDS if {"gone": name} not in [told for _, told in site.posted])  # noqa: E731
        site.pages["/"] = lambda request: (200, birds(cell, MENU, left()))
        outcome = await ends(web, Task("delete the bird Gull", "not listed(/, Gull)"), "", max_seconds=40.0)
        return outcome.success, [told for _, told in site.posted]

    assert in_browser({"/": "", "/do": "ok"}, story) == (True, [{"gone": "Gull"}])


def test_something_new_is_made_by_a_menu_that_opens_by_pointing():
    page = f"""<title>Terms</title>{HIDES}<h1>Terms</h1><div class=m><button>Actions</button><div><a href="#" onclick="edit('new')">Create new</a>
    <a href="#">Bulk edit</a> <a href="#" onclick="gone('all')">Delete selected</a></div></div>{FORM}"""

    async def story(web, site):
        outcome = await ends(web, Task("create a new term", "text(Saved Skua)", values={"Title": "Skua"}), "", max_seconds=40.0)
        return outcome.success, [told for _, told in site.posted]

    assert in_browser({"/": page, "/do": "ok"}, story) == (True, [{"who": "new", "title": "Skua"}])


def test_a_picture_without_a_word_that_is_no_menu_is_not_pressed_to_look():
    async def story(web, site):
        task = Task("edit the bird Gull", "text(Saved Skua)", values={"Title": "Skua"})
        outcome = await ends(web, task, "", max_seconds=20.0)
        return outcome.success, site.posted

    pages: dict[str, Any] = {"/": birds(SIGN.format("gone(was)", BIN)), "/do": "ok"}
    assert in_browser(pages, story) == (False, [])


def test_what_acts_at_once_is_not_pressed_because_links_are_hidden_with_it():
    cell = """<div><button onclick="gone('{0}')">Archive</button><span hidden>Archived. <a href=#undo>Undo</a></span></div>"""

    async def story(web, site):
        task = Task("edit the bird Gull", "text(Saved Skua)", values={"Title": "Skua"})
        outcome = await ends(web, task, "", max_seconds=20.0)
        return outcome.success, site.posted

    assert in_browser({"/": birds(cell), "/do": "ok"}, story) == (False, [])
