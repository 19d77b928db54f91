"""What has gone, and what was only never seen: denials in the end of a task."""

import pytest

from midcourse.core.logic.conditions import coverage, evaluate, parse
from midcourse.worlds.desktop.absence import EMPTIED, Absences
from midcourse.worlds.desktop.driver import Element, Window
from midcourse.worlds.desktop.sight import describe
from midcourse.worlds.desktop.things import Screenful
from tests.worlds.on_display import ends, on_display

SHOWN = frozenset({"showing", "visible", "enabled", "sensitive"})
WINDOW = Window(1, "Box", 7, (0, 0, 200, 200), True, program="box")
ONE = "not visible(item one.txt)"


def element(key, role, name, box, parent, *states):
    return Element(("bus", key), role, name, SHOWN | set(states), box, parent, 7)


def looked(*rows, table=True, bar=False, tab="", said=(), top=0, title="Box"):
    """A window with a table of these rows, 20 pixels each; `bar`: it is longer than its window shows."""
    elements = [
        element("a", "application", "box", None, -1),
        element("f", "frame", title, (0, 0, 200, 200), 0),
        element("b", "push button", "Add", (0, 180, 20, 20), 1),
    ]
    elements += [element(f"t{tab}", "page tab", tab, (100, 180, 40, 20), 1, "selected")] if tab else []
    elements += [element(f"l{i}", "label", line, (30, 180, 40, 20), 1) for i, line in enumerate(said)]
    if table:
        elements.append(element("p", "scroll pane", "", (0, 20, 200, 100), 1))
        pane = len(elements) - 1
        elements.append(element("l", "table", "", (0, 20, 190, 100), pane))
        place = len(elements) - 1
        elements += [element(f"r{r}", "table cell", r, (0, 40 + top + 20 * i, 100, 20), place) for i, r in enumerate(rows)]
        elements += [element("s", "scroll bar", "", (190, 20, 10, 100), pane)] if bar else []
    screen = Screenful(elements, [WINDOW._replace(title=title)], (200, 200))
    things = screen.things()
    return describe(screen, things, [f"{t.role} {t.label}" for t in things], {})


def held(end, *looks, begun=True, each=0.1):
    """Whether the end is seen to hold after these looks."""
    absences = Absences.of(parse(end))
    covers = ()
    for i, sight in enumerate(looks):
        covers = absences.covers(sight, sight.covers, begun, i * each)
    return evaluate(parse(end), looks[-1].facts, coverage(covers))


FULL, LESS = looked("one.txt", "two.txt"), looked("two.txt")


@pytest.mark.parametrize("never", [looked(table=False), looked(), LESS])
def test_what_was_never_shown_is_not_known_to_be_gone(never):
    assert held(ONE, never) is None


def test_what_was_shown_and_is_missing_in_its_list_has_gone():
    assert held(ONE, FULL) is False
    assert held(ONE, looked(), FULL, LESS) is True


def test_what_was_shown_in_a_list_that_is_shown_no_more_is_not_known_to_be_gone():
    assert held(ONE, FULL, looked(table=False)) is None
    assert held(ONE, FULL, looked(table=False), LESS) is True


def test_a_list_that_lost_all_at_once_is_empty_after_a_moment_only():
    assert held(ONE, FULL, looked()) is None
    assert held(ONE, FULL, looked(), looked(), each=EMPTIED + 0.1) is True
    assert held(ONE, looked("one.txt"), looked()) is True, "nothing else was in it"


def test_in_a_list_that_scrolls_the_place_where_it_stood_must_be_in_view():
    many = looked("zero.txt", "one.txt", "two.txt", bar=True)
    assert held(ONE, many, looked("two.txt", "three.txt", bar=True)) is None, "it may be above"
    assert held(ONE, many, looked("zero.txt", top=60, bar=True)) is None, "it may be below"
    assert held(ONE, many, looked("zero.txt", "two.txt", bar=True)) is True


def test_what_lies_behind_another_tab_is_not_known_to_be_gone():
    old, new = looked(tab="Files", said=["Busy"]), looked(tab="Log")
    assert held("not text(Busy)", old, new) is None
    assert held("not text(Busy)", old, looked(tab="Files")) is True
    assert held("not text(Busy)", looked(tab="Files")) is None


def test_states_of_what_is_shown_are_known():
    assert held("not enabled(button Add)", FULL) is False
    assert held("not focused(button Add)", FULL) is True
    assert held("not enabled(button Stop)", FULL) is None


def test_a_window_is_known_to_be_closed_if_it_was_open_or_something_else_shows_what_was_done():
    other = looked(title="About")
    assert held("not window(About)", FULL) is None
    assert held("not window(About)", other, FULL) is True
    assert held("window(Box) and not window(About)", FULL) is True
    assert held("window(Box) and not window(About)", FULL, begun=False) is None, "the program is about to open its windows"


def test_other_facts_are_known_as_ever():
    absences = Absences.of(parse(f"{ONE} and file(a)"))
    covered = coverage(absences.covers(LESS, LESS.covers, True, 0.0))
    assert covered.has(parse("visible(item two.txt)")[0]) and covered.has(parse("hides(*, item two.txt)")[0])
    assert Absences.of(parse("file(a) and visible(item b)")).covers(LESS, LESS.covers, True, 0.0) == LESS.covers


def test_a_run_does_not_call_done_what_its_program_never_showed():
    async def story(desk):
        ended = await ends(desk, 'click "one.txt"', "not visible(item one.txt)", max_seconds=20.0)
        assert not ended.success, ended
        about = await ends(desk, "select Help > About, click Close", "not window(About Mousepad)")
        assert about.success and about.ending.final_reason != "already_done", about

    on_display(story, program="mousepad")
