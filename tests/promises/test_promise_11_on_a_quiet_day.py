"""Promise 11: on a quiet day nobody is asked once more than the plan says, and no sentence is made up."""

import pytest

from midcourse import (
    Achieve,
    Done,
    Observation,
    Parameter,
    Replan,
    ScriptedPlanner,
    SearchPlanner,
    Skill,
    act,
    fact,
    fail,
    observer,
    open_store,
    resume,
    run,
    skill,
)
from midcourse.testing import FrozenClock
from tests.support import the


def test_equal_acts_on_purpose_are_no_circle_however_they_are_spelt_and_whatever_comes_next():
    calls, orders, asked = [], [], []

    def mail(to: str, text: str = "hi"):
        calls.append("mail")

    def place(order: str):
        orders.append(order)

    @observer("placed(*)")
    def look():
        return [fact("placed", order) for order in orders]

    def planner(request):
        asked.append(request.purpose)
        mails = [act("mail", to="ann"), act("mail", to="ann", text="hi"), act("mail", to="ann")]
        return [act("place", order="A")] if request.purpose == "achieve" else [*mails, Achieve("place A")]

    outcome = run("mail thrice, place", done_when="placed(A)", world=[mail, place, look], planner=planner, clock=FrozenClock())
    assert outcome.success and asked == ["first", "achieve"] and len(calls) == 3


def test_equal_acts_before_a_goal_on_the_way_and_in_the_way_to_it_are_no_circle():
    page, calls, asked = [1], [], []

    def pick():
        calls.append("pick")

    def next_page():
        page[0] += 1

    @observer("page(*)")
    def look():
        return [fact("page", page[0])]

    def planner(request):
        asked.append(request.purpose)
        first = [act("pick"), act("pick"), act("next_page"), act("pick"), Achieve("pick three more")]
        return [act("pick")] * 3 if request.purpose == "achieve" else first

    outcome = run("pick", world=[pick, next_page, look], planner=planner, clock=FrozenClock())
    assert outcome.verdict == "done_unproven" and len(calls) == 6 and asked == ["first", "achieve"]


def test_what_the_plan_takes_itself_after_it_was_seen_may_come_back_by_what_nobody_declared():
    asked = []

    class Rooms:
        at, key = "hall", "yard"

        async def skills(self):
            x = (Parameter("x"),)
            take = Skill("take", parameters=x, makes="held({x})", breaks="inside({x}, *)", complete=True)
            return [Skill("go", parameters=x, makes="at({x})"), take, Skill("drop", parameters=x, makes="not held({x})")]

        async def observe(self):
            held = [fact("held", "key")] if self.key == "me" else []
            inside = [fact("inside", "key", self.key)] if self.key == self.at else []
            return Observation(
                frozenset([fact("at", self.at), *held, *inside]), covers=("at(*)", "held(*)", f"inside(*, {self.at})")
            )

        async def act(self, call):
            match call.skill:
                case "go":
                    self.at = call.args["x"]
                case "take":
                    self.key = "me"
                case _:
                    self.key = self.at
            return Done()

    def planner(request):
        asked.append(request.purpose)
        steps = [act("go", x="yard"), act("take", x="key"), act("go", x="yard"), act("drop", x="key")]
        return steps[len(request.progress.done) :]

    outcome = run("put the key there", done_when="inside(key, yard)", world=Rooms(), planner=planner, clock=FrozenClock())
    assert outcome.success and asked == ["first"]


def test_a_function_that_looks_may_call_again_is_tried_again_as_a_step():
    calls = []

    def list_orders():
        calls.append("list")
        if len(calls) == 4:
            raise TimeoutError("no answer")
        return ["A1"]

    def mail(to: str):
        calls.append("mail")

    outcome = run("mail", world=[list_orders, mail], planner=[act("list_orders"), act("mail", to="ann")], clock=FrozenClock())
    assert outcome.ended and calls.count("mail") == 1


def test_a_change_that_the_act_has_no_part_in_settles_no_doubt():
    inbox = ["m1"]

    def ship(order: str):
        inbox.append("m2")  # somebody writes just now
        raise TimeoutError("no answer")

    @observer("mail(*)")
    def look():
        return [fact("mail", letter) for letter in inbox]

    outcome = run("ship A", world=[ship, look], planner=[act("ship", order="A")], clock=FrozenClock())
    assert not outcome.ended and "Did ship (s1) happen?" in the(outcome.waiting_for).text


def test_every_ending_warns_of_what_a_new_run_would_do_twice():
    def pay(order: str):
        return "paid"

    def ship(order: str):
        fail("unsupported", "no carrier")

    outcome = run("sell A", world=[pay, ship], planner=[act("pay", order="A"), act("ship", order="A")], clock=FrozenClock())
    assert outcome.ending.final_reason == "structural"
    assert "a new run would do this once more, since no look shows it: s1 pay(order=A)" in outcome.ending.next_safe_action


