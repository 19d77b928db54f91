"""Things meant by what they look like, by their place in a drawing, or by how many there are."""

import pytest

from midcourse.core.plans.plan import Act
from midcourse.planners.words.clicking import click
from midcourse.planners.words.counting import answer, counted
from midcourse.planners.words.looks import looking_so, read_look
from midcourse.planners.words.moving import drag
from midcourse.planners.words.places import placed
from tests.planners.words.screens import asked, calls, said, screen, thing
from tests.support import the

SHAPES = (
    thing("shape red circle", box=(0, 0, 10, 10)),
    thing("shape aqua rectangle", box=(50, 0, 30, 30)),
    thing("shape red rectangle", box=(90, 0, 12, 12)),
    thing("shape blue x", box=(0, 50, 8, 11)),
    thing("shape blue 7", box=(30, 50, 14, 26)),
)


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("the red circle", ["shape red circle"]),
        ("a letter", ["shape blue x"]),
        ("a digit", ["shape blue 7"]),
        ("a large cyan item", ["shape aqua rectangle"]),
        ("all rectangles", ["shape aqua rectangle", "shape red rectangle"]),
        ("the small rectangle", ["shape red rectangle"]),
        ("the largest shape", ["shape aqua rectangle"]),
        ("a x", ["shape blue x"]),
        ("the triangle", []),
        ("the red report", []),
    ],
)
def test_shapes_are_meant_by_kind_colour_and_size(words, ids):
    assert [t.id for t in looking_so(screen(*SHAPES), words.split())] == ids


def test_words_that_say_of_anything_else_are_no_look():
    assert read_look(["the", "invoice", "red"]) is None and read_look(["the"]) is None
    assert the(read_look(["every", "gray", "square"])).every


def test_one_shape_is_clicked_and_all_of_them_where_all_are_meant_each_once():
    assert calls(click(asked(*SHAPES), said("click on a rectangle"))) == ["click shape aqua rectangle"]
    done = [Act("click", {}, "shape aqua rectangle")]
    assert calls(click(asked(*SHAPES, done=done), said("click on all rectangles"))) == ["click shape red rectangle"]
    assert click(asked(*SHAPES, done=done), said("click on a rectangle")) == []


def test_all_that_look_so_are_dragged_into_a_drawn_box_and_what_lies_there_stays():
    box = thing("drawing black rectangle", box=(80, -20, 60, 60))
    assert calls(drag(asked(*SHAPES, box), said("drag all rectangles into the black box"))) == [
        "drag shape aqua rectangle=drawing black rectangle"
    ]


def test_what_is_only_drawn_is_counted_and_the_answer_is_pressed_or_entered():
    drawn = [thing(f"drawing red circle #{i}") for i in range(3)]
    drawn = [type(t)(t.id, "drawing", "red circle") for t in drawn]
    one = screen(*drawn, thing("drawing blue line"), "button 3", "button 4", goal="How many circles are there?")
    assert counted(one) == "3" and calls(answer(one, "3")) == ["click button 3"]
    field = screen(*drawn, "textbox Count", goal="Count the red shapes and press Submit.")
    assert counted(field) == "3" and calls(answer(field, "3")) == ["fill textbox Count=3"]
    assert counted(screen("button Send", goal="How many orders are there?")) is None


def test_a_shape_is_told_by_its_corners_and_by_its_kind():
    sides = screen(thing("drawing red hexagon"), "button 5", "button 6", goal="Press the number of sides of the shape")
    assert counted(sides) == "6"
    kind = screen(thing("drawing red rectangle"), "button Circle", "button Square", goal="What shape is this?")
    assert counted(kind) == "rectangle" and calls(answer(kind, "rectangle")) == ["click button Square"]


def test_places_in_drawings_are_the_middle_half_way_and_by_coordinates():
    one, two = thing("drawing black circle", box=(0, 0, 10, 10)), thing("drawing red circle", box=(40, 20, 10, 10))
    assert calls(placed(asked(one), said("click on the center of the circle"))) == ["click drawing black circle"]
    [act] = the(placed(asked(one, two), said("click on the midpoint between the two circles")))
    assert (act.target, act.args) == (one.id, {"right": 20, "down": 10})
    lines = thing("drawing black line", box=(0, 50, 100, 1)), type(one)("v", "drawing", "black line", (), (50, 0, 1, 100))
    dots = [
        type(one)(f"d{x}{y}", "shape", "blue circle", (), (46 + 20 * x, 46 - 20 * y, 9, 9)) for x in (-1, 0, 1) for y in (0, 1)
    ]
    assert calls(placed(asked(*lines, *dots), said("click on the point (1,1)"))) == ["click d11"]
    assert placed(asked("button Center"), said("click on the center of the page")) is None
