"""What is to be entered: quoted, beside something, counted out, worked out, copied."""

import pytest

from midcourse.planners.words.values import value_of, worked_out
from tests.planners.words.screens import said, screen

FACTS = ["row(Gender, female)", "row(Age, 31)", "text(The quick brown fox.)", "text(3 + 4 = ?)"]


@pytest.mark.parametrize(
    ("instruction", "value"),
    [
        ('enter "Ann" into Name', "Ann"),
        ("enter the value of Gender into the field", "female"),
        ("enter the 2nd word of the paragraph", "quick"),
        ("enter the last word of the paragraph", "fox"),
        ("enter the 9th word of the paragraph", None),
        ("enter the answer into the field", "7"),
        ("enter 12:30 PM as the time", "12:30 PM"),
        ("enter $40 into it", "$40"),
        ("enter whatever you like", None),
    ],
)
def test_the_one_text_that_is_wanted(instruction, value):
    assert value_of(said(instruction), screen("textbox Name", facts=FACTS), []) == value


def test_what_was_to_be_copied_is_what_stands_there():
    seen = screen("textbox One", "textbox Two", facts=["value(textbox One, red)", "value(textbox Two, blue)"])
    paste = said("paste it into Three")
    assert value_of(paste, seen, [said("copy the text in the 2nd field")]) == "blue"
    assert value_of(paste, seen, [said("copy the text")]) == "red" and value_of(paste, seen, []) is None


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("3 + 4", "7"),
        ("2 x 3 - 10", "-4"),
        ("7 ÷ 2", "3.5"),
        ("1 / 3", "0.3333"),
        ("1 / 0", None),
        ("a + b", None),
        ("2 ** 3", None),
    ],
)
def test_sums_are_worked_out_and_nothing_else(text, answer):
    assert worked_out(text) == answer
