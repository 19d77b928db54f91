"""What is heard of a person: keys by name, the window that they went to, texts as programs tell them; and what it means."""

import time

import pytest

from midcourse.core.model import Target
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.desktop.done_to import (
    Act,
    Seen,
    act_on,
    field_among,
    field_of,
    focused,
    is_menu_open,
    keys_on,
    meaning,
    thing_at,
)
from midcourse.worlds.desktop.driver import Element, Pressed, Struck, Window, Wrote
from midcourse.worlds.desktop.hearing import Ears
from midcourse.worlds.desktop.private import PrivateDisplay
from midcourse.worlds.desktop.recording import Recorder
from midcourse.worlds.desktop.sight import describe
from midcourse.worlds.desktop.texts import changed
from midcourse.worlds.desktop.things import Screenful
from midcourse.worlds.desktop.x11 import X11
from midcourse.worlds.naming import Names
from midcourse.worlds.shown import Deed

ON = frozenset({"showing", "sensitive", "enabled"})
MAIN, POPUP = 7, 9


def element(n, role, name, box, parent, *states, text=None):
    return Element((":1", f"/{n}"), role, name, ON | set(states), box, parent, 5, text)


def sight(*more, menu=False, proposal=None, word="password text", on=5):
    """A window with a menu, a field, a box that is ticked, a password and a button; the keyboard goes to one of them."""
    elements = [
        element(0, "application", "editor", None, -1),
        element(1, "frame", "Editor", (0, 0, 400, 300), 0),
        element(2, "menu bar", "", (0, 0, 400, 20), 1),
        element(3, "menu", "File", (0, 0, 40, 20), 2),
        Element((":1", "/4"), "menu item", "Save As...", (ON if menu else frozenset({"enabled"})), (0, 20, 90, 20), 3, 5),
        element(5, "text", "Name", (0, 60, 200, 20), 1, "editable", "single line", "focused", text="a"),
        element(6, "check box", "Bold", (0, 90, 60, 20), 1, "checked"),
        element(7, word, "Word", (0, 120, 200, 20), 1, "editable", text="••"),
        element(8, "push button", "Go", (0, 150, 60, 20), 1),
        *more,
    ]
    elements = [e._replace(states=(e.states - {"focused"}) | ({"focused"} if i == on else set())) for i, e in enumerate(elements)]
    windows = [Window(MAIN, "Editor", 5, (0, 0, 400, 300), True, program="editor")]
    windows += [Window(POPUP, "", 5, (0, 20, 100, 30), False, "menu")] if menu else []
    windows += [Window(POPUP, "Editor", 5, proposal, False, "menu")] if proposal else []
    screen = Screenful(elements, windows, (800, 600))
    things = screen.things()
    return describe(screen, things, Names().name(things), {})


def test_a_point_is_the_thing_of_its_own_window_and_a_menu_lies_over_it():
    assert thing_at(sight(), (10, 155), MAIN) == "button Go"
    assert thing_at(sight(), (10, 155), 33) == "" and thing_at(sight(), (300, 290), MAIN) == ""
    assert thing_at(sight(menu=True), (10, 30), POPUP) == "menuitem Save As"


def test_a_choice_in_a_menu_is_one_act_and_to_open_it_is_none():
    assert is_menu_open(sight(menu=True)) and not is_menu_open(sight())
    assert act_on(sight(menu=True), "menuitem File", 1.0) == ""
    act = act_on(sight(menu=True), "menuitem Save As", 1.0)
    assert not isinstance(act, str)
    assert (act.deed.skill, act.deed.target.id, act.deed.args) == ("select", "menuitem File", {"option": "Save As"})


def test_a_ticked_box_is_unticked_and_a_button_clicked():
    for id, skill in (("checkbox Bold", "uncheck"), ("button Go", "click")):
        act = act_on(sight(), id, 1.0)
        assert not isinstance(act, str) and (act.deed.skill, act.deed.target.id) == (skill, id)


