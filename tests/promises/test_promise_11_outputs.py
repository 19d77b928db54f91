"""Promise 11: what a step gives is never made up: where its answer was lost, it is asked for once more, or it is missing."""

import pytest

from midcourse import act, fact, fail, observer, run, skill
from midcourse.testing import FrozenClock

FAULTS = [
    ConnectionResetError("connection reset by peer"),
    TimeoutError("no answer"),
    ConnectionRefusedError("refused"),
    ValueError("odd"),
    "error value",
    "fail",
]


def opened(fault, **contract):
    """A ticket is opened, and the first answer is lost: the outcome, how often it was opened, and what was commented on."""
    tickets, opens, comments = set(), [], []

    @skill(makes="open({host})", **contract)
    def open_ticket(host: str):
        opens.append(host)
        tickets.add(fact("open", host))
        if len(opens) == 1:
            if fault == "fail":
                fail("busy", "come again")
            if fault == "error value":
                return {"error": "busy"}
            raise fault
        return f"T-{host}"

    def comment(ticket: str):
        comments.append(ticket)

    @observer("open(*)")
    def look():
        return tickets

    plan = [act("open_ticket", host="web", id="t"), act("comment", ticket="$t")]
    outcome = run("comment", done_when="open(web)", world=[open_ticket, comment, look], planner=plan, clock=FrozenClock())
    return outcome, opens, comments


@pytest.mark.parametrize("contract", [{}, {"complete": True}, {"repeatable": True}, {"keyed": True}], ids=str)
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_no_later_step_is_given_what_nobody_said(fault, contract):
    _, opens, comments = opened(fault, **contract)
    assert set(comments) <= {"T-web"} and (len(opens) == 1 or contract.keys() & {"repeatable", "keyed"})


@pytest.mark.parametrize("contract", [{"repeatable": True}, {"keyed": True}], ids=str)
@pytest.mark.parametrize("fault", FAULTS[:2], ids=str)
def test_what_may_be_done_twice_is_asked_again_for_what_it_gives(fault, contract):
    outcome, opens, comments = opened(fault, **contract)
    assert outcome.success and opens == ["web", "web"] and comments == ["T-web"]


def test_what_may_be_done_twice_is_done_for_what_it_gives_though_its_effect_is_there():
    comments = []

    @skill(makes="open({host})", repeatable=True)
    def open_ticket(host: str):
        return f"T-{host}"

    def comment(ticket: str):
        comments.append(ticket)

    @observer("open(*)")
    def look():
        return [fact("open", "web")]

    plan = [act("open_ticket", host="web", id="t"), act("comment", ticket="$t")]
    run("comment", world=[open_ticket, comment, look], planner=plan, clock=FrozenClock())
    assert comments == ["T-web"]


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("fault", FAULTS[:2] + FAULTS[3:4], ids=str)
def test_a_payment_whose_receipt_got_lost_is_not_made_again_on_a_way_back(fault, complete):
    facts, log = set(), []

    def does(name):
        log.append(name)
        facts.add(name)

    @skill(makes="cart", complete=True)
    def cart():
        does("cart")
        return "C-1"

    @skill(makes="paid", complete=complete)
    def pay(cart: str):
        does("paid")
        raise fault

    @skill(makes="noted", complete=True)
    def note():
        does("noted")
        if log.count("noted") == 1:
            facts.discard("cart")  # somebody else

    @skill(needs="cart", makes="filed", complete=True)
    def file(receipt: str):
        does("filed")

    @observer("cart", "paid", "noted", "filed")
    def look():
        return facts

    plan = [act("cart", id="c"), act("pay", cart="$c", id="p"), act("note"), act("file", receipt="$p")]
    run("buy", done_when="paid and filed", world=[cart, pay, note, file, look], planner=plan, clock=FrozenClock())
    assert log.count("paid") == 1 and "filed" not in log


@pytest.mark.parametrize("contract", [{}, {"complete": True}, {"repeatable": True}, {"keyed": True, "complete": True}], ids=str)
def test_what_an_undone_act_gave_is_not_given_on_once_it_was_done_again_without_an_answer(contract):
    carts, log, facts = {}, [], set()

    @skill(makes="cart({x})", **contract)
    def cart(x: str):
        log.append("cart")
        carts[x] = f"C-{log.count('cart')}"
        if log.count("cart") == 2:
            raise ConnectionResetError("connection reset by peer")
        return carts[x]

    @skill(makes="noted", complete=True)
    def note():
        log.append("note")
        facts.add("noted")
        if log.count("note") == 1:
            carts.clear()  # somebody else

    @skill(needs="cart(a)", makes="filed", complete=True)
    def file(cart: str):
        log.append((cart, carts["a"]))
        facts.add("filed")

    @observer("cart(*)", "noted", "filed")
    def look():
        return [*facts, *(fact("cart", x) for x in carts)]

    plan = [act("cart", x="a", id="c"), act("note"), act("file", cart="$c")]
    run("buy", done_when="cart(a) and filed", world=[cart, note, file, look], planner=plan, clock=FrozenClock())
    assert all(given == there for given, there in (entry for entry in log if isinstance(entry, tuple)))
