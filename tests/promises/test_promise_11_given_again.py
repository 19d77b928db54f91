"""Promise 11: a list that is given again, however it is put, does nothing twice; nor does the engine of its own accord."""

from collections import Counter

import pytest

from midcourse import (
    AtALoss,
    ChangeGoal,
    NothingToDo,
    Replan,
    act,
    fact,
    fail,
    observer,
    run,
    skill,
)
from midcourse.engine.memory import MemoryStore
from midcourse.testing import FrozenClock

LEVELS = ("bare", "seen", "effects", "whole")


class Shop:
    """Functions that each do one thing for an order, declared as far as a level says; one of them is out of service for good."""

    def __init__(self, level="bare", broken="ship"):
        self.did, self.level, self.broken = Counter(), level, broken

    def world(self, *names):
        looks = []
        if self.level != "bare":

            @observer(*(f"{name}d(*)" for name in names))
            def look():
                return [fact(f"{name}d", "A") for name in self.did]

            looks = [look]
        return [*map(self._function, names), *looks]

    def _function(self, name):
        def function(order: str) -> str:
            if name == self.broken:
                fail("unsupported", "out of service")
            self.did[name] += 1
            return "ok"

        function.__name__ = name
        if self.level in ("effects", "whole"):
            return skill(makes=f"{name}d({{order}})", complete=self.level == "whole")(function)
        return function


def given(*lists):
    """A planner that gives one list after the other, the last again and again."""
    left = list(lists)
    return lambda request: [act(name, order="A") for name in (left.pop(0) if len(left) > 1 else left[0])]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "again",
    [
        ["wrap", "charge", "post"],
        ["wrap", "check", "charge", "post"],
        ["post", "charge", "wrap"],
        ["charge", "check", "wrap", "post"],
    ],
)
def test_a_list_that_is_given_again_in_another_order_does_nothing_twice(level, again):
    shop = Shop(level)
    ended = run(
        "send it",
        world=shop.world("charge", "wrap", "check", "ship", "post"),
        planner=given(["charge", "wrap", "ship"], again),
        clock=FrozenClock(),
    )
    assert max(shop.did.values()) == 1 and ended.verdict == "done_unproven" and shop.did["post"] == 1


def test_a_step_put_in_the_middle_of_a_list_is_in_the_way_of_nothing():
    shop = Shop()
    lists = ["charge", "wrap", "ship"], ["charge", "check", "wrap", "ship"]
    run("send it", world=shop.world("charge", "wrap", "check", "ship"), planner=given(*lists), clock=FrozenClock())
    assert max(shop.did.values()) == 1


@pytest.mark.parametrize("level", ["bare", "seen"])
def test_the_rest_of_an_unsound_list_is_no_next_stretch(level):
    did = Counter()

    def charge(order: str):
        did["charge"] += 1

    def ship(order: str, boxes: int = 1):
        did["ship"] += 1

    def notify(order: str, times: int = 1):
        did["notify"] += 1

    @observer("did(*)")
    def look():
        return [fact("did", name) for name in did]

    asked = []

    def plan(request):
        asked.append(request.purpose)
        boxes, times = "two" if len(asked) == 1 else 2, "three" if len(asked) <= 2 else 3
        return [act("charge", order="A"), act("ship", order="A", boxes=boxes), act("notify", order="A", times=times)]

    run("send it", world=[charge, ship, notify, *([look] if level == "seen" else [])], planner=plan, clock=FrozenClock())
    assert asked[-1] == "segment" and did == {"charge": 1, "ship": 1, "notify": 1}


def test_a_stretch_that_is_given_again_is_no_choice_among_what_was_done():
    shop = Shop()

    def plan(request):
        names = ["log_in"] if request.purpose == "first" else ["charge", "ship"]
        return [*(act(name, order="A") for name in names), *([Replan()] if request.purpose == "first" else [])]

    run("send it", world=shop.world("log_in", "charge", "ship"), planner=plan, clock=FrozenClock())
    assert shop.did["charge"] == 1


def test_what_an_output_of_an_output_was_used_for_is_known_again():
    stored = []

    def create_user(name: str):
        return {"id": 10}

    def make_key(user_id: int):
        return f"key-{user_id}"

    def store_key(key: str):
        stored.append(key)

    def invite(user_id: int):
        fail("unsupported", "out of service")

    def write_to(user_id: int):
        pass

    def plan(request):
        tell = "write_to" if request.attempts else "invite"
        return [
            act("create_user", name="ann", id="user"),
            act("make_key", user_id="$user.id", id="key"),
            act("store_key", key="$key"),
            act(tell, user_id="$user.id"),
        ]

    run("add ann", world=[create_user, make_key, store_key, invite, write_to], planner=plan, clock=FrozenClock())
    assert stored == ["key-10"]


