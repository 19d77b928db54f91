"""Which row of a table is meant, and what opens a cell."""

from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act
from midcourse.planners.words.cells import meant, opened, row_of
from tests.planners.words.screens import calls, screen, thing

ROWS = [thing("textbox Count in saw", "row 2"), thing("textbox Count in plane", "row 3"), thing("textbox Search")]
CALLED = ["called(textbox Count in saw, Count in saw Keep)", "called(textbox Count in plane, Count in plane Keep)"]
FULL = ["value(textbox Count in saw, 4)", "value(textbox Count in plane, 1)"]


def ids(targets):
    return [t.id for t in targets]


def test_the_row_of_a_thing_is_told_by_its_state():
    assert [row_of(t) for t in ROWS] == ["row 2", "row 3", ""]


def test_the_row_is_meant_that_the_goal_speaks_of():
    seen = screen(*ROWS, facts=CALLED + FULL, goal="change the count of the plane")
    assert ids(meant(seen, ROWS)) == ["textbox Count in plane", "textbox Search"]


def test_no_row_is_meant_where_the_goal_speaks_of_none_or_of_several():
    for goal in ("change the count", "change the count of saw and plane"):
        assert ids(meant(screen(*ROWS, facts=CALLED + FULL, goal=goal), ROWS)) == ["textbox Search"]


def test_the_empty_row_takes_what_is_new_and_keeps_it():
    empty = screen(*ROWS, facts=CALLED + FULL[:1], goal="add one")
    assert ids(meant(empty, ROWS)) == ["textbox Count in plane", "textbox Search"]
    begun = screen(*ROWS, facts=CALLED + FULL, goal="add one", done=[Act("fill", {"text": "1"}, "textbox Count in plane")])
    assert ids(meant(begun, ROWS)) == ["textbox Count in plane", "textbox Search"]


def test_a_cell_is_opened_by_a_double_click_and_then_by_a_click():
    cells = [thing("item 4", "row 2"), thing("item 1", "row 3"), thing("item plane", "row 3")]
    facts = ["called(item 4, Count)", "called(item 1, Count)", "called(item 1, Count in plane 1)", "called(item plane, Tool)"]
    skills = {"skills": tuple(Skill(name) for name in ("click", "double_click"))}

    def first(*done, goal="change the count of the plane"):
        act = opened(screen(*cells, facts=facts, goal=goal, done=done, **skills), {"count"})
        return calls([act]) if act is not None else None

    assert first() == ["double_click item 1"]
    assert first(Act("double_click", {}, "item 1")) == ["click item 1"]
    assert first(Act("double_click", {}, "item 1"), Act("click", {}, "item 1")) is None
    assert first(goal="change the count") is None
