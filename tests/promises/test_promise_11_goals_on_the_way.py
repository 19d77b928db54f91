"""`achieve` steps in plans of plain functions: nothing on the way is done twice, and nothing behind a goal is done before it."""

import pytest

from midcourse import Achieve, Replan, ScriptedPlanner, Task, act, fact, observer, run, skill
from midcourse.core.errors import TaskError
from midcourse.core.run.events import Passed
from midcourse.testing import AnswersAll, FrozenClock

LIST = [act("pay", order="A1"), Achieve("the parcel is packed"), act("ship", order="A1")]


class Shop:
    """A shop whose deeds stand in its own book."""

    def __init__(self, fails=()):
        self.book, self._fails = [], list(fails)

    def _do(self, what):
        if what in self._fails:
            self._fails.remove(what)
            raise ValueError(f"{what}: no paper")
        self.book.append(what)

    def skills(self):
        """Its skills, of which nothing is declared."""

        def check_stock(order: str) -> None:
            self._do("check_stock")

        def reserve(order: str) -> None:
            self._do("reserve")

        def charge(order: str) -> None:
            self._do("charge")

        def receipt(order: str) -> None:
            self._do("receipt")

        def pay(order: str) -> None:
            self._do("pay")

        def ship(order: str) -> None:
            self._do("ship")

        return [check_stock, reserve, charge, receipt, pay, ship]


def deliver(shop, planner, extra=(), **options):
    return run("deliver A1", world=[*shop.skills(), *extra], planner=planner, clock=FrozenClock(), **options)


def by_goal(ways):
    """A planner that knows one list for each goal, whatever happened."""
    return lambda request: [act(w, order="A1") if isinstance(w, str) else w for w in ways[request.goal]]


@pytest.mark.parametrize("until", ["", "packed(A1)"])
def test_a_planner_that_gives_its_list_for_the_way_too_does_nothing_twice(until):
    shop = Shop()
    plan = [act("pay", order="A1"), Achieve("the parcel is packed", until), act("ship", order="A1")]
    outcome = deliver(shop, lambda request: plan)
    assert shop.book == ["pay"] and not outcome.success and outcome.ending.planner_calls <= 4
    assert "all that stands before it in this plan is done" in outcome.ending.final_detail


def test_a_written_goal_without_a_way_is_told_before_anything_is_done():
    shop = Shop()
    with pytest.raises(TaskError, match="nothing is written on how to reach it"):
        deliver(shop, LIST)
    assert shop.book == []


def test_a_written_goal_whose_way_is_written_too_is_reached():
    shop = Shop()
    outcome = deliver(shop, ScriptedPlanner(LIST, [act("reserve", order="A1")]))
    assert shop.book == ["pay", "reserve", "ship"] and outcome.verdict == "done_unproven"


@pytest.mark.parametrize("done_when", ["", "sent(A1)"])
def test_what_is_written_behind_a_goal_is_not_done_where_nothing_leads_to_it(done_when):
    shop = Shop()

    @observer("packed(*)", "sent(*)")
    def look():
        return []

    plan = [act("pay", order="A1"), Achieve("the parcel is packed", "packed(A1)"), act("ship", order="A1")]
    world, task = [*shop.skills(), look], Task("deliver A1", done_when)
    outcome = run(task, world=world, planner=plan, clock=FrozenClock())
    assert shop.book == ["pay"] and "nothing is written on how to reach" in outcome.ending.final_detail


def test_a_goal_is_not_reached_while_a_goal_inside_it_is_not():
    shop = Shop(fails=["charge"] * 9)
    ways = {
        "deliver A1": [Achieve("A1 is paid"), "ship"],
        "A1 is paid": ["check_stock", Achieve("money is taken")],
        "money is taken": ["reserve", "charge"],
    }
    outcome = deliver(shop, by_goal(ways))
    assert shop.book == ["check_stock", "reserve"] and outcome.verdict == "failed"


