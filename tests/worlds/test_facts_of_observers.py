"""What an observer returned, as facts; or what is wrong with it."""

import pytest

from midcourse.core.errors import TaskError
from midcourse.worlds.observers import RIGHT, facts_of


def test_any_iterable_of_facts_is_right_and_keeps_its_order():
    assert facts_of("look", (f for f in ("p", "on(a, b)"))) == ["p", "on(a, b)"] and facts_of("look", []) == []


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        (None, r"returned nothing \(None\)"),
        ("p", "returned 'p', a str"),
        ({"p": 1}, "a dict"),
        (3, "returned 3, a int"),
        ([3], "returned 3, a int among its facts"),
        (["p(("], "which is no fact"),
        (["x" * 99 + "("], "…"),
    ],
)
def test_what_is_no_list_of_facts_is_told_with_the_observer_and_what_would_be_right(returned, said):
    with pytest.raises(TaskError, match=said) as caught:
        facts_of("look", returned)
    assert "the observer look" in str(caught.value) and RIGHT in str(caught.value)


def test_what_is_known_is_not_looked_at_again():
    assert facts_of("look", ["p(("], known={"p(("}) == ["p(("]
