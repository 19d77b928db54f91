"""Promise 11: it does no harm: no worse than a plain loop, over random worlds and by one example each."""

import random

from bench.ordinary.drawing import TROUBLES, draw
from bench.ordinary.play import LOOP, play
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import (
    Intended,
    Planned,
    PlanRequested,
)
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import SymbolicWorld
from tests.support import events, lab, the


@given(st.integers(0, 10**9))
def test_on_a_quiet_day_a_correct_plan_is_carried_out_whole_with_one_planner_call(seed):
    drawn = draw(seed, "none")
    if drawn.knobs.wrong or drawn.knobs.planner == "search":
        return
    played = play(drawn, "validity")
    assert played.complete and not played.doubled and played.verdict != "failed", played
    assert played.calls == 1 + played.planned and not played.untrue, played
    assert drawn.knobs.premade or played.acts == len(drawn.deeds), played


@given(st.integers(0, 10**9), st.sampled_from([t for t in TROUBLES if t != "none"]))
def test_nothing_is_claimed_that_is_not_so_and_no_sentence_is_untrue(seed, trouble):
    drawn = draw(seed, trouble)
    if drawn.knobs.wrong:
        return
    played = play(drawn, "validity")
    assert not played.error and not played.untrue, played
    assert not (played.verdict == "success" and drawn.goal and not played.goal), played


def test_over_many_worlds_it_does_no_worse_than_a_plain_loop():
    chance = random.Random(11)
    seeds = [chance.randrange(10**9) for _ in range(150)]
    ours, loop, doubled = 0, 0, 0
    for seed in seeds:
        drawn = draw(seed)
        played = play(drawn, "validity")
        ours, doubled = ours + played.well, doubled + bool(played.doubled)
        loop += play(drawn, LOOP).well
    assert ours >= loop and doubled == 0, (ours, loop, doubled)


def test_search_brings_about_what_it_hoped_for_in_vain():
    skills = [Skill("fetch", makes="have"), Skill("use", needs="have", makes="used")]
    world = SymbolicWorld(skills, covers=("used",))
    run = lab(world, SearchPlanner(), "used").run()
    assert the(run.ending).success and [c.skill for c in world.done] == ["fetch", "use"]


def test_what_a_plan_is_for_is_asked_once():
    made = lab(SymbolicWorld([Skill("a", makes="p")]), ScriptedPlanner([Act("a")]), "p")
    made.run()
    assert len(events(made, PlanRequested)) == len(events(made, Planned)) == len(events(made, Intended)) == 1
