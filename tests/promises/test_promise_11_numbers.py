"""Promise 11: what counts is done as often as planned; a number that no look has told is not taken for none."""

from collections import Counter

import pytest

from midcourse import act, current_call, fact, observer, run, skill
from midcourse.testing import FrozenClock


@pytest.mark.parametrize("makes", ["mails({to}, +=1)", "mailed({to}) and mails({to}, +=1)"])
@pytest.mark.parametrize("goal", ["", "mails(ann, 1)"])
def test_a_quiet_day_that_counts_from_nothing_is_quiet(makes, goal):
    sent = Counter()

    @skill(makes=makes, complete=True)
    def send(to: str):
        sent[to] += 1

    @observer("mailed(*)", "mails(*)")
    def look():
        return [f for to, n in sent.items() for f in (fact("mailed", to), fact("mails", to, n))]

    ended = run("mail", done_when=goal, world=[send, look], planner=[act("send", to="ann")], clock=FrozenClock())
    assert ended.verdict != "failed" and ended.ending.planner_calls == 1 and sent == {"ann": 1}


def test_a_second_count_that_broke_off_is_not_proved_by_the_number_of_the_first():
    watered, calls = Counter(), []

    @skill(makes="watered({plant}, +=1)")
    def water(plant: str):
        calls.append(plant)
        if len(calls) == 2:
            raise ConnectionResetError(104, "Connection reset by peer")
        watered[plant] += 1

    @observer("watered(*)")
    def look():
        return [fact("watered", plant, n) for plant, n in watered.items()]

    plan = [act("water", plant="fern"), act("water", plant="fern")]
    ended = run("water", world=[water, look], planner=plan, clock=FrozenClock())
    assert watered["fern"] == 2 or ended.waiting_for is not None, "one is not called two"


def test_a_number_that_no_look_told_before_the_act_does_not_prove_it():
    stock, looks = {"nut": 5}, []

    @skill(makes="stock({item}, +=1)", complete=True)
    def restock(item: str):
        raise TimeoutError("the request was never sent")

    @observer("stock(*)")
    def shelf():
        looks.append(1)
        if len(looks) == 1:
            raise OSError("the camera of the shelf starts")
        return [fact("stock", item, n) for item, n in stock.items()]

    @observer("door(*)")
    def door():
        return []

    ended = run("one more", world=[restock, shelf, door], planner=[act("restock", item="nut")], clock=FrozenClock())
    assert ended.verdict == "failed", "it is asked about, or tried again; it is not called done"


def test_a_count_that_is_tried_again_under_its_key_is_one():
    keys, tried = [], []

    @skill(makes="saved(+=1)", complete=True, keyed=True)
    def save():
        call = current_call()
        tried.append(call.key)
        if call.key in keys:
            return
        keys.append(call.key)
        if len(keys) == 2:
            raise ConnectionResetError(104, "reset by peer")

    def turn():
        pass

    @observer("saved(*)")
    def look():
        return [fact("saved", len(keys))] if keys else []

    plan = [act("turn"), act("save"), act("turn"), act("save")]
    ended = run("save twice", world=[turn, save, look], planner=plan, clock=FrozenClock())
    assert ended.verdict != "failed" and len(keys) == 2 and len(tried) == 3 and ended.ending.planner_calls == 1


def test_what_several_acts_did_before_a_look_proves_none_of_them():
    sent, calls = Counter(), []

    @skill(makes="sent({to}, +=1)", complete=True)
    def send(to: str):
        calls.append(to)
        if len(calls) == 2:
            raise ConnectionRefusedError("the second call did not get through")
        sent[to] += 1

    @skill(makes="noted({to})", complete=True)
    def note(to: str):
        sent["note"] = 1

    @observer("sent(*)", "noted(*)")
    def look():
        told = [fact("sent", to, n) for to, n in sent.items() if to != "note"]
        return [*told, *([fact("noted", "ann")] if sent["note"] else [])]

    plan = [act("send", to="ann"), act("send", to="ann"), act("note", to="ann")]
    for cost in (0, 2):
        sent.clear()
        calls.clear()
        run("send", world=[send, note, look], planner=plan, clock=FrozenClock(), settings={"look_cost": cost})
        assert sent["ann"] == 2


def test_what_came_late_of_an_equal_act_proves_no_second_one():
    clock, due, calls = FrozenClock(), [], []

    def charge(card: str):
        calls.append(card)
        if len(calls) == 2:
            raise TimeoutError("never sent")
        due.append((clock.now() + 4, card))

    @observer("charged(*)")
    def look():
        return {fact("charged", card) for at, card in due if at <= clock.now()}

    plan = [act("charge", card="visa"), act("charge", card="visa")]
    ended = run("charge twice", world=[charge, look], planner=plan, clock=clock)
    assert ended.waiting_for is not None and ended.waiting_for.step == "s2"
