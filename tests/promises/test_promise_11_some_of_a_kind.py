"""What takes some or all of a kind on a quiet day, and what a look tells when only some of it is gone."""

import pytest

from midcourse import Achieve, AtALoss, NothingToDo, NoWay, Replan, SearchPlanner, act, fact, observer, run, skill
from midcourse.testing import FrozenClock


def shop(log, cart, ordered):
    def add(item: str):
        log.append(f"add {item}")
        cart.add(item)

    @skill(needs="cart({item})", breaks="cart({item})", complete=True)
    def remove(item: str):
        log.append(f"remove {item}")
        cart.discard(item)

    @skill(needs="cart(*)", makes="ordered({ref})", breaks="cart(*)", complete=True)
    def checkout(ref: str):
        log.append(f"checkout {sorted(cart)}")
        ordered.add(ref)
        cart.clear()

    @observer("cart(*)", "ordered(*)")
    def look():
        return [*(fact("cart", c) for c in cart), *(fact("ordered", r) for r in ordered)]

    return [add, remove, checkout, look]


@pytest.mark.parametrize("tested", [True, False])
@pytest.mark.parametrize("other", [None, AtALoss("no other idea"), NoWay("no other way")])
@pytest.mark.parametrize("goal", ["ordered(o) and not cart(*)", "ordered(o)", ""])
def test_what_a_bare_step_fills_and_a_declared_one_empties_asks_for_one_plan(tested, other, goal):
    log, asked = [], []
    first = [act("add", item="x"), act("remove", item="x")] if tested else []
    steps = [*first, act("add", item="b"), act("checkout", ref="o")]

    def plan(request):
        asked.append(request.cause)
        return steps if len(asked) == 1 or other is None else other

    ended = run("buy", done_when=goal, world=shop(log, set(), set()), planner=plan, clock=FrozenClock())
    assert len(asked) == 1 and log[-1] == "checkout ['b']" and ended.verdict != "failed"


def test_what_was_taken_out_and_put_in_again_is_in_the_order():
    log = []
    steps = [act("add", item="b"), act("remove", item="b"), act("add", item="c"), act("add", item="b"), act("checkout", ref="o1")]
    steps.append(act("add", item="b"))

    def plan(request):
        done = len(request.progress.done)
        if not (rest := steps[done:]):
            return NothingToDo("all is done")
        return rest if len(rest) <= 5 or done else [*rest[:5], Replan()]

    run("order", world=shop(log, set(), set()), planner=plan, clock=FrozenClock())
    assert "checkout ['b', 'c']" in log and log[-1] == "add b"


@pytest.mark.parametrize("need", ["subscriber(*)", "subscriber(test)"])
@pytest.mark.parametrize("goal", ["", "sent(n1)"])
def test_what_was_one_of_a_kind_and_is_gone_may_be_made_by_a_bare_step_behind_it(need, goal):
    there, log = set(), []

    @skill(makes="subscriber({who})", complete=True)
    def add_address(who: str):
        there.add(who)

    @skill(needs="subscriber({who})", breaks="subscriber({who})", complete=True)
    def remove_address(who: str):
        there.discard(who)

    def import_csv(file: str):
        log.append("import")
        there.update(["ann", "test"])

    @skill(needs=need, makes="sent({nr})", complete=True)
    def send(nr: str):
        log.append("sent")

    @observer("subscriber(*)", "sent(*)")
    def look():
        return [*(fact("subscriber", s) for s in there), *(fact("sent", "n1") for _ in log[1:])]

    plan = [act("add_address", who="test"), act("remove_address", who="test"), act("import_csv", file="f"), act("send", nr="n1")]
    world = [add_address, remove_address, import_csv, send, look]
    ended = run("newsletter", done_when=goal, world=world, planner=plan, clock=FrozenClock())
    assert log == ["import", "sent"] and ended.ending.planner_calls == 1


@pytest.mark.parametrize("tickets", [["t7"], ["t7", "t8"]])
def test_a_step_that_has_something_left_to_take_away_is_not_imagined_as_left_out(tickets):
    answered, left, asked = {"t7"}, {"t7", "t8"}, []

    @skill(makes="answered({t})", breaks="open({t})", complete=True)
    def close(t: str):
        answered.add(t)
        left.discard(t)

    @observer("answered(*)", "open(*)")
    def look():
        return [*(fact("answered", t) for t in answered), *(fact("open", t) for t in left)]

    def plan(request):
        asked.append([o.text for o in request.objections])
        return [act("close", t=t) for t in tickets] if len(asked) == 1 else AtALoss("that was the plan")

    goal = " and ".join(f"answered({t}) and not open({t})" for t in tickets)
    ended = run("close", done_when=goal, world=[close, look], planner=plan, clock=FrozenClock())
    assert asked == [[]] and ended.success and not left.intersection(tickets)


