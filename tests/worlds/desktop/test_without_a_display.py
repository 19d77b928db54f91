"""What can be told without a display: frames, keys, what cannot be undone, files, names, what lies over what."""

import pytest

from midcourse.core.errors import TaskError
from midcourse.core.gates.checks import check_skills
from midcourse.worlds.desktop import DesktopWorld, by_name
from midcourse.worlds.desktop.atspi_calls import Found, tip_in, tips_of
from midcourse.worlds.desktop.atspi_words import ROLES, STATES, role_name, state_names
from midcourse.worlds.desktop.contracts import SKILLS, TARGETED
from midcourse.worlds.desktop.driver import Element, Frame, Refused, Window
from midcourse.worlds.desktop.finality import is_final, is_terminal, presses
from midcourse.worlds.desktop.folders import Folders
from midcourse.worlds.desktop.frames import same
from midcourse.worlds.desktop.keyboard import key_names, keysym_of
from midcourse.worlds.desktop.sight import describe
from midcourse.worlds.desktop.things import Screenful, clean, likeness
from tests.support import the

SHOWN = frozenset({"showing", "visible", "enabled", "sensitive"})
FIELD = (10, 10, 100, 80)


def frame(*changed):
    pixels = bytearray(160 * 120 * 4)
    for x, y in changed:
        pixels[(y * 160 + x) * 4] = 255
    return Frame(bytes(pixels), 160, 120)


@pytest.mark.parametrize(
    ("changed", "alike"),
    [
        ([], True),
        ([(20, y) for y in range(20, 36)], True),  # a caret
        ([(x, y) for x in (20, 21) for y in range(20, 36)], True),
        ([(x, 20) for x in range(20, 40)], False),  # a word
        ([(150, y) for y in range(20, 36)], False),  # outside the field
        ([(20, 5), (20, 110)], False),
        ([(0, 0)], False),
        ([(159, 119)], False),
    ],
)
def test_a_screen_is_the_same_but_for_a_caret_in_a_field(changed, alike):
    assert same(frame(), frame(*changed), [FIELD]) is alike


def test_a_screen_of_another_size_or_none_is_another():
    assert not same(None, frame()) and not same(Frame(b"1234", 1, 1), frame())


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Ctrl+Shift+S", ["Control_L", "Shift_L", "s"]),
        ("Enter", ["Return"]),
        ("alt+F4", ["Alt_L", "F4"]),
        ("ArrowDown", ["Down"]),
        ("a", ["a"]),
        ("Ctrl++", ["Control_L", "+"]),
    ],
)
def test_keys_are_named_as_people_name_them(written, names):
    assert key_names(written) == names


@pytest.mark.parametrize("written", ["", "Ctrl+Nonsense", "Frobnicate"])
def test_what_names_no_key_is_refused(written):
    with pytest.raises(Refused):
        key_names(written)
    assert keysym_of("é") == 0xE9 and keysym_of("€") == 0x010020AC
    with pytest.raises(Refused):
        keysym_of("\x07")


