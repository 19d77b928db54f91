"""What a YAML file comes to."""

import pytest
import yaml

from midcourse.yaml_files.nodes import MOST_VALUES, check_nodes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: &a [*a]", "holds itself"),
        ("a: &a {b: *a}", "holds itself"),
        ("[&a " + str([1] * 400) + ", " + "*a, " * 400 + "1]", f"{MOST_VALUES:,}"),
        ('a: "\\ud800"', "half a character"),
    ],
)
def test_what_comes_to_too_much_holds_itself_or_is_no_text_is_refused(text, said):
    with pytest.raises(yaml.MarkedYAMLError, match=said):
        check_nodes(yaml.compose(text))


def test_an_anchor_that_is_used_twice_is_fine():
    check_nodes(yaml.compose("a: &a [1, é]\nb: [*a, *a]"))
    check_nodes(None)
