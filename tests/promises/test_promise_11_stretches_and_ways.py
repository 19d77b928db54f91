"""Plans in stretches and ways to goals: what earlier stretches did is known in a list given again, and a quiet day goes to its end."""

from itertools import product
from typing import Any

import pytest

from midcourse import Achieve, Replan, act, fact, observer, run, skill
from midcourse.core.run.events import Passed, Reentered
from midcourse.testing import FrozenClock

STRETCHES = [
    [act("charge", order="A1"), act("charge", order="B2"), Replan("next")],
    [act("post", order="A1"), act("post", order="B2"), Replan("next")],
    [act("mail", to="ann")],
]
WHOLE = [step for stretch in STRETCHES for step in stretch if isinstance(step, Replan) is False]


def after_stretches(given, contract: dict[str, Any]) -> list[str]:
    """What a shop does whose mail is refused in the third stretch until somebody has logged in; `given`: the plan then."""
    did, session, asked = list[str](), list[int](), list[str]()

    @skill(makes="charged({order})", **contract)
    def charge(order: str):
        did.append(f"charge {order}")

    @skill(makes="posted({order})", **contract)
    def post(order: str):
        did.append(f"post {order}")

    def mail(to: str):
        if not session:
            raise PermissionError("log in first")
        did.append(f"mail {to}")

    @skill(repeatable=True)
    def login():
        session.append(1)

    @observer("charged(*)", "posted(*)")
    def look():
        kinds = {"charge": "charged", "post": "posted"}
        return [fact(kinds[line.split()[0]], line.split()[1]) for line in did if not line.startswith("mail")]

    def planner(request):
        asked.append(request.cause.rule)
        return STRETCHES[len(asked) - 1] if len(asked) <= 3 else given

    run("serve both", world=[charge, post, mail, login, look], planner=planner, clock=FrozenClock())
    return did


@pytest.mark.parametrize("contract", [{}, {"complete": True}], ids=["makes", "complete"])
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 0, 2, 3), (3, 2, 1, 0), (2, 0, 1, 3)])
@pytest.mark.parametrize("place", [0, 1, 4])
def test_a_whole_list_given_again_is_known_over_all_stretches(place, order, contract):
    given = [WHOLE[i] for i in order]
    given = [*given[:place], act("login"), *given[place:], WHOLE[-1]]
    assert after_stretches(given, contract) == ["charge A1", "charge B2", "post A1", "post B2", "mail ann"]


def test_a_stretch_of_which_one_act_is_left_out_is_known_too():
    given = [act("charge", order="B2"), act("login"), act("post", order="A1"), act("post", order="B2"), WHOLE[-1]]
    assert after_stretches(given, {}) == ["charge A1", "charge B2", "post A1", "post B2", "mail ann"]


@pytest.mark.parametrize("condition", ["", "paid(A1)"])
@pytest.mark.parametrize("more", [[], [act("pack", order="A1")]], ids=["rest", "whole"])
@pytest.mark.parametrize("first", [True, False])
def test_a_goal_that_an_earlier_stretch_reached_stays_reached(condition, more, first):
    did, session = list[str](), list[int]()
    goal = Achieve("A1 is paid for", condition)

    def charge(order: str):
        did.append("charge")

    def pack(order: str):
        did.append("pack")

    def ship(order: str):
        if not session:
            raise PermissionError("log in first")
        did.append("ship")

    @skill(repeatable=True)
    def login():
        session.append(1)

    @observer("paid(*)")
    def look():
        return [fact("paid", "A1")] if "charge" in did else []

    def planner(request):
        if request.purpose == "achieve":
            return [act("charge", order="A1")]
        if request.cause.rule == "first":
            return [act("pack", order="A1"), goal, Replan("then we see")]
        if request.cause.rule == "replan step":
            return [act("ship", order="A1")]
        given = [act("login"), *more, goal] if first else [*more, goal, act("login")]
        return [*given, act("ship", order="A1")]

    world = [charge, pack, ship, login, *([look] if condition else [])]
    run("deliver A1", world=world, planner=planner, clock=FrozenClock())
    assert did == ["pack", "charge", "ship"]


@pytest.mark.parametrize("tickets", [2, 6, 8])
def test_like_stretches_are_all_done_on_a_quiet_day(tickets):
    queue, hand, filed, asked = list(range(tickets)), list[int](), list[int](), list[str]()

    def take():
        hand.append(queue.pop(0))

    def stamp(): ...

    def put_away():
        filed.append(hand.pop())

    def planner(request):
        asked.append(request.purpose)
        more = [Replan("are there more?")] if len(asked) < tickets else []
        return [act("take"), act("stamp"), act("put_away"), *more]

    outcome = run("file all", world=[take, stamp, put_away], planner=planner, clock=FrozenClock())
    assert len(filed) == tickets == len(asked) and outcome.verdict == "done_unproven"


