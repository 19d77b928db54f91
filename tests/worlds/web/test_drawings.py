"""What is drawn in a page, what is dragged there, and the numbers that stand with handles."""

import pytest

from midcourse.core.logic.conditions import fact
from midcourse.core.model import Call, Done, Failed
from midcourse.worlds.web.drawings import MOST_DRAWN
from midcourse.worlds.web.handles import beside_handles
from midcourse.worlds.web.marks import SAME_DRAWING
from midcourse.worlds.web.records import records_of
from midcourse.worlds.web.texts import Texts
from midcourse.worlds.web.things import Thing, find_things
from midcourse.worlds.web.trees import is_shut
from tests.worlds.in_browser import in_browser
from tests.worlds.web.pages import ROOT, node, page, text


def things(*nodes) -> list[Thing]:
    reading = page(ROOT, *nodes)
    return find_things(reading, Texts(reading))


def names(*nodes) -> list[tuple[str, str]]:
    return [(t.role, t.label) for t in things(*nodes)]


SVG = node(1, "svg", box=(0, 0, 200, 200))


@pytest.mark.parametrize(
    ("tag", "attributes", "label"),
    [
        ("polygon", {"points": "0,0 4,0 2,3", "fill": "red"}, "red triangle"),
        ("polygon", {"points": "0,0 4,0 5,2 4,4 0,4 -1,2", "fill": "lime"}, "lime hexagon"),
        ("rect", {"fill": "none", "stroke": "black"}, "black rectangle"),
        ("rect", {"fill": "none", "style": "stroke: #f00; width: 3px"}, "red rectangle"),
        ("path", {"d": "M0 0 L4 0 L2 3 Z", "fill": "blue"}, "blue triangle"),
        ("path", {"d": "M0 0 C4 0 2 3 1 1", "fill": "blue"}, "blue path"),
    ],
)
def test_shapes_are_called_by_their_corners_and_by_their_stroke_where_they_are_empty(tag, attributes, label):
    assert names(node(2, tag, clickable=True, attributes=attributes)) == [("shape", label)]


def test_what_is_drawn_large_is_seen_though_it_takes_no_clicks_and_icons_and_charts_are_not():
    dot = node(2, "circle", 1, attributes={"fill": "red"})
    assert names(SVG, dot) == [("drawing", "red circle")]
    assert names(node(1, "svg", box=(0, 0, 24, 24)), dot) == []
    assert names(node(3, "button", role="button", name="Go"), node(1, "svg", 1), dot) == [("button", "Go")]
    many = [node(i, "rect", 1, attributes={"fill": "red"}) for i in range(2, MOST_DRAWN + 4)]
    assert names(SVG, *many) == []


def test_a_link_that_makes_up_a_tab_is_the_tab_and_a_tab_is_the_same_whatever_is_open():
    tabs = (node(1, "ul"), node(2, "li", 1, role="tab", name="Fees"), node(3, "a", 2, role="link"), text(4, "Fees", 3))
    assert names(*tabs) == [("tab", "Fees")]
    assert things(*tabs, text(5, "What is open"))[0].contexts == ()


def test_a_label_below_a_field_is_its_own_if_the_author_laid_both_into_one_part():
    rows = (
        node(1, "div"),
        node(2, "input", 1, role="textbox", box=(0, 0, 80, 15)),
        text(3, "Street", 1, box=(0, 18, 80, 15)),
        node(4, "div"),
        node(5, "input", 4, role="textbox", box=(0, 40, 80, 15)),
        text(6, "Town", 4, box=(0, 58, 80, 15)),
    )
    assert names(*rows) == [("textbox", "Street"), ("textbox", "Town")]


def test_what_a_script_moves_can_be_dragged_though_the_list_around_it_listens():
    assert names(node(1, "li", attributes={"class": "row ui-sortable-handle"}), text(2, "Bread", 1)) == [("item", "Bread")]
    assert names(node(1, "li", attributes={"class": "draggables-off"}), text(2, "Bread", 1)) == []


def test_a_handle_tells_the_number_behind_it():
    nodes = (node(1, "span", attributes={"class": "slider-handle"}, clickable=True), text(2, "7"), text(3, "8"))
    reading = page(ROOT, *nodes)
    assert list(beside_handles(reading, Texts(reading), find_things(reading, Texts(reading))).values()) == [("7",)]


def test_things_whose_labels_differ_by_a_price_stand_each_with_their_own_and_pictures_are_told():
    nodes = (
        node(1, "div"),
        text(2, "Ulm", 1),
        node(3, "img", 1, attributes={"alt": "by rail"}),
        node(4, "button", 1, role="button", name="Book for $12"),
        node(5, "div"),
        text(6, "Bonn", 5),
        node(7, "button", 5, role="button", name="Book for $9.50"),
    )
    reading = page(ROOT, *nodes)
    told = records_of(reading, Texts(reading), find_things(reading, Texts(reading)))
    assert list(told.values()) == ["Ulm by rail", "Bonn"]


def test_a_line_of_a_list_with_a_hidden_list_in_it_is_shut_and_one_without_is_not():
    nodes = (
        node(1, "li"),
        node(2, "span", 1, clickable=True),
        text(3, "Docs", 2),
        node(4, "ul", 1, box=None),
        node(5, "li"),
        node(6, "span", 5, clickable=True),
        text(7, "Note", 6),
    )
    reading = page(ROOT, *nodes)
    assert is_shut(reading, 2) and not is_shut(reading, 6)


def test_a_place_is_only_clicked_where_the_same_drawing_lies():
    assert "elementFromPoint" in SAME_DRAWING and "contains" in SAME_DRAWING


PAGE = """<!doctype html><title>t</title>
<p>one oak</p><p>two <b>old</b> oaks</p>
<p><span style="display:inline-block">O</span><span style="display:inline-block">K</span></p>
<svg width=200 height=200 onclick="document.title=event.offsetX+','+event.offsetY"><circle cx=50 cy=50 r=10 fill=red /></svg>
<button onclick="document.title=getSelection().toString()">Show</button>"""


def test_a_text_is_marked_paragraphs_are_told_and_a_place_in_a_drawing_is_clicked_but_nothing_beside_it():
    async def story(web, site):
        seen = await web.observe()
        assert {fact("paragraph", 1, "one oak"), fact("paragraph", 2, "two old oaks"), "text(OK)"} <= seen.facts
        assert isinstance(await web.act(Call("mark", {"text": "two old oaks"})), Done)
        assert isinstance(await web.act(Call("click", {}, "button Show")), Done)
        assert "title(two old oaks)" in (await web.observe()).facts
        assert isinstance(await web.act(Call("mark", {"text": "ten elms"})), Failed)
        assert isinstance(await web.act(Call("click", {"right": 30, "down": -20}, "drawing red circle")), Done)
        assert 'title("80,30")' in (await web.observe()).facts
        assert isinstance(await web.act(Call("click", {"right": 0, "down": 190}, "drawing red circle")), Failed)

    in_browser({"/": PAGE}, story)
