"""What the agent remembers: cells as last seen, and things with names that last."""

from midcourse.worlds.grid.game import FLOOR, Cell, View
from midcourse.worlds.grid.memory import Memory, in_front, neighbours
from midcourse.worlds.grid.mission import Beginning, Description
from tests.support import the

BALL, DOOR, WALL = Cell("ball", "red"), Cell("door", "blue", "closed"), Cell("wall")


def memory() -> Memory:
    return Memory(Beginning((1, 1), 0, (0, 0, 5, 5)))


def view(cells, at=(1, 1), heading=0, carried=None) -> View:
    return View(at, heading, cells, carried)


def test_things_get_names_that_last_and_walls_get_none():
    made = memory()
    made.take_in(view({(2, 1): BALL, (3, 1): BALL, (4, 1): DOOR, (5, 1): WALL}), 1)
    assert set(made.things) == {"red ball 1", "red ball 2", "blue door 1"}
    made.take_in(view({(2, 1): BALL, (4, 1): Cell("door", "blue", "open")}), 2)
    assert len(made.things) == 3 and made.doors()[0].cell.state == "open"
    assert made.is_free((4, 1)) and not made.is_free((5, 1)) and not made.is_free((9, 9)) and made.cell((9, 9)) is None


def test_what_is_seen_to_be_gone_has_no_place_and_is_known_again_elsewhere():
    made = memory()
    made.take_in(view({(3, 1): BALL}), 1)
    made.take_in(view({(3, 1): FLOOR}), 2)
    assert made.things["red ball 1"].at is None and made.thing_at((3, 1)) is None
    made.take_in(view({(3, 2): BALL}), 3)
    assert made.things["red ball 1"].at == (3, 2) and len(made.things) == 1


def test_what_comes_into_the_hands_left_the_cell_ahead_and_lies_there_again():
    made = memory()
    made.take_in(view({(2, 1): BALL}), 1)
    made.take_in(view({(2, 1): FLOOR}, carried=BALL), 2)
    assert the(made.carried).name == "red ball 1" and made.thing_at((2, 1)) is None
    made.take_in(view({(2, 1): BALL}), 3)
    assert made.carried is None and the(made.thing_at((2, 1))).name == "red ball 1"


def test_a_thing_is_what_a_description_means_by_kind_colour_side_and_whether_it_can_be_moved():
    made = memory()
    made.take_in(view({(3, 2): BALL, (4, 1): DOOR}), 1)
    ball, door = made.things["red ball 1"], made.things["blue door 1"]
    assert made.fits(ball, Description()) and made.fits(ball, Description("ball", "red", "right"))
    assert not made.fits(ball, Description("ball", "blue")) and not made.fits(ball, Description("ball", side="left"))
    assert made.fits(door, Description("door")) and not made.fits(door, Description(movable=True))


def test_ahead_is_where_it_looks_and_neighbours_are_four():
    made = memory()
    made.take_in(view({}, at=(2, 2), heading=3), 1)
    assert made.at == (2, 2) and made.ahead == in_front((2, 2, 3)) == (2, 1)
    assert sorted(neighbours((0, 0))) == [(-1, 0), (0, -1), (0, 1), (1, 0)]
