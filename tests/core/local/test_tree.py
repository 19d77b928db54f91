"""The decisions of local planning as a tree, and how well closeness foretold."""

from midcourse.core.local.bearing import Bearing, Debt, Probe
from midcourse.core.local.tree import agreement, branches


def made(number, word, what, place, near=None, came="", goal="settings"):
    return Probe((8, number), word, what, place, f"place {place}", goal, near, came)


STORY = [
    made(1, "retain", "Tools", 0, 1.0),
    made(2, "retain", "Export", 1, 4.0, "led on"),
    made(3, "revert", "Cancel", 2, 3.0, "led on"),
    made(4, "revert", "Tools", 0, 1.0, "diverged"),
    made(5, "explore", "Settings", 1, 4.0, "restored"),
]


def test_a_place_hangs_below_the_decision_that_first_led_to_it():
    root, *rest = branches(STORY, reached=True)
    assert root.is_root and root.decision.place == 0
    assert [(b.decision.number[-1], len(b.rails)) for b in rest] == [(1, 1), (2, 2), (3, 3), (5, 2), (4, 1)]
    assert [b.decision.what for b in rest if b.reached] == ["Settings"]


def test_the_tenth_sub_state_is_another_than_the_first():
    assert made(10, "retain", "x", 0).name == "8.10" != made(1, "retain", "x", 0).name


def test_a_search_that_was_left_is_not_said_to_have_reached_its_goal():
    other = [made(6, "retain", "Help", 3, came="left", goal="help"), made(7, "retain", "About", 4, came="led on", goal="help")]
    assert not any(b.reached for b in branches([*STORY, *other], reached=False))
    found = [made(6, "retain", "Help", 3, came="reached", goal="help")]
    assert [b.decision.what for b in branches([*STORY, *found], reached=False) if b.reached] == ["Settings"]


def test_closeness_is_measured_against_what_came_out():
    # By acts, place 1 is next to the goal, place 0 is two away, place 2 three.
    assert agreement(STORY, reached=True) == (2 / 3, 3), "place 2 was said to be nearer than place 0, and was further"
    assert agreement(STORY, reached=False) is None, "nobody knows how far it was"


def test_a_debt_says_what_it_was():
    assert Debt("checkbox Wrap", "", "not checked(checkbox Wrap)").in_words == "checkbox Wrap (was empty or off)"
    assert Bearing().decision is None
