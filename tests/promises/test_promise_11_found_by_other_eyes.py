"""Promise 11: in worlds that somebody else thought of, nothing is doubled, left out or made up."""

import json

import pytest

from midcourse import Achieve, NothingToDo, Replan, RulesApprover, act, current_call, fact, fail, observer, run, skill
from midcourse.testing import FrozenClock
from tests.support import the

CALLS: list[str] = []


@pytest.fixture(autouse=True)
def fresh():
    CALLS.clear()


def late(facts, clock, seconds):
    """What a list shows that is so much late: (time, fact) -> the facts that it shows by now."""
    return [text for at, text in facts if clock.now() >= at + seconds]


class Stock:
    """A number of things each, which is counted."""

    def __init__(self, **numbers):
        self.numbers = numbers

    @skill(makes="stock({item}, +=1)", complete=True)
    def add(self, item: str):
        CALLS.append(f"add {item}")
        self.numbers[item] += 1

    @skill(makes="stock({item}, -=1)", complete=True)
    def take(self, item: str):
        CALLS.append(f"take {item}")
        self.numbers[item] -= 1

    @observer("stock(*)")
    def look(self):
        return [fact("stock", name, number) for name, number in self.numbers.items()]


def mail(to: str, text: str = "hi"):
    CALLS.append("mail")


# --- nothing that no plan names ------------------------------------------------------------------------------------------


def test_what_an_act_was_for_is_no_cause_of_a_failure_and_is_not_taken_back():
    orders = {}

    @skill(makes="placed({order})")
    def place(order: str):
        CALLS.append("place")
        orders[order] = "placed"

    @skill(makes="paid({order})")
    def pay(order: str):
        CALLS.append("pay")
        raise PermissionError("not allowed")

    @skill(makes="cancelled({order})", breaks="placed({order})")
    def cancel(order: str):
        CALLS.append("cancel")
        orders[order] = "cancelled"

    @observer("placed(*)", "paid(*)", "cancelled(*)")
    def look():
        return [fact(state, order) for order, state in orders.items()]

    plan = [act("place", order="B"), act("pay", order="B")]
    run("sell B", done_when="paid(B)", world=[place, pay, cancel, look], planner=plan, clock=FrozenClock())
    assert CALLS == ["place", "pay"] and orders == {"B": "placed"}


# --- nothing done twice ----------------------------------------------------------------------------------------------------


def test_the_way_to_a_goal_that_broke_off_goes_on_behind_what_is_done():
    def charge(order: str):
        CALLS.append("charge")

    def ship(order: str):
        CALLS.append("ship")
        raise PermissionError("not allowed")

    def post(order: str):
        CALLS.append("post")

    def planner(request):
        tried = {a.skill for a in request.attempts}
        if request.purpose == "achieve":
            return [act("charge", order="A"), act("post" if "ship" in tried else "ship", order="A")]
        return [act("mail", to="ann"), Achieve("sell A")]

    run("mail and sell A", world=[charge, mail, ship, post], planner=planner, clock=FrozenClock())
    assert CALLS == ["mail", "charge", "ship", "post"]


def test_an_act_that_answered_and_did_not_show_is_tried_again_under_its_key():
    clock, paid, keys = FrozenClock(), [], []

    @skill(makes="paid({order})", complete=True, keyed=True)
    def pay(order: str):
        keys.append(current_call().key)
        if keys.count(keys[-1]) == 1:  # the service honours keys
            paid.append((clock.now(), fact("paid", order)))

    @observer("paid(*)")
    def payments():
        return late(paid, clock, 15)

    outcome = run("pay A", done_when="paid(A)", world=[pay, payments], planner=[act("pay", order="A")], clock=clock)
    assert outcome.success and len(keys) == 2 and len(paid) == 1


def test_what_was_undone_and_done_again_is_not_done_at_each_plan():
    queue = []

    @skill(makes="queued({job})", risk="irreversible")
    def push(job: str):
        CALLS.append(job)
        queue.append(job)

    @observer("queued(*)", "length(*)")
    def look():
        facts = [fact("queued", job) for job in set(queue)] + [fact("length", len(queue))]
        if CALLS == ["j2"]:
            queue.clear()  # somebody takes it out after this look
        return facts

    plan = [act("push", job="j2"), act("push", job="j1"), act("mail", to="ann")]
    approver = RulesApprover(allow=["push"])
    goal = "queued(j1) and length(7)"
    run("fill", done_when=goal, world=[push, mail, look], planner=lambda request: plan, clock=FrozenClock(), approver=approver)
    assert CALLS.count("j2") == 2 and CALLS.count("j1") == 1


def test_outputs_of_equal_steps_are_told_apart_where_a_list_comes_again():
    queue = []

    def push(job: str):
        CALLS.append(f"push {job}")
        queue.append(job)

    def pop():
        return {"job": queue.pop(0)}

    def close():
        raise PermissionError("not allowed")

    def planner(request):
        first = [act("push", job="a"), act("pop", id="p"), act("push", job="b"), act("push", job="$p.job")]
        return [
            *first,
            act("pop", id="q"),
            act("push", job="$q.job"),
            act("mail", to="ann") if request.attempts else act("close"),
        ]

    run("turn", world=[push, pop, close, mail], planner=planner, clock=FrozenClock())
    assert CALLS == ["push a", "push b", "push a", "push b", "mail"]


def test_a_contract_that_proved_wrong_once_doubles_nothing_more():
    paid = ["A", "B", "C"]

    @skill(breaks="paid({order})")  # wrong: shipping does not take the payment away
    def ship(order: str):
        CALLS.append(order)

    @observer("paid(*)")
    def look():
        return [fact("paid", order) for order in paid]

    outcome = run("ship", world=[ship, look], planner=[act("ship", order=order) for order in "ABC"], clock=FrozenClock())
    assert CALLS == ["A", "A", "B", "C"] and outcome.verdict == "done_unproven"


