"""A coarse plan that a model makes, which may be another one than acts."""

import asyncio

import pytest

from midcourse import run
from midcourse.core.errors import PlannerUnreachable, TaskError
from midcourse.core.gates.request import Left, PlanRequest
from midcourse.core.local.guide import Guide
from midcourse.core.model import Cost, Task
from midcourse.core.plans.plan import Cause
from midcourse.inputs.taskfile import TaskFile
from midcourse.planners.coarse import GOES, make_goals, why_not
from midcourse.planners.guided import GuidedPlanner
from midcourse.planners.model import ModelPlanner
from midcourse.testing import SymbolicWorld
from midcourse.wiring.preparing import prepare
from tests.models.test_requests import Says
from tests.planners.test_guided import CHAIN, LIMITS, Near

REQUEST = PlanRequest("put it away", "named", "first", Cause("first"), (), frozenset(), Left(9, 9, 9, 9.0, Cost()))
GOALS = {
    "answer": "plan",
    "steps": [{"achieve": "find the menu", "until": "menu"}, {"achieve": "find the shelf", "until": "shelf"}],
}
FINE = {"answer": "plan", "steps": [{"achieve": "click the menu", "until": "menu"}]}


def made(*said, guide=None):
    model = Says(*said)
    return asyncio.run(make_goals(ModelPlanner(model), REQUEST, guide or Guide())), model


def test_goals_come_as_data_or_as_text():
    assert made(GOALS)[0].goals == [("find the menu", "menu"), ("find the shelf", "shelf")]
    text = "Step 1: Explore the menu | menu\nStep 2: Find the shelf"
    assert made(text)[0].goals == [("Explore the menu", "menu"), ("Find the shelf", "")]


def test_a_goal_that_names_clicks_is_sent_back_with_what_is_wrong_and_all_of_it_is_paid_for():
    (goals, cost), model = made(FINE, GOALS)
    assert len(goals) == 2 and cost.tokens == 20
    assert "says how ('click')" in model.asked[-1].prompt


def test_a_model_that_does_not_learn_gives_no_goals_that_say_how():
    (goals, _), model = made(FINE)
    assert goals == [] and len(model.asked) == GOES


def test_a_condition_that_cannot_be_read_is_sent_back_and_at_last_left_out():
    broken = {"answer": "plan", "steps": [{"achieve": "find the menu", "until": "menu((("}]}
    assert made(broken)[0].goals in ([("find the menu", "")], [])
    assert why_not("find the menu", "menu(((") and not why_not("find the menu", "menu")


def test_who_revises_is_told_what_is_reached_and_what_was_called_impossible():
    from msgspec.structs import replace

    from midcourse.core.local.guide import guide_of, marked

    guide = replace(marked(guide_of([("find the menu", "menu")]), lambda c: True), dropped=("find the attic",))
    _, model = made(GOALS, guide=guide)
    assert "Progress: 1 of 1" in model.asked[0].prompt and "called impossible: find the attic" in model.asked[0].prompt


def test_a_model_that_cannot_be_reached_leaves_the_run_without_a_suggestion():
    class Down(Says):
        async def ask(self, ask):
            raise PlannerUnreachable("no answer")

    assert asyncio.run(make_goals(ModelPlanner(Down("")), REQUEST, Guide())).goals == []


def test_the_goals_of_one_model_guide_another_planner():
    model = Says(GOALS)
    planner = GuidedPlanner(Near(), maker=ModelPlanner(model))
    ended = run("put it away", done_when="named", world=SymbolicWorld(CHAIN), planner=planner, settings=LIMITS)
    assert ended.success and len(model.asked) == 1 and ended.ending.cost.tokens == 10
    [*_, last] = ended.run.work.plans
    assert last.bearing is not None and last.bearing.progress.startswith("Progress: 2 of 2")


def test_the_unreached_part_is_made_anew_after_three_acts_that_brought_nothing_at_most_three_times():
    from msgspec.structs import replace

    from midcourse.core.local.guide import after_act

    model = Says(GOALS)
    planner = GuidedPlanner(Near(), [("find the attic", "attic")], maker=ModelPlanner(model))
    for _ in range(12):
        planner.guide = after_act(planner.guide, progress=False)
        asyncio.run(planner.plan(replace(REQUEST, facts=frozenset({"x"}))))
    assert len(model.asked) == 3 and planner.guide.revisions == 3


def test_a_task_file_names_the_model_that_guides():
    assert TaskFile("x", guide="model").task().guided_by == "model" and TaskFile("x", guide="model").task().guide == ()
    assert TaskFile("x", guide="model:a:b", planning=False).task().guided_by == ""
    with pytest.raises(TaskError, match="guide: model needs a model"):
        prepare(Task("x", "named", guided_by="model"), world=SymbolicWorld(CHAIN), planner=Near())
