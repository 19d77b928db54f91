"""The screen of a request, as local planning sees it."""

import pytest

from midcourse.core.model import Parameter, Skill, Target
from midcourse.core.plans.plan import Act
from midcourse.planners.given import Given
from midcourse.planners.local.by_name import from_words
from midcourse.planners.local.seeing import (
    ESCAPE,
    GO_BACK,
    held_by,
    key_of,
    page_of,
    paid_when,
    place_name,
    restoring,
    role_of,
    sight_of,
    touching,
    unseen_acts,
    wants_value,
    writing,
)


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
    assert wants_value("text(Ann)") and wants_value("value(name, *)") and wants_value("not value(name, Ann)")
    assert not wants_value("screen(Settings)") and not wants_value("")


def test_a_text_is_written_by_the_skill_that_takes_one():
    skills = (Skill("click"), Skill("fill", parameters=(Parameter("text", "str"),)))
    assert writing(skills, "textbox Name", "Ann") == Act("fill", {"text": "Ann"}, "textbox Name")
    assert writing(skills[:1], "textbox Name", "Ann") is None


def test_a_condition_tells_what_a_thing_should_hold_where_it_names_the_thing():
    told = "value(name, Ann) and checked(wrap) and not checked(bold) and screen(Settings)"
    assert held_by(told) == {"name": "Ann", "wrap": "on", "bold": ""} and not wants_value(told)
    assert held_by("value(name, *) and not value(other, Ann) and text(Ann)") == {} == held_by("")


def test_the_skill_that_needs_no_more_than_a_target_touches_things():
    fill = Skill("fill", parameters=(Parameter("text", "str"),))
    assert touching([fill, Skill("click"), Skill("hover")]) == "click" and touching([fill]) == ""


def test_local_is_a_planner_by_name():
    assert type(from_words("", Given())).__name__ == "LocalPlanner"


def shown(*facts, targets=(), skills=(), values=None):
    from midcourse.core.gates.request import Left, PlanRequest, View
    from midcourse.core.model import Cost, Task
    from midcourse.core.plans.plan import Cause

    task = Task("go", values=values or {})
    view = View(targets=tuple(targets))
    return PlanRequest(
        "go", "", "first", Cause("first"), tuple(skills), frozenset(facts), Left(9, 9, 9, 9.0, Cost()), view, task=task
    )


KEYS = Skill("press", parameters=(Parameter("keys", "str"),))


def test_what_lies_open_can_be_closed_by_a_key_and_is_a_place_of_its_own():
    menu = sight_of(shown("title(Mail)", "expanded(button File)", skills=[KEYS]))
    assert menu.thing(ESCAPE) is not None and menu.title != sight_of(shown("title(Mail)")).title
    assert sight_of(shown("title(Mail)", skills=[KEYS])).thing(ESCAPE) is None
    assert sight_of(shown("title(Mail)", "expanded(button File)")).thing(ESCAPE) is None, "this world has no keys"


def test_a_page_that_was_come_to_can_be_left_by_going_back():
    there = shown("page(/b)", skills=[Skill("back")])
    assert sight_of(there, "page(/a)").thing(GO_BACK) is not None and sight_of(there, "page(/b)").thing(GO_BACK) is None


def test_what_cannot_be_reached_for_a_cover_is_not_here():
    page = shown("hides(dialog Ad, button Go)", targets=[Target("button Go", "button", "Go"), Target("x", "button", "Close")])
    assert [t.key for t in sight_of(page).things] == ["x"]


def test_an_empty_field_holds_nothing():
    field = Target("textbox Name", "textbox", "Name")
    assert sight_of(shown('value(textbox Name, "")', targets=[field])).values == {"textbox Name": ""}
    assert sight_of(shown(targets=[field], values={"Name": "Ann"})).things[0].wanted


def test_a_place_is_called_by_what_lies_open_on_it():
    assert place_name(shown("title(Mail)", "dialog(Rules)", "expanded(button Kind)")) == "Rules / button Kind"
    assert place_name(shown("title(Mail)")) == "Mail"


def test_a_value_is_put_back_by_the_old_text_the_undoing_skill_or_the_same_act():
    skills = [Skill("check", undo="uncheck"), Skill("uncheck"), Skill("click")]
    assert restoring(Act("fill", {"text": "new"}, "t"), "field", "old", skills) == Act("fill", {"text": "old"}, "t")
    assert restoring(Act("check", {}, "t"), "toggle", "", skills) == Act("uncheck", {}, "t")
    assert restoring(Act("click", {}, "t"), "toggle", "", skills) == Act("click", {}, "t")


def test_text_that_looks_like_a_secret_or_a_step_is_put_back_as_text():
    skills = [Skill("fill", undo="put_back"), Skill("put_back"), Skill("write")]
    changed = Act("fill", {"text": "new"}, "t")
    assert restoring(changed, "field", "$s1.x", skills) == Act("fill", {"text": "$$s1.x"}, "t")
    assert restoring(changed, "field", "secret:PW", skills) == Act("put_back", {}, "t"), "the world knows what stood there"
    plain = restoring(Act("write", {"text": "new"}, "t"), "field", "secret:PW", skills)
    assert plain == Act("write", {"text": "$=secret:PW"}, "t")


def test_what_shows_a_value_put_back():
    assert (
        paid_when("t", "toggle", "", {"checked"}) == "not checked(t)"
        and paid_when("t", "toggle", "on", {"checked"}) == "checked(t)"
    )
    assert paid_when("t", "field", "old", {"value"}) == "value(t, old)"


def test_a_key_is_known_by_itself_and_an_act_on_a_thing_by_the_thing():
    assert key_of(Act("press", {"keys": "Control+o"})) == "press Control+o" and key_of(Act("click", {}, "t")) == "t"
    assert page_of(shown("page(/a)")) == "page(/a)" and unseen_acts([KEYS]) == {ESCAPE: Act("press", {"keys": "Escape"})}
