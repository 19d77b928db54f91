"""What a model or a reader says of a picture: what fits the form is used, and what it says is checked against what is there."""

import json

import pytest

from midcourse.core.language.text import Unreadable
from midcourse.core.seeing.zones import Zone, is_same_label, label_in, old_reading, zones_in

SIZE = (400, 300)
SAVE = {"label": "Save", "role": "button", "box": [10, 20, 60, 30]}


def said(*zones):
    return json.dumps({"zones": list(zones)})


@pytest.mark.parametrize(
    "text",
    [
        said(SAVE),
        json.dumps([SAVE]),
        f"Here they are:\n```json\n{said(SAVE)}\n```",
        said({**SAVE, "box": {"x": 10, "y": 20, "width": 60, "height": 30}}),
    ],
)
def test_zones_are_read_however_they_are_wrapped(text):
    assert zones_in(text, SIZE).zones == (Zone("Save", (10, 20, 60, 30), "button"),)


@pytest.mark.parametrize(
    "odd",
    [
        {**SAVE, "box": [390, 20, 60, 30]},
        {**SAVE, "box": [-4, 20, 60, 30]},
        {**SAVE, "box": [10, 20, 0, 30]},
        {**SAVE, "box": [10, 20, 60]},
        {**SAVE, "box": ["10", 20, 60, 30]},
        {**SAVE, "box": [10, 20, 1e400, 30]},
        {**SAVE, "box": True},
        {**SAVE, "label": " "},
        {"box": [10, 20, 60, 30]},
        "Save",
        None,
    ],
)
def test_a_zone_that_does_not_fit_the_form_is_left_out_and_told(odd):
    with pytest.raises(Unreadable, match="no zone fits the form"):
        zones_in(said(odd), SIZE)
    read = zones_in(said(SAVE, odd), SIZE)
    assert [zone.label for zone in read.zones] == ["Save"] and read.dropped.startswith("1 of 2 zones left out")


@pytest.mark.parametrize(
    ("text", "cut", "told"),
    [
        ("I see a dialog with two buttons.", False, "prose"),
        ("", False, "empty"),
        (said(SAVE, SAVE)[:-30], True, "breaks off"),
        (said(), False, "0 zones"),
        ('{"answer": "none"}', False, "no zones"),
    ],
)
def test_an_answer_without_zones_says_what_is_wrong_with_it(text, cut, told):
    with pytest.raises(Unreadable, match=told):
        zones_in(text, SIZE, cut)


def test_an_unknown_role_is_an_item_and_a_field_has_its_value():
    read = zones_in(said({**SAVE, "role": "gizmo"}, {**SAVE, "label": "Name", "role": "textbox", "value": "Ada"}), SIZE)
    assert [(z.role, z.value) for z in read.zones] == [("item", ""), ("textbox", "Ada")]


@pytest.mark.parametrize(
    ("wanted", "read", "same"),
    [
        ("Accept", ["Accept"], True),
        ("Accept", ["ACCEPT "], True),
        ("Save changes", ["Save", "changes"], True),
        ("The terms have changed.", ["The termshave changed."], True),
        ("Accept", ["Acoept"], True),
        ("Accept", ["Later"], False),
        ("Accept", ["Accept", "Later"], False),  # the middle may be neither
        ("Yes", ["No"], False),
        ("OK", ["0K"], False),  # short words must be the same
        ("Accept", [], False),
        ("Undo", ["Redo"], False),
        ("…", ["…"], False),
    ],
)
def test_a_label_is_the_same_but_for_a_few_misread_letters(wanted, read, same):
    assert is_same_label(wanted, read) is same


def test_the_one_thing_in_a_picture_has_a_label_or_none():
    assert label_in('{"label": "Save"}') == "Save" and label_in('{"label": ""}') == ""
    with pytest.raises(Unreadable):
        label_in("It is a button")
    with pytest.raises(Unreadable):
        label_in('{"name": "Save"}')


def test_what_could_not_be_read_anew_is_told_with_its_age_and_cause():
    assert old_reading("Terms", 12.4, "the model answered 500") == (
        "the window 'Terms' could not be read: the model answered 500; what is known of it is 12 s old"
    )
    assert "nothing is known" in old_reading("Terms", None, "no answer")
