"""Promise 11: what a look tells of an act is believed, and the engine does nothing of its own accord that may do harm."""

from collections import Counter

import pytest

from midcourse import AtALoss, ChangeGoal, NothingToDo, act, fact, fail, observer, run, skill
from midcourse.engine.memory import MemoryStore
from midcourse.testing import FrozenClock


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


@pytest.mark.parametrize("acts", [False, True])
def test_what_counts_up_from_nothing_and_left_no_number_did_nothing(acts):
    cart, calls = Counter(), []

    @skill(makes="in_cart({item}, +=1)", timeout=5)
    def add(item: str):
        calls.append(item)
        cart[item] += len(calls) != 2 or acts
        if len(calls) == 2:
            raise TimeoutError("no answer")

    @observer("in_cart(*)")
    def look():
        return [fact("in_cart", item, number) for item, number in cart.items() if number]

    steps, goal = [act("add", item="book"), act("add", item="mug")], "in_cart(book, 1) and in_cart(mug, 1)"
    ended = run("shop", done_when=goal, world=[add, look], planner=steps, clock=FrozenClock())
    assert ended.success and cart == {"book": 1, "mug": 1} and len(calls) == 3 - acts


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


@pytest.mark.parametrize(
    ("shows", "asks"),
    [(["signed_in"], False), (["signed_in(true)"], False), (["signed_in", "rain"], True), (["rain"], True)],
)
def test_a_plain_statement_that_is_called_as_an_act_tells_of_it_though_it_names_none_of_its_arguments(shows, asks):
    signed = []

    def sign_in(user: str, password: str):
        signed.append(user)
        raise TimeoutError("no answer")

    def read_mail():
        return len(signed)

    @observer("signed_in", "signed_in(*)", "user(*)", "rain")
    def look():
        return [fact("user", "ann"), *(shows if signed else ())]

    plan = [act("sign_in", user="ann", password="four words"), act("read_mail")]
    ended = run("read", world=[sign_in, read_mail, look], planner=plan, clock=FrozenClock())
    assert signed == ["ann"] and (ended.waiting_for is not None) is asks
