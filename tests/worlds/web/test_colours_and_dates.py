"""What people call a colour, and dates and times as fields want them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.worlds.web.colours import BASIC, colour_name
from midcourse.worlds.web.dates import canonical


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("rgb(250, 10, 10)", "red"),
        ("#f00", "red"),
        ("#0000FE", "blue"),
        (" Red ", "red"),
        ("gray", "gray"),
        ("rgba(0, 0, 0, 0)", ""),
        ("rgba(0, 0, 0, 0.5)", "black"),
        ("#ggg", ""),
        ("transparent", ""),
        ("", ""),
    ],
)
def test_a_colour_is_called_by_the_nearest_word(written, name):
    assert colour_name(written) == name


@given(st.sampled_from(sorted(BASIC)))
def test_every_word_is_its_own_colour_however_it_is_written(name):
    red, green, blue = BASIC[name]
    assert colour_name(f"rgb({red}, {green}, {blue})") == colour_name(f"#{red:02x}{green:02x}{blue:02x}") == name


@pytest.mark.parametrize(
    ("kind", "text", "field"),
    [
        ("date", "12/24/2016", "2016-12-24"),
        ("date", "24.12.2016", "2016-12-24"),
        ("date", " December  24, 2016", "2016-12-24"),
        ("date", "2016-12-24", "2016-12-24"),
        ("date", "31.02.2016", "31.02.2016"),
        ("time", "1:05 PM", "13:05"),
        ("time", "7pm", "19:00"),
        ("time", "23:59:10", "23:59"),
        ("text", "12/24/2016", "12/24/2016"),
    ],
)
def test_a_date_is_written_as_its_field_holds_it_and_else_stays(kind, text, field):
    assert canonical(kind, text) == field
