"""The arm at the table: skills that tell the truth, ways of seeing, disturbances, and the old loop beside ours."""

import asyncio
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from midcourse import RepairPlanner, SearchPlanner, act, run
from midcourse.core.model import Call, Done, Failed
from midcourse.testing import AnswersAll, FrozenClock, check_world
from midcourse.worlds.robot import Bin, RobotWorld, Scene, Thing
from midcourse.worlds.robot.disturbances import Disturber, put
from tests.support import the, under

ROOT = Path(__file__).parents[2]
CUBES = {"red_cube": Thing("red", (0.5, -0.05)), "blue_cube": Thing("blue", (0.45, 0.2))}
SCENE = Scene(CUBES, {"left_bin": Bin((0.42, -0.38))}, {"mark": (0.58, 0.05)})


def do(world, skill, **args):
    return asyncio.run(world.act(Call(skill, args)))


def facts(world):
    return asyncio.run(world.observe()).facts


def height(world, name):
    return float(world.data.body(name).xpos[2])


def test_the_world_keeps_the_contract():
    check_world(lambda: RobotWorld(SCENE), examples=[act("pick", object="red_cube"), act("home"), act("wait", seconds=0.1)])


def test_a_pick_lifts_the_thing_itself():
    world = RobotWorld(SCENE)
    assert isinstance(do(world, "pick", object="red_cube"), Done)
    assert height(world, "red_cube") > 0.15 and "holding(red_cube)" in facts(world) and "hand_empty" not in facts(world)


@pytest.mark.parametrize(
    ("goal", "check"),
    [
        ("on(red_cube, blue_cube)", lambda w: height(w, "red_cube") == pytest.approx(0.06, abs=0.01)),
        ("on(red_cube, left_bin)", lambda w: np.hypot(*(w.data.body("red_cube").xpos[:2] - [0.42, -0.38])) < 0.08),
        ("at(red_cube, mark)", lambda w: np.hypot(*(w.data.body("red_cube").xpos[:2] - [0.58, 0.05])) < 0.03),
    ],
)
def test_tasks_end_with_the_thing_where_it_should_be(goal, check):
    world = RobotWorld(SCENE)
    outcome = run("do it", done_when=goal, world=world, planner=SearchPlanner())
    assert outcome.success and check(world)


def test_push_moves_a_thing_over_the_table():
    world = RobotWorld(SCENE)
    assert isinstance(do(world, "push", object="red_cube", spot="0.5, 0.08"), Done)
    assert world.data.body("red_cube").xpos[1] == pytest.approx(0.08, abs=0.03) and height(world, "red_cube") < 0.03


def test_reasons_are_honest_and_detailed():
    world = RobotWorld(
        Scene(
            {
                "red_cube": Thing("red", (1.2, 0.0)),
                "blue_cube": Thing("blue", (0.5, 0)),
                "big_cube": Thing("green", (0.5, 0.3), 0.09),
            }
        )
    )
    far = do(world, "pick", object="red_cube")
    assert the(far, Failed).reason == "unreachable" and the(far, Failed).clean
    for part in ("400 iterations", "tolerance 0.001 m", "beyond reach"):
        assert part in the(far, Failed).detail
    assert float(the(far, Failed).detail.split("position error ")[1].split(" ")[0]) > 0.25
    found = {
        "object_not_found": do(world, "pick", object="teapot"),
        "ambiguous_object": do(world, "pick", object="cube"),
        "no_grasp": do(world, "pick", object="big_cube"),
        "bad_arguments": do(world, "pick", colour="red"),
        "unknown_skill": do(world, "juggle"),
        "needs_not_met": do(world, "place_at", object="blue_cube", spot="0.5, 0.1"),
    }
    assert {reason: the(result, Failed).reason for reason, result in found.items()} == {reason: reason for reason in found}
    assert (
        "red_cube or blue_cube or big_cube" in the(found["ambiguous_object"], Failed).detail
        and "0.09 m wide" in the(found["no_grasp"], Failed).detail
    )


def test_a_way_that_cannot_be_followed_to_its_end_is_refused_before_moving():
    world = RobotWorld(SCENE)
    do(world, "pick", object="red_cube")
    before = world.arm.steps
    result = do(world, "place_at", object="red_cube", spot="1.3, 0.0")
    assert isinstance(result, Failed) and result.reason == "unreachable" and world.arm.steps == before


