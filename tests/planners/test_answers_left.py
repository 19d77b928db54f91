"""`max_model_calls` holds over all that a model is asked for one run, also where one plan takes several answers."""

from __future__ import annotations

import asyncio
import json

import pytest
from msgspec.structs import replace

from midcourse import run
from midcourse.core.gates.request import AtALoss, Left
from midcourse.core.language.prompts import Completion
from midcourse.core.model import Cost
from midcourse.judges.facts import FactsJudge
from midcourse.judges.model import ModelJudge
from midcourse.planners.around import Bill
from midcourse.planners.cascade import CascadePlanner
from midcourse.planners.guided import GuidedPlanner
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.model import ModelNearness, ModelProposer
from midcourse.planners.model import ModelPlanner
from midcourse.planners.monitored import MonitoredPlanner
from midcourse.testing.contracts.planner import request
from tests.planners.local.rooms import Rooms
from tests.planners.local.test_local_planner import LIMITS
from tests.planners.test_guided import Near


class Talks:
    """A model that answers everything, says little of use, and counts."""

    def __init__(self):
        self.asked = []

    def most(self, ask):
        return Cost(10, 0.0)

    async def ask(self, ask):
        self.asked.append(ask.purpose)
        said = {
            "near": {"near": 0},
            "options": {"options": [{"act": "fly"}]},
            "plan": {"stuck": "no idea"},
            "judge": {"met": False, "why": "no"},
        }
        return Completion(json.dumps(said.get(ask.purpose, {})), "talks", 5, 5)


WAYS = {
    "local": lambda m: LocalPlanner(ModelProposer(m), ModelNearness(m)),
    "local behind a model": lambda m: LocalPlanner(ModelProposer(m), ModelNearness(m), planner=ModelPlanner(m)),
    "two models": lambda m: CascadePlanner(ModelPlanner(m), ModelPlanner(m)),
    "goals on the way": lambda m: GuidedPlanner(LocalPlanner(ModelProposer(m)), maker=ModelPlanner(m)),
    "goals in words": lambda m: GuidedPlanner(ModelPlanner(m), [("find it", ""), ("hold it", ""), ("keep it", "")]),
    "watched": lambda m: MonitoredPlanner(ModelPlanner(m), ModelJudge(m, FactsJudge())),
}


@pytest.mark.parametrize("most", [1, 2, 3, 5])
@pytest.mark.parametrize("way", WAYS)
def test_no_run_asks_models_more_often_than_it_may(way, most):
    model = Talks()
    planner = WAYS[way](model)
    if isinstance(planner, GuidedPlanner):
        planner.ask(ModelJudge(model, FactsJudge()))
    settings = {**LIMITS, "max_model_calls": most}
    ended = run("get there", done_when="screen(Nowhere)", world=Rooms(), planner=planner, settings=settings)
    assert not ended.success and 1 <= len(model.asked) <= most, model.asked
    assert ended.run.spent.model_calls <= most


def test_what_a_planner_costs_that_had_no_answer_is_paid_by_the_one_that_has():
    model = Talks()
    reply = asyncio.run(CascadePlanner(ModelPlanner(model), Near()).plan(request(done_when="menu")))
    assert len(model.asked) == 1 and reply.cost.answers == 1


def test_with_no_answer_left_a_model_is_not_asked():
    model = Talks()
    bill = Bill()
    bill.add(Cost(5))
    asked = bill.left(replace(request(), left=Left(9, 9, 9, 9.0, Cost(), 1)))
    assert asked.left.answers == 0
    assert isinstance(asyncio.run(ModelPlanner(model).plan(asked)), AtALoss) and model.asked == []
