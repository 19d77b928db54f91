"""The stuck detector on labelled journals: misses and false alarms are both counted."""

from bench.stuck import SCENES, evaluate, journal

from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.settings import Settings
from midcourse.testing import SymbolicWorld
from tests.support import lab, the, under


def test_it_sees_circles_and_lets_work_go_on():
    # Seeds from another range than those in bench/stuck.py, which were looked at while it was tuned.
    journals = [journal(seed) for seed in range(130_000, 130_000 + 6 * len(SCENES))]
    recall, false_alarms, wrong = evaluate(journals, Settings().patience.stuck_after)
    assert recall >= 0.95, wrong
    assert false_alarms <= 0.01, wrong


def test_a_fact_that_comes_and_goes_is_not_news_each_time():
    skills = [Skill("lift", makes="high", breaks="low", complete=True), Skill("lower", makes="low", breaks="high", complete=True)]

    class Floor(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            (self.truth.add if call.skill == "lower" else self.truth.discard)("lamp(floor)")
            return result

    class UpAndDown:
        async def plan(self, request):
            return Draft((Act("lift"), Act("lower"), Replan("again")))

    world = Floor(skills, ["low", "lamp(floor)"])
    run = lab(world, UpAndDown(), "never", settings=under(max_steps=100, max_segments=100)).run()
    assert the(run.ending).final_reason == "stuck" and len(world.done) < 25
