"""A record on some page of a list that goes on: what is shown is proof, and what is not shown is not known to be missing."""

import pytest

from midcourse import Task
from midcourse.core.logic.conditions import Coverage, parse_fact
from tests.worlds.in_browser import ends, in_browser

NEW = "<title>New</title><form method=post action=/add><label>Name <input name=name></label><button>Save</button></form>"


def items(posted):
    """A list of three pages, with what was posted on the second."""

    def page(request):
        at = int(request.path.partition("page=")[2] or 1)
        rows = [f"<li>bolt {at}{n}</li>" for n in range(3)] + [f"<li>{p['name']}</li>" for _, p in posted() if at == 2]
        onward = f'<a rel=next href="/items?page={at + 1}">on</a>' if at < 3 else ""
        return 200, f"<title>Items</title><ul>{''.join(rows)}</ul>{onward}"

    return page


def test_a_record_on_a_page_in_the_middle_of_its_list_is_proof():
    async def story(web, site):
        pages["/items"] = items(lambda: site.posted)
        task = Task("add an item", "listed(/items, lamp)", values={"Name": "lamp"})
        return await ends(web, task, ""), len(site.posted), [path for path in site.asked if path.startswith("/items")]

    pages = {"/": NEW, "/add": (303, "", ("Location", "/")), "/items": "later"}
    outcome, posted, asked = in_browser(pages, story)
    assert outcome.success and posted == 1, outcome.ending
    assert asked == ["/items", "/items?page=2"]


def test_of_a_list_that_goes_on_only_what_is_shown_is_known():
    async def story(web, site):
        first = await web.observe()
        await web.page.goto(f"{site.address}/items?page=3")
        return first, await web.observe()

    first, last = in_browser({"/": items(list), "/items": items(list)}, story)
    known = [Coverage(seen.covers) for seen in (first, last)]
    assert known[0].has(parse_fact("listed(/, bolt 10)")) and known[0].has(parse_fact("text(bolt 10)"))
    assert not known[0].has(parse_fact("listed(/, lamp)")) and not known[0].has(parse_fact("text(lamp)"))
    assert known[1].has(parse_fact("listed(/items, lamp)"))


PAGER = """<nav class=pagination><ul><li class=prev><a style="visibility:hidden">Earlier</a><li class=next><a{way}>Later</a></ul></nav>"""


@pytest.mark.parametrize(
    ("way", "ends_here"),
    [(" style='visibility:hidden'", True), ("", False), (" rel=next href='/?page=2' style='visibility:hidden'", False)],
)
def test_a_link_that_only_keeps_its_room_does_not_lead_to_a_further_page(way, ends_here):
    async def story(web, site):
        return Coverage((await web.observe()).covers)

    known = in_browser({"/": f"<ul><li>bolt 1<li>bolt 2</ul>{PAGER.format(way=way)}"}, story)
    assert known.has(parse_fact("listed(/, lamp)")) == ends_here


def spread(posted):
    """A list that begins at / and goes on under another path, as its arrow says."""

    def first(request):
        return 200, '<ul><li>bolt 1</li></ul><a href="/rows?sort=name&@startwith=50&@pagesize=50">weiter &gt;&gt;</a>'

    def rest(request):
        back = '<a href="/rows?sort=name&@startwith=0&@pagesize=50">&lt;&lt; zurück</a>'
        return 200, f"<ul><li>bolt 2</li>{''.join('<li>' + p['name'] for _, p in posted())}</ul>{back}"

    return {"/": first, "/rows": rest}


def test_further_pages_of_a_list_belong_to_it_though_their_path_is_another():
    async def story(web, site):
        pages.update(spread(lambda: site.posted))
        await web.observe()
        await web.page.goto(site.address + "/new")
        task = Task("add an item", "listed(/, lamp)", values={"Name": "lamp"})
        return await ends(web, task, ""), len(site.posted)

    pages = {"/": "later", "/new": NEW, "/add": (303, "", ("Location", "/new"))}
    outcome, posted = in_browser(pages, story)
    assert outcome.success and posted == 1, outcome.ending


def test_the_end_of_a_list_is_seen_on_its_last_page():
    async def story(web, site):
        first = await web.observe()
        assert "onward" in first.targets[0].state
        await web.page.goto(f"{site.address}/rows?sort=name&@startwith=50&@pagesize=50")
        return first, await web.observe()

    first, last = in_browser(spread(list), story)
    known = [Coverage(seen.covers) for seen in (first, last)]
    assert not known[0].has(parse_fact("listed(/, lamp)")) and known[1].has(parse_fact("listed(/, lamp)"))
    assert "listed(/, bolt 2)" in last.facts and "listed(/rows, bolt 2)" in last.facts
