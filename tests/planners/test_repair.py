"""Mending a plan where a short way leads back into it."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.gates.request import NoWay
from midcourse.core.model import Otherwise, Skill
from midcourse.core.plans.plan import Act, Cause, Draft, Replan
from midcourse.planners.repair import RepairPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import SymbolicWorld
from midcourse.testing.contracts.planner import request
from tests.planners.test_search import works
from tests.support import domains, lab, the

CHAIN = [Skill(f"s{i}", needs=f"p{i}", makes=f"p{i + 1}", breaks=f"p{i}", complete=True) for i in range(12)]
BACK = [Skill(f"b{i}", needs=f"q{i}", makes=f"p{i}", breaks=f"q{i}", complete=True) for i in range(12)]


class Never:
    """A planner that must not be asked."""

    async def plan(self, request):
        raise AssertionError("the planner behind was asked")


def remaining(*names):
    return tuple(Act(name, id=f"old{i}") for i, name in enumerate(names))


def mend(planner, skills, facts, goal, rest, **more):
    asked = request(
        skills=tuple(skills),
        facts=frozenset(facts),
        done_when=goal,
        remaining=rest,
        purpose="replan",
        cause=Cause("failed"),
        **more,
    )
    return asyncio.run(planner.plan(asked))


def test_a_short_way_back_keeps_the_rest_with_its_ids():
    rest = remaining(*(f"s{i}" for i in range(4, 12)))
    reply = mend(RepairPlanner(Never()), [*CHAIN, *BACK], {"q6"}, "p12", rest)
    assert [the(s, Act).skill for s in the(reply, Draft).steps] == ["b6", *(f"s{i}" for i in range(6, 12))]
    assert [s.id for s in the(reply, Draft).steps[1:]] == [s.id for s in rest[2:]]


def test_a_first_plan_and_a_plan_with_a_replan_step_in_its_middle_go_to_the_planner_behind():
    planner = RepairPlanner(SearchPlanner())
    first = request(skills=tuple(CHAIN), facts=frozenset({"p0"}), done_when="p12")
    assert the(asyncio.run(planner.plan(first)), Draft).author == "search" and planner.repaired == 0
    assert (
        the(mend(planner, CHAIN, {"p3"}, "p12", (Act("s5", id="a"), Replan(id="b"), Act("s6", id="c"))), Draft).author == "search"
    )


def test_a_stretch_that_ends_with_a_replan_step_is_mended_to_where_it_was_left():
    planner = RepairPlanner(SearchPlanner())
    mended = mend(planner, CHAIN, {"p3"}, "p12", (Act("s5", id="a"), Act("s6", id="b"), Replan(id="c")))
    assert the(mended, Draft).author == "repair"
    assert [getattr(s, "skill", "replan") for s in the(mended, Draft).steps] == ["s3", "s4", "s5", "s6", "replan"]
    assert [s.id for s in the(mended, Draft).steps[-3:]] == ["a", "b", "c"]


def test_where_nothing_leads_back_the_planner_behind_answers():
    assert isinstance(mend(RepairPlanner(SearchPlanner()), CHAIN, {"lost"}, "p12", remaining("s4")), NoWay)


def test_a_repair_does_not_lead_past_a_dead_end():
    skills = [
        Skill("leap", needs="q", makes="p", breaks="q", complete=True, outcomes=(Otherwise("falls", breaks="q", chance=0.5),)),
        Skill("stairs", needs="q", makes="r", breaks="q", complete=True),
        Skill("door", needs="r", makes="p", breaks="r", complete=True),
        Skill("go", needs="p", makes="goal", complete=True),
    ]
    reply = mend(RepairPlanner(Never()), skills, {"q"}, "goal", remaining("go"))
    assert [the(s, Act).skill for s in the(reply, Draft).steps] == ["stairs", "door", "go"]


@given(domains(), st.integers(0, 3), st.lists(st.sampled_from([f"p{i}" for i in range(7)]), max_size=4, unique=True))
def test_whatever_it_gives_reaches_the_goal_when_played_through(domain, done, now):
    skills, facts, goal = domain
    first = asyncio.run(SearchPlanner().plan(request(skills=tuple(skills), facts=frozenset(facts), done_when=goal)))
    if isinstance(first, Draft):
        rest = tuple(Act(the(s, Act).skill, the(s, Act).args, id=f"x{i}") for i, s in enumerate(first.steps))[done:]
        if rest:
            reply = mend(RepairPlanner(SearchPlanner()), skills, now, goal, rest)
            if isinstance(reply, Draft):
                assert works(skills, now, goal, reply.steps)


def test_in_a_run_a_repair_keeps_the_steps_that_still_serve():
    class Pushed(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            if len(self.done) == 3:
                self.truth = {"q5"}
            return result

    world = Pushed([*CHAIN, *BACK], ["p0"])
    planner = RepairPlanner(SearchPlanner())
    run = lab(world, planner, "p12").run()
    assert the(run.ending).success and planner.repaired == 1
    assert (
        run.work.plans[1].author == "repair"
        and len({s.id for s in run.work.plans[1].steps} & {s.id for s in run.work.plans[0].steps}) == 7
    )