@pytest.mark.parametrize("repeatable", [True, False])
@pytest.mark.parametrize("goal", ["", "not queued(*)"])
@pytest.mark.parametrize("acted", [True, False])
def test_that_some_of_it_is_gone_is_no_sign_that_all_of_it_was_taken(repeatable, goal, acted):
    queue, log = {"a", "b", "c"}, []

    @skill(breaks="queued(*)", complete=True, repeatable=repeatable)
    def purge():
        log.append("purge")
        if log.count("purge") > 1 or acted:
            queue.clear()
        if log.count("purge") == 1:
            queue.discard("a")  # a consumer, meanwhile
            raise TimeoutError("no answer")

    def deploy():
        log.append(f"deploy with {len(queue)} left")

    @observer("queued(*)")
    def look():
        return [fact("queued", x) for x in queue]

    ended = run("x", done_when=goal, world=[purge, deploy, look], planner=[act("purge"), act("deploy")], clock=FrozenClock())
    assert "deploy with 2 left" not in log
    assert (ended.waiting_for is None) is (acted or repeatable)


@pytest.mark.parametrize("goal", ["", "packed(f1) and packed(f2)"])
def test_what_was_left_out_for_what_another_tool_did_is_done_when_the_planner_wants_it_all_the_same(goal):
    packed, log = {}, []

    @skill(makes="packed({f})")
    def zip_file(f: str):
        if f == "f2":
            raise NotImplementedError("zip cannot hold files above 4 GB")
        packed[f] = "zip"

    @skill(makes="packed({f})")
    def tar(f: str):
        packed[f] = "tar"

    def upload():
        if len(set(packed.values())) > 1:
            raise ValueError("all parts must have one format")
        log.append("uploaded")

    @observer("packed(*)")
    def look():
        return [fact("packed", f) for f in packed]

    def plan(request):
        tool = "tar" if request.attempts else "zip_file"
        return [act(tool, f="f1"), act(tool, f="f2"), act("upload")]

    run("send both", done_when=goal, world=[zip_file, tar, upload, look], planner=plan, clock=FrozenClock())
    assert log == ["uploaded"]


@pytest.mark.parametrize("complete", [True, False])
def test_what_is_seen_only_after_a_login_and_is_taken_by_the_steps_behind_it_asks_nobody(complete):
    signed_in, tickets = [], {"t1", "t2"}

    @skill(makes="signed_in(me)", complete=complete)
    def login():
        signed_in.append("me")

    @skill(needs="open({ticket})", breaks="open({ticket})", complete=complete)
    def close(ticket: str):
        tickets.discard(ticket)

    @observer("signed_in(*)")
    def session():
        return ["signed_in(me)"] if signed_in else []

    @observer("open(*)")
    def opened():
        if not signed_in:
            raise PermissionError("not signed in")
        return [f"open({t})" for t in tickets]

    steps = [act("login"), act("close", ticket="t1"), act("close", ticket="t2")]
    outcome = run("close all", done_when="not open(*)", world=[login, close, session, opened], planner=steps, clock=FrozenClock())
    assert outcome.success and outcome.ending.planner_calls == 1


def test_where_more_is_open_than_the_plan_closes_the_planner_is_told():
    tickets = {"t1", "t2", "t3"}

    @skill(needs="open({ticket})", breaks="open({ticket})", complete=True)
    def close(ticket: str):
        tickets.discard(ticket)

    @observer("open(*)")
    def opened():
        return [f"open({t})" for t in tickets]

    def plans(request):
        names = ("t1", "t2", "t3") if request.objections or request.purpose != "first" else ("t1", "t2")
        return [act("close", ticket=t) for t in names if f"open({t})" in request.facts]

    assert run("close all", done_when="not open(*)", world=[close, opened], planner=plans, clock=FrozenClock()).success


@pytest.mark.parametrize("tickets", [1, 3, 8, 12])
def test_a_search_that_closes_one_after_the_other_is_carried_out_as_planned(tickets):
    opened, closed = {f"t{i}" for i in range(tickets)}, []

    @skill(needs="open({ticket})", breaks="open({ticket})", makes="closed({ticket})", complete=True)
    def close(ticket: str):
        closed.append(ticket)
        opened.remove(ticket)

    @observer("open(*)", "closed(*)")
    def look():
        return [*(f"open({t})" for t in sorted(opened)), *(f"closed({t})" for t in closed)]

    outcome = run("close all", done_when="not open(*)", world=[close, look], planner=SearchPlanner(), clock=FrozenClock())
    assert outcome.success and outcome.ending.planner_calls == 1 and closed == sorted(closed)


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("shape", ["sweep", "mixed", "last", "achieve"])
def test_what_bare_steps_close_behind_one_that_says_so_is_no_reason_for_another_plan(shape, complete):
    opened = {"t1", "t2", "t3"}

    @skill(needs="open({ticket})", breaks="open({ticket})", complete=complete)
    def close(ticket: str):
        opened.remove(ticket)

    def drop(ticket: str):
        opened.remove(ticket)

    def sweep():
        opened.clear()

    @observer("open(*)")
    def look():
        return [f"open({t})" for t in sorted(opened)]

    says, drops = act("close", ticket="t1"), [act("drop", ticket="t2"), act("drop", ticket="t3")]
    steps = {
        "sweep": [says, act("sweep")],
        "mixed": [drops[0], says, drops[1]],
        "last": [*drops, says],
        "achieve": [says, Achieve("close the others")],
    }[shape]
    world = [close, drop, sweep, look]
    asked = []

    def plans(request):
        asked.append(request.purpose)
        return drops if request.purpose == "achieve" else steps

    outcome = run("close all", done_when="not open(*)", world=world, planner=plans, clock=FrozenClock())
    assert outcome.success and asked == ["first", *(["achieve"] if shape == "achieve" else [])]
