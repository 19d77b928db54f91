"""Promise 2: budgets hold. Counts never pass; tokens and money are reserved before, and pass by at most one call."""

import random

from hypothesis import given
from hypothesis import strategies as st

import midcourse
from midcourse.core.model import Cost, Skill
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.budget import cost_left
from midcourse.core.run.events import Planned, PlannerSaid, PlanRefused, PlanRequested
from midcourse.interfaces.render import history
from midcourse.testing import Mix, SymbolicWorld
from tests.support import Whimsy, disturbed, domains, lab, mixes, the, under, whens

small = st.integers(0, 6)


@given(domains(), mixes, st.integers(0, 999), st.sampled_from(["menu", "whimsy"]), whens, small, small, small, small)
def test_no_count_passes_its_limit(domain, mix, seed, planner, when, steps, calls, replans, questions):
    settings = under(
        replan=when, max_steps=steps, max_planner_calls=calls, max_replans=replans, max_segments=replans,
        max_questions=questions, backoff=0.01,
    )  # fmt: skip
    made = disturbed(domain, mix, seed, planner, settings=settings)
    made.run()
    for _, run in history(made.entries):
        assert run.spent.steps <= steps
        assert run.spent.planner_calls <= calls
        assert run.spent.replans <= replans
        assert run.spent.segments <= replans
        assert run.spent.questions <= questions


class Dear(Whimsy):
    """A planner whose answers cost up to what it says beforehand."""

    def __init__(self, seed: int, most: Cost) -> None:
        super().__init__(seed)
        self._most, self._chance = most, random.Random(seed)

    def most(self, request):
        return self._most

    async def plan(self, request):
        reply = await super().plan(request)
        share = self._chance.random()
        return type(reply)(
            **{f: getattr(reply, f) for f in reply.__struct_fields__ if f != "cost"},
            cost=Cost(int(self._most.tokens * share), self._most.money * share),
        )


@given(domains(), mixes, st.integers(0, 999), st.integers(1, 900), st.floats(0.01, 0.9))
def test_money_and_tokens_are_set_aside_before_they_are_spent(domain, mix, seed, tokens, money):
    settings = under(max_tokens=1000, max_money=1.0, reserve=0.1, backoff=0.01, max_replans=9)
    made = disturbed(domain, mix, seed, "whimsy", settings=settings)
    made.planner = Dear(seed, Cost(tokens, money))
    made.run()
    asked = None
    for entry, run in history(made.entries):
        if isinstance(entry.event, PlanRequested):
            asked = entry.event
            assert asked.reserved == Cost(tokens, money)
            left = cost_left(run.spent, settings)
            assert left.tokens >= 0 and left.money >= -1e-9, "more was set aside than is left"
        if isinstance(entry.event, Planned | PlanRefused | PlannerSaid) and asked:
            assert entry.event.cost.money <= asked.reserved.money + 1e-9
            asked = None
        assert run.spent.cost.tokens <= 900 and run.spent.cost.money <= 0.9 + 1e-9, "the reserve was touched"


@given(domains(), st.integers(0, 99))
def test_time_ends_a_run_with_its_reserve_left(domain, seed):
    settings = under(max_seconds=5.0, reserve=0.2, backoff=0.01)
    made = disturbed(domain, Mix(fail=0.9), seed, "menu", settings=settings)
    made.clock._tick = 0.3  # every reading of the clock takes a while
    run = made.run()
    assert run.ending is not None
    for entry, state in history(made.entries):
        if entry.command.startswith(("act", "plan", "ask")):
            assert state.elapsed(entry.at) <= 4.0 + 1e-6


def test_the_answers_of_all_models_together_are_capped():
    class Dear:
        async def plan(self, request):
            return Draft((Act("a"), Replan("more")), cost=Cost(10, 0.0))

    made = lab(SymbolicWorld([Skill("a", repeatable=True)]), Dear(), "never", settings=under(max_model_calls=2, stuck_after=50))
    run = made.run()
    assert the(run.ending).final_reason == "budget_exhausted" and "2 of 2 answers of models" in the(run.ending).final_detail
    assert run.spent.planner_calls == 2


def test_a_planner_that_names_a_price_below_zero_passes_by_one_answer_and_no_more():
    class Sly:
        def most(self, request):
            return Cost(-1_000_000, -100.0)

        async def plan(self, request):
            return Draft((Act("a"), Replan()), cost=Cost(10, 0.3))

    outcome = midcourse.run("go on", world=SymbolicWorld([Skill("a")]), planner=Sly(), settings={"max_money": 1.0})
    ending = the(outcome.ending)
    assert ending.final_reason == "budget_exhausted" and 0.95 < ending.cost.money < 1.0 + 0.3
