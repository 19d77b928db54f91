"""A coarse plan beside a planner: the task's goal first, then goals on the way, then exactly as without one."""

from __future__ import annotations

import pytest

from midcourse import run
from midcourse.core.errors import TaskError
from midcourse.core.gates.request import AtALoss, NoWay
from midcourse.core.model import Skill, Task
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.inputs.taskfile import read_task
from midcourse.planners.guided import GuidedPlanner
from midcourse.testing import SymbolicWorld

CHAIN = [
    Skill("find_menu", makes="menu"),
    Skill("find_shelf", needs="menu", makes="shelf"),
    Skill("name_it", needs="shelf", makes="named"),
]
NEEDS = {"menu": "", "shelf": "menu", "named": "shelf"}
LIMITS = {"settle_seconds": 0.0, "max_replans": 50, "max_planner_calls": 50}


class Near:
    """Sees one act far, and has nothing to say beyond."""

    def __init__(self, never=()):
        self.asked, self._never = [], never

    async def way(self, request):
        self.asked.append((request.goal, request.done_when))
        if request.done_when in self._never:
            return NoWay("it is nowhere")
        wanted = next((s for s in CHAIN if s.makes == request.done_when), None)
        if wanted is None or NEEDS[wanted.makes] not in ("", *request.facts):
            return AtALoss("too far to see")
        return Draft((Act(wanted.name), Replan("to see")), means=True)

    async def plan(self, request):
        return await self.way(request)


def go(near, goals, done_when="named"):
    planner = GuidedPlanner(near, goals)
    return run("put it away", done_when=done_when, world=SymbolicWorld(CHAIN), planner=planner, settings=LIMITS), planner


def test_goals_on_the_way_lead_to_a_goal_that_the_planner_cannot_see():
    assert not go(Near(), [])[0].success
    ended, planner = go(Near(), [("find the menu", "menu"), ("find the shelf", "shelf")])
    assert ended.success and [p.reached for p in planner.guide.points] == [True, True]


def test_the_tasks_own_goal_is_always_asked_for_first():
    near = Near()
    go(near, [("find the menu", "menu"), ("find the shelf", "shelf")])
    first = [done_when for _, done_when in near.asked]
    assert first[0] == "named" and first[1] == "menu" and first[2] == "named"


def test_a_goal_that_is_impossible_does_not_end_the_run():
    ended, planner = go(Near(never=("gold",)), [("find gold", "gold"), ("find the menu", "menu"), ("find the shelf", "shelf")])
    assert ended.success and planner.guide.points[0].strikes >= 1


def test_goals_in_a_wrong_order_are_tried_in_the_order_in_which_they_have_a_way():
    ended, _ = go(Near(), [("find the shelf", "shelf"), ("find the menu", "menu")])
    assert ended.success


def test_a_goal_that_says_how_is_sent_back():
    with pytest.raises(TaskError, match="says how"):
        GuidedPlanner(Near(), [("click the menu", "")])


def test_a_task_with_a_guide_is_guided():
    task = Task("put it away", "named", guide=(("find the menu", "menu"), ("find the shelf", "shelf")))
    assert run(task, world=SymbolicWorld(CHAIN), planner=Near(), settings=LIMITS).success


def test_the_planner_is_told_how_far_it_is():
    told = []

    class Listens(Near):
        async def way(self, request):
            told.extend(request.insight.notes)
            return await super().way(request)

    go(Listens(), [("find the menu", "menu"), ("find the shelf", "shelf")])
    assert told[0].startswith("Progress: 0 of 2") and any(t.startswith("Progress: 2 of 2") for t in told)


@pytest.mark.parametrize(("word", "guided"), [("on", True), ("true", True), ("off", False), ("false", False)])
def test_a_task_file_switches_its_guide_on_and_off(tmp_path, word, guided):
    path = tmp_path / "task.yaml"
    path.write_text(f"goal: x\nguide: [find the door]\nplanning: {word}\n")
    assert bool(read_task(path).task().guide) is guided
