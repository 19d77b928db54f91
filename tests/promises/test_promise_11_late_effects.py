"""Promise 11, late effects: what must not be done twice is not done again, nor done another way, while it may only be late."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.model import Delivery, Done, Failed, Skill
from midcourse.core.plans.plan import Act, Replan
from midcourse.core.run.events import Looked, Waited
from midcourse.engine.memory import MemoryStore
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import FrozenClock, SymbolicWorld
from tests.promises.scenes import events
from tests.promises.test_promise_08_killed_at_any_instant import Mortal
from tests.support import lab, the, under

SETTLED = 10.0
"""Seconds after which an effect of which nobody said how soon it shows counts as missing: five times two."""


class Slow(SymbolicWorld):
    """The first payment takes effect some seconds after it was answered well; all else takes effect at once."""

    def __init__(self, skills: list[Skill], seconds: float, clock: FrozenClock) -> None:
        super().__init__(skills)
        self.clock, self.seconds, self.due = clock, seconds, -1.0
        self.paid: list[str] = []

    async def act(self, call):
        self._arrive()
        if not call.skill.startswith("pay"):
            return await super().act(call)
        self.calls.append(call)
        self.paid.append(call.skill)
        if self.due < 0:
            self.due = self.clock.now() + self.seconds
        return Done()

    async def observe(self):
        self._arrive()
        return await super().observe()

    def _arrive(self):
        if 0 <= self.due <= self.clock.now():
            self.truth.add("paid")


def shop(complete: bool = True, another: bool = False, **pay) -> list[Skill]:
    skills = [Skill("pay", makes="paid", complete=complete, **pay), Skill("ship", needs="paid", makes="shipped", complete=True)]
    return [*skills, Skill("pay_by_hand", makes="paid", complete=True, cost=5.0)] if another else skills


def play(seconds: float, skills: list[Skill], planner=None, store=None, **settings):
    world = Slow(skills, seconds, FrozenClock())
    made = lab(
        world,
        planner or ScriptedPlanner([Act("pay"), Act("ship")], [Act("pay"), Act("ship")]),
        "paid and shipped",
        settings=under(**settings),
        clock=world.clock,
        store=store or MemoryStore(),
    )
    return made, made.run()


@given(
    st.floats(0.0, SETTLED - 0.01),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["list", "search"]),
    st.integers(2, 60),
    st.booleans(),
)
def test_what_is_only_late_is_done_once_by_whatever_way_and_killed_wherever(seconds, complete, another, planner, at, after):
    planner = SearchPlanner() if planner == "search" else None
    made, run = play(seconds, shop(complete, another), planner, Mortal(at, after))
    assert made.world.paid == ["pay"] and the(run.ending).success


def test_what_is_late_is_noticed_soon_and_with_few_looks():
    made, run = play(5.0, shop())
    waited = sum(e.took for e in events(made, Waited))
    assert the(run.ending).success and 5.0 <= waited <= 10.0 and len(events(made, Looked)) <= 10


@pytest.mark.parametrize(
    ("pay", "settings", "waited"),
    [
        ({}, {}, SETTLED),
        ({"repeatable": True}, {}, 2.0),
        ({"timeout": 1.0}, {}, SETTLED),
        ({"delivery": Delivery(settles=3.0)}, {}, 3.0),
        ({}, {"settle_seconds": 0.5}, 2.5),
        ({}, {"settle_seconds": 0.0}, 0.0),
    ],
)
def test_what_did_nothing_is_done_again_once_it_cannot_be_late_any_more(pay, settings, waited):
    class Idle(Slow):
        async def act(self, call):
            if not self.calls:
                self.calls.append(call)
                return Done()
            return await SymbolicWorld.act(self, call)

    world = Idle(shop(**pay), 0.0, FrozenClock())
    given = under(retries=1, backoff=0.0, **settings)
    made = lab(world, ScriptedPlanner([Act("pay"), Act("ship")]), "shipped", settings=given, clock=world.clock)
    run = made.run()
    assert the(run.ending).success and [c.skill for c in world.done] == ["pay", "ship"]
    assert sum(e.took for e in events(made, Waited)) == pytest.approx(waited, abs=0.01)


class Elsewhere(Slow):
    """Whether it is paid shows only in the other room."""

    async def observe(self):
        self._covers = ("*",) if "there" in self.truth else ("there", "shipped")
        return await super().observe()


def test_a_plan_that_is_given_again_does_not_do_what_may_only_be_late():
    """Nothing shows the payment where it is made; where the rest fails, it is seen not to be there yet."""

    skills = [*shop(complete=False), Skill("go", makes="there", repeatable=True), Skill("ring", makes="rung")]
    world = Elsewhere(skills, 6.0, FrozenClock())
    world._broken = {"ring": Failed("unreachable", "nobody is there", "structural")}
    steps = [Act("pay"), Act("go"), Act("ring"), Act("ship")]
    planner = ScriptedPlanner(steps, [Act("pay"), Act("go"), Act("ship")])
    made = lab(world, planner, "paid and shipped", settings=under(backoff=0.0), clock=world.clock)
    run = made.run()
    assert world.paid == ["pay"] and the(run.ending).success


def test_a_stretch_that_gives_an_act_once_more_does_not_do_what_may_only_be_late():
    world = Elsewhere([*shop(complete=False), Skill("go", makes="there", repeatable=True)], 6.0, FrozenClock())
    planner = ScriptedPlanner([Act("pay"), Act("go"), Replan("to see more")], [Act("pay"), Act("ship")])
    made = lab(world, planner, "paid and shipped", settings=under(backoff=0.0), clock=world.clock)
    run = made.run()
    assert world.paid == ["pay"] and the(run.ending).success


def test_what_went_by_a_late_effect_of_ours_was_not_undone_by_others():
    class Walks(Slow):
        def _arrive(self):
            if 0 <= self.due <= self.clock.now():
                self.truth = {"at(hall)"}

    skills = [Skill("go", makes="at(room)"), Skill("pay_and_leave", makes="at(hall)")]
    world = Walks(skills, 6.0, FrozenClock())
    made = lab(world, ScriptedPlanner([Act("go"), Act("pay_and_leave")]), "at(hall)", clock=world.clock)
    ending = the(made.run().ending)
    assert ending.success and ending.fates.confirmed == ("s1", "s2") and not ending.fates.undone