def calendar(events, invited, plan, *more):
    """A world of events, whose ids the functions give, and what came of a plan in it."""

    @skill(makes="event({title}, {day})", complete=True)
    def create(title: str, day: str):
        events[len(events) + 1] = [title, day]
        return {"id": len(events)}

    @skill(makes="invited({event}, {who})", complete=True)
    def invite(event: int, who: str):
        invited.append((event, who))
        if len(invited) == 1:
            events[event][1] = "tue"  # somebody moves it

    @observer("event(*)", "invited(*)")
    def look():
        return [*(fact("event", *e) for e in events.values()), *(fact("invited", *i) for i in invited)]

    return run("meet", done_when="invited(1, bob)", world=[create, invite, look, *more], planner=plan, clock=FrozenClock())


def test_what_an_act_gave_stands_though_somebody_changed_what_it_made():
    events, invited = {}, []
    made = act("create", title="standup", day="mon", id="e")
    calendar(events, invited, [made, act("invite", event="$e.id", who="ann"), act("invite", event="$e.id", who="bob")])
    assert invited == [(1, "ann"), (1, "bob")] and len(events) == 1


def test_what_our_own_later_act_took_away_is_not_made_again_behind_a_check():
    events, invited = {}, []

    @skill(makes="event({title}, {day})")
    def create(title: str, day: str):
        events[len(events) + 1] = [title, day]
        return {"id": len(events)}

    def move(event: int, day: str):
        events[event][1] = day

    def check_room():
        return "free"

    def invite(event: int):
        fail("unsupported", "out of service")

    def mail(event: int):
        invited.append(event)

    @observer("event(*)")
    def look():
        return [fact("event", *e) for e in events.values()]

    def plan(request):
        first, last = ([act("check_room")], "mail") if request.attempts else ([], "invite")
        made = act("create", title="standup", day="mon", id="e")
        return [*first, made, act("move", event="$e.id", day="tue"), act(last, event="$e.id")]

    run("meet", world=[create, move, check_room, invite, mail, look], planner=plan, clock=FrozenClock())
    assert len(events) == 1 and events[1][1] == "tue"


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("goal", ["", "charged(A) and shipped(A)"])
def test_what_was_left_out_since_it_is_so_is_left_out_of_the_list_given_again(complete, goal):
    did = Counter()

    @skill(makes="opened({order})", complete=complete)
    def open_order(order: str):
        did["opened"] += 1

    @skill(makes="charged({order})", complete=complete)
    def charge(order: str):
        did["charged"] += 1

    @skill(makes="shipped({order})", complete=complete)
    def ship(order: str):
        fail("unsupported", "out of service")

    @skill(makes="shipped({order})", complete=complete)
    def post(order: str):
        did["shipped"] += 1

    @observer("opened(*)", "charged(*)", "shipped(*)")
    def look():
        return [fact("charged", "A"), *(fact(kind, "A") for kind in did)]

    def plan(request):
        return [act(name, order="A") for name in ("open_order", "charge", "post" if request.attempts else "ship")]

    run("send it", done_when=goal, world=[open_order, charge, ship, post, look], planner=plan, clock=FrozenClock())
    assert did == {"opened": 1, "shipped": 1}, "somebody had charged before"


# --- what a look says of an act -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [5, 5.0])
@pytest.mark.parametrize("goal", ["", "paid(ann, 5)", "paid(ann, 5.0)"])
def test_a_whole_number_is_the_same_with_a_point(amount, goal):
    paid = []

    @skill(makes="paid({to}, {amount})", complete=True)
    def pay(to: str, amount: float):
        paid.append(fact("paid", to, amount))

    @observer("paid(*)")
    def look():
        return paid

    ended = run("pay", done_when=goal, world=[pay, look], planner=[act("pay", to="ann", amount=amount)], clock=FrozenClock())
    assert ended.success and len(paid) == 1


@pytest.mark.parametrize(
    ("makes", "shows", "value"),
    [
        ("saved({name})", "saved(x)", "./x"),
        ("saved({name})", "saved(Colour.RED)", "red"),
        ("stored({name})", "saved(x1)", "x1"),
        ("balance(bobby, +=1)", "balance(bob, 21)", "bob"),
    ],
)
def test_a_complete_contract_is_no_proof_against_a_look_that_shows_that_the_act_acted(makes, shows, value):
    did = []

    @skill(makes=makes, complete=True)
    def save(name: str):
        did.append(name)

    @observer("saved(*)", "stored(*)", "balance(*)")
    def look():
        return [shows] if did else ["balance(bob, 20)"] if "balance" in makes else []

    run("save", world=[save, look], planner=[act("save", name=value)], clock=FrozenClock())
    assert did == [value]


