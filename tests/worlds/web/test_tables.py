"""The header over a thing in a table, and the row that it lies in."""

from midcourse.worlds.web.tables import Cell, Tables
from midcourse.worlds.web.texts import Texts
from tests.worlds.web.pages import ROOT, node, page, text


def table(head="th", **span):
    """A header row and one row with a field in its second cell, whose place is 10."""
    return page(
        ROOT,
        node(1, "table"),
        node(2, "tr", 1),
        node(3, head, 2),
        text(4, "Tool", 3),
        node(5, head, 2, attributes=span),
        text(6, "Count", 5),
        node(7, "tr", 1),
        node(8, "td", 7),
        text(9, "saw", 8),
        node(10, "td", 7),
        node(11, "input", 10, role="textbox"),
    )


def cell(reading, place=11):
    return Tables(reading, Texts(reading).inside).cell(place)


def test_a_field_lies_under_its_header_in_its_row():
    assert cell(table()) == Cell("Count", 2, "saw")


def test_what_lies_among_the_headers_or_in_a_table_without_any_lies_in_no_row():
    assert cell(table(), 5) is None and cell(table("td")) is None and cell(page(ROOT, node(1, "input")), 1) is None


def test_columns_go_by_their_numbers_where_these_are_told():
    reading = table()
    reading.nodes[5].attributes = {"aria-colindex": "7"}
    assert cell(reading) == Cell("", 2, "saw")
    reading.nodes[10].attributes = {"aria-colindex": "7"}
    assert cell(reading) == Cell("Count", 2, "saw")
