"""Contracts that the world contradicts."""

from midcourse.core.model import Done, Parameter, Skill
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.events import Doubted, PlanRequested
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import SymbolicWorld
from tests.support import lab, the, under

X = (Parameter("x", "str"),)
TRUE = [Skill("take", parameters=X, makes="have({x})"), Skill("use", parameters=X, needs="have({x})", makes="used({x})")]


def world(*declared, risk="reversible"):
    return SymbolicWorld(TRUE, declared=[*declared])


def settings(doubts=True):
    return under(doubts=doubts, backoff=0.0)


def doubts_of(made):
    return [e.event for e in made.entries if isinstance(e.event, Doubted)]


WRONG_NEED = Skill("take", parameters=X, needs="moon({x})", makes="have({x})")
PLAN = [Act("take", {"x": "a"}), Act("use", {"x": "a"})]


def test_a_planner_that_insists_is_believed_rather_than_a_need_and_only_once_per_need():
    twice = [*PLAN, Act("take", {"x": "b"}), Act("use", {"x": "b"})]
    made = lab(world(WRONG_NEED, TRUE[1]), ScriptedPlanner(twice), "used(a) and used(b)", settings=settings())
    run = made.run()
    assert the(run.ending).success
    [doubt] = doubts_of(made)
    assert (doubt.skill, doubt.part, doubt.literal) == ("take", "needs", "moon({x})")
    assert run.spent.planner_calls == 2, "told once, insisted once; for b the need is gone"


def test_without_the_setting_no_act_runs_against_a_declared_need():
    made = lab(world(WRONG_NEED, TRUE[1]), ScriptedPlanner(PLAN), "used(a)", settings=settings(False))
    assert the(made.run().ending).final_reason == "planner_failed"
    assert made.world.calls == [] and doubts_of(made) == []


def test_a_contract_that_calls_itself_complete_gives_way_to_a_planner_that_insists():
    sure = Skill("take", parameters=X, needs="moon({x})", makes="have({x})", complete=True)
    made = lab(world(sure, TRUE[1]), ScriptedPlanner(PLAN), "used(a)", settings=settings())
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 2, "told once, and insisted"
    assert [c.skill for c in made.world.calls] == ["take", "use"]


def test_the_needs_of_what_cannot_be_undone_are_not_doubted():
    sure = Skill("take", parameters=X, needs="moon({x})", makes="have({x})", risk="irreversible")
    made = lab(world(sure, TRUE[1]), ScriptedPlanner(PLAN), "used(a)", settings=settings())
    assert not the(made.run().ending).success and made.world.calls == []


def test_a_planner_that_does_not_insist_is_not_taken_at_its_word():
    other = Skill("buy", parameters=X, makes="have({x})")
    there = SymbolicWorld([*TRUE, other], declared=[WRONG_NEED, TRUE[1], other])
    made = lab(there, ScriptedPlanner(PLAN, [Act("buy", {"x": "a"}), PLAN[1]]), "used(a)", settings=settings())
    assert the(made.run().ending).success and doubts_of(made) == []
    assert [c.skill for c in there.calls] == ["buy", "use"]


def test_an_effect_that_does_not_come_while_another_does_is_told_and_nothing_is_done_twice():
    wrong = Skill("take", parameters=X, makes="shining({x})")
    check = Skill("use", parameters=X, needs="have({x}) and shining({x})", makes="used({x})")
    there = SymbolicWorld(TRUE, declared=[wrong, check])
    made = lab(there, ScriptedPlanner(PLAN, PLAN[1:]), "used(a)", settings=settings())
    run = made.run()
    assert the(run.ending).success and [c.skill for c in there.calls] == ["take", "use"], "nothing was done twice"
    told = [e.event.cause.rule for e in made.entries if isinstance(e.event, PlanRequested)]
    assert told[:2] == ["first", "an effect was not seen"]


def test_an_effect_that_never_comes_is_struck_from_the_contract_once_the_planner_went_on():
    wrong = Skill("take", parameters=X, makes="shining({x})")
    plan = [Act("take", {"x": "a"}), Act("take", {"x": "b"}), Act("take", {"x": "c"}), Act("use", {"x": "c"})]
    there = SymbolicWorld(TRUE, declared=[wrong, Skill("use", parameters=X, makes="used({x})")])
    made = lab(there, ScriptedPlanner(plan), "used(c)", settings=settings())
    run = made.run()
    assert the(run.ending).success and [c.skill for c in there.calls] == ["take", "take", "take", "use"]
    assert [d.literal for d in doubts_of(made)] == ["shining({x})"] and the(run.ending).planner_calls == 2


def test_a_resumed_run_remembers_its_doubts():
    from midcourse.core.evolve import replay

    made = lab(world(WRONG_NEED, TRUE[1]), ScriptedPlanner(PLAN), "used(a)", settings=settings())
    run = made.run()
    assert replay(made.entries).known.skills["take"].needs == "" and run.known.skills["take"].needs == ""


def test_drafts_with_unknown_outcomes_are_sent_back():
    class Guess:
        async def plan(self, request):
            return Draft((Act("take", {"x": "a"}, outcome="wings"),))

    run = lab(SymbolicWorld(TRUE), Guess(), "have(a)").run()
    assert the(run.ending).final_reason == "planner_failed" and "no outcome 'wings'" in the(run.ending).final_detail


def test_a_need_that_gave_way_stands_again_once_the_act_fails_and_the_way_over_it_is_open():
    wrong_plan, right_plan = [Act("use", {"x": "a"})], [*PLAN]
    planner = ScriptedPlanner(wrong_plan, wrong_plan, right_plan)
    made = lab(world(*TRUE), planner, "used(a)", settings=under(backoff=0.0, auto_replanning_min_interval_seconds=0.0))
    run = made.run()
    assert [c.skill for c in made.world.calls] == ["use", "take", "use"]
    assert the(run.ending).success and run.known.skills["use"].needs == "have({x})" and len(doubts_of(made)) == 1


def test_what_did_nothing_twice_stands_among_the_failures_so_that_a_planner_finds_another_way():
    class Deaf(SymbolicWorld):
        async def act(self, call):
            return Done() if call.skill == "take" else await super().act(call)

    class Learns(ScriptedPlanner):
        async def plan(self, request):
            tries = sum(a.skill == "take" and a.reason == "no_effect" for a in request.attempts)
            seen.append((tries, [d.what for d in request.progress.done]))
            return Draft((Act("buy" if tries > 1 else "take", {"x": "a"}), PLAN[1]))

    seen = []
    other = Skill("buy", parameters=X, makes="have({x})")
    there = Deaf([*TRUE, other], ["have(b)"])  # looks show such facts
    run = lab(there, Learns(), "used(a)", settings=settings()).run()
    assert the(run.ending).success and seen == [(0, []), (2, [])]
    assert [c.skill for c in there.done] == ["buy", "use"]
