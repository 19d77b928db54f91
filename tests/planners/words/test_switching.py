"""What is switched on or off is pressed only if it is not so already."""

import pytest

from midcourse.planners.words.switching import switched
from tests.planners.words.screens import asked, calls, said

BOX, BUTTON = "checkbox Fuzzy times", "button Running: on"


@pytest.mark.parametrize(
    ("told", "acts"),
    [
        ("switch Running off", ["click button Running: on"]),
        ("turn on Running", []),
        ("turn off Fuzzy times", ["uncheck checkbox Fuzzy times"]),
        ("switch Fuzzy times on", []),
        ("switch Proxy on", ["click button Proxy: off"]),
        ("switch Run off", None),
    ],
)
def test_a_state_is_brought_about_where_it_is_not_there(told, acts):
    things = (BOX, BUTTON, "button Proxy: off", "button Rescan: soon")
    assert calls(switched(asked(*things, facts=(f"checked({BOX})",)), said(told))) == acts


def test_where_several_are_meant_none_is_pressed():
    assert not switched(asked("button Lamp: on", "button Lamp = on"), said("switch Lamp off"))
