"""Programs that tell places inside their windows; and what lies in a part of a window that can be scrolled."""

import asyncio

import pytest

from midcourse.worlds.desktop.atspi_calls import Found, box_of, in_order
from midcourse.worlds.desktop.driver import Element, Refused, Window
from midcourse.worlds.desktop.inside import Shift, is_inside, own_name, placed, shown_inside
from midcourse.worlds.desktop.reaching import Reach
from midcourse.worlds.desktop.reading import Readings
from midcourse.worlds.desktop.sight import describe
from midcourse.worlds.desktop.things import Screenful
from midcourse.worlds.desktop.typing_in import Typing

SHOWN = frozenset({"showing", "visible", "sensitive", "enabled"})


def element(role, name="", parent=-1, box=None, states=SHOWN, process=7):
    return Element(("bus", f"{role} {name} {box}"), role, name, states, box, parent, process)


PROGRAM = [
    element("application", "edit"),
    element("frame", "note", 0, (0, 0, 690, 510)),
    element("push button", "Menu", 1, (522, 5, 36, 34)),
    element("push button", "Menu", 2, (528, 10, 24, 24)),
    element("menu", "", 2, (522, 5, 221, 535)),
    element("menu item", "Save", 4, (543, 204, 179, 30)),
]
MAIN = Window(1, "note", 7, (290, 140, 700, 520), True, program="edit")
POPUP = Window(2, "edit", 7, (725, 182, 221, 535), False, "menu")


def test_places_inside_a_window_and_inside_its_menu_become_places_on_the_screen():
    found, shifts = placed(PROGRAM, [MAIN, POPUP], {7}, {})
    boxes = {e.name + e.role: e.box for e in found}
    assert boxes["noteframe"] == (295, 145, 690, 510)
    assert found[2].box == (817, 150, 36, 34)
    assert boxes["menu"] == POPUP.box and boxes["Savemenu item"] == (746, 381, 179, 30)
    assert shifts[PROGRAM[5].key].window == 2 and shifts[PROGRAM[2].key] == Shift(1, 5, 5)
    moved = shifts[PROGRAM[2].key].moved((522, 5, 36, 34), (0, 0, 700, 520))
    assert moved == (527, 10, 36, 34)


def test_what_lies_in_a_window_that_came_up_is_not_hidden_by_it_and_what_lies_under_it_is():
    field = element("text", "New name", 4, (543, 300, 179, 30), SHOWN | {"editable"})
    under = element("push button", "Under", 1, (600, 200, 40, 30))
    windows = [MAIN, POPUP]
    found, _ = placed([*PROGRAM[:4], element("panel", "", 2, (522, 5, 221, 535)), field, under], windows, {7}, {})
    screen = Screenful(found, windows, (1280, 800))
    things = screen.things()
    seen = describe(screen, things, [f"{t.role} {t.label}" for t in things], {})
    assert list(seen.hidden) == ["button Under"] and seen.is_seen("textbox New name")


def test_a_shadow_that_a_program_draws_counts_as_it_tells_it_and_others_stay_where_they_are():
    found, _ = placed(PROGRAM, [MAIN], {7}, {1: (4, 6, 3, 7)})
    assert found[1].box == (294, 143, 690, 510)
    other = [element("frame", "other", box=(10, 10, 50, 50), process=9)]
    assert placed(other, [MAIN], {7}, {}) == (other, {})
    assert placed(PROGRAM[:2], [], {7}, {})[0][1].box is None


@pytest.mark.parametrize(
    ("role", "name", "own"),
    [
        ("push button", "GtkMenuButton", ""),
        ("text", "EditorSourceView", ""),
        ("label", "GitHub", "GitHub"),
        ("push button", "Save", "Save"),
        ("push button", "_Retry Retry", "Retry"),
        ("push button", "Save Save", "Save"),
        ("list item", "Bora Bora", "Bora Bora"),
    ],
)
def test_a_thing_is_called_as_people_call_it(role, name, own):
    assert own_name(role, name) == own


def test_only_the_toolkit_that_cannot_know_better_is_taken_so():
    assert is_inside("GTK", "4.8.3") and not is_inside("gtk", "3.24.38") and not is_inside("Qt", "6.4.2")
    assert "showing" in shown_inside(frozenset({"visible"})) and not shown_inside(frozenset({"showing"}))


def test_an_answer_without_a_size_is_no_box_and_children_come_after_their_parents():
    assert box_of(((1, 2, 3, 4),)) == (1, 2, 3, 4) and box_of(((1, 2, 0, 4),)) is None and box_of(None) is None
    top, one, two = (Found(("b", k), ("b", p), "panel", k, SHOWN, frozenset()) for k, p in (("t", ""), ("1", "t"), ("2", "1")))
    assert in_order([top, two, one]) == [top, one, two]


def test_a_button_around_a_button_is_one_that_opens_a_menu_and_a_menu_is_not_named_by_what_is_in_it():
    screen = Screenful(placed(PROGRAM, [MAIN, POPUP], {7}, {})[0], [MAIN, POPUP], (1280, 800))
    things = screen.things()
    assert [(t.role, t.label) for t in things] == [("button", "Menu"), ("menuitem", "Save")]
    seen = describe(screen, things, [f"{t.role} {t.label}" for t in things], {})
    assert "hasPopup" in seen.targets[0].state