@pytest.mark.parametrize("goals", [3, 5, 9])
def test_like_goals_are_reached_one_by_one_with_no_other_call(goals):
    pressed, asked = list[str](), list[str]()

    def press(key: str):
        pressed.append(key)

    def planner(request):
        asked.append(request.purpose)
        return [act("press", key=k) for k in "ab"] if request.purpose == "achieve" else [Achieve("the same part")] * goals

    run("go", world=[press], planner=planner, clock=FrozenClock())
    assert "".join(pressed) == "ab" * goals and asked == ["first", *["achieve"] * goals]


@pytest.mark.parametrize("contract", [None, {}, {"complete": True}], ids=["bare", "makes", "complete"])
@pytest.mark.parametrize("last", [True, False], ids=["goal last", "act last"])
def test_what_stands_behind_the_act_that_reaches_a_goal_is_done(contract, last):
    did, asked = list[str](), list[str]()

    def charge(order: str):
        did.append("charge")

    if contract is not None:
        charge = skill(makes="paid({order})", **contract)(charge)

    def log_in(order: str):
        did.append("log in")

    def mail(to: str):
        did.append("mail")

    @observer("paid(*)", "logged(*)")
    def look():
        return [*([fact("paid", "A1")] * ("charge" in did)), *([fact("logged", "A1")] * ("log in" in did))]

    inner = [act("charge", order="A1"), Achieve("ann has the receipt")]
    outer = [Achieve("the card is charged", "logged(A1)"), act("mail", to="ann")]
    ways = {
        "sell A1": [Achieve("A1 is paid for", "paid(A1)")],
        "A1 is paid for": inner if last else outer,
        "ann has the receipt": [act("mail", to="ann")],
        "the card is charged": [act("log_in", order="A1"), act("charge", order="A1")],
    }

    def planner(request):
        asked.append(request.goal)
        return ways[request.goal]

    outcome = run("sell A1", world=[charge, log_in, mail, look], planner=planner, clock=FrozenClock())
    assert did == (["charge", "mail"] if last else ["log in", "charge", "mail"]) and len(asked) == 3
    told = [e.event.because for e in outcome.entries if isinstance(e.event, Passed | Reentered)]
    assert told == ["paid(A1) already holds"]


@pytest.mark.parametrize(("where", "stretch"), [("first", False), ("before", False), ("first", True), ("before", True)])
def test_an_act_on_a_way_that_broke_off_does_not_stand_for_one_behind_the_goal(where, stretch):
    did, session = list[str](), list[int]()

    def mail(to: str):
        did.append("mail")

    def pay(order: str):
        if not session:
            raise PermissionError("log in first")
        did.append("pay")

    def pack(box: int):
        did.append("pack")

    @skill(repeatable=True)
    def login():
        session.append(1)

    def planner(request):
        if request.goal == "A1 is paid for":
            return [act("mail", to="ann"), act("pay", order="A1")]
        rest = [Achieve("A1 is paid for"), act("mail", to="ann")]
        if request.cause.rule == "first":
            return [act("pack", box=1), Replan("look")] if stretch else [act("pack", box=1), *rest]
        if request.cause.rule == "replan step":
            return rest
        begin = [act("login"), act("pack", box=1)] if where == "first" else [act("pack", box=1), act("login")]
        return [*begin, *rest]

    run("mail, pay, mail", world=[mail, pay, pack, login], planner=planner, clock=FrozenClock())
    assert did == ["pack", "mail", "pay", "mail"]


@pytest.mark.parametrize("error", [PermissionError, FileNotFoundError, ValueError])
@pytest.mark.parametrize("contract", [None, {}, {"complete": True}], ids=["bare", "makes", "complete"])
def test_an_act_that_names_all_its_effects_may_rest_on_what_nobody_declared(error, contract):
    sent, session = list[str](), list[int]()

    def mail(to: str):
        if not session:
            raise error("log in first")
        sent.append(to)

    if contract is not None:
        mail = skill(makes="sent({to})", **contract)(mail)

    def login():
        session.append(1)

    @observer("sent(*)")
    def look():
        return [fact("sent", to) for to in sent]

    def planner(request):
        return [*([act("login")] if request.attempts else []), act("mail", to="ann")]

    outcome = run("mail", done_when="sent(ann)", world=[mail, login, look], planner=planner, clock=FrozenClock())
    assert sent == ["ann"] and outcome.success


@pytest.mark.parametrize(
    "lists",
    list(product([["post", "book", "grant c", "mail c", "mail d"]], [["book", "post", "mail c", "grant d", "mail d"]])),
)
def test_a_list_in_another_order_may_leave_out_what_may_be_done_twice(lists):
    did, open_to = list[str](), set[str]()

    def post():
        did.append("post")

    def book():
        did.append("book")

    def mail(to: str):
        if to not in open_to:
            raise PermissionError("no access")
        did.append(f"mail {to}")

    @skill(repeatable=True)
    def grant(to: str):
        open_to.add(to)

    plans = [["post", "book", "mail c", "mail d"], *lists]

    def planner(request):
        words = plans.pop(0) if len(plans) > 1 else plans[0]
        return [act(name, to=to[0]) if to else act(name) for name, *to in (step.split() for step in words)]

    run("the job", world=[post, book, mail, grant], planner=planner, clock=FrozenClock())
    assert did == ["post", "book", "mail c", "mail d"]
