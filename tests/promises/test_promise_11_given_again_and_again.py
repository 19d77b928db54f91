"""Promise 11: a list that comes again and again, in other orders, with one act more or another argument, does nothing twice."""

import pytest

from midcourse import act, fact, observer, run, skill
from midcourse.testing import FrozenClock


@pytest.mark.parametrize("contract", [{}, {"complete": True}], ids=str)
def test_a_list_with_one_act_more_is_known_though_a_part_of_it_was_done_more_often(contract):
    facts, log = set(), []

    def put(x: str):
        log.append("put")
        if log.count("put") > 1:
            facts.add(fact("put", x))

    @skill(makes="paid({x})", **contract)
    def pay(x: str):
        log.append("pay")
        facts.add(fact("paid", x))

    @skill(repeatable=True)
    def save(x: str):
        log.append("save")

    def note(x: str):
        log.append("note")

    @observer("put(*)", "paid(*)")
    def look():
        return facts

    asked = []

    def planner(request):
        asked.append(request.purpose)
        first = [act("put", x="ann"), act("pay", x="fay"), act("save", x="all")]
        return first if len(asked) == 1 else [act("note", x="again"), *first]

    world = [put, pay, save, note, look]
    run("go", done_when="put(ann) and paid(fay)", world=world, planner=planner, clock=FrozenClock())
    assert log.count("pay") == 1


def test_an_act_that_is_tried_in_vain_hides_no_list_in_another_order():
    sent, asked = [], []

    @skill(makes="stamped({x})")
    def stamp(x: str):
        """It says that it worked, and does nothing."""

    @skill(makes="sent({x})")
    def send(x: str):
        sent.append(x)

    @observer("stamped(*)", "sent(*)")
    def look():
        return [fact("sent", x) for x in sent]

    a, b, c = act("stamp", x="a"), act("send", x="b"), act("send", x="c")
    orders = [[a, b, c], [b, a, c], [a, c, b], [b, c, a], [c, b, a]]

    def planner(request):
        asked.append(request.purpose)
        return orders[(len(asked) - 1) % len(orders)]

    goal = "stamped(a) and sent(b) and sent(c)"
    run("mail", done_when=goal, world=[stamp, send, look], planner=planner, clock=FrozenClock())
    assert sorted(sent) == ["b", "c"]


def test_a_list_with_another_argument_is_known_also_when_it_comes_once_more():
    rooms, charged, asked = {}, [], []

    def book(room: str):
        rooms[room] = "ann"

    def charge(amount: int):
        charged.append(amount)
        if len(charged) == 1:
            rooms.clear()  # somebody cancels, once

    @observer("booked(*)")
    def look():
        return [fact("booked", room) for room in rooms]

    def planner(request):
        asked.append(request.purpose)
        return [act("book", room="r0" if len(asked) == 1 else "r3"), act("charge", amount=80)]

    run("a room", done_when="booked(r0)", world=[book, charge, look], planner=planner, clock=FrozenClock())
    assert charged == [80]
