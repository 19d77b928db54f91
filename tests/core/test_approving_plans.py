"""`approve_plans`: which plans wait for a person, what the person is shown, and what a yes is worth."""

import asyncio
from typing import Any

import pytest

from midcourse.core.model import Failed, Parameter, Skill
from midcourse.core.people.messages import Answer
from midcourse.core.plans.calls import deeds_digest
from midcourse.core.plans.plan import Act, Replan
from midcourse.core.run.events import Asked, Intended, Planned, PlanRequested
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import ScriptedPeople, SymbolicWorld
from tests.support import lab, the, under

BY_LORRY, BY_BOAT, PAY = Act("lorry"), Act("boat"), Act("pay")
FIRST = (PAY, BY_LORRY)
SKILLS = [Skill("pay", makes="paid"), Skill("lorry", makes="sent"), Skill("boat", makes="sent", risk="irreversible")]


class Closed(SymbolicWorld):
    """The lorry never goes."""

    async def act(self, call):
        return Failed("not_found", "there is no lorry") if call.skill == "lorry" else await super().act(call)


def journey(plans, people, mode: Any = "changed", world=None, **settings):
    given = under(backoff=0.01, approve_plans=mode, auto_replanning_min_interval_seconds=0, **settings)
    return lab(world or Closed(SKILLS), ScriptedPlanner(*plans), "sent", settings=given, approver=ScriptedPeople(people))


def asked(made):
    return [e.event.question for e in made.entries if isinstance(e.event, Asked)]


def acts(made):
    return [e.event.skill for e in made.entries if isinstance(e.event, Intended)]


def test_by_default_no_plan_waits():
    made = journey([FIRST, (BY_BOAT,)], [True], mode="never")
    assert the(made.run().ending).success
    assert [q.kind for q in asked(made)] == ["approve"]


def test_a_changed_plan_waits_with_difference_cause_and_risk_and_its_acts_still_ask():
    made = journey([FIRST, (PAY, BY_BOAT)], [True, True])
    assert the(made.run().ending).success
    plan, boat = asked(made)
    assert (plan.kind, boat.kind) == ("plan", "approve")
    assert plan.lines == ("✓ pay()", "- lorry()", "+ boat()")
    assert "there is no lorry" in plan.text and "cannot be undone" in plan.text and plan.risk == "irreversible"
    assert acts(made) == ["pay", "lorry", "boat"]
    order = [type(e.event) for e in made.entries if isinstance(e.event, Planned | Asked | Intended)]
    assert order[-4:] == [Planned, Asked, Asked, Intended]


def test_nothing_of_a_plan_is_done_before_the_yes():
    made = journey([FIRST], [None], mode="all")
    run = made.run()
    assert run.ending is None and the(run.people.question).kind == "plan" and not acts(made)
    assert the(run.people.question).lines == ("+ pay()", "+ lorry()")


def test_a_no_goes_back_to_the_planner_with_its_reason():
    made = journey([FIRST, (BY_BOAT,), (Act("cart"),)], [False, True], world=Closed([*SKILLS, Skill("cart", makes="sent")]))
    assert the(made.run().ending).success
    assert acts(made) == ["pay", "lorry", "cart"]
    assert asked(made)[1].lines == ("- lorry()", "+ cart()")  # beside what it replaces, not beside what was refused
    assert sum(isinstance(e.event, PlanRequested) for e in made.entries) == 3


def test_a_planner_that_insists_on_a_refused_plan_ends_as_denied():
    made = journey([FIRST, *[(BY_BOAT,)] * 5], [False])
    ending = made.run().ending
    assert (the(ending).success, the(ending).final_reason) == (False, "denied") and "said no" in the(ending).final_detail
    assert len(asked(made)) == 1 and "boat" not in acts(made)


def test_the_same_rest_given_again_is_no_change():
    class Slow(SymbolicWorld):
        failed = 0

        async def act(self, call):
            if call.skill == "lorry" and self.failed < 1:
                self.failed += 1
                return Failed("engine_cold", "what nobody can name", clean=True)
            return await super().act(call)

    made = journey([FIRST, FIRST], [], world=Slow(SKILLS))
    assert the(made.run().ending).success and not asked(made)


def test_to_plan_on_where_that_was_planned_is_no_change_but_may_widen():
    plans = [(PAY, Replan("look")), (BY_LORRY,)]
    made = journey(plans, [], world=SymbolicWorld(SKILLS))
    assert the(made.run().ending).success and not asked(made)
    made = journey(plans, [True], mode="widened", world=SymbolicWorld(SKILLS))
    assert the(made.run().ending).success and [q.kind for q in asked(made)] == ["plan"]


