"""Plans with steps missing, out of order or beside the point are put right where contracts show how; others are left alone."""

import asyncio
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.gates.request import AtALoss
from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.events import Planned, PlanRefused
from midcourse.planners.gaps import GapsPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import SymbolicWorld
from midcourse.testing.contracts.planner import request
from tests.planners.test_search import works
from tests.support import domains, lab, the, under

CHAIN = [Skill(f"s{i}", needs=f"p{i}", makes=f"p{i + 1}", breaks=f"p{i}", complete=True) for i in range(8)]


class Says:
    """A planner that says one thing."""

    def __init__(self, reply):
        self.reply = reply

    async def plan(self, request):
        return self.reply


def put_right(steps, skills=CHAIN, facts=("p0",), goal="p8", **more):
    asked = request(skills=tuple(skills), facts=frozenset(facts), done_when=goal, **more)
    draft = Draft(tuple(Act(s) if isinstance(s, str) else s for s in steps), author="somebody")
    return draft, asyncio.run(GapsPlanner(Says(draft)).plan(asked))


WHOLE = [f"s{i}" for i in range(8)]


@pytest.mark.parametrize(
    "steps",
    [
        [s for s in WHOLE if s not in ("s3", "s4")],
        WHOLE[1:],
        WHOLE[:-1],
        ["s1", "s0", *WHOLE[2:]],
        [*WHOLE[:3], "s0", *WHOLE[4:]],
    ],
    ids=["a gap in the middle", "no beginning", "no end", "in the wrong order", "one beside the point"],
)
def test_what_is_missing_is_put_in(steps):
    draft, reply = put_right(steps)
    assert (
        [the(s, Act).skill for s in the(reply, Draft).steps] == WHOLE
        and the(reply, Draft).author == draft.author
        and "put right" in reply.why
    )


def test_what_the_planner_said_of_a_sound_step_is_kept():
    _, reply = put_right([Act("s0", expects="p1", id="a"), "s2", *WHOLE[3:]])
    assert the(reply, Draft).steps[0] == Act("s0", expects="p1", id="a")


def test_a_sound_plan_is_left_as_it_is():
    draft, reply = put_right(WHOLE)
    assert reply is draft


def test_where_contracts_do_not_tell_all_nothing_is_put_right():
    vague = [Skill("s0", makes="p1"), *CHAIN[1:]]
    draft, reply = put_right(["s0", *WHOLE[2:]], skills=vague)
    assert reply is draft


@pytest.mark.parametrize("steps", [["fly"], [Act("s0", {"wrong": 1}), "s2"], ["s0", Replan("look")], [Act("s0", after=("x",))]])
def test_what_cannot_be_read_goes_on_to_be_objected_to(steps):
    draft, reply = put_right(steps)
    assert reply is draft or all(the(s, Act).skill in WHOLE for s in the(reply, Draft).steps)


def test_other_answers_pass():
    lost = AtALoss("no idea")
    assert asyncio.run(GapsPlanner(Says(lost)).plan(request())) is lost


@given(domains(), st.integers(0, 999))
def test_what_is_put_right_works(domain, seed):
    skills, facts, goal = domain
    asked = request(skills=tuple(skills), facts=frozenset(facts), done_when=goal)
    sound = asyncio.run(SearchPlanner().plan(asked))
    if not isinstance(sound, Draft):
        return
    chance = Random(seed)
    spoiled = Draft(tuple(s for s in sound.steps if chance.random() > 0.3) or sound.steps)
    reply = asyncio.run(GapsPlanner(Says(spoiled)).plan(asked))
    if reply is not spoiled:
        assert works(skills, facts, goal, the(reply, Draft).steps)


# --- what is sound of a plan is taken, once an objection did not help ------------------------------------------------


class Sloppy:
    """Gives other plans each time, none of them whole."""

    def __init__(self, *plans):
        self.plans, self.asked = list(plans), 0

    async def plan(self, request):
        self.asked += 1
        return Draft(tuple(Act(s) for s in self.plans[min(self.asked, len(self.plans)) - 1]))


def test_the_sound_part_of_a_plan_is_taken_when_an_objection_did_not_help():
    planner = Sloppy(["s1", "s0"], ["s0", "s1", "s3"], ["s2", "s3", "s4", "s5", "s6", "s7"])
    made = lab(SymbolicWorld(CHAIN, ["p0"]), planner, "p8")
    run = made.run()
    plans = [e.event.plan for e in made.entries if isinstance(e.event, Planned)]
    assert the(run.ending).success and [getattr(s, "skill", "replan") for s in plans[0].steps] == ["s0", "s1", "replan"]
    assert sum(isinstance(e.event, PlanRefused) for e in made.entries) == 1


def test_a_planner_that_insists_is_stopped_at_its_second_identical_plan():
    planner = Sloppy(["s0", "s2"])
    made = lab(SymbolicWorld(CHAIN, ["p0"]), planner, "p8", settings=under(objections=9))
    run = made.run()
    assert the(run.ending).final_reason == "planner_failed" and planner.asked == 2
