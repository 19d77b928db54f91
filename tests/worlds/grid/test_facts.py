"""Memory put into words: what is known, where, and what is in the way."""

from midcourse.worlds.grid.facts import UNSEEN_GROUND, Picture
from midcourse.worlds.grid.game import FLOOR, Cell, View
from midcourse.worlds.grid.memory import Memory
from midcourse.worlds.grid.mission import Beginning, Description
from tests.support import the

WALL, BALL = Cell("wall"), Cell("ball", "red")
RED = Description("ball", "red")


def corridor(*cells: Cell, carried: Cell | None = None) -> Memory:
    """A corridor to the right of the agent, with walls around it."""
    memory = Memory(Beginning((1, 1), 0, (0, 0, 9, 3)))
    seen = {(2 + i, 1): cell for i, cell in enumerate((*cells, WALL))}
    around = {(x, y): WALL for x in range(len(cells) + 3) for y in (0, 2)} | {(0, 1): WALL}
    memory.take_in(View((1, 1), 0, {**seen, **around}, carried), 1)
    return memory


def test_a_thing_in_reach_is_known_with_its_place_and_distance():
    picture = Picture(corridor(FLOOR, FLOOR, BALL), [RED])
    standing = the(picture.standing("red ball"))
    assert (standing.place, standing.blocked_by, standing.distance) == ((4, 1), "", 2)
    facts = picture.facts()
    assert {"known(red ball)", "at(red ball, 4-1)", "item(red ball)", "hands_free"} <= facts
    assert "beside(red ball)" not in facts and picture.is_complete()


def test_of_two_the_nearest_is_meant_and_the_other_is_blocked_by_it():
    picture = Picture(corridor(BALL, FLOOR, Cell("ball", "red")), [RED])
    assert the(picture.standing("red ball")).place == (2, 1)
    assert the(picture.standing("red ball 2")).blocked_by == "red ball 1"
    assert "beside(red ball)" in picture.facts()


def test_what_was_never_seen_is_not_known_and_wanting():
    picture = Picture(corridor(FLOOR), [RED])
    assert picture.standing("red ball") is None and picture.is_wanting("red ball")
    assert "thing(red ball)" in picture.facts() and "known(red ball)" not in picture.facts()


def test_a_locked_door_names_its_key_and_what_it_hides():
    door = Cell("door", "blue", "locked")
    memory = Memory(Beginning((1, 1), 0, (0, 0, 9, 3)))
    around = {(x, y): WALL for x in range(4) for y in (0, 2)} | {(0, 1): WALL}
    memory.take_in(View((1, 1), 0, {(2, 1): FLOOR, (3, 1): door, **around}, None), 1)
    picture = Picture(memory, [])
    facts = picture.facts()
    assert {"locked(blue door 1)", "opens(blue key, blue door 1)", "door(blue door 1)", "thing(blue key)"} <= facts
    assert picture.hides(memory.doors()[0]) and not picture.is_complete() and picture.is_exhausted()
    assert UNSEEN_GROUND not in facts


def test_what_is_carried_may_be_called_by_its_description():
    memory = corridor(BALL)
    memory.take_in(View((1, 1), 0, {(2, 1): FLOOR}, BALL), 2)
    picture = Picture(memory, [RED])
    assert picture.carries("red ball") and picture.carries("red ball 1") and not picture.carries("blue key")
    facts = picture.facts()
    assert "carrying(red ball)" in facts and "hands_free" not in facts