@pytest.mark.parametrize(
    ("role", "label", "in_dialog", "said", "final"),
    [
        ("button", "Replace", True, ["A file named “a” already exists. Do you want to replace it?"], True),
        ("button", "Yes", True, ["a already exists.\nDo you want to replace it?"], True),
        ("button", "No", True, ["a already exists.\nDo you want to replace it?"], False),
        ("button", "Cancel", True, ["a already exists."], False),
        ("button", "Save", True, ["Do you want to save the changes before closing?"], False),
        ("button", "Don't Save", True, ["Save changes?"], True),
        ("button", "Close without Saving", True, [], True),
        ("button", "Replace", False, ["Find and replace"], False),
        ("button", "Replace", True, ["Replace with:"], False),
        ("menuitem", "Delete", False, [], True),
        ("menuitem", "Delete Selection", False, [], False),
        ("textbox", "Delete", True, ["already exists"], False),
        ("button", "OK", True, ["Failed to save the document."], False),
        ("button", "No", True, ["Save changes to “a” before closing?"], True),
        ("button", "No", True, ["The document was modified.", "Would you like to save it?"], True),
        ("button", "No", True, ["You have unsaved changes. Do you want to quit?"], False),
        ("button", "No", True, ["Close without saving?"], False),
        ("button", "Close", True, ["If you close now, unsaved changes will be lost."], True),
        ("button", "Close", True, ["a already exists."], False),
        ("button", "Close", True, ["The document was saved."], False),
        ("button", "Yes", True, ["Delete notes.txt?"], True),
        ("button", "OK", True, ["Remove 3 accounts?"], True),
        ("button", "Yes", True, ["Profile Work", "Do you really wipe /dev/sda (500.1 GB)?"], True),
        ("button", "Replace", True, ["Replace it?"], True),
        ("button", "Clear", True, ["Your history is long. Clear it now?"], True),
        ("button", "OK", True, ["A file named plan.txt exists."], True),
        ("button", "No", True, ["Delete notes.txt?"], False),
        ("button", "Yes", False, ["Delete notes.txt?"], False),
        ("button", "Replace", True, ["Replace with:", "Search for:"], False),
        ("button", "OK", True, ["The file does not exist. Create it?"], False),
        ("button", "OK", True, ["How do I delete a line?"], False),
    ],
)
def test_what_overwrites_deletes_or_throws_away_is_known_by_its_words(role, label, in_dialog, said, final):
    assert is_final(role, label, in_dialog, said) is final


@pytest.mark.parametrize(
    "names",
    [
        ("xterm", "XTerm"),
        ("other", "UXTerm"),
        ("gnome-terminal-server", "Gnome-terminal"),
        ("konsole",),
        ("st-256color",),
        ("kitty",),
    ],
)
def test_a_terminal_is_known_by_its_name_and_to_paste_into_it_cannot_be_undone(names):
    assert is_terminal(names) and not is_terminal(("mousepad", "Mousepad")) and not is_terminal(("stellarium", "Stellarium"))
    assert is_final("menuitem", "Paste", False, (), in_terminal=True) and not is_final("menuitem", "Paste", False, ())


def test_enter_space_and_letters_with_alt_press_buttons():
    assert presses(["Return"]) and presses(["Alt_L", "r"]) and presses(["space"])
    assert not presses(["Escape"]) and not presses(["Control_L", "s"])


def test_files_and_their_lines_are_told_and_what_is_not_read_is_not_covered(tmp_path):
    (tmp_path / "a.txt").write_text("one\n\ntwo\n")
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.bin").write_bytes(b"\xff\x00")
    facts, covers = Folders([tmp_path]).look()
    assert facts == {"file(a.txt)", "line(a.txt, one)", "line(a.txt, two)", "file(in/b.bin)"}
    assert covers == ("file(*)", "line(a.txt, *)")
    (tmp_path / "in" / "b.bin").unlink()
    assert Folders([tmp_path]).look()[1] == ("file(*)", "line(*)")
    assert Folders([]).look() == (frozenset(), ())


def element(role, name="", parent=-1, box=None, states=SHOWN, text=None, process=7):
    return Element(("bus", f"{role} {name} {box}"), role, name, states, box, parent, process, text, text is not None)


def editor(*more):
    return [
        element("application", "edit"),
        element("frame", "note - edit", 0, (0, 0, 600, 400)),
        element("menu", "File", 1, (0, 0, 40, 20)),
        element("menu item", "Save As...      ", 2, None, frozenset({"sensitive"})),
        element("text", "", 1, (0, 20, 600, 300), SHOWN | {"editable", "multi line", "focused"}, "hello"),
        element("label", "Find:", 1, (5, 350, 30, 20)),
        element("text", "", 1, (40, 350, 200, 20), SHOWN | {"editable"}, ""),
        *more,
    ]


def sight(elements, windows):
    screen = Screenful(elements, windows, (800, 600))
    things = screen.things()
    return describe(screen, things, [f"{t.role} {t.label}" for t in things], {})


