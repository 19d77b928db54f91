"""Texts that are on a page and that nobody can see are neither shown nor gone."""

import pytest

from midcourse.core.logic.conditions import Coverage, parse, parse_fact
from midcourse.worlds.web.absence import ToGo
from midcourse.worlds.web.sight import Sight
from midcourse.worlds.web.unseen import unseen_texts
from tests.worlds.in_browser import in_browser
from tests.worlds.web.pages import ROOT, node, page, text

SAID = "Order paid"
HIDDEN = {
    "by its style": f"<p style='visibility:hidden'>{SAID}</p>",
    "drawn as nothing": f"<div style='opacity:0'><div><p>{SAID}</p></div></div>",
    "in a part that is shut": f"<div style='max-height:0;overflow:hidden'><p>{SAID}</p></div>",
    "for screen readers alone": f"<p style='position:absolute;width:1px;height:1px;overflow:hidden;white-space:nowrap'>{SAID}</p>",
    "before the page begins": f"<p style='position:absolute;left:-9999px'>{SAID}</p>",
    "above the page": f"<p style='position:absolute;top:-500px'>{SAID}</p>",
    "under the window": f"<p style='position:fixed;bottom:-80px'>{SAID}</p><p style='height:3000px'></p>",
    "beside the window": f"<nav style='position:fixed;width:300px;left:100%'>{SAID}</nav>",
    "pushed out of its place": f"<p style='text-indent:-9999px;overflow:hidden'>{SAID}</p>",
    "on another slide": f"<div style='overflow:hidden;width:100px;position:relative;height:30px'><p style='position:absolute;left:300px'>{SAID}</p></div>",
    "in a frame without size": f"<iframe style='width:0;height:0;border:0' srcdoc='<p>{SAID}</p>'></iframe>",
    "in a frame out of reach": f"<iframe style='position:absolute;left:-9999px' srcdoc='<p>{SAID}</p>'></iframe>",
    "in a row that is folded": f"<table><tr><td>A</td><td>B</td></tr><tr style='visibility:collapse'><td>{SAID}</td><td>C</td></tr></table>",
}
SHOWN = {
    "plainly": f"<p>{SAID}</p>",
    "far down": f"<p style='height:3000px'></p><p>{SAID}</p>",
    "far down in a box that scrolls": "<div style='height:300px;overflow:hidden'><div style='height:100%;overflow:auto'>"
    f"<p style='height:3000px'></p><p>{SAID}</p></div></div>",
    "far right in a box that scrolls": f"<div style='width:300px;overflow-x:auto;overflow-y:hidden'><p style='padding-left:900px'>{SAID}</p></div>",
    "beside what cuts others": f"<div style='height:0;overflow:hidden'><p style='position:absolute;top:90px'>{SAID}</p></div>",
    "on a page that must not scroll now": f"<style>body{{overflow:hidden;height:100%}}</style><p style='height:3000px'></p><p>{SAID}</p>",
    "faintly": f"<div style='opacity:.6'><p style='opacity:.6'>{SAID}</p></div>",
    "in a frame": f"<iframe srcdoc='<p>{SAID}</p>'></iframe>",
    "at the edge of the window": f"<p style='position:fixed;bottom:0'>{SAID}</p><p style='height:3000px'></p>",
}


def looks_at(pages):
    async def story(web, site):
        await web.observe()
        found = {}
        for name in pages:
            await web.page.goto(f"{site.address}/{name.replace(' ', '_')}")
            await web.page.evaluate("scrollTo(0, 200)")
            found[name] = await web.observe()
        return found

    return in_browser({"/": "<p>x</p>"} | {f"/{name.replace(' ', '_')}": body for name, body in pages.items()}, story)


def test_what_nobody_can_see_is_no_line_of_the_page():
    found = looks_at(HIDDEN)
    assert [
        name for name, seen in found.items() if any(SAID in f for f in seen.facts if f.startswith(("text", "listed", "row")))
    ] == []


def test_what_can_be_seen_or_scrolled_to_is_a_line_of_the_page():
    found = looks_at(SHOWN)
    assert [name for name, seen in found.items() if f"text({SAID})" not in seen.facts] == []


@pytest.mark.parametrize("end", ["not text(Gull)", "not text(Gull) and text(Tern)"])
def test_a_line_that_is_only_hidden_is_not_known_to_be_gone(end):
    to_go = ToGo(parse(end))
    beside = {"text(Tern)", "text(Skua)"}
    to_go.covers(Sight("http://x/", beside | {"text(Gull)"}), ("text(*)",), 100.0)
    is_known = [
        Coverage(to_go.covers(Sight("http://x/", beside, hidden=hidden), ("text(*)",), 100.0)).has(parse_fact("text(Gull)"))
        for hidden in (frozenset({"text(Gull)"}), frozenset[str]())
    ]
    assert is_known == [False, True]


def test_in_a_page_from_the_right_what_lies_to_the_left_can_be_reached():
    def at_the_left(**attributes):
        nodes = (node(1, "html", attributes=attributes), node(2, "p", 1), text(3, SAID, 2, box=(-900, 40, 80, 15)))
        return unseen_texts(page(ROOT, *nodes))

    assert at_the_left() == {3} and at_the_left(dir="rtl") == frozenset()
