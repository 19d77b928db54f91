"""What is typed where a question wants the name of what is taken away."""

import pytest

from midcourse.planners.words.agreeing import name_in, typed_first
from midcourse.planners.words.records import spoken
from tests.planners.words.screens import screen, thing

FIELD = "textbox below"


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ('To confirm, type "acme/widgets" in the box below', "acme/widgets"),
        ("Type widgets below", ""),
        ("Type acme/widgets-old below", ""),
        ("Type DELETE below", ""),
    ],
)
def test_the_whole_name_as_the_goal_has_it_is_typed(line, typed):
    goal = "delete the repository acme/widgets"
    seen = screen(FIELD, goal=goal)
    seen.texts = [line]
    assert name_in(seen, seen.targets[0], spoken("acme widgets"), spoken(goal), ()) == typed


def test_a_line_that_is_to_go_is_typed_as_it_is_written():
    seen = screen(thing("textbox Type Old Gull to go on"), goal="delete the boat old gull")
    assert name_in(seen, seen.targets[0], spoken("old gull"), spoken("delete the boat old gull"), {"Old Gull"}) == "Old Gull"


def test_only_one_field_of_the_question_that_asks_for_no_password_is_meant():
    inside = (f'within("{FIELD}", "dialog Sure")',)
    assert typed_first(screen(FIELD, facts=inside), "http://x/") is not None
    assert typed_first(screen(FIELD), "") is None
    assert typed_first(screen(thing(FIELD, "password"), facts=inside), "") is None
    both = (*inside, 'within("textbox why", "dialog Sure")')
    assert typed_first(screen(FIELD, "textbox why", facts=both), "") is None
