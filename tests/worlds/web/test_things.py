"""Which parts of a page can be acted on, and what they are called."""

import pytest

from midcourse.worlds.web.texts import LONGEST, Texts, clean
from midcourse.worlds.web.things import Thing, find_things
from tests.worlds.web.pages import ROOT, node, page, text


def things(*nodes) -> list[Thing]:
    reading = page(ROOT, *nodes)
    return find_things(reading, Texts(reading))


def names(*nodes) -> list[tuple[str, str]]:
    return [(t.role, t.label) for t in things(*nodes)]


@pytest.mark.parametrize(
    ("written", "label"), [(" Name: * ", "Name"), ("a\n  b", "a b"), ("\u200bx", "x"), ("y" * 99, "y" * LONGEST), ("", "")]
)
def test_a_label_is_cleaned_of_what_forms_put_around_it(written, label):
    assert clean(written) == label


def test_roles_come_from_the_tree_and_names_from_what_is_written():
    assert names(node(1, "button", role="button"), text(2, "Save", 1)) == [("button", "Save")]
    assert names(node(1, "button", role="button", name="Send it")) == [("button", "Send it")]
    assert names(node(1, "input", attributes={"type": "file", "title": "Paper"})) == [("file", "Paper")]
    assert names(node(1, "div", role="PopUpButton", name="Colour")) == [("combobox", "Colour")]


@pytest.mark.parametrize("hidden", [{"box": None}, {"box": (0, 0, 0, 0)}, {"style": {"visibility": "hidden"}}])
def test_what_cannot_be_seen_is_no_thing(hidden):
    assert names(node(1, "button", role="button", name="Save", **hidden)) == []


def test_what_listens_for_clicks_is_a_thing_but_not_inside_a_button():
    assert names(node(1, "div", clickable=True), text(2, "Open", 1)) == [("item", "Open")]
    assert names(node(1, "button", role="button", name="Save"), node(2, "img", 1, clickable=True)) == [("button", "Save")]
    assert names(node(1, "body", clickable=True)) == []


def test_a_clickable_box_around_things_is_their_frame_unless_it_has_words_of_its_own():
    inner = (node(2, "button", 1, role="button"), text(3, "Go", 2))
    assert names(node(1, "div", clickable=True), *inner) == [("button", "Go")]
    own = names(node(1, "div", clickable=True), *inner, text(4, "Mail", 1))
    assert own == [("item", "Go Mail"), ("button", "Go")]


def test_a_field_is_called_by_the_text_beside_or_above_it_and_else_by_what_its_author_called_it():
    beside = (text(1, "Name:", box=(0, 100, 40, 15)), node(2, "input", box=(50, 100, 80, 15), role="textbox"))
    above = (text(1, "Name", box=(0, 80, 40, 15)), node(2, "input", box=(0, 100, 80, 15), role="textbox"))
    far = (
        text(1, "Name", box=(0, 0, 40, 15)),
        node(2, "input", box=(0, 300, 80, 15), attributes={"name": "userName"}, role="textbox"),
    )
    assert names(*beside) == names(*above) == [("textbox", "Name")]
    assert names(*far) == [("textbox", "user name")]


def test_shapes_are_called_by_colour_and_kind():
    assert names(node(1, "rect", clickable=True, attributes={"fill": "#f00"})) == [("shape", "red rectangle")]


def test_what_it_lies_in_is_its_context_the_nearest_first():
    nodes = (
        node(1, "section"),
        text(2, "Users", 1),
        node(3, "tr", 1),
        text(4, "Ada", 3),
        node(5, "button", 3, role="button", name="Edit"),
    )
    [thing] = things(*nodes)
    assert thing.contexts == ("Ada", "Users") and thing.place == 5


def test_what_lies_below_a_modal_dialog_is_no_thing_once_its_role_is_lost():
    below = (node(1, "button", clickable=True), text(2, "File", 1))
    dialog = (node(3, "dialog", role="dialog", states=frozenset({"modal"})), node(4, "button", 3, role="button", name="OK"))
    assert names(*below, *dialog) == [("button", "OK")]
    assert ("item", "File") in names(*below)
