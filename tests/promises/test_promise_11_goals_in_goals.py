"""Goals on the ways to goals, and lists given again around them: nothing is done twice, and nothing is lost."""

from itertools import product

import pytest

from midcourse import Achieve, Replan, act, fact, observer, run, skill
from midcourse.testing import FrozenClock

ONE_STRETCH = {"pack": act("pack"), "goal": Achieve("billed"), "mail": act("mail"), "login": act("login")}
CONTRACTS = [None, {"makes": "in({key})"}, {"complete": True}, {"keyed": True}]


@pytest.mark.parametrize(
    "order", ["login pack goal mail", "login mail goal pack", "pack login mail goal", "login goal pack mail"]
)
@pytest.mark.parametrize("condition", ["", "billed(a)"])
@pytest.mark.parametrize("inner", [True, False])
def test_a_list_over_stretches_is_known_though_a_goal_of_it_held_a_goal(inner, condition, order):
    did, session, asked = list[str](), list[int](), list[str]()

    def pack():
        did.append("pack")

    def charge():
        did.append("charge")

    def bill():
        did.append("bill")

    def mail():
        if not session:
            raise PermissionError("no access")
        did.append("mail")

    @skill(repeatable=True)
    def login():
        session.append(1)

    @observer("billed(*)")
    def look():
        return [fact("billed", "a")] * ("bill" in did)

    goal = Achieve("billed", condition)
    ways = {"billed": [Achieve("charged") if inner else act("charge"), act("bill")], "charged": [act("charge")]}
    steps = {**ONE_STRETCH, "goal": goal}

    def planner(request):
        if request.purpose == "achieve":
            return ways[request.goal]
        asked.append(request.purpose)
        if len(asked) <= 2:
            return [[steps["pack"], goal, Replan("next")], [steps["mail"]]][len(asked) - 1]
        return [steps[name] for name in order.split()]

    outcome = run("serve", world=[pack, charge, bill, mail, login, look], planner=planner, clock=FrozenClock())
    assert sorted(did) == ["bill", "charge", "mail", "pack"] and outcome.verdict == "done_unproven"


@pytest.mark.parametrize(("before", "inner", "outer", "behind"), [n for n in product((0, 1), repeat=4) if sum(n) > 1])
@pytest.mark.parametrize("login_in", ["list", "way"])
def test_like_acts_in_a_list_and_on_ways_within_ways_are_each_done_once(before, inner, outer, behind, login_in):
    did, session = list[str](), list[int]()

    def save():
        did.append("save")

    def send():
        if not session:
            raise PermissionError("log in first")
        did.append("send")

    @skill(repeatable=True)
    def login():
        session.append(1)

    def planner(request):
        fix = [act("login")] if request.attempts else []
        if request.goal == "it is out":
            return [Achieve("it is sent"), *[act("save")] * outer]
        if request.goal == "it is sent":
            return [*(fix if login_in == "way" else []), *[act("save")] * inner, act("send")]
        return [*(fix if login_in == "list" else []), *[act("save")] * before, Achieve("it is out"), *[act("save")] * behind]

    run("job", world=[save, send, login], planner=planner, clock=FrozenClock())
    assert did == [*["save"] * (before + inner), "send", *["save"] * (outer + behind)]


@pytest.mark.parametrize("contract", CONTRACTS, ids=["bare", "makes", "complete", "keyed"])
def test_the_last_act_of_a_way_is_done_though_its_like_was_done_on_a_way_within_it(contract):
    did, session = list[str](), list[int]()

    def press(key: str):
        did.append(key)

    def send():
        if not session:
            raise PermissionError("log in first")
        did.append("send")

    @skill(repeatable=True)
    def login():
        session.append(1)

    def planner(request):
        if request.goal == "the form is sent":
            return [Achieve("the address is in"), act("press", key="enter")]
        if request.goal == "the address is in":
            return [act("press", key="enter"), act("send")]
        return [*([act("login")] if request.attempts else []), Achieve("the form is sent")]

    world = [press if contract is None else skill(**contract)(press), send, login]
    run("send the form", world=world, planner=planner, clock=FrozenClock())
    assert did == ["enter", "send", "enter"]


@pytest.mark.parametrize("sales", [1, 2, 3])
@pytest.mark.parametrize("inner", [True, False])
def test_like_goals_are_all_known_in_a_list_given_again_after_two_failures(inner, sales):
    did, granted = list[str](), set[str]()

    def charge():
        if "charge" not in granted:
            raise PermissionError("no access to charge")
        did.append("charge")

    def pay():
        did.append("pay")

    def mail():
        if "mail" not in granted:
            raise PermissionError("no access to mail")
        did.append("mail")

    @skill(repeatable=True)
    def grant(what: str):
        granted.add(what)

    ways = {"sold": [act("charge"), *([Achieve("paid")] if inner else [])], "paid": [act("pay")]}

    def planner(request):
        failed = {attempt.skill for attempt in request.attempts}
        fixes = [act("grant", what=name) for name in ("charge", "mail") if name in failed]
        if request.purpose == "achieve":
            return [*(fix for fix in fixes if request.goal == "sold" and fix.args["what"] == "charge"), *ways[request.goal]]
        return [*fixes, *[Achieve("sold")] * sales, act("mail")]

    run("sell", world=[charge, pay, mail, grant], planner=planner, clock=FrozenClock())
    assert did == [*(["charge", "pay"] if inner else ["charge"]) * sales, "mail"]


@pytest.mark.parametrize("paid", [{}, {"complete": True}], ids=["makes", "complete"])
@pytest.mark.parametrize("login_in", ["list", "way"])
def test_like_acts_in_two_stretches_and_on_a_way_are_each_done_once(login_in, paid):
    did, session, asked = list[str](), list[int](), list[str]()

    @skill(makes="paid(a)", **paid)
    def pay():
        did.append("pay")

    def save():
        did.append("save")

    def send():
        if not session:
            raise PermissionError("log in first")
        did.append("send")

    @skill(repeatable=True)
    def login():
        session.append(1)

    first, second = [act("pay"), act("save")], [Achieve("it is out"), act("save")]

    def planner(request):
        fix = [act("login")] if request.attempts else []
        if request.purpose == "achieve":
            return [*(fix if login_in == "way" else []), act("save"), act("send")]
        asked.append(request.purpose)
        if len(asked) <= 2:
            return [[*first, Replan("next")], second][len(asked) - 1]
        return [*(fix if login_in == "list" else []), *first, *second]

    run("job", world=[pay, save, send, login], planner=planner, clock=FrozenClock())
    assert did == ["pay", "save", "save", "send", "save"]


@pytest.mark.parametrize("contract", [None, {}, {"complete": True}], ids=["bare", "makes", "complete"])
@pytest.mark.parametrize("fix", [None, {}, {"complete": True}], ids=["bare", "makes", "complete"])
@pytest.mark.parametrize("times", [1, 2])
def test_what_failed_for_want_of_access_runs_behind_a_login_and_once_more_after_that(contract, fix, times):
    did, session = list[str](), list[int]()

    def stamp():
        if not session:
            raise PermissionError("log in first")
        did.append("stamp")

    def login():
        session.append(1)

    def planner(request):
        return [*([act("login")] if request.attempts else []), *[act("stamp")] * times]

    stamps = stamp if contract is None else skill(makes="stamps(a, +=1)", **contract)(stamp)
    logs_in = login if fix is None else skill(makes="logged_in", **fix)(login)
    run("stamp", world=[stamps, logs_in], planner=planner, clock=FrozenClock())
    assert did == ["stamp"] * times and session == [1]
