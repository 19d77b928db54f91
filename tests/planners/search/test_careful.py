"""Plans whose every outcome can be lived with, and what is taken along against the worst."""

import asyncio

from midcourse.core.logic.conditions import parse
from midcourse.core.model import Otherwise, Skill
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.events import Looked
from midcourse.planners.search import SearchPlanner
from midcourse.planners.search.acts import Op, from_act, key_of
from midcourse.planners.search.best_first import Effort
from midcourse.planners.search.careful import careful_plan, trap_in, worst_only
from midcourse.planners.search.closed import DeadEnds
from midcourse.planners.search.precautions import as_steps
from midcourse.planners.search.relaxed import Relaxed
from tests.planners.search.searching import problem, ran
from tests.support import request, story, the

JUMP = Skill("jump", needs="up", makes="over", breaks="up", outcomes=(Otherwise("falls", breaks="up", chance=0.3),))
WALK = Skill("walk", needs="up", makes="over", cost=9.0)
DRIVE = Skill("drive", makes="there", outcomes=(Otherwise("flat", makes="flat", chance=0.2),))


def test_a_way_with_a_dead_end_is_gone_round_though_it_is_cheaper():
    made = problem([JUMP, WALK], ["up"], "over")
    relaxed = Relaxed(made)
    dead = DeadEnds(relaxed)
    found = ran(careful_plan(relaxed, Effort(1000), dead, dead))
    assert [o.skill for o in the(found.plan)] == ["walk"]
    jump = next(o for o in made.ops if o.skill == "jump" and not o.outcome)
    assert ran(trap_in(relaxed, [jump], Effort(1000), None, dead, set())) is not None
    assert ran(trap_in(relaxed, the(found.plan), Effort(1000), None, dead, set())) is None


def test_a_dead_end_that_only_looks_open_is_found_by_trying():
    falls = Otherwise("falls", makes="down", breaks="up", chance=0.3)
    jump = Skill("jump", needs="up and arm", makes="over", outcomes=(falls,))
    climb, walk = (
        Skill("climb", needs="down", makes="up", breaks="arm"),
        Skill("walk", needs="up and arm", makes="over", cost=9.0),
    )
    made = problem([jump, climb, walk], ["up", "arm"], "over")
    relaxed = Relaxed(made)
    dead = DeadEnds(relaxed)
    assert not dead(next(o for o in made.ops if o.skill == "jump"), made.start), "where nothing is taken away it looks open"
    assert [o.skill for o in the(ran(careful_plan(relaxed, Effort(1000), dead, dead)).plan)] == ["walk"]


def test_where_one_outcome_is_plainly_the_worst_only_that_is_kept():
    jump = problem([JUMP], ["up"], "over").ops
    assert [o.outcome for o in the(worst_only(jump))] == ["falls"]
    assert worst_only(problem([WALK], ["up"], "over").ops) is None


def test_a_spare_tyre_is_written_into_the_needs_of_the_act_that_may_want_it():
    load = Skill("load", needs="home", makes="spare")
    flat = Otherwise("flat", makes="stranded", breaks="rolling and home", chance=0.2)
    drive = Skill("drive", needs="rolling", makes="there", breaks="home", outcomes=(flat,))
    change = Skill("change", needs="stranded and spare", makes="rolling")
    asked = request(story(Looked(added=("home", "rolling")), skills=(load, drive, change), done_when="there"))
    steps = [the(s, Act) for s in the(asyncio.run(SearchPlanner().plan(asked)), Draft).steps]
    assert [s.skill for s in steps] == ["load", "drive"] and steps[1].needs == "spare" and steps[0].needs == ""


def test_without_a_risk_the_steps_are_the_acts():
    made = problem([WALK], ["up"], "over")
    assert as_steps(made, made.start, made.ops, None) == [Act("walk")]


def test_an_act_has_one_form_for_each_outcome_and_the_less_likely_is_dearer():
    usual, flat = (w.op for w in from_act(Act("drive"), {"drive": DRIVE}, 3, {}))
    assert (usual.outcome, flat.outcome, usual.alone, usual.group) == ("", "flat", False, 3)
    assert flat.cost > usual.cost and flat.act == Act("drive", outcome="flat")


def test_what_declares_no_effect_and_has_no_other_outcome_does_nothing():
    assert not Op("wave", {}).does_something and Op("wave", {}, gives=1).does_something
    assert Op("wave", {}, alone=False).does_something and Op("a", {"n": 1}).call != Op("a", {"n": 2}).call
    assert key_of(parse("on(a, b)")[0]) == ("on", "a", "b")
