"""A coarse plan beside a planner: the task's goal first, then goals on the way, then exactly as without one."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from midcourse import run
from midcourse.core.errors import PlannerUnreachable, TaskError
from midcourse.core.gates.request import AtALoss, Left, NoWay, PlanRequest
from midcourse.core.model import Cost, Skill, Task
from midcourse.core.plans.plan import Act, Cause, Draft, Replan
from midcourse.core.protocols import Verdict
from midcourse.inputs.taskfile import read_task
from midcourse.interfaces.results import result_of
from midcourse.planners.guided import GuidedPlanner
from midcourse.planners.model import ModelPlanner
from midcourse.testing import SymbolicWorld
from midcourse.testing.contracts.planner import request
from midcourse.wiring.preparing import prepare
from tests.models.test_requests import Says
from tests.support import the

CHAIN = [
    Skill("find_menu", makes="menu"),
    Skill("find_shelf", needs="menu", makes="shelf"),
    Skill("name_it", needs="shelf", makes="named"),
]
NEEDS = {"menu": "", "shelf": "menu", "named": "shelf"}
REQUEST = PlanRequest("put it away", "named", "first", Cause("first"), (), frozenset(), Left(9, 9, 9, 9.0, Cost()))
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
    ended = run(task, world=SymbolicWorld(CHAIN), planner=Near(), settings=LIMITS)
    assert ended.success
    told = the(result_of(ended.run)["guide"], dict)
    assert [goal["goal"] for goal in told["goals"]] == ["find the menu", "find the shelf"] and told["goals"][0]["reached"]
    assert told["revisions"] == 0


def test_a_result_without_a_guide_says_so():
    assert result_of(run("nothing", world=[lambda: None], planner=[]).run)["guide"] is None


def test_the_planner_is_told_how_far_it_is():
    told = []

    class Listens(Near):
        async def way(self, request):
            told.append(request.insight.guide)
            return await super().way(request)

    go(Listens(), [("find the menu", "menu"), ("find the shelf", "shelf")])
    assert told[0][0].startswith("> [ ] ") and any(all("[x]" in goal for goal in goals) for goals in told)


def test_every_answer_behind_a_plan_is_in_its_cost():
    class Charges(Near):
        async def way(self, request):
            return replace(await super().way(request), cost=Cost(1, answers=1))

    near = Charges()
    ended, _ = go(near, [("find the menu", "menu"), ("find the shelf", "shelf")])
    assert ended.success and ended.ending.cost.tokens == len(near.asked) == ended.run.spent.model_calls > 3


def test_what_goals_cost_is_paid_though_the_plan_after_them_comes_to_nothing():
    class Fails(Near):
        async def way(self, request):
            if not self.asked:
                self.asked.append(("", ""))
                raise PlannerUnreachable("not now")
            return await super().way(request)

    model = Says({"answer": "plan", "steps": [{"achieve": "find the menu", "until": "menu"}]})
    planner = GuidedPlanner(Fails(), maker=ModelPlanner(model))
    with pytest.raises(PlannerUnreachable):
        asyncio.run(planner.plan(REQUEST))
    reply = asyncio.run(planner.plan(REQUEST))
    assert reply.cost.tokens == 10 and reply.cost.answers == 1 and len(model.asked) == 1


class Judges:
    """Says that the menu is found once it is, and nothing of anything else."""

    most_each = Cost(7)

    def __init__(self):
        self.asked = []

    async def assess(self, case):
        self.asked.append(case.goal)
        if case.goal != "find the menu":
            raise ValueError("who knows")
        return Verdict("menu" in case.facts, "judge", cost=Cost(5, answers=1))


def test_a_goal_without_a_condition_is_reached_when_a_judge_says_so():
    judge, task = Judges(), Task("put it away", "named", guide=(("find the menu", ""), ("find the shelf", "")))
    prepared = prepare(task, world=SymbolicWorld(CHAIN), planner=Near(), judge=judge)
    planner = prepared.parts.planner
    assert isinstance(planner, GuidedPlanner)
    before = asyncio.run(planner.plan(REQUEST))
    assert before.cost.tokens == 5 and planner.most(REQUEST).tokens >= 14
    there = replace(REQUEST, facts=frozenset({"menu"}))
    costs = [asyncio.run(planner.plan(there)).cost.tokens for _ in range(2)]
    assert [point.reached for point in planner.guide.points] == [True, False]
    assert judge.asked == ["find the menu", "find the shelf"] * 3 and costs == [5, 5]


def test_a_planner_is_told_a_persons_goals_as_a_suggestion_and_a_models_as_advice():
    model = Says({"answer": "stuck", "why": "so"})
    asyncio.run(GuidedPlanner(ModelPlanner(model), [("find the menu", "menu"), ("find the shelf", "shelf")]).plan(REQUEST))
    ours, fence = model.asked[0].prompt.split("SEEN ", 1)
    assert "Suggested plan" in ours and "> [ ] find the menu" in ours and "find the shelf" not in fence
    model, goals = Says({"answer": "stuck", "why": "so"}), Says({"answer": "plan", "steps": [{"achieve": "find the menu"}]})
    asyncio.run(GuidedPlanner(ModelPlanner(model), maker=ModelPlanner(goals)).plan(REQUEST))
    ours, fence = model.asked[0].prompt.split("SEEN ", 1)
    assert "find the menu" not in ours and "> [ ] find the menu" in fence


@pytest.mark.parametrize(("word", "guided"), [("on", True), ("true", True), ("off", False), ("false", False)])
def test_a_task_file_switches_its_guide_on_and_off(tmp_path, word, guided):
    path = tmp_path / "task.yaml"
    path.write_text(f"goal: x\nguide: [find the door]\nplanning: {word}\n")
    assert bool(read_task(path).task().guide) is guided


def test_where_no_goal_has_a_way_it_does_exactly_what_it_would_without_a_coarse_plan():
    class Lost:
        async def way(self, request):
            return AtALoss("no way is seen")

        async def plan(self, request):
            return Draft((Act("wander"),), "by itself")

    asked = request()
    alone = asyncio.run(Lost().plan(asked))
    guided = asyncio.run(GuidedPlanner(Lost(), [("find the menu", "menu")]).plan(asked))
    assert the(guided, Draft).steps == alone.steps