def test_a_step_whose_effect_is_there_is_passed_though_its_need_is_gone_whoever_brought_it_about():
    orders, calls = {}, []

    @skill(needs="not placed({order})", makes="placed({order})")
    def place(order: str):
        calls.append(order)
        orders[order] = "placed"
        orders["B"] = "placed"  # somebody else, at the same time

    @observer("placed(*)")
    def look():
        return [fact(state, order) for order, state in orders.items()]

    plan = [act("place", order="A"), act("place", order="B")]
    outcome = run("both", done_when="placed(A) and placed(B)", world=[place, look], planner=plan, clock=FrozenClock())
    assert outcome.success and calls == ["A"] and outcome.ending.planner_calls == 1


def test_what_was_left_is_not_taken_for_the_beginning_of_the_list():
    sent = []

    def mail(to: str):
        if len(sent) == 1:
            raise PermissionError("quota")
        sent.append(to)

    def place(order: str):
        return "placed"

    def planner(request):
        plan = [act("mail", to="ann"), act("place", order="A"), act("mail", to="ann")]
        return plan[len(request.progress.done) :]

    outcome = run("mail, place, mail", world=[mail, place], planner=planner, clock=FrozenClock())
    assert sent == ["ann"] and outcome.verdict == "failed", "one mail was never sent"


def test_an_answer_that_says_busy_is_tried_again_and_leaves_no_doubt_behind():
    calls = []

    def book(room: str):
        calls.append(room)
        return {"error": "busy"} if len(calls) == 1 else {"ok": True}

    outcome = run("book", world=[book], planner=[act("book", room="a")], clock=FrozenClock())
    assert outcome.verdict == "done_unproven" and outcome.ending.afterword.notes == ()


@pytest.mark.parametrize("error", [TimeoutError("no answer"), RuntimeError("broke"), ConnectionResetError(104, "reset")])
def test_a_person_who_says_that_it_did_not_happen_is_heard_and_then_another_way_is_asked_for(error, tmp_path):
    calls = []

    def create(x: str):
        calls.append("create")
        raise error

    def by_hand(x: str):
        calls.append("by hand")

    def planner(request):
        return [act("by_hand" if request.attempts else "create", x="a")]

    parts = {"world": [create, by_hand], "planner": planner, "clock": FrozenClock(), "store": open_store(tmp_path / "j.db")}
    outcome = run("create", run_id="r", **parts)
    while not outcome.ended:
        outcome = resume("r", answer=False, **parts)
    assert calls[-1] == "by hand" and set(calls[:-1]) == {"create"}


def test_a_search_whose_act_failed_for_what_no_contract_tells_is_at_a_loss_and_does_not_say_impossible():
    @skill(makes="wrapped", complete=True)  # it needs something that nobody declared
    def wrap():
        fail("needs_not_met", "nothing here to wrap")

    @observer("wrapped")
    def look():
        return []

    outcome = run("wrap", done_when="wrapped", world=[wrap, look], planner=SearchPlanner(), clock=FrozenClock())
    assert outcome.ending.final_reason == "at_a_loss" and "no way while this stands" in outcome.ending.final_detail


@pytest.mark.parametrize("settings", [{}, {"max_replans": 0}, {"enable_auto_replanning": False}])
def test_what_a_plan_takes_away_itself_may_be_brought_back_by_an_act_that_does_not_say_so(settings):
    facts, log, asked = set(), [], []

    @skill(makes="visited(page)")
    def visit():
        log.append("visit")
        facts.update({"visited(page)", "open(page)"})

    @skill(breaks="open(page)", complete=True)
    def close():
        log.append("close")
        facts.discard("open(page)")

    @observer("open(*)", "visited(*)")
    def look():
        return facts

    def planner(request):
        asked.append(request.purpose)
        return [act("visit"), act("close"), act("visit")]

    ended = run("go", done_when="visited(page) and open(page)", world=[visit, close, look], planner=planner, settings=settings)
    assert ended.success and log == ["visit", "close", "visit"] and len(asked) == 1


def test_like_acts_in_stretches_and_ways_are_all_done():
    typed = []

    def press(key: str):
        typed.append(key)

    def keys(text):
        return [act("press", key=key) for key in text]

    lists = (
        [*keys("0"), Replan()],
        [Achieve("the prefix"), *keys("00"), Achieve("the rest"), *keys("!")],
        keys("00"),
        keys("0X"),
    )
    ended = run("type it", world=[press], planner=ScriptedPlanner(*lists), clock=FrozenClock())
    assert "".join(typed) == "000000X!" and ended.ending.planner_calls == 4 and ended.verdict == "done_unproven"
