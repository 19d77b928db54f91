"""Promise 11: ways to goals on the way, among acts that count and acts that were done before, on a quiet day."""

from collections import Counter

import pytest

from midcourse import Achieve, ScriptedPlanner, act, fact, observer, run, skill
from midcourse.testing import FrozenClock


def bank(plan, way, goal="", complete=True):
    """Two accounts with 30 each: the outcome, and what was moved."""
    have, moved = Counter(me=30, you=30), []

    @skill(makes="balance({who}, +={n})", complete=complete)
    def deposit(who: str, n: int):
        have[who] += n
        moved.append((who, n))

    @skill(makes="balance({who}, -={n})", complete=complete)
    def withdraw(who: str, n: int):
        have[who] -= n
        moved.append((who, -n))

    @observer("balance(*)")
    def look():
        return [fact("balance", who, n) for who, n in have.items()]

    def planner(request):
        return way if request.purpose == "achieve" else plan

    outcome = run("settle", done_when=goal, world=[deposit, withdraw, look], planner=planner, clock=FrozenClock())
    return outcome, moved


def put(who, n):
    return act("deposit", who=who, n=n)


def take(who, n):
    return act("withdraw", who=who, n=n)


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize(
    ("plan", "way", "goal", "moved"),
    [
        (
            [put("me", 5), put("you", 5), Achieve("even", "balance(me, 30) and balance(you, 40)"), take("you", 10)],
            [put("you", 5), take("me", 5)],
            "",
            [("me", 5), ("you", 5), ("you", 5), ("me", -5), ("you", -10)],
        ),
        ([Achieve("35", "balance(me, 35)"), put("me", 8), put("me", 1)], [put("me", 5)], "", [("me", 5), ("me", 8), ("me", 1)]),
        (
            [put("me", 1), put("me", 1), Achieve("ten aside"), take("me", 1)],
            [put("me", 10)],
            "balance(me, 41)",
            [("me", 1), ("me", 1), ("me", 10), ("me", -1)],
        ),
        (
            [put("you", 10), Achieve("half of it back", "balance(you, 35)"), put("me", 5)],
            [take("you", 5)],
            "balance(me, 35) and balance(you, 35) and not balance(you, 30)",
            [("you", 10), ("you", -5), ("me", 5)],
        ),
    ],
    ids=["counted on both", "counted on", "in words", "the old number is gone"],
)
def test_what_a_way_reached_may_be_counted_on_from(plan, way, goal, moved, complete):
    outcome, done = bank(plan, way, goal, complete)
    assert outcome.verdict != "failed" and done == moved and outcome.ending.planner_calls == 2, outcome.ending


@pytest.mark.parametrize("condition", ["page(3)", ""])
def test_a_way_may_hold_what_was_done_before(condition):
    page = [1]

    def press(button: str):
        page[0] += 1

    @observer("page(*)")
    def look():
        return [fact("page", page[0])]

    plan, way = [act("press", button="next"), Achieve("the third page", condition)], [act("press", button="next")]
    planner = ScriptedPlanner(plan, way)
    outcome = run("go", done_when="page(3)", world=[press, look], planner=planner, clock=FrozenClock())
    assert outcome.success and page == [3] and outcome.ending.planner_calls == 2


def test_an_act_that_stands_in_the_plan_and_in_the_way_is_done_twice_and_not_three_times():
    shipped = []

    @skill(makes="shipped({what}, +=1)")
    def ship(what: str):
        shipped.append(what)

    @skill(makes="label({text})")
    def label(text: str):
        """It says that it worked, and does nothing."""

    @observer("shipped(*)", "label(*)")
    def look():
        return [fact("shipped", "box", len(shipped))]

    plan, way = [act("ship", what="box"), Achieve("the second box")], [act("label", text="t1"), act("ship", what="box")]

    def planner(request):
        return way if request.purpose == "achieve" else plan

    run("two boxes", world=[ship, label, look], planner=planner, clock=FrozenClock())
    assert shipped == ["box", "box"]


def test_what_counts_has_time_to_show_before_it_is_called_a_circle():
    clock, money, calls, shown = FrozenClock(), [30], [], [(0.0, 30)]

    @skill(makes="balance(-={n})", complete=True)
    def withdraw(n: int):
        calls.append(n)
        if len(calls) <= 3:
            raise ConnectionResetError("connection reset by peer")
        money[0] -= n
        shown.append((clock.now(), money[0]))

    @observer("balance(*)")
    def look():
        return [fact("balance", next(n for at, n in reversed(shown) if at <= clock.now() - 0.3))]

    outcome = run("pay", done_when="balance(20)", world=[withdraw, look], planner=[act("withdraw", n=10)], clock=clock)
    assert outcome.success and money == [20] and outcome.ending.planner_calls == 1


def test_one_deed_does_not_stand_for_a_goal_and_for_an_act_behind_it():
    log, calls = [], [0]

    def pay(x: str):
        calls[0] += 1
        if 1 < calls[0] <= 5:
            raise ConnectionRefusedError("refused")
        log.append("pay")

    def note(x: str):
        log.append("note")

    @observer("paid(*)", "noted(*)")
    def look():
        return [fact("paid", "a", log.count("pay")), *([fact("noted", "a")] if "note" in log else [])]

    plan = [Achieve("the first one"), act("pay", x="a"), act("note", x="a")]

    def planner(request):
        return [act("pay", x="a")] if request.purpose == "achieve" else plan

    outcome = run("pay two", done_when="noted(a)", world=[pay, note, look], planner=planner, clock=FrozenClock())
    assert log.count("pay") == 2 or not outcome.success


@pytest.mark.parametrize("complete", [True, False])
def test_a_goal_that_a_way_does_not_reach_is_no_proof_that_its_last_act_did_nothing(complete):
    log = []

    @skill(makes="paid({x})", complete=complete)
    def pay(x: str):
        log.append("pay")

    def pack(x: str):
        log.append("pack")

    @observer("paid(*)", "packed(*)")
    def look():
        return [*([fact("paid", "a")] if "pay" in log else []), *([fact("packed", "a")] if "pack" in log else [])]

    plan = [act("pay", x="a"), Achieve("the second goes out", "packed(a)")]

    def planner(request):
        return [act("pay", x="a")] if request.purpose == "achieve" else plan

    run("go", world=[pay, pack, look], planner=planner, clock=FrozenClock())
    assert log.count("pay") <= 2
