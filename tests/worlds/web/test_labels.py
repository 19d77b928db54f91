"""A field without a name of its own keeps the one that stood beside it, for as long as the page shows that."""

from midcourse.worlds.web.labels import Labels
from tests.worlds.web.pages import ROOT, node, page, text


def box(label, *hints):
    field = node(4, "input", 1, role="textbox", box=(0, 60, 90, 15))
    return page(ROOT, node(1, "form"), text(2, label, 1, box=(0, 20, 90, 15)), *hints, field)


def named(labels, reading, document="d"):
    return [thing.label for thing in labels.find(reading, document)[1]]


def test_a_field_is_called_as_it_was_first_while_that_is_shown_in_the_same_document():
    labels, hinted = Labels(), box("Word", text(3, "Too short", 1, box=(0, 42, 90, 15)))
    assert named(Labels(), hinted) == ["Too short"]
    assert named(labels, box("Word")) == named(labels, hinted) == ["Word"]
    assert named(labels, box("Name")) == ["Name"], "what it was called is not there any more"
    assert named(labels, hinted, "another document") == ["Too short"]
