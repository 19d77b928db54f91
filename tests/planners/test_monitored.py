"""The monitor: facts and the loop detector first, a model last; advice reaches the planner at once and changes nothing by itself."""

import asyncio

from msgspec.structs import replace

from midcourse import run
from midcourse.core.gates.remarks import Advice, PathSoFar, remark, world_print
from midcourse.core.gates.request import AtALoss, DoneStep, Left, PlanRequest, Progress, View
from midcourse.core.history.stuck import Turn
from midcourse.core.language.prompts import Completion
from midcourse.core.model import Cost, Skill, Target, Task
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Act, Cause, Draft
from midcourse.judges.facts import FactsJudge
from midcourse.judges.model import ModelJudge
from midcourse.planners.model import Misread
from midcourse.planners.monitored import MonitoredPlanner
from midcourse.testing import SymbolicWorld
from midcourse.wiring.preparing import prepare
from tests.models.test_requests import Says
from tests.planners.test_guided import CHAIN, LIMITS, Near

REQUEST = PlanRequest("go", "there", "first", Cause("first"), (Skill("press"),), frozenset({"here"}), Left(9, 9, 9, 9.0, Cost()))
PRESS = Act("press", {}, "")
IN_VAIN = Turn(act_digest("press", {}, "", {"press": Skill("press")}), "done", "press", world_print(REQUEST), news=False)


def path(*turns, proposed=PRESS, request=REQUEST):
    return PathSoFar(request, turns, (proposed,))


class Twice:
    """Plans one thing, and another once it is advised."""

    def __init__(self, second=None):
        self.notes, self._second = [], second

    async def plan(self, request):
        self.notes.append(request.insight.advice)
        if len(self.notes) == 1:
            return Draft((PRESS,), cost=Cost(1))
        if isinstance(self._second, Exception):
            raise self._second
        return self._second or Draft((Act("wait"),), cost=Cost(2))


class Advises:
    def __init__(self, advice):
        self._advice = advice

    async def guidance(self, path):
        if isinstance(self._advice, Exception):
            raise self._advice
        return self._advice


def planned(advice, second=None):
    planner = Twice(second)
    return asyncio.run(MonitoredPlanner(planner, Advises(advice)).plan(REQUEST)), planner


def test_an_act_that_brought_nothing_three_times_is_remarked_before_it_is_done_again():
    assert remark(path(IN_VAIN, IN_VAIN)) == "" and "3 times" in remark(path(IN_VAIN, IN_VAIN, IN_VAIN))


def test_an_act_on_what_is_not_to_be_seen_makes_no_sense_here():
    request = replace(REQUEST, view=View(targets=(Target("a", "button", "A"),)))
    assert "is not to be seen" in remark(path(proposed=Act("press", {}, "b"), request=request))
    assert remark(path(proposed=Act("press", {}, "a"), request=request)) == ""


def test_a_path_that_goes_in_circles_is_remarked_whatever_is_proposed():
    other = replace(IN_VAIN, act="x", skill="turn")
    assert "repeats itself" in remark(path(*(other,) * 5, proposed=Act("look")))


def test_where_nothing_is_wrong_nothing_is_said_and_the_planner_is_asked_once():
    reply, planner = planned(None)
    assert isinstance(reply, Draft) and reply.steps == (PRESS,) and len(planner.notes) == 1 and reply.bearing is None


def test_advice_reaches_the_planner_at_once_and_another_act_may_be_chosen():
    reply, planner = planned(Advice("it is a wall", "facts"))
    assert planner.notes[1] == ("facts advises: it is a wall",)
    assert isinstance(reply, Draft) and reply.steps == (Act("wait"),) and reply.cost.tokens == 3
    assert reply.bearing is not None and reply.bearing.advice == "it is a wall"


def test_advice_holds_nothing_up_even_if_the_planner_has_no_other_idea_or_breaks_off():
    for second in (AtALoss("no idea"), ValueError("broken")):
        reply, _ = planned(Advice("it is a wall", "facts"), second)
        assert isinstance(reply, Draft) and reply.steps == (PRESS,)


def test_a_second_answer_that_cannot_be_read_is_paid_for():
    model = Completion("no plan", "a model", 5, 5)
    reply, _ = planned(Advice("it is a wall", "facts"), Misread("no plan", model))
    assert isinstance(reply, Draft) and reply.steps == (PRESS,) and reply.cost.tokens == 11


def test_a_monitor_that_breaks_off_says_nothing():
    reply, planner = planned(ValueError("broken"))
    assert isinstance(reply, Draft) and len(planner.notes) == 1


def test_the_path_is_followed_from_request_to_request():
    seen = []

    class Keeps:
        async def guidance(self, path):
            seen.append(path.turns)

    class Presses:
        async def plan(self, request):
            return Draft((PRESS,))

    monitored = MonitoredPlanner(Presses(), Keeps())
    for i in range(4):
        done = tuple(DoneStep(f"s{n}", "press", True, step=PRESS) for n in range(i))
        left = replace(REQUEST.left, steps=9 - i)
        asyncio.run(monitored.plan(replace(REQUEST, left=left, progress=Progress(done=done))))
    assert [len(turns) for turns in seen] == [0, 1, 2, 3] and not seen[-1][-1].news


def guided(model, *turns):
    return asyncio.run(ModelJudge(model, FactsJudge()).guidance(path(*turns)))


def test_the_model_is_asked_last_and_only_where_the_last_act_brought_nothing_new():
    model = Says({"problem": True, "advice": "open the other menu"})
    assert guided(model) is None and guided(model, replace(IN_VAIN, news=True)) is None and not model.asked
    told = guided(model, IN_VAIN, IN_VAIN, IN_VAIN)
    assert told is not None and told.who == "facts" and not model.asked
    assert guided(model, IN_VAIN) == Advice("open the other menu", "a model", Cost(10, 0.001, answers=1))


def test_a_long_answer_that_says_that_all_is_well_is_no_advice():
    said = guided(Says("All is well here, the path is fine and I have no objection."), IN_VAIN)
    assert said is None or said.text == ""
    fine = guided(Says({"problem": False, "advice": "go on"}), IN_VAIN)
    assert fine is None or fine.text == ""


def test_a_run_with_a_coarse_plan_is_watched_and_ends_as_without_the_monitor():
    task = Task("put it away", "named", guide=(("find the menu", "menu"), ("find the shelf", "shelf")))
    made = prepare(task, world=SymbolicWorld(CHAIN), planner=Near())
    assert isinstance(made.parts.planner, MonitoredPlanner)
    assert run(task, world=SymbolicWorld(CHAIN), planner=Near(), settings=LIMITS).success
