"""PDDL and grid games from the command line."""

import json
from pathlib import Path

from tests.commands import PDDL as READERS
from tests.commands import command

PDDL = Path(__file__).parents[2] / "examples" / "pddl"
FILES = (str(PDDL / "ferry.pddl"), str(PDDL / "two-cars.pddl"))


def midcourse(desk, *words):
    return command(*words, cwd=desk, loaded=READERS)


def test_a_domain_and_a_problem_run_to_their_goal(tmp_path):
    done = midcourse(tmp_path, "run", *FILES, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["success"] and result["final_reason"] == "plan_complete" and result["planner_calls"] == 1


def test_another_seed_is_another_day(tmp_path):
    steps = {json.loads(midcourse(tmp_path, "run", *FILES, "--json", "--seed", str(seed)).stdout)["steps"] for seed in range(4)}
    assert len(steps) > 1, "the ferry does not start every time"


def test_a_problem_never_seen_before_runs_too(tmp_path):
    problem = (
        (PDDL / "two-cars.pddl")
        .read_text()
        .replace("red blue", "red blue green")
        .replace("(moored north)", "(moored south) (at green north)")
    )
    (tmp_path / "three.pddl").write_text(problem.replace("(at blue north)", "(at blue north) (at green south)"))
    assert midcourse(tmp_path, "run", FILES[0], "three.pddl").returncode == 0


def test_a_task_file_may_name_pddl_files(tmp_path):
    (tmp_path / "task.yaml").write_text(f"goal: both across\nworld: {FILES[0]} {FILES[1]}\n")
    assert midcourse(tmp_path, "run", "task.yaml").returncode == 0


def test_a_broken_file_is_told_with_its_line(tmp_path):
    (tmp_path / "bad.pddl").write_text(
        (PDDL / "ferry.pddl").read_text().replace("(aboard ?c) (moored ?p)", "(abord ?c) (moored ?p)")
    )
    done = midcourse(tmp_path, "run", "bad.pddl", FILES[1])
    assert done.returncode == 2
    assert "bad.pddl:19: no predicate 'abord' is declared; did you mean aboard?" in done.stderr
    assert "the problem is missing; for PDDL give two files" in midcourse(tmp_path, "run", "bad.pddl").stderr
    assert "'task.yaml' is no .pddl file" in midcourse(tmp_path, "run", FILES[0], "task.yaml").stderr


def test_an_engine_that_is_not_there_is_told(tmp_path):
    done = midcourse(tmp_path, "run", *FILES, "--planner", "up:fast")
    assert done.returncode == 2 and "unified-planning has no engine 'fast' here; " in done.stderr


def test_the_world_is_where_it_was_when_a_run_is_taken_up_again(tmp_path):
    """The first run is stopped after three acts; the world that it leaves in its folder is not the one it began with."""
    midcourse(tmp_path, "run", *FILES, "--max-steps", "3")
    [folder] = (tmp_path / ".midcourse" / "runs").iterdir()
    kept = json.loads((folder / "world.json").read_text())
    assert "at(red, north)" not in kept["facts"]


def test_a_grid_game_is_played_by_its_name(tmp_path):
    done = midcourse(tmp_path, "run", "grid:GoToRedBall", "--seed", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["goal"].endswith("red ball")
    assert "no level 'GoToRadBall'" in midcourse(tmp_path, "run", "grid:GoToRadBall").stderr