@pytest.mark.parametrize(
    ("keys", "character", "held", "means"),
    [
        ("x", "x", False, "writes"),
        ("BackSpace", "", False, "writes"),
        ("Ctrl+V", "v", True, "writes"),
        ("Ctrl+S", "s", True, "commands"),
        ("Return", "", False, "commands"),
        ("Tab", "", False, ""),
    ],
)
def test_keys_write_into_a_field_or_command(keys, character, held, means):
    assert focused(sight()) == "textbox Name"
    assert meaning(sight(), "textbox Name", Struck(1.0, keys, character, held)) == means


def test_enter_and_space_use_a_button_and_a_key_for_nothing_is_a_command():
    assert meaning(sight(), "button Go", Struck(1.0, "Return", "", False)) == "uses"
    assert meaning(sight(), "checkbox Bold", Struck(1.0, "space", " ", False)) == "uses"
    assert keys_on(sight(), "", Struck(1.0, "F5", "", False)).target == Target("")
    assert keys_on(sight(), "button Go", Struck(1.0, "F5", "", False)).skill == "press"


def test_a_password_says_so():
    found = field_of(sight(), (":1", "/7"))
    assert found is not None and "password" in found.state and field_of(sight(), (":1", "/8")) is None


def test_a_field_that_was_for_a_password_is_for_one_while_its_text_is_shown():
    key, shown = (":1", "/7"), sight(word="text")
    found = field_among([sight(), shown], key)
    assert found is not None and "password" in found.state
    plain = field_among([shown, shown], key)
    assert plain is not None and "password" not in plain.state and field_among([], key) is None


@pytest.mark.parametrize(
    ("after", "text", "more", "typed"),
    [
        (0.5, "/tmp/no", True, True),
        (0.5, "/tmp/notes/plants.txt", True, True),  # completed by the program as it was typed
        (4.0, "/tmp/no", True, True),  # a program that read a folder meanwhile
        (4.0, "/tmp/notes/plants.txt", True, False),  # more than was typed: the program put it there
        (4.0, "/tmp", False, False),
        (20.0, "/tmp/no", True, False),
    ],
)
def test_a_text_is_typed_if_keys_were_struck_just_before_or_enough_of_them_earlier(after, text, more, typed):
    keys = [100.0 + i / 100 for i in range(len("/tmp/no"))]
    assert Wrote(keys[-1] + after, ("program", "field"), text, more).comes_from(keys, soon=1.0, late=8.0) is typed


def test_a_text_follows_what_is_put_in_and_taken_out():
    assert changed("ab", True, 1, 1, ("s", "x")) == "axb" and changed("axb", False, 1, 1, ("s", "x")) == "ab"


def test_keys_and_buttons_are_heard_with_the_window_that_they_went_to(tmp_path):
    display = PrivateDisplay((800, 600))
    desk = X11(display)
    desk.start()
    ears = desk.listen()
    try:
        assert isinstance(ears, Ears) and ears.where == display.place.display
        desk.launch(["mousepad"], tmp_path)
        until = time.monotonic() + 30
        while not any(w.active for w in desk.windows()) and time.monotonic() < until:
            time.sleep(0.1)
        window = next(w for w in desk.windows() if w.active)
        point = (window.box[0] + 50, window.box[1] + 100)
        desk.move(*point)
        desk.button(1, True)
        desk.button(1, False)
        desk.type("aÜ€")
        desk.keys(["Control_L", "Shift_L", "s"])
        heard = []
        while not any(isinstance(h, Struck) and h.held for h in heard) and time.monotonic() < until:
            heard += ears.heard()
            time.sleep(0.05)
    finally:
        ears.close()
        desk.stop()
    presses = [h for h in heard if isinstance(h, Pressed)]
    assert [(p.button, p.down, p.point) for p in presses] == [(1, True, point), (1, False, point)]
    assert presses[0].window == window.id
    struck = [h for h in heard if isinstance(h, Struck)]
    assert [s.character for s in struck[:3]] == ["a", "Ü", "€"] and all(s.window == window.id for s in struck[:3])
    assert struck[-1].keys == "Ctrl+Shift+S"