def test_a_button_that_shows_no_more_than_a_sign_is_called_by_what_it_opens():
    button = [element("push button", "", 1, (10, 10, 30, 30)), element("toggle button", "", 2, (12, 12, 26, 26))]
    screen = Screenful([*PROGRAM[:2], *button, element("push button", "", 1, (90, 10, 30, 30))], [MAIN], (1280, 800))
    assert [(t.role, t.label) for t in screen.things()] == [("button", "Menu"), ("button", "")]


def test_the_buttons_of_a_frame_that_a_program_draws_are_no_targets_but_one_that_closes_something_else_is():
    names = ("Minimize", "Maximize", "Close")
    bar = [
        element("panel", "", 1, (0, 0, 100, 20)),
        *(element("push button", n, 2, (20 * i, 0, 9, 9)) for i, n in enumerate(names)),
    ]
    alone = element("push button", "Close", 1, (0, 90, 20, 10))
    screen = Screenful([*PROGRAM[:2], *bar, alone], [MAIN], (1280, 800))
    assert [(t.label, t.box) for t in screen.things()] == [("Close", (0, 90, 20, 10))]


def test_a_menu_that_is_called_as_what_cannot_be_undone_can_be_opened():
    menus = [
        element("menu", "Format", 1, (0, 0, 40, 20)),
        element("menu item", "Cells", 2, None, frozenset({"sensitive"})),
        element("menu item", "Format", 1, (50, 0, 40, 20)),
    ]
    screen = Screenful([*PROGRAM[:2], *menus], [MAIN], (1280, 800))
    seen = describe(screen, screen.things(), ["the menu", "the entry"], {})
    assert list(seen.final) == ["the entry"]


# --- what was scrolled away -----------------------------------------------------------------------------------------------------


class Scrolled:
    """A driver with one pane of 100 pixels, in which a field lies lower down; each notch moves it up by 30."""

    def __init__(self, turns=True):
        self.y, self.turns, self.at, self.pressed = 400, turns, (0, 0), []

    def elements(self):
        return [
            element("application", "edit"),
            element("frame", "note", 0, (0, 0, 600, 500)),
            element("filler", "", 1, (0, 100, 600, 100)),
            element("filler", "", 2, (0, 100, 580, 100)),
            element("text", "Comment", 3, (10, self.y, 500, 20), SHOWN | {"editable"}),
            element("filler", "", 2, (580, 100, 20, 100)),
            element("scroll bar", "", 5, (580, 100, 20, 100)),
        ]

    def windows(self):
        return [Window(1, "note", 7, (0, 0, 600, 500), True, program="edit")]

    def box(self, key):
        return (10, self.y, 500, 20) if "Comment" in key[1] else next(e.box for e in self.elements() if e.key == key)

    def move(self, x, y):
        self.at = (x, y)
        return self.at

    def button(self, number, down):
        self.pressed.append((number, self.at))
        if down and number == 5 and self.at[0] >= 580 and self.turns:
            self.y -= 30


def reach_of(driver):
    async def call(work, *args):
        return work(*args)

    async def look():
        screen = Screenful(driver.elements(), driver.windows(), (800, 600))
        things = screen.things()
        reach.sight = describe(screen, things, [f"{t.role} {t.label}" for t in things], {})
        return reach.sight

    reach = Reach(driver, call, look, look, Readings([]))  # type: ignore[arg-type]
    return reach


def reached(driver):
    return asyncio.run(reach_of(driver).at("textbox Comment"))


def test_what_was_scrolled_away_is_brought_into_view_by_the_bar_and_then_pointed_at():
    driver = Scrolled()
    _, _, point = reached(driver)
    assert 100 <= point[1] < 200 and driver.at == point
    assert all(at[0] >= 580 for _, at in driver.pressed)


def test_what_cannot_be_brought_into_view_is_not_pressed_where_something_else_is():
    driver = Scrolled(turns=False)
    with pytest.raises(Refused, match="outside the part"):
        reached(driver)


# --- a field that does not tell that it has the keyboard ------------------------------------------------------------------------


class Row(Scrolled):
    """A field that something inside it has the keyboard of, so that it never tells so itself; `takes`: a text can be put there."""

    def __init__(self, takes):
        super().__init__()
        self.y, self.takes, self.text = 120, takes, "old"

    def elements(self):
        return [
            e._replace(text=self.text, writable=True) if e.role == "text" else e
            for e in super().elements()
            if e.role != "scroll bar"
        ]

    def states(self, key):
        return SHOWN | {"editable"}

    def read(self, key):
        return self.text

    def put(self, key, text):
        self.text = text if self.takes else self.text
        return self.takes


def test_a_text_is_put_into_a_field_that_never_tells_that_it_has_the_keyboard_and_no_key_is_pressed():
    driver = Row(takes=True)
    asyncio.run(Typing(reach_of(driver)).fill("textbox Comment", "new"))
    assert driver.text == "new"
    with pytest.raises(Refused, match="the keyboard does not go to"):
        asyncio.run(Typing(reach_of(Row(takes=False))).fill("textbox Comment", "new"))
