"""Promise 11: a look that comes too early, or a list that comes late, is no reason to double, leave out or give up anything."""

from midcourse import Replan, RulesApprover, act, fact, observer, run, skill
from midcourse.testing import FrozenClock

CALLS: list[str] = []


def late(facts, clock, seconds):
    """What a list shows that is so much late: (time, fact) -> the facts that it shows by now."""
    return [text for at, text in facts if clock.now() >= at + seconds]


def test_a_number_that_was_seen_too_early_is_no_base_to_count_from():
    clock, log = FrozenClock(), [(0.0, 1)]

    def take():
        log.append((clock.now(), log[-1][1] - 1))

    @skill(makes="stock(nut, +=1)", complete=True)
    def add():
        log.append((clock.now(), log[-1][1] + 1))

    @observer("stock(*)")
    def look():
        return [fact("stock", "nut", late(log, clock, 0.2)[-1])]

    run("turn", world=[take, add, look], planner=[act("take"), act("add")], clock=clock)
    assert [number for _, number in log] == [1, 0, 1]


def test_what_a_plan_needs_is_waited_for_where_an_act_of_ours_may_bring_it():
    CALLS.clear()
    clock, orders, approver = FrozenClock(), [], RulesApprover(allow=["place", "pay"])

    @skill(risk="irreversible")
    def place(order: str):
        orders.append((clock.now(), fact("placed", order)))

    @skill(needs="placed({order})", risk="irreversible")
    def pay(order: str):
        CALLS.append("pay")

    @observer("placed(*)")
    def look():
        return late(orders, clock, 0.2)

    def planner(request):
        return [act("pay", order="A")] if request.progress.done else [act("place", order="A"), Replan()]

    outcome = run("buy", world=[place, pay, look], planner=planner, clock=clock, approver=approver)
    assert CALLS == ["pay"] and outcome.ending.planner_calls == 2


def test_the_goal_is_waited_for_where_the_last_act_shows_only_what_was_there():
    clock, queue = FrozenClock(), []

    @skill(makes="queued({job})")
    def push(job: str):
        queue.append((clock.now(), job))

    @observer("queued(*)", "length(*)")
    def look():
        seen = late(queue, clock, 1.5)
        return [fact("queued", job) for job in set(seen)] + [fact("length", len(seen))]

    plan = [act("push", job="a"), act("push", job="a")]
    outcome = run("two", done_when="length(2)", world=[push, look], planner=plan, clock=clock)
    assert outcome.success and len(queue) == 2 and outcome.ending.planner_calls == 1


def test_nothing_is_left_out_on_a_look_that_may_show_what_was_before_our_own_act():
    clock, files, log = FrozenClock(), {"c"}, []

    def delete(name: str):
        files.discard(name)
        log.append((clock.now(), ("-", name)))

    @skill(makes="exists({name})")
    def write(name: str):
        files.add(name)
        log.append((clock.now(), ("+", name)))

    @observer("exists(*)")
    def look():
        seen = {"c"}
        for sign, name in late(log, clock, 1.5):
            seen = seen | {name} if sign == "+" else seen - {name}
        return [fact("exists", name) for name in seen]

    plan = [act("write", name="b"), act("delete", name="c"), act("write", name="c")]
    outcome = run("b, and c anew", done_when="exists(b) and exists(c)", world=[delete, write, look], planner=plan, clock=clock)
    assert files == {"b", "c"} and outcome.success
