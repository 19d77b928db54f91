"""Numbers in facts: what is one, how it is as_written, compared and counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.logic.numbers import as_written, bound, compares, count, number

finite = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize("text", ["", "five", "nan", "inf", "-inf", "1e999", ">=2"])
def test_what_is_no_finite_number_is_none(text):
    assert number(text) is None


@given(finite)
def test_what_is_written_reads_back_as_the_same_number(value):
    assert number(as_written(value)) == value


@pytest.mark.parametrize(("value", "text"), [(5.0, "5"), (-0.5, "-0.5"), (0.0, "0"), (1e20, "100000000000000000000")])
def test_whole_numbers_are_written_without_a_point(value, text):
    assert as_written(value) == text


@given(finite, finite)
def test_a_bound_is_met_on_its_own_side_and_at_itself(limit, value):
    assert compares(f">={limit!r}", repr(value)) == (value >= limit)
    assert compares(f"<={limit!r}", repr(value)) == (value <= limit)
    assert compares(f">={limit!r}", repr(limit)) and compares(f"<={limit!r}", repr(limit))


@pytest.mark.parametrize(("arg", "value"), [("2", "2"), (">=x", "2"), (">=2", "many"), ("+=2", "2"), (">2", "3")])
def test_what_is_no_bound_or_no_number_compares_with_nothing(arg, value):
    assert not compares(arg, value)


@pytest.mark.parametrize(
    ("arg", "limit", "change"),
    [(">=2", (">=", 2.0), None), ("<=-1", ("<=", -1.0), None), ("+=1", None, 1.0), ("-=1.5", None, -1.5), ("=1", None, None)],
)
def test_a_bound_is_no_count_and_a_count_no_bound(arg, limit, change):
    assert (bound(arg), count(arg)) == (limit, change)
