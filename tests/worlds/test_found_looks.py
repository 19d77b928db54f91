"""Tools that serve as looks: what a world never calls by itself (`found_looks`, `core/gates/unplanned`)."""

import asyncio

import pytest

import midcourse
from midcourse import AddConstraint, Constraint, Grant, Task, act, skill
from midcourse.engine.memory import MemoryStore
from midcourse.testing import AnswersAll, ScriptedPeople
from tests.support import under

QUICK = under(settle_seconds=0.0, backoff=0.0)


def note(text: str = "") -> None:
    """Something else to do."""


def shop(**declared):
    """A skill that is called as a look where nothing says otherwise, and how often it was called."""
    called = []

    def list_orders():
        called.append(1)
        return ["tea"]

    return (skill(**declared)(list_orders) if declared else list_orders), called


@pytest.mark.parametrize(("before", "now"), [("irreversible", "harmless"), ("irreversible", ""), ("reversible", "harmless")])
def test_a_resumed_run_looks_with_no_skill_that_it_holds_stricter(before, now):
    (strict, _), (lax, called) = shop(risk=before), shop(**({"risk": now} if now else {}))
    store = MemoryStore()
    ends = skill(risk="irreversible")(note)
    plan = [act("note")]
    midcourse.run("x", world=[strict, ends], planner=plan, approver=ScriptedPeople([None]), store=store, run_id="r")
    outcome = midcourse.resume("r", world=[lax, ends], planner=plan, approver=AnswersAll(), store=store)
    assert outcome.ended and not called


@pytest.mark.parametrize(
    ("task", "settings"),
    [
        (Task("x", only=("note",)), {}),
        (Task("x", constraints=(Constraint("never the orders", "list_orders"),)), {}),
        (Task("x"), {"autonomy": 0}),
    ],
)
def test_what_limits_a_run_limits_its_looks_after_a_resume_too(task, settings):
    (reads, called), store = shop(), MemoryStore()
    world, ends = [reads, skill(risk="irreversible")(note)], {"settings": settings, "store": store, "run_id": "r"}
    midcourse.run(task, world=world, planner=[act("note")], approver=ScriptedPeople([None]), **ends)
    outcome = midcourse.resume("r", world=world, planner=[act("note")], approver=AnswersAll(), store=store)
    assert outcome.ended and not called


def test_a_constraint_that_people_add_stops_looks_that_were_found_before():
    reads, called = shop()
    store = MemoryStore()
    calls = []

    def work(i: int) -> None:
        calls.append(len(called))
        if i == 1:
            asyncio.run(store.send("r", AddConstraint(Constraint("do not read the orders", "list_orders"))))

    plan = [act("work", i=i) for i in range(4)]
    outcome = midcourse.run("x", world=[reads, work], planner=plan, store=store, run_id="r", settings=QUICK)
    assert outcome.ended and calls[0] and len(called) == calls[1], "not once after it was heard"


def test_a_no_to_an_act_is_a_no_to_a_look_that_does_the_same():
    reads, called = shop()

    class No:
        async def allows(self, question):
            return midcourse.Answer(question.id, question.skill != "list_orders", "ann")

    plans = midcourse.ScriptedPlanner([act("list_orders"), act("note")], [act("note")])
    settings = under(QUICK, autonomy=1)
    midcourse.run("x", world=[reads, note], planner=plans, approver=No(), settings=settings)
    assert not called


def test_a_look_calls_nothing_that_would_ask_as_an_act():
    called = []

    def list_files(path: str = "/etc/ssh"):
        called.append(path)
        return []

    asked = midcourse.run("x", world=[list_files, note], planner=[act("list_files")], approver=ScriptedPeople([None]))
    assert asked.waiting_for is not None and not called
    midcourse.run("x", world=[list_files, note], planner=[act("note")])
    assert not called


def test_a_yes_to_a_secret_in_one_act_is_no_yes_to_reading_again_with_it(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_KEY", "Hunter2-Zebra99")
    got = []

    def get_account_status(token: str):
        got.append(token)
        return "fine"

    class Plans:
        async def plan(self, request):
            return midcourse.Draft((act("get_account_status", token="secret:KEY"), act("note", text="secret:KEY")))

    world = [get_account_status, note]
    people = AnswersAll()
    midcourse.run("x", world=world, planner=Plans(), approver=people, settings=QUICK)
    assert len(people.asked) == 2 and got == ["Hunter2-Zebra99"], "asked for the act alone"
    got.clear()
    meant = Task("x", secrets={"KEY": ("get_account_status", "note")}, grants=(Grant("note"),))
    midcourse.run(meant, world=world, planner=Plans(), approver=people, settings=QUICK)
    assert len(got) > 1, "where the task means the secret for it, it serves as a look"


def test_runs_that_share_a_world_differ_in_what_they_let_it_call():
    reads, called = shop()
    world = midcourse.ToolsWorld(reads, note)

    async def both():
        strict = Task("x", only=("note",))
        first = midcourse.run_async(strict, world=world, planner=[act("note")] * 3, settings=QUICK)
        second = midcourse.run_async("x", world=world, planner=[act("note")], settings=QUICK)
        return await asyncio.gather(first, second)

    strict, free = asyncio.run(both())
    assert called and free.run.seen.belief.facts and not strict.run.seen.belief.facts