def test_an_answer_that_cannot_be_read_is_no_reason_for_another_way():
    def by_card(order: str):
        CALLS.append("card")
        return json.loads("<html>oops</html>")

    def by_bank(order: str):
        CALLS.append("bank")

    def planner(request):
        return [act("by_bank" if request.attempts else "by_card", order="A")]

    outcome = run("pay A", world=[by_card, by_bank], planner=planner, clock=FrozenClock())
    assert CALLS == ["card"] and "Did by_card (s1) happen?" in the(outcome.waiting_for).text


def test_what_changes_by_itself_is_no_reason_to_try_without_end():
    seen = []

    def pop():
        CALLS.append("pop")
        fail("needs_not_met", "empty")

    @observer("unread(*)")
    def inbox():
        seen.append(1)
        return [fact("unread", len(seen))]

    run("pop", world=[pop, inbox], planner=[act("pop")], clock=FrozenClock())
    assert len(CALLS) < 8


# --- numbers ----------------------------------------------------------------------------------------------------------------


def test_a_number_that_the_plan_counts_is_wanted_at_its_end_and_not_on_the_way():
    plan = [act("add", item="bolt"), act("add", item="bolt"), act("take", item="bolt")]
    outcome = run("one bolt", done_when="stock(bolt, 1)", world=Stock(bolt=0), planner=plan, clock=FrozenClock())
    assert CALLS == ["add bolt", "add bolt", "take bolt"] and outcome.success and outcome.ending.planner_calls == 1


def test_an_act_has_no_part_in_a_number_that_it_does_not_count():
    stock = Stock(bolt=1, nut=5)  # a bolt too many
    plan = [act("add", item="bolt"), act("take", item="nut")]
    run("one bolt", done_when="stock(bolt, 1)", world=stock, planner=plan, clock=FrozenClock())
    assert CALLS.count("take nut") <= 1 and CALLS.count("add bolt") <= 1


# --- nothing left out -------------------------------------------------------------------------------------------------------


def test_a_step_is_not_left_out_while_what_it_takes_away_is_there():
    files = {"a": "old", "b": "new"}

    @skill(makes="exists({dst})", breaks="exists({src})")
    def move(src: str, dst: str):
        files[dst] = files.pop(src)

    @observer("exists(*)")
    def look():
        return [fact("exists", name) for name in files]

    run("put b in the place of a", world=[move, look], planner=[act("move", src="b", dst="a")], clock=FrozenClock())
    assert files == {"a": "new"}


def test_a_step_that_was_left_out_is_done_once_the_goal_is_seen_to_be_missing():
    files = {"a": "y"}

    @skill(makes="exists({name})")
    def write(name: str, text: str):
        CALLS.append(f"write {name}")
        files[name] = text

    @skill(makes="not exists({name})")
    def delete(name: str):
        CALLS.append(f"delete {name}")
        del files[name]

    @observer("exists(*)", "text(*)")
    def look():
        return [fact("exists", name) for name in files] + [fact("text", name, text) for name, text in files.items()]

    plan = [act("write", name="b", text="x"), act("write", name="a", text="x"), act("delete", name="b")]
    outcome = run("rewrite a", done_when="text(a, x)", world=[write, delete, look], planner=plan, clock=FrozenClock())
    assert sorted(CALLS) == ["delete b", "write a", "write b"] and outcome.success and outcome.ending.planner_calls == 1


def test_what_may_be_done_twice_and_tells_not_all_that_it_is_called_with_is_done():
    files = {"a": "x"}

    @skill(makes="exists({name})", repeatable=True)
    def write(name: str, text: str):
        files[name] = text

    @skill(makes="exists({name})", repeatable=True)
    def touch(name: str):
        CALLS.append(name)

    @observer("exists(*)")
    def look():
        return [fact("exists", name) for name in files]

    run(
        "write a",
        world=[write, touch, look],
        planner=[act("touch", name="a"), act("write", name="a", text="y")],
        clock=FrozenClock(),
    )
    assert files == {"a": "y"} and CALLS == []


def test_what_stands_behind_a_replan_step_of_a_list_is_done():
    clock, made = FrozenClock(), []

    def create():
        made.append((clock.now(), fact("record", "r1")))
        return {"name": "r1"}

    @skill(needs="record({name})")
    def submit(name: str):
        CALLS.append(name)

    @observer("record(*)")
    def look():
        return late(made, clock, 30)

    run(
        "submit",
        world=[create, submit, look],
        planner=[act("create", id="c"), Replan(), act("submit", name="$c.name")],
        clock=clock,
    )
    assert CALLS == ["r1"]


def test_a_planner_is_told_of_a_step_that_was_left_out_though_our_own_act_changed_it_since():
    level, told = [2], []

    @skill(makes="level({to})", breaks="level(*)")
    def set_level(to: int):
        CALLS.append(str(to))
        level[0] = to

    @observer("level(*)")
    def look():
        return [fact("level", level[0])]

    def planner(request):
        told[:] = [(done.step.args["to"], done.left_out) for done in request.progress.done]
        rest = [to for to in (2, 0) if to not in [known for known, _ in told]]
        return [act("set_level", to=rest[0]), Replan()] if rest else NothingToDo()

    outcome = run("end at 0", done_when="level(0)", world=[set_level, look], planner=planner, clock=FrozenClock())
    assert outcome.success and CALLS == ["0"] and told == [(2, True), (0, False)]
