"""What is seen of the table: by cameras alone, through an arm that hides things, among things that look alike."""

import asyncio

import pytest

from midcourse import SearchPlanner, run
from midcourse.core.model import Call, Done
from midcourse.worlds.robot import Bin, NoisySight, RobotWorld, Scene, SteadySight, Thing, TrueSight
from midcourse.worlds.robot.camera import CAMERAS, CameraSight
from midcourse.worlds.robot.disturbances import AWAY, put
from midcourse.worlds.robot.perception import Seen
from midcourse.worlds.robot.pictures import Studio
from midcourse.worlds.robot.tracking import Tracker

CUBES = {"red_cube": Thing("red", (0.5, -0.05)), "blue_cube": Thing("blue", (0.45, 0.2))}
SCENE = Scene(CUBES, {"left_bin": Bin((0.42, -0.38))}, {"mark": (0.58, 0.05)})
DOUBLE = Scene({**CUBES, "double": Thing("red", (0.4, -0.2))}, SCENE.bins, SCENE.spots)


@pytest.fixture
def table():
    """Makes worlds, and closes them."""
    made = []

    def make(*args):
        made.append(RobotWorld(*args))
        return made[-1]

    yield make
    for world in made:
        world.close()


def do(world, skill, **args):
    return asyncio.run(world.act(Call(skill, args)))


def facts(world):
    return asyncio.run(world.observe()).facts


# --- by camera --------------------------------------------------------------------------------------------------------------


def off(world):
    """How far from the truth each thing is seen, in metres; what is not seen is a kilometre off."""
    seen = {t.name: t for t in world.hands.look()}
    there = TrueSight(world.scene).see(world.data)
    return {
        t.name: max(abs(a - b) for a, b in zip(t[1:4], seen[t.name][1:4], strict=True)) if t.name in seen else 1000 for t in there
    }


def test_cameras_see_where_things_are_to_a_few_millimetres(table):
    world = table(SCENE, CameraSight)
    assert all(far < 0.003 for far in off(world).values())


def test_what_the_hand_hides_from_above_is_measured_from_the_sides(table):
    world = table(SCENE, CameraSight)
    world.hands.look()
    for x, y in ((0.4, -0.1), (0.5, 0.0), (0.55, 0.1), (0.45, 0.15)):
        world.arm.go(world.arm.way([(x, y, 0.14)]))
        put(world, "red_cube", x, y)
        assert off(world)["red_cube"] < 0.005


def test_cameras_read_nothing_but_pictures(monkeypatch, table):
    """With no simulator to ask, only what is drawn counts."""
    world = table(SCENE, CameraSight)
    frozen = {camera: world.sight._studio.shot(world.data, camera) for camera in CAMERAS}
    monkeypatch.setattr(world.sight._studio, "shot", lambda data, camera: frozen[camera])
    assert {t.name for t in world.sight.see(None)} == {"red_cube", "blue_cube"}


def test_a_thing_that_nobody_told_of_is_seen_and_can_be_put_out_of_the_way(table):
    world = table(DOUBLE, lambda scene: CameraSight(SCENE, Studio(scene, smooth=False)))
    put(world, "double", *SCENE.spots["mark"])
    assert {"object(red_thing_1)", "blocks(red_thing_1, mark)"} <= facts(world)
    assert isinstance(do(world, "pick_off", object="red_thing_1", spot="mark"), Done)
    assert {"holding(red_thing_1)", "free(mark)"} <= facts(world)
    assert isinstance(do(world, "place_in", object="red_thing_1", bin="left_bin"), Done)
    assert world.data.body("double").xpos[1] == pytest.approx(-0.38, abs=0.08)
    assert {"on(red_thing_1, left_bin)", "on(red_cube, table)"} <= facts(world)


def test_what_is_laid_down_is_not_mistaken_for_a_double_that_came_meanwhile(table):
    world = table(Scene({**CUBES, "double": Thing("red", AWAY)}, SCENE.bins, SCENE.spots), CameraSight)
    do(world, "pick", object="red_cube")
    put(world, "double", 0.4, -0.05)
    assert isinstance(do(world, "place_at", object="red_cube", spot="mark"), Done)
    assert "at(red_cube, mark)" in facts(world) and off(world)["double"] < 0.005


def test_a_task_by_camera_alone(table):
    world = table(SCENE, CameraSight)
    outcome = run("stack", done_when="on(red_cube, blue_cube)", world=world, planner=SearchPlanner())
    assert outcome.success and float(world.data.body("red_cube").xpos[2]) == pytest.approx(0.06, abs=0.01)


