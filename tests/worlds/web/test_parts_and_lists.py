"""The form or row that a thing lies in, what sends a form, and whether a list goes on elsewhere."""

import pytest

from midcourse.worlds.web.dates import in_parts, part_named
from midcourse.worlds.web.lists import goes_on, onward
from midcourse.worlds.web.parts import Belonging, other_names
from midcourse.worlds.web.texts import Texts
from midcourse.worlds.web.things import find_things
from tests.worlds.web.pages import ROOT, node, page, text


def belonging(*nodes) -> Belonging:
    reading = page(ROOT, *nodes)
    return Belonging(reading, Texts(reading))


def test_a_thing_belongs_to_its_form_also_from_outside_and_only_what_submits_sends_it():
    found = belonging(
        node(1, "form", attributes={"id": "f", "method": "post"}),
        node(2, "button", 1, role="button", attributes={"type": "button"}),
        node(3, "button", 1, role="button"),
        node(4, "button", role="button", attributes={"form": "f"}),
        node(5, "button", role="button"),
    )
    assert [found.of(i) for i in range(2, 6)] == ["form 1", "form 1", "form 1", ""]
    assert [found.submits(i) for i in range(2, 6)] == [False, True, True, False]


def test_a_search_a_dialog_and_a_row_are_told_apart_from_a_form():
    found = belonging(
        node(1, "form", attributes={"method": "GET"}),
        node(2, "input", 1, role="textbox"),
        node(3, "form"),
        node(4, "input", 3, role="searchbox"),
        node(5, "div", role="dialog", name="New"),
        node(6, "button", 5, role="button"),
        node(7, "tr"),
        node(8, "td", 7),
        text(9, "hammer", 8),
        node(10, "a", 7, role="link"),
    )
    assert [found.of(i) for i in (2, 4, 6, 10)] == ["search 1", "search 2", "dialog New", "row hammer"]


def test_a_field_has_other_names_and_who_is_asked_for_before_a_password():
    reading = page(
        ROOT,
        node(1, "input", role="textbox", name="Login", attributes={"name": "__login_name"}),
        node(2, "input", role="textbox", name="Login", attributes={"type": "password", "placeholder": "Kennwort"}),
    )
    names = other_names(find_things(reading, Texts(reading)), reading)
    assert {"login name", "username"} <= set(names[1]) and {"Kennwort", "password"} <= set(names[2])


@pytest.mark.parametrize(
    ("url", "label", "further"),
    [
        ("http://x/?page=2", "2", True),
        ("http://x/?page=1", "1", False),
        ("http://x/?page=1", "2", True),
        ("http://x/?q=2", "2", False),
        ("http://x/other?page=2", "2", False),
    ],
)
def test_a_list_goes_on_where_the_same_page_has_a_higher_number(url, label, further):
    reading = page(ROOT, node(1, "a", role="link", url=url), text(2, label, 1))
    assert goes_on(reading, Texts(reading)) is further


def test_a_list_goes_on_by_what_authors_call_its_parts_and_by_what_a_table_counts():
    pager = page(ROOT, node(1, "ul", attributes={"class": "pagination"}), node(2, "a", 1, attributes={"class": "page-next"}))
    assert onward(pager, Texts(pager)) == 2
    shut = page(ROOT, node(1, "ul", attributes={"class": "pagination"}), node(2, "a", 1, attributes={"class": "next disabled"}))
    assert onward(shut, Texts(shut)) is None
    table = page(ROOT, node(1, "table", attributes={"aria-rowcount": "90"}), node(2, "tr", 1))
    assert goes_on(table, Texts(table))


def test_a_date_in_parts_is_read_by_their_ranges():
    parts = [{"aria-valuemax": "12", "aria-valuenow": "2"}, {"aria-valuemax": "29", "aria-valuenow": "3"}]
    assert in_parts([*parts, {"aria-valuemax": "9999", "aria-valuenow": "2026"}]) == "2026-02-03"
    assert in_parts(parts) == "" and part_named({"aria-valuemax": "23"}) == "hour"
