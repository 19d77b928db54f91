"""When to look, and how far to plan, where both have a price."""

import pytest

from midcourse.core.model import Cost, Skill
from midcourse.core.plans.horizon import best_length, price_of_planning, spoiling_rate
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.seeing.hazard import Hazard, worth_a_look
from midcourse.planners.search import SearchPlanner
from midcourse.planners.segments import SegmentPlanner
from midcourse.testing import Chaos, Mix, SymbolicWorld
from tests.support import lab, the, under

CHAIN = [Skill(f"s{i}", needs=f"p{i}", makes=f"p{i + 1}", complete=True, repeatable=True) for i in range(20)]


class Counted(SymbolicWorld):
    """A world that counts how often it is looked at."""

    looks = 0

    async def observe(self):
        self.looks += 1
        return await super().observe()


QUIET = Mix()


def looks(price: float, mix: Mix = QUIET, seed: int = 1):
    world = Counted(CHAIN, ["p0"])
    run = lab(Chaos(world, mix, seed), SearchPlanner(), "p20", settings=under(look_cost=price, backoff=0.0)).run()
    return world.looks, run


def test_with_no_price_every_act_is_followed_by_a_look():
    count, run = looks(0.0)
    assert the(run.ending).success and count >= 20


def test_in_a_quiet_world_looks_become_rare_and_the_end_is_still_seen():
    count, run = looks(0.6)
    assert the(run.ending).success and count < 12
    assert the(run.ending).said_by == "the goal's condition, in a fresh look"


def test_where_work_is_undone_it_looks_more_often_than_where_it_is_not():
    quiet = sum(looks(0.6, seed=s)[0] for s in range(6))
    runs = [looks(0.6, Mix(undo=0.3, most=8), s) for s in range(6)]
    assert all(the(run.ending).success for _, run in runs)
    assert sum(count / run.spent.steps for count, run in runs) > sum(looks(0.6, seed=s)[0] / 20 for s in range(6))
    assert quiet < 6 * 12


def test_an_act_that_cannot_be_undone_is_never_begun_on_an_old_look():
    last = Skill("launch", needs="p20", makes="gone", risk="irreversible", complete=True)
    world = Counted([*CHAIN, last], ["p0"])
    made = lab(world, SearchPlanner(), "gone", settings=under(look_cost=50.0))
    run = made.run()
    assert the(run.ending).success
    events = [type(e.event).__name__ for e in made.entries]
    asked = events.index("Asked")
    assert "Looked" in events[asked - 2 : asked], "the question itself rests on a fresh look"


def test_a_plan_is_made_from_a_look_after_the_last_act_whatever_looks_cost():
    world = Counted(CHAIN, ["p0"], hidden={"s7": "not p3"})
    world._broken["s12"] = __import__("midcourse").Failed("unreachable", "wall")
    made = lab(world, SearchPlanner(), "p20", settings=under(look_cost=50.0))
    made.run()
    fresh = True
    for entry in made.entries:
        match type(entry.event).__name__:
            case "Acted":
                fresh = False
            case "Looked":
                fresh = True
            case "PlanRequested":
                assert fresh


def test_the_rate_of_a_kind_is_learned():
    calm = Hazard().seen(10, [], 0)
    wild = Hazard().seen(10, ["door"], 3).seen(10, ["door"], 3)
    assert wild.rate("door") > calm.rate("door") and wild.waste > calm.waste
    assert worth_a_look(wild, ["door"], 2, 0.2) and not worth_a_look(calm, ["door"], 1, 0.2)


@pytest.mark.parametrize(
    ("fixed", "each", "spoiled", "steps"), [(1.0, 0.1, 0.05, 20), (1.0, 0.1, 0.8, 5), (0.0, 1.0, 0.5, 0), (9.0, 100.0, 0.9, 1)]
)
def test_the_best_length_of_a_plan(fixed, each, spoiled, steps):
    assert best_length(fixed, each, spoiled) == steps


def test_the_price_of_planning_is_read_off_past_plans():
    fixed, each = price_of_planning([(2, 1.2), (4, 1.4), (10, 2.0)])
    assert fixed == pytest.approx(1.0) and each == pytest.approx(0.1)
    assert price_of_planning([]) == (0.0, 0.0)
    assert spoiling_rate(0, 100) < spoiling_rate(5, 100)


class Dear:
    """The search planner with a price on its answers."""

    def __init__(self, fixed, each):
        self._inner, self._fixed, self._each, self.asked = SearchPlanner(), fixed, each, []

    def most(self, request):
        return Cost(0, 0.1)

    async def plan(self, request):
        self.asked.append(request.brief.segment)
        reply = await self._inner.plan(request)
        if isinstance(reply, Draft):
            return Draft(reply.steps, "dear", cost=Cost(0, self._fixed + self._each * len(reply.steps)))
        return reply


def test_where_planning_has_a_price_a_plan_is_as_long_as_is_worth_it():
    dear = Dear(0.0001, 0.004)
    others = [Skill(f"t{i}", needs=f"p{i}", makes=f"p{i + 1}", complete=True) for i in range(20)]
    world = Chaos(SymbolicWorld([*CHAIN, *others], ["p0"]), Mix(fail_for_good=0.3, most=4), 3)
    run = lab(world, SegmentPlanner(dear), "p20").run()
    assert the(run.ending).success
    assert dear.asked[0] == 0, "nothing is known before the first plan"
    assert all(asked > 0 for asked in dear.asked[1:]) and min(dear.asked[2:]) < 5, dear.asked
    for asked, plan in zip(dear.asked, run.work.plans, strict=True):
        assert len(plan.steps) == asked + 1 if isinstance(plan.steps[-1], Replan) else not asked or len(plan.steps) <= asked


def test_a_free_planner_is_never_cut():
    run = lab(SymbolicWorld(CHAIN, ["p0"]), SegmentPlanner(SearchPlanner()), "p20").run()
    assert len(run.work.plans) == 1 and all(isinstance(s, Act) for s in the(run.course.plan).steps)
