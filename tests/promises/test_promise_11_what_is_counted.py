"""Numbers that acts count: however a world adds and writes them, a correct plan is carried out as it is."""

from decimal import Decimal

import pytest

from midcourse import act, observer, run, skill
from midcourse.testing import FrozenClock

KINDS = {"decimal": (Decimal, str), "float": (float, repr), "two places": (float, lambda x: f"{x:.2f}")}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("start", "by", "need"), [("0.7", "0.1", "0.8"), ("0.5", "0.3", "0.8"), ("9.90", "0.10", "10.00"), ("1.1", "2.2", "3.3")]
)
@pytest.mark.parametrize("goal", ["", "bought(x)"])
def test_a_need_that_the_sum_just_meets_is_met(kind, start, by, need, goal):
    of, written = KINDS[kind]
    balance, calls = [of(start)], []

    @skill(makes=f"balance({{to}}, +={by})", complete=True)
    def deposit(to: str):
        calls.append("deposit")
        balance[0] += of(by)

    @skill(needs=f"balance({{to}}, >={need})", makes=f"balance({{to}}, -={need}) and bought(x)", complete=True)
    def spend(to: str):
        calls.append("spend")
        balance[0] -= of(need)

    @observer("balance(*)", "bought(*)")
    def look():
        return [f"balance(b, {written(balance[0])})", *(["bought(x)"] if "spend" in calls else [])]

    steps = [act("deposit", to="b"), act("spend", to="b")]
    outcome = run("buy", done_when=goal, world=[deposit, spend, look], planner=steps, clock=FrozenClock())
    assert calls == ["deposit", "spend"] and outcome.ending.planner_calls == 1 and outcome.verdict != "failed"


@pytest.mark.parametrize(
    ("start", "by", "goal"), [("0.10", "0.20", "0.70"), ("10.00", "20.00", "70.00"), ("0.1", "0.2", "0.7"), ("10", "20", "70")]
)
@pytest.mark.parametrize("complete", [False, True])
def test_a_goal_is_reached_in_as_many_acts_as_the_plan_has_and_no_more_are_called_for(start, by, goal, complete):
    balance, told = [Decimal(start)], []

    @skill(makes=f"balance({{to}}, +={by})", complete=complete)
    def deposit(to: str):
        balance[0] += Decimal(by)

    @observer("balance(*)")
    def look():
        return [f"balance(b, {balance[0]})"]

    def obeys(request):
        told.extend(request.objections)
        return [act("deposit", to="b")] * (3 - len(request.progress.done) + len(told))

    outcome = run("save", done_when=f"balance(b, {goal})", world=[deposit, look], planner=obeys, clock=FrozenClock())
    assert outcome.success and balance == [Decimal(goal)] and not told


@pytest.mark.parametrize(
    ("start", "by", "acts", "goal"), [(7.5, 0.5, 1, "8"), (7, 0.5, 2, "8"), (6, -0.5, 2, "5"), (0, 0.25, 4, "1")]
)
@pytest.mark.parametrize("obeys", [False, True])
def test_a_whole_number_that_is_reached_in_parts_is_reached(start, by, acts, goal, obeys):
    hours, told = [start], []

    @skill(makes=f"hours({{who}}, {'+' if by > 0 else '-'}={abs(by)})", complete=True)
    def book(who: str):
        hours[0] += by

    @observer("hours(*)")
    def look():
        return [f"hours(ann, {hours[0]:g})"]

    def plans(request):
        told.extend(request.objections)
        return [act("book", who="ann")] * (acts - len(request.progress.done) + (len(told) if obeys else 0))

    outcome = run("book", done_when=f"hours(ann, {goal})", world=[book, look], planner=plans, clock=FrozenClock())
    assert outcome.success and not told and f"{hours[0]:g}" == goal


