"""Going back to the beginning, where a task may: in a simulator alone."""

import asyncio
from pathlib import Path

import pytest

from midcourse import run
from midcourse.core.errors import TaskError
from midcourse.core.model import Call, Done, Failed
from midcourse.core.plans.plan import Act
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.worlds.robot import RobotWorld, Scene, Thing
from midcourse.worlds.robot.beginning import reset_to
from midcourse.worlds.robot.by_name import from_words
from midcourse.worlds.robot.disturbances import put
from tests.support import the

SCENE = Scene({"red_cube": Thing("red", (0.5, -0.05)), "blue_cube": Thing("blue", (0.45, 0.2))})


def do(world, skill, **args):
    return asyncio.run(world.act(Call(skill, args)))


def seen(world):
    return asyncio.run(world.observe()).facts


def test_reset_puts_the_table_and_the_hand_back(tmp_path):
    world = RobotWorld(SCENE, keep=tmp_path / "table.json", resets=True)
    before = seen(world)
    assert isinstance(do(world, "pick", object="red_cube"), Done) and "holding(red_cube)" in seen(world)
    assert isinstance(do(world, "reset"), Done) and seen(world) == before
    assert isinstance(do(world, "pick", object="red_cube"), Done)
    assert isinstance(do(RobotWorld(SCENE, keep=tmp_path / "table.json", resets=True), "reset"), Done)
    assert seen(RobotWorld(SCENE, keep=tmp_path / "table.json")) == before


def test_the_next_attempt_begins_where_the_first_one_began():
    world = RobotWorld(SCENE, resets=True)
    put(world, "red_cube", 1.4, 0.0)
    stack = Act("stack", {"top": "red_cube", "bottom": "blue_cube"})
    outcome = run(
        "stack", done_when="on(red_cube, blue_cube)", world=world, planner=ScriptedPlanner([stack], [Act("reset"), stack])
    )
    assert outcome.success, outcome.ending


def test_a_task_that_does_not_say_so_has_no_reset():
    assert the(do(RobotWorld(SCENE), "reset"), Failed).reason == "unknown_skill"


def test_the_word_is_read(tmp_path):
    (tmp_path / "scene.yaml").write_text("objects: {red_cube: {colour: red, at: [0.5, 0.0]}}\n")
    names = {skill.name for skill in asyncio.run(from_words("scene.yaml noisy reset", tmp_path, None).skills())}
    assert "reset" in names
    drawn = from_words("scene.yaml pictures", tmp_path, None)
    assert isinstance(drawn, RobotWorld) and asyncio.run(drawn.observe()).picture is not None
    drawn.close()
    with pytest.raises(TaskError, match="reset"):
        from_words("scene.yaml rest", tmp_path, None)
    with pytest.raises(TaskError, match="a way of seeing"):
        from_words("scene.yaml true noisy", Path(), None)


def test_reset_promises_what_the_scene_lays():
    skill = reset_to({"hand_empty", "on(red_cube, table)"})
    assert skill.makes == "hand_empty and on(red_cube, table)" and "holding(*)" in skill.breaks
