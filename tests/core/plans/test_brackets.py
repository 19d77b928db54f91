"""Arguments in one line: different arguments are different lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.language.printable import printable
from midcourse.core.plans.brackets import in_brackets, on_target
from midcourse.core.plans.plan import Act, title

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


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("to", "to=x"),
        ("content-type", "content-type=x"),
        ("größe", "größe=x"),
        ("to=ann, note", '"to=ann, note"=x'),
        ("to=ann) run? It can be taken back. (x", '"to=ann) run? It can be taken back. (x"=x'),
        ("a b", '"a b"=x'),
        ("", '""=x'),
        ("a\u200bb", '"a\u200bb"=x'),
    ],
)
def test_a_name_stands_in_quotes_where_it_could_be_taken_for_more_than_a_name(name, line):
    assert in_brackets({name: "x"}) == line


@pytest.mark.parametrize(
    "target", ["button Save", "row 3", "x/y.txt", "Field: First name", "bob@ok.org", "a_b-c", "it's", "v1.2", "3 [b]"]
)
def test_the_name_of_an_ordinary_target_is_shown_as_it_is(target):
    assert title(Act("press", {"n": 1}, target)) == f"press(n=1) on {target}"


@pytest.mark.parametrize(
    "target",
    [
        "x, amount=1",
        "b run? It is harmless. May look(at=ann)",
        "b. It is harmless",
        "b ",
        " b",
        "b (x",
        'b"'[::-1],
        "b=1",
        "b\nc",
        "b!",
    ],
)
def test_a_target_stands_in_quotes_where_it_could_be_taken_for_something_else(target):
    assert title(Act("press", {"n": 1}, target)).startswith('press(n=1) on "') and on_target("") == ""


@given(st.tuples(st.sampled_from(["x", "y, n=1", "y"]), texts), st.tuples(st.sampled_from(["x", "y, n=1", "y"]), texts))
def test_different_targets_are_different_titles(one, other):
    first, second = (title(Act("press", {"n": value}, target)) for target, value in (one, other))
    assert one == other or printable(first) != printable(second)
