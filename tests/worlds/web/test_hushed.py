"""What of a page is not to be seen: fields that a secret was put into, and whatever shows one."""

from msgspec.structs import replace

from midcourse.core.model import Call
from midcourse.worlds.web.hushed import EDGE, Hushed, frames_of
from tests.worlds.web.pages import ROOT, node, page, text


def shot(*documents):
    """A layout of documents, each with its number of nodes and, for frames in it, their place and the document inside."""
    return {"documents": [{"nodes": {"backendNodeId": [0] * n, "contentDocumentIndex": inner}} for n, inner in documents]}


def test_it_knows_what_it_was_entrusted_with_and_what_was_put_into_a_field():
    hushed = Hushed()
    assert not hushed.holds("sesame-street")
    hushed.entrust({"PW": "sesame-street", "NONE": ""})
    call = Call("fill", {"text": "482913"}, "textbox Code", secrets=frozenset({"CODE"}))
    hushed.put(replace(call, secrets=frozenset()))
    assert hushed.holds("/?p=Sesame-Street") and not hushed.holds("482913")
    hushed.put(call)
    assert hushed.holds("your code: 482913") and not hushed.holds("sesame")


def test_of_a_page_it_hides_what_shows_a_secret_and_of_a_frame_a_password_alone():
    hushed = Hushed()
    hushed.entrust({"PW": "sesame-street"})
    password = node(5, "input", 4, attributes={"type": "password"}, value="sesame-street")
    reading = page(ROOT, text(1, "so: sesame-street"), node(2, "iframe"), text(3, "other"), ROOT, password)
    reading.shot = shot((4, {"index": [2], "value": [1]}), (2, None))
    assert frames_of(reading) == [(), (), (), (), (2,), (2,)]
    assert hushed.boxes(reading, {}) == [(0, 20, 100, 15), (-EDGE, 140 - EDGE, 100 + 3 * EDGE, 15 + 3 * EDGE)]
    reading.nodes[5] = text(5, "sesame-street", 4)
    assert hushed.boxes(reading, {}) == [(0, 20, 100, 15), (0, 40, 100, 15)]


def test_texts_side_by_side_that_show_a_secret_together_are_hidden_and_those_of_another_block_are_not():
    hushed = Hushed()
    hushed.entrust({"PW": "sesame-street", "CODE": "482913"})
    block, inline = {"display": "block"}, {"display": "inline"}
    reading = page(
        ROOT,
        node(1, "p", style=block),
        text(2, "so: sesame", 1),
        node(3, "b", 1, style=inline),
        text(4, "-stre", 3),
        text(5, "et, and more", 1),
        node(6, "p", style=block),
        text(7, "482", 6),
        node(8, "::after", 6, style=inline, drawn="913"),
        node(9, "p", style=block),
        text(10, "sesame", 9),
        node(11, "p", style=block),
        text(12, "street", 11),
    )
    reading.shot = shot((13, None))
    assert hushed.boxes(reading, {}) == [reading.nodes[place].box for place in (2, 4, 5, 7, 8)]