def test_running_into_something_is_seen_beforehand():
    world = RobotWorld(Scene({"red_cube": Thing("red", (0.5, 0.0)), "tall_cube": Thing("blue", (0.5, 0.085), 0.1)}))
    result = do(world, "pick", object="red_cube")
    assert the(result, Failed).reason == "collision" and "tall_cube" in the(result, Failed).detail


@pytest.mark.parametrize(("kind", "reason"), [("moved", "object_not_found"), ("slips", "grasp_slipped")])
def test_disturbances_are_told_by_their_reason_and_overcome(kind, reason):
    world = RobotWorld(SCENE)
    disturber = Disturber(world, kind, 0, {"red_cube": (0.5, 0.0, 0.0)})
    outcome = run(
        "lift it", done_when="holding(red_cube)", world=world, planner=RepairPlanner(SearchPlanner()), clock=FrozenClock(),
        approver=AnswersAll(),
    )  # fmt: skip
    assert disturber.log and outcome.success and height(world, "red_cube") > 0.1
    assert any(getattr(getattr(e.event, "result", None), "reason", "") == reason for e in outcome.entries)


def test_a_thing_put_elsewhere_may_be_tried_again_and_one_out_of_reach_is_not_tried_twice():
    world = RobotWorld(Scene({"red_cube": Thing("red", (1.2, 0.0))}))
    tries = []
    world.listeners.append(lambda phase, about: tries.append(about) if phase == "begins" else None)

    def help_once(phase, about):
        if phase == "look" and len(tries) == 1:
            put(world, "red_cube", 0.5, 0.0)

    outcome = run("lift it", done_when="holding(red_cube)", world=world, planner=[act("pick", object="red_cube")])
    assert tries == ["pick"] and outcome.ending.final_reason == "structural"
    tries.clear()
    world.listeners.append(help_once)
    assert run("lift it", done_when="holding(red_cube)", world=world, planner=[act("pick", object="red_cube")]).success
    assert tries == ["pick", "pick"]


def test_the_old_loop_tries_three_times():
    world = RobotWorld(Scene({"red_cube": Thing("red", (1.2, 0.0))}))
    outcome = run(
        "lift it", done_when="holding(red_cube)", world=world, planner=[act("pick", object="red_cube")],
        settings=under(replan="on-error", stop_early=False, max_replans=2),
    )  # fmt: skip
    ending = outcome.ending
    assert (ending.success, ending.replans, ending.steps, ending.final_reason) == (False, 2, 3, "replan_exhausted")
    for part in ("400 iterations", "position error", "tolerance"):
        assert part in ending.final_detail


# --- scenes and commands --------------------------------------------------------------------------------------------------


def test_state_outlives_the_process(tmp_path):
    keep = tmp_path / "table.json"
    world = RobotWorld(SCENE, keep=keep)
    do(world, "pick", object="red_cube")
    again = RobotWorld(SCENE, keep=keep)
    assert "holding(red_cube)" in facts(again) and facts(again) == facts(world)


def midcourse(folder, *words):
    command = [Path(sys.executable).with_name("midcourse"), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900, stdin=subprocess.DEVNULL)


def test_the_demo_and_a_task_file_from_the_command_line(tmp_path):
    shown = midcourse(tmp_path, "demo", "robot")
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "PLAN: task='pick up the red cube' replan=0" in shown.stdout and "  wall: " in shown.stdout
    details = [line.split(None, 1)[1] for line in shown.stdout.splitlines() if line.startswith("  detail:")]
    assert details[0].startswith("pick(object=red_cube) failed: unreachable")
    assert details[1].count("IK did not converge") == 1, "what broke is told once"
    for part in (
        "  replans:      2\n  steps:        3\n  final reason: replan_exhausted\n",
        "  replans:      1\n  steps:        1\n  final reason: structural\n",
        "EXECUTE: pick({'object': 'red_cube'})",
        "failed: grasp_slipped",
        "a person moved the blue cube",
    ):
        assert part in shown.stdout, part
    runs = sorted((tmp_path / ".midcourse" / "runs").glob("robot-*"))
    assert len(runs) == 4 and sum((r / "film.gif").exists() for r in runs) == 2
    pictures = [p for r in runs for p in r.glob("*.png")]
    assert len(pictures) >= 8 and all(p.stat().st_size > 10_000 for p in pictures)
    done = midcourse(ROOT / "examples" / "robot", "run", "task.yaml", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    wrong = midcourse(tmp_path, "run", "lift", "--world", "robot:scene.yaml blind")
    assert wrong.returncode == 2 and "valid: camera, noisy, pictures, reset, true" in wrong.stderr
    assert midcourse(tmp_path, "demo", "opera").returncode == 2
