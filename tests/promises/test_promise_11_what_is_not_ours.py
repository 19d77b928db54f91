"""What others made stands: nobody planned to take it from them, and the engine has no such ideas of its own."""

import pytest

from midcourse import Replan, act, current_call, observer, run, skill
from midcourse.core.run.events import Reflected
from midcourse.testing import FrozenClock

ERRORS = [
    ValueError("it is taken"),
    LookupError("it is taken"),
    PermissionError("it is taken"),
    RuntimeError("HTTP 409 Conflict"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("goal", ["", "booked(101, us) and booked(102, us)"])
def test_a_booking_of_a_colleague_is_not_cancelled_to_make_room_for_ours(error, goal):
    owner, calls = {}, []

    @skill(needs="free({room})", makes="booked({room}, us)", breaks="free({room})", complete=True)
    def book(room: str):
        if room in owner:
            raise error
        owner[room] = "us"
        owner["102"] = owner.get("102", "colleague")

    @skill(needs="booked({room}, *)", makes="free({room})", breaks="booked({room}, *)", complete=True)
    def cancel(room: str):
        calls.append(room)
        del owner[room]

    @observer("free(*)", "booked(*)")
    def look():
        return [f"booked({r}, {owner[r]})" if r in owner else f"free({r})" for r in ("101", "102")]

    steps = [act("book", room="101"), act("book", room="102")]
    outcome = run("two rooms", done_when=goal, world=[book, cancel, look], planner=steps, clock=FrozenClock())
    assert not outcome.success and calls == [] and owner == {"101": "us", "102": "colleague"}
    causes = [e.event.reflection.root_cause for e in outcome.entries if isinstance(e.event, Reflected)]
    assert not any("does not say so" in cause for cause in causes), "the contract of book tells all that it does"


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("before", [True, False], ids=["from the start", "meanwhile"])
@pytest.mark.parametrize("says", [{"makes": "not locked({doc})"}, {"breaks": "locked({doc})"}], ids=["makes", "breaks"])
def test_the_lock_of_a_colleague_is_not_taken_away(error, before, says):
    locked, calls = {"report"} if before else set(), []

    @skill(needs="not locked({doc})", makes="edited({doc})", complete=True)
    def edit(doc: str):
        calls.append("edit")
        locked.add(doc)  # the colleague was a moment before us
        raise error

    @skill(complete=True, **says)
    def unlock(doc: str):
        calls.append("unlock")
        locked.discard(doc)

    @observer("locked(*)", "edited(*)")
    def look():
        return [f"locked({doc})" for doc in locked]

    outcome = run(
        "edit", done_when="edited(report)", world=[edit, unlock, look], planner=[act("edit", doc="report")], clock=FrozenClock()
    )
    assert not outcome.success and "unlock" not in calls and locked == {"report"}


def test_what_our_own_act_took_is_brought_back_without_asking_the_planner():
    lamp, calls = {"on"}, []

    @skill(makes="clean(room)", breaks="light(room)", complete=True)
    def clean():
        calls.append("clean")
        lamp.clear()

    @skill(makes="light(room)", complete=True)
    def switch_on():
        calls.append("switch on")
        lamp.add("on")

    @skill(needs="light(room)", makes="read(book)", complete=True)
    def read():
        calls.append("read")
        if not lamp:
            raise ValueError("too dark")
        calls.append("done")

    @observer("light(*)", "clean(*)", "read(*)")
    def look():
        return ["light(room)"] * bool(lamp) + ["clean(room)"] * ("clean" in calls) + ["read(book)"] * ("done" in calls)

    outcome = run("read", world=[clean, switch_on, read, look], planner=[act("clean"), act("read")], clock=FrozenClock())
    assert "switch on" in calls and "done" in calls and outcome.verdict != "failed"


@pytest.mark.parametrize("error", [PermissionError("401"), ValueError("no session")])
@pytest.mark.parametrize("complete", [True, False])
def test_a_session_of_ours_that_ran_out_is_begun_anew_without_asking_the_planner(error, complete):
    session, did, left = [], [], [True]

    @skill(makes="signed_in({user})", complete=complete, repeatable=True)
    def login(user: str):
        session.append(user)

    @skill(needs="signed_in(me)", makes="did({task})", complete=complete)
    def do(task: str):
        if task == "b" and left:
            left.clear()
            session.clear()
        if not session:
            raise error
        did.append(task)

    @observer("signed_in(*)", "did(*)")
    def look():
        return [*(f"signed_in({user})" for user in session), *(f"did({task})" for task in did)]

    steps = [act("login", user="me"), act("do", task="a"), act("do", task="b")]
    outcome = run("work", world=[login, do, look], planner=steps, clock=FrozenClock())
    assert did == ["a", "b"] and outcome.ending.planner_calls == 1


@pytest.mark.parametrize("complete", [True, False])
def test_a_ticket_that_somebody_took_is_not_bought_again_without_a_word_of_the_planner(complete):
    tickets, bought, asked = [], [], []

    @skill(makes="ticket(me)", complete=complete)
    def buy():
        bought.append(1)
        tickets.append("me")

    @skill(needs="ticket(me)", makes="aboard(me)", complete=complete)
    def board():
        tickets.clear()  # a colleague was quicker
        raise PermissionError("no ticket")

    @observer("ticket(*)", "aboard(*)")
    def look():
        return [f"ticket({who})" for who in tickets]

    def plans(request):
        asked.append(request.purpose)
        return [act("buy"), act("board")] if len(asked) == 1 else []

    run("travel", done_when="aboard(me)", world=[buy, board, look], planner=plans, clock=FrozenClock())
    assert len(bought) == 1 and len(asked) > 1


@pytest.mark.parametrize("error", [RuntimeError("HTTP 500"), ConnectionResetError("x"), TimeoutError("x"), None], ids=repr)
@pytest.mark.parametrize("goal", ["", "paid(ann)"])
@pytest.mark.parametrize("how", [{"keyed": True}, {}], ids=["keyed", "once"])
@pytest.mark.parametrize("lag", [0.0, 0.1, 0.3])
def test_an_act_that_broke_off_and_is_seen_done_is_ours_and_the_next_like_it_is_done(error, goal, how, lag):
    clock, effects, calls, shown = FrozenClock(), [], [], []

    @skill(complete=True, makes="paid({to})", **how)
    def pay(to: str):
        calls.append(to)
        if current_call().key not in effects:
            effects.append(current_call().key)
            shown.append(clock.now() + lag)
        if error is not None and len(calls) == 1:
            raise error

    @observer("paid(*)")
    def look():
        return ["paid(ann)"] if any(at <= clock.now() for at in shown) else []

    def plans(request):
        left = 3 - len(request.progress.done)
        return [act("pay", to="ann"), Replan()] if left > 1 else [act("pay", to="ann")] * left

    run("three instalments", done_when=goal, world=[pay, look], planner=plans, clock=clock)
    assert len(effects) == 3
