"""Numbers in facts: what is one, how it is as_written, compared and counted."""

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.logic.conditions import coverage, evaluate, fact, parse
from midcourse.core.logic.numbers import as_written, bound, cannot_tell, compares, count, number

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
    near = isclose(limit, value, rel_tol=4e-15, abs_tol=1e-12)  # what was added up by a machine is a little beside it
    assert compares(f">={limit!r}", repr(value)) == (value >= limit or near)
    assert compares(f"<={limit!r}", repr(value)) == (value <= limit or near)
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


@pytest.mark.parametrize("value", ["99+", "1,204", "n/a", "nan", "inf", "1" + "0" * 400])
@pytest.mark.parametrize("condition", ["unread(inbox, >=1)", "not unread(inbox, >=1)", "not unread(*, <=5)"])
def test_of_what_is_no_number_a_look_does_not_tell_whether_it_is_large_or_small(value, condition):
    assert cannot_tell(">=1", value) and not cannot_tell("*", value)
    assert evaluate(parse(condition), {fact("unread", "inbox", value)}, coverage(("unread(*)",))) is None


def test_a_number_that_fits_is_told_also_beside_what_is_none():
    facts = {fact("unread", "inbox", "99+"), fact("unread", "inbox", "3"), fact("unread", "spam", "lots")}
    assert evaluate(parse("unread(inbox, >=1)"), facts, coverage(("unread(*)",))) is True
    assert evaluate(parse("not unread(sent, >=1)"), facts, coverage(("unread(*)",))) is True