WHOLE = [(str(least), str(least - 1)) for least in (1000, 10**9 + 1, 2 * 10**12 + 1, 1763598945000500, 9 * 10**15, 10**17 + 1)]
WITH_A_POINT = [("1763598945.001", "1763598945.0"), ("10000000000005.5", "10000000000000.5")]


@pytest.mark.parametrize(("least", "shown"), [*WHOLE, *WITH_A_POINT])
def test_a_number_is_not_reached_a_little_before_it(least, shown):
    place = [shown]

    @skill(makes="synced({db}, *)")
    def sync(db: str):
        place[0] = least

    @observer("synced(*)")
    def look():
        return [f"synced(main, {place[0]})"]

    goal = f"synced(main, >={least})"
    outcome = run("sync", done_when=goal, world=[sync, look], planner=[act("sync", db="main")], clock=FrozenClock())
    assert outcome.success and place == [least]


@pytest.mark.parametrize("goal", [">=100", "100"])
@pytest.mark.parametrize("says", [False, True], ids=["bare", "declared"])
def test_a_deposit_is_made_once_where_a_bare_act_brings_the_rest(goal, says):
    balance, calls = [0], []

    @skill(makes="balance({to}, +=50)", complete=True)
    def deposit(to: str):
        calls.append("deposit")
        balance[0] += 50

    def bonus(who: str):
        raise NotImplementedError("bonus is not available any more, use bonus_alt")

    def bonus_alt(who: str):
        calls.append("bonus")
        balance[0] += 50

    if says:
        bonus, bonus_alt = skill(makes="granted({who})")(bonus), skill(makes="granted({who})")(bonus_alt)

    @observer("balance(*)", "granted(*)")
    def look():
        return [f"balance(savings, {balance[0]})", *(["granted(ann)"] if "bonus" in calls else [])]

    def plans(request):
        return [act("deposit", to="savings"), act("bonus_alt" if request.attempts else "bonus", who="ann")]

    world = [deposit, bonus, bonus_alt, look]
    outcome = run("save", done_when=f"balance(savings, {goal})", world=world, planner=plans, clock=FrozenClock())
    assert outcome.success and calls == ["deposit", "bonus"]


@pytest.mark.parametrize(("by", "leak"), [(10, 5), (25, 5), (50, 50)])
@pytest.mark.parametrize("complete", [False, True])
def test_what_leaks_is_made_up_for(by, leak, complete):
    level, calls = [0], []

    @skill(makes=f"fuel(tank, +={by})", complete=True)
    def refuel(station: str):
        calls.append("refuel")
        level[0] += by

    def note(text: str):
        calls.append("note")
        level[0] -= leak if calls.count("note") == 1 else 0

    if complete:
        note = skill(makes="noted({text})", complete=True)(note)

    @observer("fuel(*)", "noted(*)")
    def look():
        return [f"fuel(tank, {level[0]})", *(["noted(x)"] if "note" in calls else [])]

    def plans(request):
        lacking = max(0, -(-(50 - level[0]) // by))
        return [*[act("refuel", station="s")] * lacking, *([] if "note" in calls else [act("note", text="x")])]

    outcome = run("fill", done_when="fuel(tank, >=50)", world=[refuel, note, look], planner=plans, clock=FrozenClock())
    assert outcome.success


def test_a_flag_that_is_called_like_a_number_is_no_number():
    hours, calls = [7.5], []

    @skill(makes="hours(+=0.5)", complete=True)
    def book():
        calls.append("book")
        hours[0] += 0.5

    @skill(needs="hours", makes="noted(x)", complete=True)
    def note():
        calls.append("note")

    @observer("hours(*)", "hours", "noted(*)")
    def look():
        return [f"hours({hours[0]})", "hours", *(["noted(x)"] if "note" in calls else [])]

    goal = "noted(x) and hours(8.0)"
    outcome = run("book", done_when=goal, world=[book, note, look], planner=[act("book"), act("note")], clock=FrozenClock())
    assert outcome.success and calls == ["book", "note"]
