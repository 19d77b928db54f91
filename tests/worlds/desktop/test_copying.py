"""Which acts may carry a text from one field to another on a desktop."""

import pytest

from midcourse.core.model import Call
from midcourse.worlds.desktop.copying import may_carry_off

COPYING = [
    Call("hotkey", {"keys": "Ctrl+C"}),
    Call("press", {"keys": "ctrl+x"}, "textbox text"),
    Call("press", {"keys": "Ctrl+Insert"}),
    Call("press", {"keys": "Shift+Delete"}),
    Call("drag", {"onto": "textbox other"}, "textbox text"),
    Call("select_menu", {"path": "Edit > Copy"}),
    Call("select", {"option": "Cut"}, "menuitem Edit"),
    Call("click", {}, "menuitem Copy"),
]
OTHERS = [
    Call("hotkey", {"keys": "Ctrl+V"}),
    Call("press", {"keys": "c"}),
    Call("press", {"keys": "Delete"}),
    Call("click", {}, "menuitem Edit"),
    Call("fill", {"text": "Copy"}, "textbox text"),
    Call("select_menu", {"path": "Copy > Close"}),
]


@pytest.mark.parametrize("call", COPYING)
def test_what_copies_cuts_or_drags_may_carry_off(call):
    assert may_carry_off(call)


@pytest.mark.parametrize("call", OTHERS)
def test_other_acts_carry_nothing_off(call):
    assert not may_carry_off(call)
