"""Promise 11: tools that keep a state and raise their own errors, before they act and after it."""

import pytest

from midcourse import act, fact, fail, observer, run, skill
from midcourse.testing import FrozenClock

CALLS: list[str] = []


@pytest.fixture(autouse=True)
def fresh():
    CALLS.clear()


class Notes:
    """Notes by title; `raises` is what the next call of `add` raises after, or before, it has acted."""

    def __init__(self, raises=None, before=False):
        self.notes: dict[str, list[str]] = {"old": ["start"]}
        self.raises, self.before = raises, before

    def add(self, title: str, text: str):
        CALLS.append(f"add {title} {text}")
        error, self.raises = self.raises, None
        if error is not None and self.before:
            raise error
        self.notes.setdefault(title, []).append(text)
        if error is not None:
            raise error

    def close(self, title: str):
        CALLS.append(f"close {title}")
        self.notes[title].append("closed")

    def world(self, *more):
        @observer("note(*)")
        def look():
            return [fact("note", title, text) for title, texts in self.notes.items() for text in texts]

        return [self.add, self.close, look, *more]


class Accounts:
    """Balances by name; the first deposit is called done and does nothing."""

    def __init__(self):
        self.balances: dict[str, int] = {"ann": 5}

    @skill(makes="balance({name}, +={sum})")
    def deposit(self, name: str, sum: int):
        CALLS.append(f"deposit {name}")
        if len(CALLS) > 1:
            self.balances[name] = self.balances.get(name, 0) + sum

    @observer("balance(*)")
    def look(self):
        return [fact("balance", name, sum) for name, sum in self.balances.items()]


ADD, CLOSE = act("add", title="A", text="x"), act("close", title="A")


# --- what failed after it had acted ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [ValueError("I/O operation on closed file."), OSError(116, "Stale file handle"), KeyError("a")])
def test_what_failed_is_not_done_again_where_a_look_shows_that_it_was_done(error):
    notes = Notes(error)
    outcome = run("note", world=notes.world(), planner=[ADD, CLOSE], clock=FrozenClock())
    assert CALLS == ["add A x", "close A"] and outcome.ending.planner_calls == 1
    assert (
        outcome.verdict == "failed" and "s1 failed, and nothing tells whether all of it was done" in outcome.ending.final_detail
    )


def test_what_failed_after_it_acted_does_not_unmake_a_goal_that_is_seen():
    outcome = run(
        "note", done_when="note(A, closed)", world=Notes(KeyError("a")).world(), planner=[ADD, CLOSE], clock=FrozenClock()
    )
    assert outcome.success and CALLS == ["add A x", "close A"]


def test_the_same_act_stands_twice_in_the_list_and_the_first_fails_after_it_acted():
    notes = Notes(ValueError("closed"))
    run("note", world=notes.world(), planner=[ADD, CLOSE, ADD], clock=FrozenClock())
    assert notes.notes["A"] == ["x", "closed", "x"]


def test_what_failed_and_changed_nothing_that_names_it_is_not_called_done():
    notes = Notes(ValueError("bad title"), before=True)

    def look_elsewhere(title: str, text: str):
        notes.notes["old"].append("touched by others")
        return notes.add(title, text)

    look_elsewhere.__name__ = "file"
    outcome = run(
        "note", world=notes.world(look_elsewhere), planner=[act("file", title="A", text="x"), CLOSE], clock=FrozenClock()
    )
    assert outcome.verdict == "failed" and "A" not in notes.notes


def test_what_failed_for_want_of_the_disk_is_not_asked_about_where_a_look_shows_that_it_was_done():
    notes = Notes(OSError("disk I/O error"))
    outcome = run("note", world=notes.world(), planner=[ADD, CLOSE], clock=FrozenClock())
    assert CALLS == ["add A x", "close A"] and outcome.waiting_for is None


def mail(failing, *, works=True):
    """A mailbox; what is sent first fails with `failing`, an exception or an answer, after it is sent or, else, logged."""

    def send(to: str):
        CALLS.append(to)
        if len(CALLS) > 1:
            return None
        if isinstance(failing, Exception):
            raise failing
        return failing

    @observer("sent(*)", "log(*)")
    def look():
        kinds = ["sent" if works else "log", *["sent"] * len(CALLS[1:])]
        return [fact(kind, to) for kind, to in zip(kinds, CALLS, strict=False)]

    return [send, look]


