"""The screen of a request, as local planning sees it."""

import pytest

from midcourse.core.model import Parameter, Skill, Target
from midcourse.planners.given import Given
from midcourse.planners.local.by_name import from_words
from midcourse.planners.local.seeing import role_of, touching, wants_value


@pytest.mark.parametrize(
    ("role", "label", "wanted"),
    [
        ("textbox", "Name", "field"),
        ("checkbox", "Wrap", "toggle"),
        ("button", "Close", "close"),
        ("button", "×", "close"),
        ("link", "Home", "back"),
        ("button", "Next >", "next"),
        ("button", "Save", "commit"),
        ("menuitem", "Tools", "way"),
    ],
)
def test_what_a_thing_is_for(role, label, wanted):
    assert role_of(Target("t", role, label)) == wanted


def test_a_condition_over_a_value_wants_a_value_and_one_over_a_place_does_not():
    assert wants_value("value(name, Ann)") and not wants_value("screen(Settings)") and not wants_value("")


def test_the_skill_that_needs_no_more_than_a_target_touches_things():
    fill = Skill("fill", parameters=(Parameter("text", "str"),))
    assert touching([fill, Skill("click"), Skill("hover")]) == "click" and touching([fill]) == ""


def test_local_is_a_planner_by_name():
    assert type(from_words("", Given())).__name__ == "LocalPlanner"
