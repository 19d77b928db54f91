"""Ways in which a yes or a no was once borrowed, lost or taken too late."""

from __future__ import annotations

import asyncio

import midcourse
from midcourse.core.model import Grant, Skill, Task
from midcourse.core.people.messages import Answer
from midcourse.core.plans.plan import Act
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, ScriptedPeople, SymbolicWorld
from tests.scenarios.attacking import PAY, pays, story
from tests.support import lab, the, under


def test_a_used_up_grant_does_not_borrow_from_an_expired_one():
    n = midcourse.Parameter("n", "int")
    world = SymbolicWorld([Skill("pay", parameters=(n,), makes="paid({n})", complete=True, risk="irreversible")])
    made = lab(world, ScriptedPlanner([Act("pay", {"n": i}) for i in range(3)]), "paid(2)", approver=ScriptedPeople([]))
    made.task = Task("pay", "paid(0) and paid(1) and paid(2)", grants=(Grant("pay", 5, until=1.0), Grant("pay", 1)))
    made.run()
    assert pays(world) == 1


def test_a_no_takes_back_a_yes_that_was_not_used():
    world = SymbolicWorld([PAY])
    run = story(world, Answer("q1", True, "me"), Answer("q1", False, "me", "second thoughts"))
    assert not world.calls and the(run.ending).final_reason == "denied"


def test_a_yes_that_comes_too_late_is_no_yes():
    world = SymbolicWorld([PAY])
    run = story(world, Answer("q1", True, "me"), wait=1000.0, settings=under(question_seconds=10.0))
    assert not world.calls and the(run.ending).final_reason == "denied"


def test_a_question_left_open_is_put_to_whoever_is_there_on_resume():
    world = SymbolicWorld([PAY])
    made = lab(world, ScriptedPlanner([Act("pay")]), "paid", approver=ScriptedPeople([None]))

    async def go():
        await made.director().start("r1", made.task, made.settings)
        made.approver = AnswersAll(True)
        return await made.director().resume("r1")

    assert the(asyncio.run(go()).ending).success


def test_an_answer_through_the_inbox_ends_the_asking():
    class Deaf:
        async def allows(self, question):
            await asyncio.sleep(60)

    world = SymbolicWorld([PAY])
    made = lab(world, ScriptedPlanner([Act("pay")]), "paid", approver=Deaf())

    async def go():
        work = asyncio.ensure_future(made.director().start("r1", made.task, made.settings))
        await asyncio.sleep(0.05)
        await made.store.send("r1", Answer("q1", True, "the other terminal"))
        return await work

    assert the(asyncio.run(go()).ending).success
