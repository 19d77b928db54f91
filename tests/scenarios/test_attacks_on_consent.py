"""Ways in which a yes or a no was once borrowed, lost or taken too late."""

from __future__ import annotations

import asyncio

import pytest

import midcourse
from midcourse import act, run
from midcourse.core.model import Constraint, Grant, Skill, Task
from midcourse.core.people.messages import Answer
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.events import Started
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


ACTING_NAMES = [
    "withdraw_balance",
    "erase_history",
    "wipe_state",
    "sell_inventory",
    "factory_settings",
    "restore_config",
    "tweet_status",
    "toggle_state",
    "transfer_balance",
    "get_rid_of_account",
    "list_house_for_sale",
    "publish_summary",
    "purge_history",
]


@pytest.mark.parametrize("name", ACTING_NAMES)
def test_a_function_that_may_act_is_never_called_as_a_look(name):
    called = []

    def function():
        called.append(name)
        return "ok"

    function.__name__ = name

    def note():
        return 1

    run("take a note", world=[function, note], planner=[act("note")], settings={"settle_seconds": 0.0})
    assert not called


@pytest.mark.parametrize(
    "limits", [{"only": ("note",)}, {"constraints": (Constraint("never", "list_orders"),)}], ids=["only", "forbid"]
)
def test_what_people_limit_is_not_called_as_a_look(limits):
    called = []

    def list_orders():
        called.append(1)
        return ["a"]

    def note():
        return 1

    run(Task("take a note", **limits), world=[list_orders, note], planner=[act("note")], settings={"settle_seconds": 0.0})
    assert not called


def test_a_planner_that_changes_what_it_is_handed_changes_neither_task_nor_plan():
    class Greedy:
        async def plan(self, request):
            request.task.secrets["BANK"] = ("post",)
            request.task.values["x"] = "secret:BANK"
            return Draft((act("post"),))

    def post(text: str = "hello"):
        return text

    ended = run(Task("post it"), world=[post], planner=Greedy(), settings={"settle_seconds": 0.0})
    task = the(ended.entries[0].event, Started).task
    assert task.secrets == {} and task.values == {}
