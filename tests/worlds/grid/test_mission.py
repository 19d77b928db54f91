"""What a level asks: descriptions in words, sides, and the parts of a mission."""

import pytest

from midcourse.worlds.grid.mission import Beginning, Description, Mission, Part, task_of

RED = Description("ball", "red")
BEGAN = Beginning((3, 3), 0, (0, 0, 7, 7))
"""In the middle of a room, looking right."""


@pytest.mark.parametrize(
    ("description", "name"),
    [
        (RED, "red ball"),
        (Description(), "object"),
        (Description(movable=True), "movable object"),
        (Description("door", side="left"), "door on your left"),
    ],
)
def test_a_description_has_a_name(description, name):
    assert description.name == name


@pytest.mark.parametrize(
    ("heading", "sides"),
    [(0, {"front", "right"}), (1, {"front", "left"}), (2, {"behind", "left"}), (3, {"behind", "right"})],
)
def test_sides_are_told_from_where_the_agent_began_and_looked(heading, sides):
    began = Beginning((3, 3), heading, (0, 0, 7, 7))
    there = {side for side in ("left", "right", "front", "behind") if began.on_side(side, (5, 5))}
    assert there == sides
    opposite = {"left": "right", "right": "left", "front": "behind", "behind": "front"}
    assert {s for s in opposite if began.on_side(s, (1, 1))} == {opposite[s] for s in sides}  # type: ignore[arg-type]


def test_straight_ahead_is_no_side_and_outside_the_room_is_nowhere():
    assert BEGAN.on_side("front", (5, 3)) and not BEGAN.on_side("left", (5, 3)) and not BEGAN.on_side("right", (5, 3))
    assert not BEGAN.on_side("front", (7, 3)) and BEGAN.on_side("front", (6, 3))


def test_a_mission_is_a_task_of_all_its_parts_and_names_each_thing_once():
    parts = (Part(1, "go_to", RED), Part(2, "put_next", RED, Description("box", "blue"), after=(1,)))
    mission = Mission("go to the red ball, then put it away", parts)
    assert task_of(mission).done_when == "done(1) and done(2)" and len(mission.descriptions) == 2
    assert parts[1].text == "put the red ball next to the blue box" and parts[0].text == "go to the red ball"
