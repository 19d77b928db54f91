"""What pages of applications showed that nobody here had opened: the wrong thing is never pressed, and nothing is lost or made up."""

from typing import Any

import pytest

from midcourse import Task
from tests.worlds.in_browser import ends, in_browser

BOOKS = ("Heron", "Gull", "Swan")


def rows(inside: str, names=BOOKS) -> str:
    made = "".join(f"<tr><td>{name}<td>{inside.format(name=name)}</tr>" for name in names)
    return f"<title>Books</title><h1>Books</h1><table><tr><th>Name<th></tr>{made}</table>"


def paths(site: Any) -> list[str]:
    return [path for path, _ in site.posted]


ARCHIVE = """<button onclick="fetch('/archive/{name}', {{method: 'POST'}}).then(() => location.reload())">Archive</button>"""


@pytest.mark.parametrize(("wanted", "sent"), [("Gull", ["/archive/Gull"]), ("Tern", [])])
def test_whatever_is_to_be_done_with_one_of_many_is_done_with_that_one(wanted, sent):
    async def story(web, site):
        site.pages["/"] = lambda request: (200, rows(ARCHIVE, [name for name in BOOKS if f"/archive/{name}" not in paths(site)]))
        task = Task(f"archive the book {wanted}", f"not text({wanted})")
        await ends(web, task, "", max_seconds=20.0)
        return paths(site)

    assert in_browser({"/": ""} | {f"/archive/{name}": "ok" for name in BOOKS}, story) == sent


def test_what_only_speaks_of_the_same_kind_of_thing_is_no_way_to_a_change():
    page = """<title>Gull</title><h1>Gull</h1><a href="#" onclick="fetch('/archive', {method: 'POST'})">Archive book</a>"""

    async def story(web, site):
        await ends(web, Task("edit the book Gull", "text(Old Gull)", values={"Name": "Old Gull"}), "", max_seconds=20.0)
        return paths(site)

    assert in_browser({"/": page, "/archive": "ok"}, story) == []


ASKS = """<title>Files</title><h1>Files</h1><ul><li>cube <a href="/?sure">Delete</a><li>ring <a href="/?sure">Delete</a></ul>
<button onclick="fetch('/account/delete', {method: 'POST'})">Delete account</button>"""


def test_where_no_question_is_found_nothing_else_is_taken_away():
    async def story(web, site):
        await ends(web, Task("delete the file cube", "not listed(/, cube)"), "?sort=name", max_seconds=30.0)
        return paths(site)

    assert in_browser({"/": ASKS}, story) == []


def test_a_link_may_say_yes_in_a_box_that_a_click_laid_over_the_page():
    box = """<div id=box style="display:none;position:fixed;inset:0;background:#fff"><p>Are you sure?</p>
    <a href="#" onclick="fetch('/gone', {method: 'POST'}).then(() => location.reload())">Proceed</a> <a href="#">Cancel</a></div>"""
    row = """<a href="javascript:void(0)" onclick="box.style.display='block'">Delete</a>"""

    async def story(web, site):
        site.pages["/"] = lambda request: (200, rows(row, BOOKS if not site.posted else ("Heron", "Swan")) + box)
        outcome = await ends(web, Task("delete the book Gull", "not listed(/, Gull)"), "", max_seconds=40.0)
        return outcome.success, paths(site)

    assert in_browser({"/": "", "/gone": "ok"}, story) == (True, ["/gone"])


def test_of_two_rows_the_one_is_meant_whose_whole_cell_is_the_name():
    names = ("Bread rolls", "Bread", "Rope")
    form = "<title>Change</title><form method=post action=/save/{}><label>Name <input name=name value={}></label><button>Save</button></form>"

    async def story(web, site):
        task = Task("edit the bill Bread", "text(done)", values={"Name": "Rye"})
        await ends(web, task, "", max_seconds=40.0)
        return paths(site)

    pages: dict[str, Any] = {"/": "<title>Bills</title><table><tr><th>What<th></tr>"}
    for number, name in enumerate(names):
        pages["/"] += f"<tr><td>{name}<td><a href=/edit/{number}>edit</a></tr>"
        pages |= {f"/edit/{number}": form.format(number, name.split()[0]), f"/save/{number}": "<title>Bills</title><p>done"}
    assert in_browser(pages, story) == ["/save/1"]


def test_a_list_that_is_not_drawn_yet_is_not_without_a_line():
    page = """<title>Things</title><nav><a href=/>Things</a></nav><main></main><script>setTimeout(() => {
    document.querySelector('main').innerHTML = '<ul><li>season</ul>' }, 1200)</script>"""

    async def story(web, site):
        return await ends(web, Task("see that season is not there", "not listed(/, season)"), "", max_seconds=20.0)

    assert not in_browser({"/": page}, story).success


def test_what_a_page_sends_a_moment_later_is_sent_before_the_browser_goes():
    page = """<title>Accounts</title><button onclick="list.innerHTML = '<li>Savings';
    setTimeout(() => fetch('/sync', {method: 'POST'}), 900)">Add account Savings</button><ul id=list></ul>"""

    async def story(web, site):
        outcome = await ends(web, Task('click "Add account Savings"', "listed(/, Savings)"), "", max_seconds=20.0)
        await web.close()
        return outcome.success, paths(site)

    assert in_browser({"/": page, "/sync": "ok"}, story) == (True, ["/sync"])


def test_a_form_that_the_server_answers_with_is_sent_once_more_at_most():
    form = "<title>New</title><p>{}</p><form method=post action=/new><label>Name <input name=name value='{}'></label><button>Save</button></form>"

    async def story(web, site):
        site.pages["/new"] = lambda request: (
            200,
            form.format("This language needs a dictionary." if site.posted else "", "Dutch" if site.posted else ""),
        )
        site.pages["/list"] = "<title>List</title><ul><li>English</ul>"
        task = Task("add a language", "listed(/list, Dutch)", values={"Name": "Dutch"})
        outcome = await ends(web, task, "new", max_seconds=60.0)
        return outcome.success, len(site.posted)

    success, posted = in_browser({}, story)
    assert not success and posted <= 2


def test_a_field_with_a_long_label_is_found_by_all_of_it():
    label = "Select the kind of shed that you want to use to carry out all of your work"
    page = f"<title>Shed</title><form method=post action=/made><label>{label} <input name=kind></label><button>Create</button></form>"

    async def story(web, site):
        outcome = await ends(web, Task("create a shed", "text(made)", values={label: "wood"}), "", max_seconds=30.0)
        return outcome.success, site.posted

    assert in_browser({"/": page, "/made": "<title>Shed</title><p>made"}, story) == (True, [("/made", {"kind": "wood"})])
