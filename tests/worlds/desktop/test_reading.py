"""Windows that tell nothing about themselves: which they are, what is kept of them, and what a look then tells for sure."""

import asyncio

import pytest

from midcourse.core.seeing.zones import Drawn, Zone
from midcourse.worlds.desktop.driver import Element, Frame, Refused, Window
from midcourse.worlds.desktop.frames import as_png, cropped, framed, painted, widened
from midcourse.worlds.desktop.mute import as_elements, is_unknown, keyed, mute_parts, mute_windows
from midcourse.worlds.desktop.readers import Reader
from midcourse.worlds.desktop.reading import Readings
from midcourse.worlds.desktop.sight import describe, without_old
from midcourse.worlds.desktop.things import Screenful, is_zone
from midcourse.worlds.onlooker import NotRead

SHOWN = frozenset({"showing", "visible", "enabled", "sensitive"})
MUTE = Window(2, "Game", 9, (100, 100, 60, 40), True, program="game")
EDITOR = Window(1, "note", 7, (0, 0, 80, 60), False, program="edit")
PLAY, QUIT = Zone("Play", (5, 5, 20, 10), "button"), Zone("Delete", (30, 5, 20, 10), "item")
TELLS = [
    Element(("bus", "a"), "application", "edit", SHOWN, None, -1, 7),
    Element(("bus", "f"), "frame", "note", SHOWN, (0, 0, 80, 60), 0, 7),
    Element(("bus", "b"), "push button", "Save", SHOWN, (0, 0, 20, 20), 1, 7),
]


def screen(shade=0):
    return Frame(bytes([shade]) * 4 * 200 * 150, 200, 150)


class Reads:
    """A reader that gives these answers, one a picture; text is why it cannot."""

    def __init__(self, *answers, tier="vision", there=True):
        self.answers, self.tier, self.asked = list(answers), tier, 0
        self.there: bool | None = there

    async def read(self, picture):
        self.asked += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, str):
            raise NotRead(answer)
        return Drawn(tuple(answer))

    async def is_there(self, picture, zone):
        return self.there


FITS: Reader = Reads("it is dark")
"""What a type checker says of the reader above."""


def refreshed(readings, frame, windows=(MUTE,)):
    return asyncio.run(readings.refresh([w for w in windows if w.id == 2], windows, frame))


def test_a_window_is_mute_if_its_program_tells_of_nothing_in_it():
    empty = [*TELLS, Element(("bus", "g"), "frame", "Game", SHOWN, MUTE.box, -1, 9)]
    for elements in (TELLS, empty):
        assert mute_windows(Screenful(elements, [EDITOR, MUTE], (200, 150))) == [MUTE]
    for other in (MUTE._replace(kind="hidden"), MUTE._replace(kind="notification"), MUTE._replace(box=(0, 0, 8, 8))):
        assert mute_windows(Screenful(TELLS, [EDITOR, other], (200, 150))) == []
    menu = MUTE._replace(kind="menu")
    assert mute_windows(Screenful(TELLS, [menu], (200, 150))) == [menu]
    assert mute_windows(Screenful(TELLS, [menu._replace(process=7)], (200, 150))) == []


def test_a_window_is_read_again_only_when_it_looks_otherwise_and_moves_with_its_zones():
    reader = Reads([PLAY])
    readings = Readings([reader])
    assert refreshed(readings, screen())[0].startswith("vision read 1 targets in 'Game'")
    assert refreshed(readings, screen()) == [] and reader.asked == 1 and not readings.stale()
    [play] = [e for e in readings.elements([MUTE._replace(box=(10, 20, 60, 40))], 0) if e.role == "push button"]
    assert play.box == (15, 25, 20, 10) and is_zone(play.key)
    assert refreshed(readings, screen(9)) and reader.asked == 2


def test_the_first_reader_that_can_tell_answers():
    readings = Readings([Reads("no text is seen", tier="ocr"), Reads([PLAY])])
    assert refreshed(readings, screen())[0].startswith("vision read")
    assert not readings.stale()


def test_what_cannot_be_read_keeps_its_old_reading_and_is_asked_about_three_times_at_most():
    reader = Reads([PLAY], "it answered 500")
    readings = Readings([reader])
    refreshed(readings, screen())
    for asked in (2, 3, 4, 4, 4):
        assert refreshed(readings, screen(9)) == [] and reader.asked == asked
        assert "vision: it answered 500; what is known of it is 0 s old" in readings.stale()
        assert len(readings.elements([MUTE], 0)) == 3 and readings.at_rest is (asked == 4)
    refreshed(readings, screen())
    assert not readings.stale() and reader.asked == 4, "it looks as it did when it was read"


@pytest.mark.parametrize(
    ("windows", "cause"),
    [
        ([MUTE, EDITOR._replace(box=(90, 90, 80, 60))], "'note' lies over it"),
        ([MUTE._replace(box=(170, 100, 60, 40))], "outside the screen"),
    ],
)
def test_a_window_that_is_not_seen_whole_is_not_read(windows, cause):
    reader = Reads([PLAY])
    readings = Readings([reader])
    assert refreshed(readings, screen(), windows) == [] and reader.asked == 0
    assert cause in readings.stale() and "nothing is known of what is in it" in readings.stale()
    assert readings.at_rest, "to look at the same screen again would tell no more"


def test_a_zone_that_is_not_found_again_is_refused_and_in_the_end_given_up():
    reader = Reads([PLAY, QUIT], there=False)
    readings = Readings([reader])
    for _ in range(3):
        refreshed(readings, screen())
        key = keyed(2, [PLAY])[0][0]
        with pytest.raises(Refused, match="'Play' was not found where vision saw it"):
            asyncio.run(readings.confirm(key, MUTE, screen()))
    assert reader.asked == 3
    with pytest.raises(Refused, match="not on the screen"):
        readings.zone(key)
    assert readings.zone(keyed(2, [QUIT])[0][0]) == (2, QUIT)


