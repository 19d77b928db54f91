"""What a run may cost before it starts, and what it did cost."""

import asyncio

from midcourse.core.model import Cost, Task
from midcourse.core.plans.plan import Cause, Plan
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Assessed, Looked, Objection, Planned, PlanRefused, PlanRequested
from midcourse.interfaces.prices import Most, caveat, money_of, most_of, spent_by_purpose
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import SymbolicWorld
from tests.director.writing import parts
from tests.support import LOOK, A, under

REPLAN = PlanRequested("replan", Cause("failed"))


def test_the_most_is_the_smaller_of_what_is_asked_and_the_budget():
    most = Most(Cost(10, 0.1), Cost(500, 0.2), Cost(100, 9.0)).most
    assert (most.tokens, most.money) == (100, 0.2)


def test_what_has_no_price_says_so_and_what_has_one_says_all():
    assert "nothing that this run asks has a price" in "\n".join(Most(Cost(), Cost(), Cost(5)).lines())
    assert len(list(Most(Cost(1), Cost(5), Cost(9)).lines())) == 4


def test_an_unknown_price_is_warned_of():
    assert caveat(Cost(5, 0.1), under()) == "" and "max_tokens (7)" in caveat(Cost(5, unpriced=5), under(max_tokens=7))
    assert money_of(Cost(5, unpriced=5)) is None and money_of(Cost(5, 0.1, unpriced=1)) == 0.1 and money_of(Cost()) == 0.0


class Dear(ScriptedPlanner):
    """One that charges for each answer."""

    most_each = Cost(20, 0.2)

    def most(self, request):
        return Cost(10, 0.1)


class Judge:
    """One that charges too."""

    most_each = Cost(1, 0.01)

    async def assess(self, case):
        raise AssertionError("nobody is asked")


def test_every_one_who_charges_is_counted_as_often_as_the_limits_allow():
    made = parts(planner=Dear(), judge=Judge())
    most = asyncio.run(most_of(made, Task("x", "q"), under(max_planner_calls=3, max_tokens=1000)))
    assert most.plan == Cost(10, 0.1) and most.asked.tokens == 3 * 20 + 4 * 1 and most.budget.tokens == 1000


def test_what_was_spent_is_told_by_purpose():
    plan = Planned(Plan(1, ()), Cost(5, 0.5), 2.0)
    refused = PlanRefused(Objection("invalid", "no"), cost=Cost(1, unpriced=1), took=1.0)
    events = [
        PlanRequested("first", Cause("first")),
        plan,
        LOOK,
        REPLAN,
        refused,
        plan,
        plan,
        Assessed(True, "ann", cost=Cost(2)),
    ]
    rows = {row.purpose: row for row in spent_by_purpose(Entry(i, 0.0, e) for i, e in enumerate(events))}
    assert list(rows) == ["plan: first", "plan: replan, sent back", "plan: replan", "judging"]
    again = rows["plan: replan"]
    assert (again.asked, again.tokens, again.money, again.seconds) == (2, 10, 1.0, 4.0)
    assert rows["plan: replan, sent back"].money is None and rows["judging"].tokens == 2


def test_looks_are_told_by_the_way_of_looking_with_the_time_they_took():
    looks = [
        Looked(took=0.25, tier="accessibility"),
        Looked(took=0.5, tier="accessibility"),
        Looked(took=2.0, tier="vision", cost=Cost(7, 0.1)),
        LOOK,
    ]
    rows = spent_by_purpose(Entry(i, 0.0, e) for i, e in enumerate(looks))
    assert [(r.purpose, r.asked, r.tokens, r.seconds) for r in rows] == [
        ("looking: accessibility", 2, 0, 0.75),
        ("looking: vision", 1, 7, 2.0),
    ]


class Peering(SymbolicWorld):
    """A world that would ask a model at each look."""

    most_each = Cost(50, 0.5)

    def __init__(self):
        super().__init__([A])
        self.asked, self._affords = 0, lambda most: True

    def keep_within(self, affords):
        self._affords = affords

    async def observe(self):
        self.asked += self._affords(self.most_each)
        return await super().observe()


def test_a_world_that_looks_by_a_model_may_cost_its_whole_budget_and_is_not_asked_beforehand():
    world = Peering()
    made = parts(world=world, planner=Dear())
    most = asyncio.run(most_of(made, Task("x", "p"), under(max_tokens=1000)))
    assert most.asked == most.budget and most.budget.tokens == 1000 and world.asked == 0
