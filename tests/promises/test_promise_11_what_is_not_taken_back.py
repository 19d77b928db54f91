"""Promise 11: no fix reverses what a step may be for; who goes back comes to where the next act is meant; late is not lost."""

import pytest

from midcourse import Replan, act, fact, fail, observer, run, skill
from midcourse.testing import FrozenClock


@pytest.mark.parametrize("goal", ["shared(report)", ""])
@pytest.mark.parametrize("error", [ValueError("bad thing"), PermissionError("no")], ids=str)
def test_a_bare_act_is_not_taken_back_because_a_later_one_failed(goal, error):
    docs, shared, log = set(), set(), []

    def create(name: str):
        log.append("create")
        docs.add(name)

    @skill(makes="shared({name})", complete=True)
    def share(name: str):
        log.append("share")
        raise error

    @skill(needs="doc({name})", makes="not doc({name})", complete=True)
    def trash(name: str):
        log.append("trash")
        docs.discard(name)

    @observer("doc(*)", "shared(*)")
    def look():
        return [*(fact("doc", d) for d in docs), *(fact("shared", d) for d in shared)]

    plan = [act("create", name="report"), act("share", name="report")]
    run("share it", done_when=goal, world=[create, share, trash, look], planner=plan, clock=FrozenClock())
    assert docs == {"report"} and "trash" not in log


@pytest.mark.parametrize("go_says", [{}, {"breaks": "at(*)", "complete": True}], ids=str)
@pytest.mark.parametrize("sign_says", [{}, {"needs": "at(office)"}], ids=str)
def test_the_way_back_leads_to_where_the_next_act_is_meant(go_says, sign_says):
    at, has, posted, log = ["home"], set(), set(), []

    @skill(makes="at({place})", **go_says)
    def go(place: str):
        at[0] = place

    @skill(needs="at(shop)", makes="has({x})", complete=True)
    def buy(x: str):
        log.append("buy")
        has.add(x)

    @skill(makes="posted({text})", complete=True)
    def post(text: str):
        posted.add(text)
        if log.count("buy") == 1:
            has.discard("milk")  # somebody takes it

    @skill(**sign_says)
    def sign(paper: str):
        log.append(f"sign at {at[0]}")

    @observer("at(*)", "has(*)", "posted(*)")
    def look():
        return [fact("at", at[0]), *(fact("has", x) for x in has), *(fact("posted", t) for t in posted)]

    plan = [
        act("go", place="shop"),
        act("buy", x="milk"),
        act("go", place="office"),
        act("post", text="hi"),
        act("sign", paper="p"),
    ]
    outcome = run(
        "shop", done_when="has(milk) and posted(hi)", world=[go, buy, post, sign, look], planner=plan, clock=FrozenClock()
    )
    assert outcome.success and log == ["buy", "buy", "sign at office"] and outcome.ending.planner_calls == 1


@pytest.mark.parametrize("price", [0, 0.5, 2])
@pytest.mark.parametrize("complete", [True, False])
def test_an_act_whose_effect_is_late_is_not_done_again_where_looks_have_a_price(price, complete):
    clock, due, log, shipped = FrozenClock(), [], [], set()

    @skill(makes="paid({x})", complete=complete, settles=5)
    def pay(x: str):
        log.append("pay")
        due.append(clock.now() + 1.0)

    @skill(needs="paid({x})", makes="shipped({x})", complete=complete)
    def ship(x: str):
        if not any(at <= clock.now() for at in due):
            fail("not_ready", f"{x} is not paid")
        shipped.add(fact("shipped", x))

    @observer("paid(*)", "shipped(*)")
    def look():
        return [*([fact("paid", "A1")] if any(at <= clock.now() for at in due) else []), *shipped]

    plan = [act("pay", x="A1"), act("ship", x="A1")]
    world, prices = [pay, ship, look], {"look_cost": price}
    outcome = run("ship", done_when="shipped(A1)", world=world, planner=plan, clock=clock, settings=prices)
    assert outcome.success and log == ["pay"]


def test_nobody_is_asked_again_at_a_stretch_that_was_passed_on_the_way_back():
    lamp, posted = set(), []

    def light():
        lamp.add("lamp")

    def post(text: str):
        posted.append(text)
        if len(posted) == 2:
            lamp.clear()  # somebody else, once

    @observer("lit(*)")
    def look():
        return [fact("lit", x) for x in lamp]

    plan = [act("light"), Replan("look"), act("post", text="hello"), act("post", text="bye")]
    run("work", done_when="lit(lamp)", world=[light, post, look], planner=plan, clock=FrozenClock())
    assert posted == ["hello", "bye"]


def test_what_a_failed_act_has_changed_itself_is_not_put_down_to_others():
    events, tries = [], []

    @skill(makes="event({title}, {slot})")
    def create(title: str, slot: str):
        events.append([title, slot])

    @skill(repeatable=True)
    def move(title: str, slot: str):
        tries.append(slot)
        for event in events:
            event[1] = slot
        if len(tries) <= 2:
            raise KeyError("row")

    @observer("event(*)")
    def look():
        return [fact("event", *event) for event in events]

    plan = [act("create", title="demo", slot="mon"), act("move", title="demo", slot="fri")]
    goal = "event(demo, fri)"
    outcome = run("plan it", done_when=goal, world=[create, move, look], planner=lambda q: plan, clock=FrozenClock())
    assert outcome.success and events == [["demo", "fri"]]