@pytest.mark.parametrize(
    "failing",
    [ConnectionRefusedError("refused"), RuntimeError("database is locked"), {"error": "no"}, {"status_code": 503}],
    ids=str,
)
def test_what_the_goal_wants_is_seen_and_no_name_of_an_error_makes_the_act_be_done_again(failing):
    done = run("write", done_when="sent(ann)", world=mail(failing), planner=[act("send", to="ann")], clock=FrozenClock())
    assert CALLS == ["ann"] and done.success


@pytest.mark.parametrize("failing", [ConnectionRefusedError("refused"), {"error": "no"}], ids=str)
def test_the_trace_of_a_failure_is_no_sign_that_it_was_done(failing):
    world = mail(failing, works=False)
    done = run("write", done_when="sent(ann)", world=world, planner=[act("send", to="ann")], clock=FrozenClock())
    assert CALLS == ["ann", "ann"] and done.success


def test_a_function_that_says_itself_that_nothing_was_done_is_believed():
    def send(to: str):
        CALLS.append(to)
        if len(CALLS) == 1:
            fail("busy", "later")

    @observer("sent(*)")
    def look():
        return [fact("sent", to) for to in CALLS]  # by somebody else's hand, as far as the function knows

    done = run("write", done_when="sent(ann)", world=[send, look], planner=[act("send", to="ann")], clock=FrozenClock())
    assert CALLS == ["ann", "ann"] and done.success


# --- what was called done and did nothing ------------------------------------------------------------------------------------


def test_what_is_counted_up_from_nothing_is_a_number_afterwards_or_was_not_done():
    accounts = Accounts()
    outcome = run("pay in", world=accounts, planner=[act("deposit", name="bob", sum=7)], clock=FrozenClock())
    assert accounts.balances == {"ann": 5, "bob": 7} and CALLS == ["deposit bob"] * 2
    assert outcome.verdict == "done_unproven"  # no look showed the number before, so none tells whether this is the right one


# --- what was left out --------------------------------------------------------------------------------------------------------


def sheet(complete=False):
    rows = [("north", 10)]

    @skill(makes="row({what})", complete=complete)
    def append(what: str, amount: int):
        CALLS.append(f"append {what}")
        rows.append((what, amount))

    @observer("row(*)")
    def look():
        return [fact("row", what) for what, _ in rows]

    return [append, look]


def test_what_is_left_out_for_an_effect_that_says_less_than_the_step_is_not_called_seen():
    plan = [act("append", what="west", amount=1), act("append", what="north", amount=7)]
    outcome = run("fill in", world=sheet(), planner=plan, clock=FrozenClock())
    assert CALLS == ["append west"]  # whether that row is ours from an earlier run nobody knows, and it must not be there twice
    assert outcome.verdict == "done_unproven" and "s2 was left out" in outcome.ending.final_detail
    assert "s2" not in outcome.ending.said_by


def test_what_is_left_out_for_an_effect_that_says_all_of_it_counts_as_seen():
    plan = [act("append", what="west", amount=1), act("append", what="north", amount=7)]
    assert run("fill in", world=sheet(complete=True), planner=plan, clock=FrozenClock()).success


# --- what was turned away ---------------------------------------------------------------------------------------------------


class ServiceError(Exception):
    """As a client raises it that keeps the answer as a mapping."""

    def __init__(self, code, status):
        super().__init__(f"An error occurred ({code}): please try again.")
        self.response = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}


def test_a_503_that_an_exception_keeps_in_a_mapping_is_tried_again():
    notes = Notes(ServiceError("Unavailable", 503), before=True)
    assert run("note", world=[notes.add], planner=[ADD], clock=FrozenClock()).verdict == "done_unproven"
    assert notes.notes["A"] == ["x"] and CALLS == ["add A x"] * 2


