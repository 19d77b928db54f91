"""Text that looks like the name of a secret is marked, and given back word for word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.model import Parameter, Skill, Verbatim, secret_name
from midcourse.core.plans.contracts import contract_of
from midcourse.core.plans.plan import Act, references, resolve, secrets_in
from midcourse.core.plans.quoting import quoted, unquoted, verbatim


@given(st.text(max_size=4).map(lambda t: f"secret:{t}") | st.text("$=a", max_size=6) | st.integers())
def test_what_is_marked_comes_back_as_it_was_and_names_no_secret(value):
    assert unquoted(quoted(value)) == value and secret_name(quoted(value)) is None
    assert secret_name(unquoted(quoted(value))) is None


def test_what_the_plan_says_is_left_as_it_is():
    assert unquoted("secret:X") == "secret:X" and not isinstance(unquoted("secret:X"), Verbatim)


@given(st.text(max_size=4).map(lambda t: f"secret:{t}") | st.text("$=as1.", max_size=6))
def test_text_of_a_world_means_itself_in_a_plan(text):
    args = {"name": verbatim(text)}
    assert not references(args) and not secrets_in(args)
    assert unquoted(resolve(args, {"s1": "other", "a": "other"})["name"]) == text
    skills = {"send": Skill("send", parameters=(Parameter("name"),), makes="sent({name})")}
    assert [lit.args for lit in contract_of(Act("send", args), skills).makes] == [(text,)]


@pytest.mark.parametrize("text", ["$=report", "$=/etc/passwd", "$= secret:X"])
def test_a_mark_before_other_text_is_text_itself(text):
    assert unquoted(text) == text and not isinstance(unquoted(text), Verbatim)
    assert unquoted(resolve({"name": f"${text}"}, {})["name"]) == text