def test_a_goal_inside_a_goal_that_was_reached_is_not_reached_again():
    shop = Shop(fails=["receipt"])
    ways = {
        "deliver A1": [Achieve("A1 is paid"), "ship"],
        "A1 is paid": ["check_stock", Achieve("money is taken"), "receipt"],
        "money is taken": ["reserve", "charge"],
    }
    deliver(shop, by_goal(ways))
    assert shop.book == ["check_stock", "reserve", "charge"]


def test_a_goal_inside_a_goal_stays_reached_for_another_way():
    shop = Shop(fails=["receipt"])

    def plan(request):
        paid = ["check_stock", Achieve("money is taken"), *([] if request.attempts else ["receipt"])]
        ways = {"deliver A1": [Achieve("A1 is paid"), "ship"], "A1 is paid": paid, "money is taken": ["reserve", "charge"]}
        return by_goal(ways)(request)

    deliver(shop, plan)
    assert shop.book.count("charge") == shop.book.count("reserve") == shop.book.count("check_stock") == 1


@pytest.mark.parametrize("until", ["", "paid(A1)"])
def test_the_first_stretch_of_a_way_is_not_the_whole_way(until):
    shop = Shop()

    @observer("paid(*)")
    def look():
        return [fact("paid", "A1")] if "charge" in shop.book else []

    def plan(request):
        if request.goal == "deliver A1":
            return [Achieve("A1 is paid", until), act("ship", order="A1")]
        started = "check_stock" in shop.book
        return [act("charge", order="A1")] if started else [act("check_stock", order="A1"), Replan("the stock is known then")]

    outcome = deliver(shop, plan, [look])
    assert shop.book == ["check_stock", "charge", "ship"] and outcome.ending.planner_calls == 3


@pytest.mark.parametrize("until", ["", "far(3)"])
def test_the_same_stretch_is_done_again_for_a_goal_only_if_the_plan_says_so(until):
    def stretch(request, again):
        if request.goal == "deliver A1":
            return [Achieve("three are reserved", until), act("ship", order="A1")]
        return [act("reserve", order="A1", again=again), Replan("to see how far it is")]

    shop = Shop()
    outcome = deliver(shop, lambda request: stretch(request, again=False))
    assert shop.book == ["reserve"] and "all of this was done, and it is still to be reached" in outcome.ending.final_detail
    shop = Shop()

    @observer("far(*)")
    def look():
        return [fact("far", str(shop.book.count("reserve")))]

    deliver(shop, lambda request: stretch(request, again=True), [look])
    assert (shop.book == ["reserve"] * 3 + ["ship"]) is bool(until)


WAYS = [
    {"A1 is paid": ["check_stock", "reserve"]},
    {"A1 is paid": ["check_stock", Achieve("the card is charged")], "the card is charged": ["reserve"]},
]


@pytest.mark.parametrize("ways", WAYS, ids=["flat", "inside"])
def test_a_goal_that_is_seen_not_to_hold_is_not_passed_by(ways):
    shop = Shop()

    @skill(risk="irreversible")
    def send_off(order: str) -> None:
        shop.book.append("send_off")

    @observer("paid(*)")
    def look():
        return []

    person = AnswersAll()
    whole = {"deliver A1": [Achieve("A1 is paid", "paid(A1)"), "send_off"], **ways}
    outcome = deliver(shop, by_goal(whole), [send_off, look], approver=person)
    assert shop.book == ["check_stock", "reserve"] and not person.asked and outcome.verdict == "failed"
    assert not [e for e in outcome.entries if isinstance(e.event, Passed) and "send_off" in str(e.event)]


def test_a_goal_that_nothing_shows_is_passed_once_its_way_was_gone():
    shop = Shop(fails=["ship"])
    ways = {"deliver A1": [Achieve("A1 is paid", "paid(A1)"), "ship"], "A1 is paid": ["reserve", "charge"]}
    deliver(shop, by_goal(ways))
    assert shop.book.count("charge") == shop.book.count("reserve") == 1