def test_a_500_that_says_try_again_is_in_doubt():
    notes = Notes(ServiceError("Internal", 500))
    outcome = run("note", world=[notes.add], planner=[ADD], clock=FrozenClock())
    assert notes.notes["A"] == ["x"] and outcome.waiting_for is not None


# --- what no answer came of -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "before", "after", "happened"),
    [
        ({"folder": "docs"}, fact("at", "folder", "/home"), fact("at", "folder", "/home/docs"), True),
        ({"order": 12446}, fact("at", "orders.12446.status", "open"), fact("at", "orders.12446.status", "closed"), True),
        ({"limit": 22000.0}, fact("at", "limit", 15400), fact("at", "limit", 22000), True),
        ({"who": [{"name": "Garcia"}]}, fact("at", "1.name", "Lee"), fact("at", "1.name", "Garcia"), True),
        ({"folder": "doc"}, fact("at", "folder", "/home"), fact("at", "folder", "/home/docs"), False),
        ({"n": 10}, fact("at", "posts.10.likes", 1), fact("at", "posts.10.likes", 2), False),
    ],
)
def test_a_change_that_holds_what_the_act_was_called_with_tells_that_it_happened(args, before, after, happened):
    shown = [before]

    def change(**given):
        CALLS.append("change")
        shown[:] = [after]
        raise TimeoutError

    @observer("at(*)")
    def look():
        return list(shown)

    outcome = run("change it", world=[change, look], planner=[act("change", args)], clock=FrozenClock())
    assert CALLS == ["change"] and (outcome.waiting_for is None) is happened


@pytest.mark.parametrize(
    ("name", "args", "before", "after", "happened"),
    [
        ("startEngine", {"mode": "START"}, [fact("at", "car.engine_state", "off")], [fact("at", "car.engine_state", "on")], True),
        ("fill_tank", {"litres": 2.5}, [fact("tank_level", 1)], [fact("tank_level", 3)], True),
        (
            "authenticate",
            {"user": "ann"},
            [fact("at", "box.authenticated", False), fact("at", "box.user", "ann")],
            [fact("at", "box.authenticated", True), fact("at", "box.user", "ann")],
            True,
        ),
        (
            "lock",
            {"door": "d2"},
            [fact("at", "d1.locked", False), fact("at", "d2.locked", False)],
            [fact("at", "d1.locked", True), fact("at", "d2.locked", False)],
            False,
        ),
        ("add_stock", {"what": "bolt"}, [fact("stock", "nut", 1)], [fact("stock", "nut", 2)], False),
        ("add_stock", {"what": "bolt"}, [fact("at", "stock.nut", 1)], [fact("at", "stock.nut", 2)], False),
        ("set_level", {"pump": "p2"}, [fact("level", 1), fact("pump", "p2")], [fact("level", 2), fact("pump", "p2")], False),
    ],
)
def test_a_change_that_is_called_as_the_skill_tells_that_it_happened_unless_a_look_knows_what_it_is_given(
    name, args, before, after, happened
):
    shown = list(before)

    def change(**given):
        CALLS.append("change")
        shown[:] = after
        raise TimeoutError

    @observer("*")
    def look():
        return list(shown)

    change.__name__ = name
    outcome = run("change it", world=[change, look], planner=[act(name, args)], clock=FrozenClock())
    assert CALLS == ["change"] and (outcome.waiting_for is None) is happened


@pytest.mark.parametrize("acted", [True, False])
def test_a_change_that_is_called_after_the_act_that_broke_off_is_no_late_news_of_one_that_reads(acted):
    booked, cancelled = {"B712": "business"}, []

    def flight_cost(travel_class: str, booking: str):
        return 1140

    def cancel_booking(booking: str):
        cancelled.append(booking)
        if acted:
            booked.clear()
        raise TimeoutError("no answer")

    @observer("at(*)")
    def look():
        return [fact("at", f"bookings.{name}.class", kind) for name, kind in booked.items()]

    plan = [act("flight_cost", travel_class="business", booking="B712"), act("cancel_booking", booking="B712")]
    outcome = run("cancel", world=[flight_cost, cancel_booking, look], planner=plan, clock=FrozenClock())
    assert cancelled == ["B712"] and (outcome.waiting_for is None) is acted