MAIN = Window(1, "note - edit", 7, (0, 0, 600, 400), True, program="edit")


def test_fields_are_named_by_the_text_beside_them_and_menus_tell_what_is_in_them():
    seen = sight(editor(), [MAIN])
    assert [t.id for t in seen.targets] == ["menuitem File", "textbox text", "textbox Find"]
    assert {"offers(menuitem File, Save As)", "value(textbox text, hello)", "focused(textbox text)", "runs(edit)"} <= seen.facts
    assert {"window(note - edit)", "active(note - edit)"} <= seen.facts and "value(textbox text, *)" in seen.covers


def test_a_dialog_hides_what_waits_for_it_and_its_final_button_is_marked():
    alert = [
        element("alert", "Question", 0, (100, 100, 200, 100)),
        element("label", "a.txt already exists.", 7, (110, 110, 180, 20)),
        element("push button", "Cancel", 7, (110, 160, 60, 30)),
        element("push button", "Replace", 7, (180, 160, 60, 30)),
    ]
    over = Window(2, "", 7, (100, 100, 200, 100), True, "dialog", 1, "edit", modal=True)
    seen = sight(editor(*alert), [MAIN, over])
    assert {"dialog(Question)", "cover(Question)", "hides(Question, textbox text)"} <= seen.facts
    assert seen.final == {"button Replace": "a.txt already exists."} and "button Cancel" not in seen.hidden
    assert next(t for t in seen.targets if t.id == "button Replace").state == ("final",)


def test_two_dialogs_of_one_title_are_told_apart_by_what_the_one_that_asks_says():
    more = [
        element("dialog", "Save", 0, (0, 0, 500, 300)),
        element("text", "Name", 7, (10, 10, 100, 20), SHOWN | {"editable"}, ""),
        element("dialog", "Save", 0, (100, 100, 200, 100)),
        element("label", "It already exists.", 9, (110, 110, 180, 20)),
    ]
    windows = [
        MAIN,
        Window(2, "Save", 7, (0, 0, 500, 300), False, "dialog", 1, "edit", modal=True),
        Window(3, "Save", 7, (100, 100, 200, 100), True, "dialog", 2, "edit", modal=True),
    ]
    seen = sight(editor(*more), windows)
    assert {"dialog(Save)", "dialog(It already exists.)", "hides(It already exists., textbox Name)"} <= seen.facts


def test_an_ordinary_window_hides_nothing_and_a_notice_does():
    other = Window(5, "other", 9, (0, 0, 800, 600), False)
    notice = Window(6, "You have mail", 9, (0, 0, 100, 60), False, "notification")
    assert not sight(editor(), [MAIN, other]).hidden
    assert sight(editor(), [MAIN, notice]).hidden == {"menuitem File": "You have mail"}


def test_labels_are_cleaned_and_boxes_compared():
    assert clean("Save _As...      ") == "Save As" and clean("File name:") == "File name"
    assert clean("<p style='white-space:pre'>Count <b>words</b></p>") == "Count words" and clean("a < b > c") == "a < b > c"
    assert likeness((0, 0, 10, 10), (0, 0, 10, 10)) == 1.0 and likeness((0, 0, 10, 10), (20, 0, 5, 5)) == 0.0
    assert ROLES[43] == "push button" == role_name(43) and role_name(999) == "unknown"
    assert STATES[25] == "showing" and state_names([1 << 25, 1]) == {"showing", "indeterminate"}


def test_contracts_read_and_what_needs_a_target_is_among_them():
    check_skills(SKILLS)
    assert {skill.name for skill in SKILLS} >= TARGETED
    assert [s.name for s in SKILLS if s.risk == "irreversible"] == ["confirm", "run_in_terminal"]