def test_several_looks_make_up_for_eyes_that_miss_and_mistake(table):
    world = table(SCENE)
    noisy = NoisySight(TrueSight(SCENE), 1, missed=0.2, mistaken=0.1)
    steady = SteadySight(noisy, 15)
    looks = [{t.name for t in noisy.see(world.data)} for _ in range(40)]
    assert any(look != {"red_cube", "blue_cube"} for look in looks)
    assert all({t.name for t in steady.see(world.data)} == {"red_cube", "blue_cube"} for _ in range(10))


# --- names from look to look ------------------------------------------------------------------------------------------------

RED, ELSEWHERE, THIRD = (0.5, -0.05), (0.4, 0.1), (0.6, 0.15)


def reds(tracker, *places, hidden=()):
    """Where each name is, after a look at red things in these places, with other places hidden."""
    things = [Seen("", x, y, 0.02, 0.04, "red") for x, y in places]
    return {t.name: (t.x, t.y) for t in tracker.named(things, lambda place: place[:2] in hidden)}


def test_a_double_is_not_taken_for_what_is_hidden():
    tracker = Tracker(SCENE)
    assert reds(tracker, RED) == {"red_cube": RED}
    assert reds(tracker, ELSEWHERE, hidden=[RED]) == {"red_thing_1": ELSEWHERE}
    assert reds(tracker, RED, ELSEWHERE) == {"red_cube": RED, "red_thing_1": ELSEWHERE}


def test_what_was_moved_while_it_was_hidden_is_known_again_once_its_place_is_seen():
    tracker = Tracker(SCENE)
    reds(tracker, RED)
    assert reds(tracker, ELSEWHERE, hidden=[RED]) == {"red_thing_1": ELSEWHERE}
    assert reds(tracker, ELSEWHERE) == {"red_cube": ELSEWHERE}


def test_a_thing_that_moved_a_little_stays_itself_beside_one_that_came():
    tracker = Tracker(SCENE)
    reds(tracker, RED)
    near = (0.5, 0.05)
    assert reds(tracker, THIRD, near) == {"red_cube": near, "red_thing_1": THIRD}
    assert reds(tracker, near, THIRD) == {"red_cube": near, "red_thing_1": THIRD}


def test_names_of_strangers_last_and_are_not_used_twice():
    tracker = Tracker(SCENE)
    assert reds(tracker, RED, ELSEWHERE, THIRD).keys() == {"red_cube", "red_thing_1", "red_thing_2"}
    first = reds(tracker, RED, ELSEWHERE, THIRD)
    assert reds(tracker, THIRD, RED, ELSEWHERE) == first and reds(tracker, RED, THIRD) == {
        n: p for n, p in first.items() if p != ELSEWHERE
    }


def test_a_stranger_that_went_leaves_no_name_behind():
    tracker = Tracker(SCENE)
    reds(tracker, RED, THIRD)
    assert reds(tracker, RED) == {"red_cube": RED}
    assert reds(tracker, (0.6, 0.1)) == {"red_cube": (0.6, 0.1)}


def test_a_large_thing_that_moves_a_little_does_not_hide_itself():
    tracker = Tracker(Scene({"large": Thing("red", RED, 0.1)}))
    seen = tracker.named([Seen("", RED[0] + 0.06, RED[1], 0.05, 0.1, "red")], lambda place: True)
    assert [t.name for t in seen] == ["large"]


def test_what_is_held_is_where_the_hand_is_and_nowhere_else():
    tracker = Tracker(SCENE)
    tracker.in_hand("red_cube", (0.5, 0.0, 0.2))
    assert "red_cube" not in reds(tracker, ELSEWHERE)
    tracker.in_hand("", (0.5, 0.0, 0.2))
    assert reds(tracker, (0.5, 0.0)) == {"red_cube": (0.5, 0.0)}


def test_size_tells_things_of_one_colour_apart():
    scene = Scene({"small": Thing("red", RED, 0.03), "large": Thing("red", ELSEWHERE, 0.06)})
    seen = Tracker(scene).named([Seen("", *RED, 0.03, 0.06, "red"), Seen("", *ELSEWHERE, 0.015, 0.03, "red")], lambda _: False)
    assert {t.name: t.size for t in seen} == {"small": 0.03, "large": 0.06}
