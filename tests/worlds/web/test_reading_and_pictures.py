"""A page by its layout and its meaning, and pictures of it with what is secret blacked out."""

import io

import pytest
from PIL import Image

from midcourse.core.model import Target
from midcourse.worlds.drawing import BLACK, EDGE, drawn
from midcourse.worlds.web.reading import give_meaning, laid_out, same, sound
from tests.worlds.web.pages import ROOT, node, page

STRINGS = ["http://x/", "f1", "#document", "INPUT", "#text", "type", "PassWord", "Hello \ud800", "block", "secret"]
SHOT = {
    "strings": STRINGS,
    "documents": [
        {
            "documentURL": 0,
            "frameId": 1,
            "scrollOffsetX": 3.0,
            "nodes": {
                "backendNodeId": [10, 11, 12],
                "parentIndex": [-1, 0, 0],
                "nodeName": [2, 3, 4],
                "nodeType": [9, 1, 3],
                "nodeValue": [-1, -1, 7],
                "attributes": [[], [5, 6], []],
                "isClickable": {"index": [1]},
                "inputValue": {"index": [1], "value": [9]},
            },
            "layout": {
                "nodeIndex": [1, 2],
                "bounds": [[1.4, 2.6, 30, 10], [0, 50, 40, 10]],
                "styles": [[8], []],
                "paintOrders": [4, 5],
            },
        }
    ],
}


def test_a_layout_is_read_into_nodes():
    reading = laid_out(SHOT)
    root, field, words = reading.nodes
    assert (reading.url, reading.scroll) == ("http://x/", (3.0, 0.0)) and root.parent == -1
    assert (field.tag, field.box, field.value, field.clickable, field.paint) == ("input", (1, 3, 30, 10), "secret", True, 4)
    assert field.secret and field.style["display"] == "block" and field.frame == "f1"
    assert words.text == "Hello ?" and reading.parents(2) == [0]


def test_meaning_is_laid_over_it_and_what_is_missing_is_noticed():
    reading = laid_out(SHOT)
    properties = [
        {"name": "disabled", "value": {"value": True}},
        {"name": "required", "value": {"value": False}},
        {"name": "expanded", "value": {"value": False}},
    ]
    seen = {"backendDOMNodeId": 11, "role": {"value": "textbox"}, "name": {"value": " Code  word "}, "properties": properties}
    give_meaning(reading, [seen, {"backendDOMNodeId": 99, "role": {"value": "generic"}}], {"button"})
    field = reading.nodes[1]
    assert (field.role, field.name) == ("textbox", "Code word") and reading.whole
    assert field.states == {"disabled", "collapsed"}
    give_meaning(reading, [{"backendDOMNodeId": 99, "role": {"value": "button"}}], {"button"})
    assert not reading.whole


def test_two_snapshots_are_the_same_wherever_things_have_moved_to_while_as_much_is_drawn():
    def drawn(**changed):
        document = SHOT["documents"][0]
        return {**SHOT, "documents": [{**document, "layout": {**document["layout"], **changed}}]}

    other = {**SHOT, "strings": [*STRINGS[:-1], "changed"]}
    assert same(SHOT, drawn(bounds=[[9, 9, 1, 1]])) and not same(SHOT, other) and not same(None, SHOT)
    assert not same(SHOT, drawn(nodeIndex=[])) and not same(SHOT, drawn(styles=[[0]]))


@pytest.mark.parametrize(("text", "written"), [("plain", "plain"), ("a\ud800b", "a?b"), ("ü😀", "ü😀")])
def test_half_a_character_is_made_whole(text, written):
    assert sound(text) == written


def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (100, 100), (255, 255, 255)).save(out, "PNG")
    return out.getvalue()


def test_what_is_secret_is_black_and_targets_in_view_have_a_frame():
    targets = [Target("a", box=(130, 40, 20, 20)), Target("b", box=(900, 900, 20, 20)), Target("c")]
    image = Image.open(io.BytesIO(drawn(picture(), targets, (100, 0), [(110, 60, 20, 20)])))
    assert image.getpixel((20, 70)) == BLACK and image.getpixel((50, 60)) == EDGE and image.getpixel((90, 90)) == (255, 255, 255)


def test_a_node_knows_what_it_lies_in():
    made = page(ROOT, node(1, "div"), node(2, "p", 1), node(3, "b", 2))
    assert made.parents(3) == [2, 1, 0] and made.parents(0) == []