def test_a_zone_is_confirmed_once_while_it_looks_the_same():
    reader = Reads([PLAY])
    readings = Readings([reader])
    refreshed(readings, screen())
    key = keyed(2, [PLAY])[0][0]
    asyncio.run(readings.confirm(key, MUTE, screen()))
    reader.there = None
    asyncio.run(readings.confirm(key, MUTE, screen()))
    with pytest.raises(Refused, match="nothing that could be read is there"):
        asyncio.run(readings.confirm(key, MUTE, screen(9)))
    with pytest.raises(Refused, match="another size"):
        asyncio.run(readings.confirm(key, MUTE._replace(box=(100, 100, 70, 40)), screen()))


def test_what_is_read_may_be_final_and_an_unread_window_takes_certainty_only_from_what_is_in_it():
    elements = [*TELLS, *as_elements(MUTE, [PLAY, QUIT], "ocr", len(TELLS))]
    whole = Screenful(elements, [EDITOR, MUTE], (200, 150))
    things = whole.things()
    seen = describe(whole, things, [f"{t.role} {t.label}" for t in things], {})
    assert {"item Delete"} == set(seen.final) and {"visible(button Save)", "visible(button Play)", "text(Delete)"} <= seen.facts
    old = frozenset(key for key, _ in keyed(2, [PLAY, QUIT]))
    assert without_old(seen, old, False) == seen.covers
    covers = without_old(seen, old, True)
    assert "visible(button Save)" in covers and "window(*)" in covers
    assert not {"visible(*)", "visible(button Play)", "text(*)", "text(Delete)"} & set(covers)


def test_a_menu_does_not_hide_what_was_read_in_it():
    menu = MUTE._replace(kind="menu")
    whole = Screenful(as_elements(menu, [PLAY], "ocr", 0), [menu], (200, 150))
    things = whole.things()
    assert [t.window for t in things] == [2] and not describe(whole, things, ["button Play"], {}).hidden


def test_parts_of_a_picture_are_cut_painted_and_framed():
    shaded = painted(screen(5), [(10, 10, 4, 4), (-5, -5, 6, 6)])
    assert cropped(shaded, (10, 10, 4, 4)).pixels == bytes(64) and cropped(shaded, (14, 10, 2, 1)).pixels == b"\5" * 8
    assert widened((5, 5, 10, 10), (20, 2, 3, 300), screen()) == (0, 3, 18, 147)
    ringed = framed(screen(), (10, 10, 4, 4))
    assert cropped(ringed, (8, 8, 1, 1)).pixels == b"\0\0\xff\0" and cropped(ringed, (10, 10, 4, 4)).pixels == bytes(64)
    assert as_png(cropped(screen(), (0, 0, 2, 2))).startswith(b"\x89PNG")


def test_what_a_window_holds_that_tells_nothing_is_unknown_unless_it_is_a_terminal():
    assert is_unknown(Screenful(TELLS, [EDITOR, MUTE], (200, 150))) and not is_unknown(Screenful(TELLS, [EDITOR], (200, 150)))
    for other in (MUTE._replace(terminal=True), MUTE._replace(kind="menu")):
        assert not is_unknown(Screenful(TELLS, [EDITOR, other], (200, 150)))


FILES = Element(("bus", "files"), "panel", "", SHOWN | {"focusable"}, (40, 60, 100, 90), 0, 7)


def test_a_part_that_the_keyboard_can_go_to_and_that_tells_nothing_is_read_where_texts_are():
    window = Window(2, "files", 7, (20, 10, 160, 140), True)
    top = Element(("bus", "top"), "frame", "files", SHOWN, window.box, -1, 7)
    named = Element(("bus", "b"), "push button", "Back", SHOWN | {"focusable"}, (20, 10, 20, 20), 0, 7)
    parts = mute_parts(Screenful([top, named, FILES], [window], (200, 150)))
    assert parts == {2: (window, (20, 50, 100, 90))}
    for other in (
        FILES._replace(name="Drawing"),
        FILES._replace(states=SHOWN - {"focusable"}),
        FILES._replace(box=(40, 60, 100, 20)),
        FILES._replace(role="text"),
    ):
        assert mute_parts(Screenful([top, other], [window], (200, 150))) == {}
    inside = Element(("bus", "i"), "label", "a.txt", SHOWN, (50, 70, 20, 10), 2, 7)
    assert mute_parts(Screenful([top, named, FILES, inside], [window], (200, 150))) == {}

    reader = Reads([PLAY], [PLAY], "no text is seen", tier="ocr")
    dear = Reads("it is never asked")
    readings = Readings([dear, reader])
    read = asyncio.run(readings.refresh([window], [window], screen(), {2: parts[2][1]}))
    assert read[0].startswith("ocr read 1 targets") and dear.asked == 0
    [play] = [e for e in readings.elements([window], 0) if e.role == "push button"]
    left, top_, width, height = PLAY.box
    assert play.box == (40 + left, 60 + top_, width, height), "where it is in the part"
    asyncio.run(readings.confirm(play.key, window, screen()))
    asyncio.run(readings.refresh([window], [window], screen(5), {2: parts[2][1]}))
    asyncio.run(readings.refresh([window], [window], screen(9), {2: parts[2][1]}))
    assert not readings.stale() and len(readings.elements([window], 0)) == 2, "a part without texts is empty, and not unknown"