def test_what_lies_behind_the_frame_of_another_window_is_not_seen():
    seen = sight()
    assert seen.is_seen("button Go")
    over = Window(11, "Over", 6, (0, 172, 100, 50), False, frame=(1, 1, 30, 1))
    seen.screen.windows = [*seen.screen.windows, over]
    assert over.whole == (-1, 142, 102, 81) and not seen.is_seen("button Go") and seen.is_seen("textbox Name")


def test_what_is_dragged_is_written_down_with_where_it_came_to_and_marking_a_text_is_no_drag(tmp_path):
    desk = DesktopWorld(folders=[tmp_path])
    for start, end, deeds in (
        ((10, 155), (12, 156), [("click", {})]),
        ((10, 155), (10, 95), [("drag", {"onto": "checkbox Bold"})]),
        ((10, 155), (110, 185), [("drag", {"right": 100, "down": 30})]),
        ((10, 65), (150, 65), []),
    ):
        recorder = Recorder(desk)
        recorder._looks.append(Seen(0.0, 0.5, sight()))
        recorder._pressed(Pressed(1.0, 1, True, start, MAIN))
        recorder._pressed(Pressed(1.5, 1, False, end, 0))
        assert [(d.skill, d.args) for d in recorder.deeds()] == deeds


@pytest.mark.parametrize(
    ("inputs", "after", "deeds"),
    [
        ([1.0], 7, []),  # a click led to the password: the look before is of something else
        ([1.0], 8, []),  # who knows where it went
        ([1.0], 6, [("press", {"keys": "h"})]),
        ([], 7, [("press", {"keys": "h"})]),  # nothing led elsewhere but this key itself
    ],
)
def test_the_first_letters_of_a_password_that_is_typed_fast_are_no_keys_on_something_else(tmp_path, inputs, after, deeds):
    recorder = Recorder(DesktopWorld(folders=[tmp_path]))
    recorder._inputs += inputs
    recorder._looks += [Seen(0.0, 0.5, sight(on=6)), Seen(2.0, 2.5, sight(on=after))]
    recorder._struck(Struck(1.1, "h", "h", False, MAIN))
    assert [(d.skill, d.args) for d in recorder.deeds()] == deeds
    assert "h" not in recorder.unclear and bool(recorder.unclear) == (after == 8)


def test_what_an_act_brought_is_known_by_looks_until_the_next_one_and_typing_is_none():
    heard = Recorder(DesktopWorld())
    opens, save = (Deed("click", Target(f"button {name}", "button", name), {}) for name in ("Save As", "Save"))
    name = Deed("fill", Target("textbox Name", "textbox", "Name"), {"text": "plants.txt"})
    heard._acts = [Act(1.0, opens), Act(2.0, name, (":1", "/7")), Act(5.0, save)]
    none, asks = frozenset[str](), frozenset({"Save As"})
    heard._open = [(0.1, 0.9, none), (1.8, 2.4, asks), (5.5, 6.0, none)]  # a busy machine shows it late
    assert [deed.brings for deed in heard.deeds()] == ['dialog("Save As")', "", 'not dialog("Save As")']
    heard._open = [(0.1, 0.9, none), (5.5, 6.0, none)]
    assert [deed.brings for deed in heard.deeds()] == ["", "", ""]


def test_what_a_field_proposed_shortly_before_is_not_what_was_pressed():
    """A list of file names that fit covers the button, and goes before it is pressed; a busy machine looked too early."""
    heard = Recorder(DesktopWorld())
    heard._looks += [Seen(0.0, 0.9, sight(proposal=(0, 80, 400, 200))), Seen(1.5, 2.0, sight())]
    heard._pressed(Pressed(1.0, 1, True, (10, 155), MAIN))
    assert not heard.unclear and [deed.target.id for deed in heard.deeds()] == ["button Go"]
