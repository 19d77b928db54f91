"""Any input is a value or one error of ours: no other exception, no hang. `python -m tests.fuzz` tries for longer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS, try_out


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_is_given_is_read_or_refused_in_one_line(name):
    target = TARGETS[name]

    @settings(max_examples=120)
    @given(value=target.given)
    def holds(value: st.SearchStrategy[object]) -> None:
        try_out(target, value)

    holds()