@pytest.mark.parametrize(("risk", "asks"), [("reversible", 0), ("irreversible", 1)])
def test_widened_asks_for_new_skills_and_more_risk_only(risk, asks):
    skills = [Skill("pay", makes="paid", risk=risk), Skill("lorry", makes="sent", repeatable=True), Skill("boat", makes="sent")]
    world = Closed(skills)
    again = (Act("lorry"), PAY) if risk == "reversible" else (Act("boat"),)
    made = journey([FIRST, again], [True, True, True], mode="widened", world=world)
    made.run()
    assert sum(q.kind == "plan" for q in asked(made)) == asks


def test_the_time_of_a_yes_runs_from_when_it_was_given():
    made = journey([FIRST], [None, None], mode="all", approval_seconds=60.0)
    waiting = made.run()
    given = Answer(the(waiting.people.question).id, True, "operator", given=made.clock.now() + 5)

    async def later(seconds):
        await made.store.send("r1", given)
        await made.clock.sleep(seconds)
        return await made.director().resume("r1")

    late = asyncio.run(later(90.0))
    assert (
        late.ending is None
        and the(late.people.question).kind == "plan"
        and the(late.people.question).id != the(waiting.people.question).id
        and not acts(made)
    )


def test_a_clock_that_is_wrong_makes_no_yes_older_than_its_question_or_younger_than_its_hearing():
    for given in (1.0, 1e12):
        made = journey([(PAY, Act("cart"))], [None], mode="all", world=SymbolicWorld([*SKILLS, Skill("cart", makes="sent")]))
        waiting = made.run()
        asyncio.run(made.store.send("r1", Answer(the(waiting.people.question).id, True, "operator", given=given)))
        assert the(asyncio.run(made.director().resume("r1")).ending).success


def test_a_no_after_a_yes_takes_it_back_before_the_first_act():
    made = journey([FIRST], [None], mode="all")
    waiting = made.run()

    async def twice():
        await made.store.send("r1", Answer(the(waiting.people.question).id, True, "operator"))
        await made.store.send("r1", Answer(the(waiting.people.question).id, False, "operator", "wait"))
        return await made.director().resume("r1")

    run = asyncio.run(twice())
    assert the(run.ending).final_reason == "denied" and not acts(made)


@pytest.mark.parametrize("mode", ["all", "changed"])
@pytest.mark.parametrize("again", [(PAY, Act("cart")), (Act("cart"),)], ids=["the same plan", "what is left of it"])
def test_a_no_in_the_middle_of_a_plan_ends_it_and_its_rest_is_not_taken_again(mode, again):
    class Regretted(Closed):
        async def act(self, call):
            if call.skill == "pay":
                await made.store.send("r1", Answer(the(made.approver).asked[0].id, False, "boss", "stop"))
            return await super().act(call)

    world = Regretted([*SKILLS, Skill("cart", makes="sent")])
    plans = [(PAY, Act("cart")), again] if mode == "all" else [(BY_LORRY,), (PAY, Act("cart")), again]
    made = journey(plans, [True, True, True], mode=mode, world=world)
    ending = the(made.run().ending)
    assert (ending.success, ending.final_reason) == (False, "denied") and "boss said no" in ending.final_detail
    assert "cart" not in acts(made) and len(asked(made)) == 1


def test_an_unanswered_plan_counts_as_refused():
    made = journey([FIRST, FIRST], [None], mode="all", question_seconds=10.0)
    made.patient = True
    assert the(made.run().ending).final_reason == "denied" and not acts(made)


def test_a_no_to_a_plan_is_bound_to_what_would_be_done_not_to_its_spelling():
    skills = [*SKILLS[:2], Skill("boat", parameters=(Parameter("size", "int", False, default=1),), makes="sent")]
    spelt = [
        (Act("boat"),),
        (Act("boat", {"size": 1}),),
        (Act("boat", {"size": 1.0}, expects="sent"),),
        (Act("boat", {"size": "1"}),),
    ]
    made = journey([FIRST, *spelt], [False, True, True], world=Closed(skills))
    ending = made.run().ending
    assert not the(ending).success and len(asked(made)) == 1 and "boat" not in acts(made)


def test_two_plans_that_use_outputs_alike_do_the_same():
    first = (Act("a", id="s1"), Act("b", {"x": "$s1.y"}, id="s2"))
    again = (Act("a", id="s7"), Act("b", {"x": "$s7.y"}, id="s8"))
    other = (Act("a", id="s7"), Act("b", {"x": "$s1.y"}, id="s8"))
    assert deeds_digest(first, {}) == deeds_digest(again, {}) != deeds_digest(other, {})