def test_the_words_after_the_name_are_read_or_refused(tmp_path):
    assert by_name.from_words("mousepad folder=notes pictures delay=0.5", tmp_path, None) is not None
    for words, wanted in {
        "vision": "",
        "vision=openai:x": "openai:x",
        "vision=openai:x price=1/2": "openai:x price=1/2",
        "": None,
    }.items():
        assert the(by_name.from_words(f"mousepad {words}", tmp_path, None), DesktopWorld).wanted_model == wanted
    for words in ("mousepad fodler=x", "mousepad delay=soon", "mousepad vision price=1/2"):
        with pytest.raises(TaskError, match="desktop:"):
            by_name.from_words(words, tmp_path, None)


def test_a_sign_that_is_a_whole_label_stays_and_a_text_that_cannot_be_edited_is_told():
    assert [clean(text) for text in ("*", "...", "Save *", "Name:")] == ["*", "...", "Save", "Name"]
    more = [
        element("text", "", 1, (0, 330, 600, 20), SHOWN | {"multi line"}, " 42\n7 * 6 "),
        element("push button", "*", 1, (0, 360, 20, 20)),
    ]
    seen = sight(editor(*more), [MAIN])
    assert {"text(42)", "text(7 * 6)", "visible(button *)"} <= seen.facts and "text(hello)" not in seen.facts


def test_what_has_no_name_is_called_by_its_tip_and_what_has_one_can_be_called_by_it_too():
    named = element("push button", "Add", 1, (0, 30, 20, 20))._replace(tip="Create New Note")
    nameless = element("push button", "", 1, (30, 30, 20, 20))._replace(tip="Properties…")
    empty = element("entry", "", 1, (300, 300, 100, 20), SHOWN | {"editable"})._replace(tip="Search notes")
    screen = Screenful([*editor()[:2], named, nameless, empty], [Window(1, "note", 7, (0, 0, 600, 500), True)], (800, 600))
    things = screen.things()
    assert [t.label for t in things] == ["Add", "Properties", "Search notes"]
    facts = describe(screen, things, ["a", "b", "c"], {}).facts
    assert {f for f in facts if f.startswith("called(")} == {"called(a, Create New Note)"}


def test_only_what_has_no_name_is_asked_for_its_tip():
    def asked(role, name="", tip=""):
        return len(tips_of(Found((":1.2", "/x"), (":1.2", "/y"), role, name, SHOWN, frozenset(), tip=tip)))

    assert [asked(role) for role in ("push button", "entry", "label")] == [1, 2, 0]
    assert asked("push button", "Add") == 0 == asked("entry", tip="Search")
    assert tip_in([(("s", ""),), ({"placeholder-text": "Search"},)]) == "Search" and tip_in([None]) == ""
    assert tip_in([(("s", "Create"),)]) == "Create"


def test_what_draws_itself_shows_its_name_unless_something_lies_in_it():
    shows = element("frame", "42", 1, (0, 30, 200, 40))
    around = element("panel", "Keys", 1, (0, 80, 200, 40))
    inside = element("push button", "7", 3, (0, 80, 20, 20))
    dock = element("frame", "Constants", 1, (300, 80, 200, 40))
    text = element("label", "pi", 5, (300, 100, 20, 20))
    every = [*editor()[:2], shows, around, inside, dock, text]
    screen = Screenful(every, [Window(1, "note", 7, (0, 0, 600, 500), True)], (800, 600))
    assert screen.says(1) == ["42", "Constants", "pi"]


def test_the_line_of_a_calculator_is_a_field():
    line = element("editbar", "", 1, (0, 30, 200, 40), SHOWN | {"editable", "multi line"}, text="7")
    seen = sight([*editor()[:2], line], [MAIN])
    assert [t.id for t in seen.targets] == ["textbox text"] and "value(textbox text, 7)" in seen.facts


@pytest.mark.parametrize(("kind", "seen"), [("", True), ("hidden", False)])
def test_what_a_window_says_that_is_put_away_is_not_seen_and_not_gone_either(kind, seen):
    told = sight([*editor()[:2], element("label", "Order paid", 1, (20, 20, 90, 20))], [MAIN._replace(kind=kind)])
    assert ("text(Order paid)" in told.facts) is seen and ("text(*)" in told.covers) is seen
