"""An engine of unified-planning as the planner."""

import asyncio
import time
from collections import deque
from typing import Any

import pytest
import unified_planning as up
from unified_planning.engines import Engine, PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.sequential_simulator import UPSequentialSimulator
from unified_planning.environment import get_environment
from unified_planning.model import ProblemKind
from unified_planning.plans import ActionInstance, SequentialPlan

from midcourse.core.errors import TaskError
from midcourse.core.gates.request import AtALoss, NothingToDo, NoWay
from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.unified import UnifiedPlanner
from midcourse.testing import Chaos, Mix, SymbolicWorld
from tests.planners.test_search import ask
from tests.support import lab, the


class Breadth(Engine, OneshotPlannerMixin):
    """A breadth-first engine, written against unified-planning's own interface."""

    def __init__(self, **options):
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)

    @property
    def name(self):
        return "breadth"

    @staticmethod
    def supported_kind():
        return ProblemKind({"ACTION_BASED", "NEGATIVE_CONDITIONS", "DISJUNCTIVE_CONDITIONS"}, version=2)

    @staticmethod
    def supports(problem_kind):
        return problem_kind <= Breadth.supported_kind()

    def _solve(self, problem, heuristic=None, timeout=None, output_stream=None):
        time.sleep(0.1)  # an engine blocks its thread; the loop must not notice
        simulator = UPSequentialSimulator(problem)
        start = simulator.get_initial_state()
        queue: deque[Any] = deque([(start, ())])
        seen: set[str] = set()
        while queue:
            state, way = queue.popleft()
            if simulator.is_goal(state):
                plan = SequentialPlan([ActionInstance(a, v) for a, v in way])
                return PlanGenerationResult(PlanGenerationResultStatus.SOLVED_SATISFICING, plan, self.name)
            for action, values in simulator.get_applicable_actions(state):
                after = simulator.apply(state, action, values)
                key = str(sorted(str((f, the(after).get_value(f))) for f in problem.initial_values))
                if key not in seen:
                    seen.add(key)
                    queue.append((after, (*way, (action, values))))
        return PlanGenerationResult(PlanGenerationResultStatus.UNSOLVABLE_PROVEN, None, self.name)


@pytest.fixture(autouse=True)
def engine():
    get_environment().factory.add_engine("breadth", __name__, "Breadth")


STAIRS = [Skill(f"s{i}", needs=f"p{i} and not wet(*)", makes=f"p{i + 1}", breaks=f"p{i}", complete=True) for i in range(4)]
DRY = Skill("dry", makes="not wet(floor)", complete=True)


def test_it_plans_and_a_run_replans_with_it():
    plan = ask(UnifiedPlanner("breadth"), [*STAIRS, DRY], {"p0", "wet(floor)"}, "p4")
    assert (
        sorted(the(s, Act).skill for s in the(plan, Draft).steps) == ["dry", "s0", "s1", "s2", "s3"]
        and the(plan, Draft).author == "breadth"
    )
    world = SymbolicWorld([*STAIRS, DRY], ["p0", "wet(floor)"])
    run = lab(Chaos(world, Mix(fail=0.3, lie=0.2, most=4), 5), UnifiedPlanner("breadth"), "p4").run()
    assert the(run.ending).success


def test_done_impossible_and_at_a_loss_are_told_apart():
    assert isinstance(ask(UnifiedPlanner("breadth"), STAIRS, {"p4"}, "p4"), NothingToDo)
    assert isinstance(ask(UnifiedPlanner("breadth"), STAIRS, {"p2"}, "p1"), NoWay)
    assert the(the(ask(UnifiedPlanner("breadth"), STAIRS, {"p0"}, "q"), NoWay).certificate).missing == ("q",)
    counting = Skill("count", makes="n(+=1)")
    assert isinstance(ask(UnifiedPlanner("breadth"), [counting], {"n(0)"}, "n(>=2)"), AtALoss)


def test_an_unknown_engine_is_named_with_those_that_are_there():
    with pytest.raises(TaskError, match="no engine 'bredth' here; did you mean breadth"):
        UnifiedPlanner("bredth")


def test_the_loop_goes_on_while_the_engine_works():
    async def go():
        turns = 0
        from midcourse.testing.contracts.planner import request

        task = asyncio.ensure_future(
            UnifiedPlanner("breadth").plan(request(skills=tuple(STAIRS), facts=frozenset({"p0"}), done_when="p4"))
        )
        while not task.done():
            await asyncio.sleep(0.001)
            turns += 1
        return turns, task.result()

    turns, reply = asyncio.run(go())
    assert turns > 1 and len(the(reply, Draft).steps) == 4
    assert up.__name__ == "unified_planning"