def test_what_an_earlier_act_shows_late_does_not_speak_for_one_that_broke_off():
    clock, state = FrozenClock(), {"page": 1, "due": 0.0, "sent": 0}

    def press_next():
        state["due"] = clock.now() + 3

    def submit():
        if state["page"] != 2:
            raise RuntimeError("not on the last page")
        state["sent"] += 1

    @observer("page(*)", "sent(*)")
    def look():
        if state["due"] and clock.now() >= state["due"]:
            state.update(page=2, due=0.0)
        return [fact("page", state["page"]), fact("sent", state["sent"])]

    ended = run("send", world=[press_next, submit, look], planner=[act("press_next"), act("submit")], clock=clock)
    assert ended.waiting_for is not None and ended.waiting_for.step == "s2", "nobody knows: it is asked"


@pytest.mark.parametrize("goal", [ChangeGoal("do it well", ""), ChangeGoal("do it well", "done(charge)")])
def test_what_a_look_shows_of_an_act_that_failed_counts_also_where_the_goal_has_changed(goal):
    did, store = Counter(), MemoryStore()

    async def charge():
        did["charge"] += 1
        if did["charge"] == 1:
            await store.send("r", goal)
            raise ValueError("bad answer")

    @observer("done(*)")
    def look():
        return [fact("done", name) for name in did]

    run("do it", run_id="r", store=store, world=[charge, look], planner=[act("charge")], clock=FrozenClock())
    assert did["charge"] == 1


def test_a_need_that_an_output_names_late_is_hoped_for_like_any_other():
    asked, shipped, paid = [], [], []

    def checkout():
        return {"order": "O1"}

    def pay(order: str):
        paid.append(order)

    @skill(needs="paid({order})")
    def ship(order: str):
        shipped.append(order)

    @observer("paid(*)")
    def look():
        return [fact("paid", order) for order in paid]

    def plan(request):
        asked.append(request.purpose)
        return [act("checkout", id="c"), act("pay", order="$c.order"), act("ship", order="$c.order")]

    run("sell", world=[checkout, pay, ship, look], planner=plan, clock=FrozenClock())
    assert asked == ["first"] and shipped == ["O1"]


# --- what the engine does of its own accord -----------------------------------------------------------------------------------


def test_a_remedy_of_the_engine_does_nothing_twice_that_our_own_act_used_up():
    queue, enqueued, tries = [], [], []

    @skill(makes="waiting({item})")
    def enqueue(item: str):
        queue.append(item)
        enqueued.append(item)

    def take():
        return {"item": queue.pop(0)}

    def process(item: str):
        tries.append(item)
        if len(tries) == 1:
            raise KeyError(item)

    @observer("waiting(*)")
    def look():
        return [fact("waiting", item) for item in queue]

    steps = [act("enqueue", item="j1"), act("take", id="t"), act("process", item="$t.item")]
    run("do j1", world=[enqueue, take, process, look], planner=steps, clock=FrozenClock())
    assert enqueued == ["j1"]


def test_work_is_not_taken_back_for_a_failure_that_does_not_speak_of_it():
    calls = []

    @skill(makes="reserved({order})", undo="release")
    def reserve(order: str):
        calls.append("reserve")

    @skill(breaks="reserved({order})")
    def release(order: str):
        calls.append("release")

    @skill(makes="shipped({order})")
    def ship(order: str):
        calls.append("ship")
        raise KeyError("courier")

    @observer("reserved(*)", "shipped(*)")
    def look():
        return [fact("reserved", "A")] if "reserve" in calls and "release" not in calls else []

    steps = [act("reserve", order="A"), act("ship", order="A")]
    run("ship", done_when="shipped(A)", world=[reserve, release, ship, look], planner=steps, clock=FrozenClock())
    assert "release" not in calls


@pytest.mark.parametrize(
    "name", ["print_receipt", "log_payment", "category_create", "listing_publish", "load_truck", "getaway_book"]
)
def test_only_whole_words_say_that_a_function_reads(name):
    calls = []

    def function(order: str):
        calls.append(order)
        return {"error": "Read timed out"} if len(calls) == 1 else None

    function.__name__ = name
    ended = run("once", world=[function], planner=[act(name, order="A")], clock=FrozenClock())
    assert calls == ["A"] and ended.waiting_for is not None


@pytest.mark.parametrize("answer", [AtALoss("hm"), NothingToDo("all done")])
def test_a_plan_whose_last_step_failed_for_good_is_not_called_done(answer):
    tries = []

    def hold():
        tries.append("hold")
        if len(tries) == 1:
            raise ConnectionRefusedError("refused")

    def notify():
        fail("unsupported", "never works")

    answers = [[act("hold"), act("notify")], answer, NothingToDo("all done")]
    ended = run("x", world=[hold, notify], planner=lambda request: answers.pop(0), clock=FrozenClock())
    assert ended.verdict == "failed"


def test_a_large_text_that_a_later_step_uses_asks_nobody():
    used = []

    def make():
        return {"text": "B" * 100_000}

    def use(value: str):
        used.append(len(value))

    ended = run("x", world=[make, use], planner=[act("make", id="m"), act("use", value="$m.text")], clock=FrozenClock())
    assert used == [100_000] and ended.verdict == "done_unproven"
