"""Arguments in one line: different arguments are different lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.language.printable import printable
from midcourse.core.plans.brackets import in_brackets

texts = st.text(st.sampled_from("ab1,=() '\"[]{}.-e\nNonetru\\\u200b"), max_size=9)
values = texts | st.integers(-9, 99) | st.booleans() | st.none() | st.lists(texts, max_size=2)


@pytest.mark.parametrize(
    ("args", "line"),
    [
        ({"to": "ann", "text": "hello there, it's me"}, 'to=ann, text="hello there, it\'s me"'),
        ({"to": "ann, test=yes"}, 'to="ann, test=yes"'),
        ({"path": "/tmp/a b.txt", "at": "2026-12-01", "n": 3}, "path=/tmp/a b.txt, at=2026-12-01, n=3"),
        ({"n": "3", "yes": "True", "none": "None", "blank": ""}, 'n="3", yes="True", none="None", blank=""'),
        ({"who": "don't"}, "who=don't"),
        ({"to": "a\u200bb"}, 'to="a\u200bb"'),
        ({"to": "a\\u200bb"}, 'to="a\\\\u200bb"'),
    ],
)
def test_a_text_stands_in_quotes_only_where_it_could_be_taken_for_something_else(args, line):
    assert in_brackets(args) == line


@given(
    st.dictionaries(st.sampled_from(["to", "test", "n"]), values), st.dictionaries(st.sampled_from(["to", "test", "n"]), values)
)
def test_different_arguments_are_different_lines(one, other):
    same = [*one.items()] == [*other.items()] and [*map(type, one.values())] == [*map(type, other.values())]
    assert same or printable(in_brackets(one)) != printable(in_brackets(other))
