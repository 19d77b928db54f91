"""Text that looks like the name of a secret is marked, and given back word for word."""

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.model import Verbatim, secret_name
from midcourse.core.plans.quoting import quoted, unquoted


@given(st.text(max_size=4).map(lambda t: f"secret:{t}") | st.text("$=a", max_size=6) | st.integers())
def test_what_is_marked_comes_back_as_it_was_and_names_no_secret(value):
    assert unquoted(quoted(value)) == value and secret_name(quoted(value)) is None
    assert secret_name(unquoted(quoted(value))) is None


def test_what_the_plan_says_is_left_as_it_is():
    assert unquoted("secret:X") == "secret:X" and not isinstance(unquoted("secret:X"), Verbatim)
