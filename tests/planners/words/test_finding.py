"""Which thing on the screen is meant by some words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.planners.words.finding import alike, best, near_it, norm
from tests.planners.words.screens import said, thing

THINGS = [thing(t) for t in ("button Save", "button Save as draft", "link Help", "textbox Name", "button ×")]


def meant(instruction: str, things=THINGS) -> list[str]:
    return [m.target.id for m in best(said(instruction), things)]


@given(st.text("aB .,!", max_size=12))
def test_a_text_is_like_itself_and_comparing_settles(text):
    assert norm(norm(text)) == norm(text) and alike(text, text) == (1.0 if norm(text) else 0.0)


@given(st.text("ab c", max_size=8), st.text("ab c", max_size=8))
def test_likeness_lies_between_nothing_and_the_same(a, b):
    assert 0.0 <= alike(a, b) <= 1.0


def test_the_same_is_more_alike_than_a_part_and_a_part_more_than_nothing():
    assert alike("Save", "save") == 1.0 > alike("Save as draft", "save") > alike("Help", "save") == 0.0
    assert alike("LogIn", "log in") > 0.9


@pytest.mark.parametrize(
    ("instruction", "first"),
    [
        ('click "Save"', "button Save"),
        ('click "Save as draft"', "button Save as draft"),
        ("click the Help link", "link Help"),
        ("click the link", "link Help"),
        ('click "close"', "button ×"),
    ],
)
def test_the_likeliest_comes_first(instruction, first):
    assert meant(instruction)[0] == first


def test_what_is_nothing_like_it_is_not_meant():
    assert meant('click "draft Save"') == [] == meant('click "Delete"') and meant("click the checkbox") == []


def test_the_nth_is_counted_in_the_order_of_the_page():
    rows = [thing(f"button Go #{i}", box=(0, y, 9, 9)) for i, y in ((1, 90), (2, 10), (3, 50))]
    found = [best(said(f'click the {n} "Go"'), rows) for n in ("1st", "2nd", "last", "5th")]
    assert [m[0].target.id if m else "" for m in found] == ["button Go #2", "button Go #3", "button Go #1", ""]


def test_what_is_written_much_like_it_is_told():
    things = [thing("button 5 m"), thing("button 1 h"), thing("button Start")]
    assert near_it(things, "5 min") == ["5 m"] and near_it(things, "Quit") == []
