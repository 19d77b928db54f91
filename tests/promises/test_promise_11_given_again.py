"""Promise 11: a list that is given again, however it is put, does nothing twice; nor does the engine of its own accord."""

from collections import Counter

import pytest

from midcourse import AddConstraint, ChangeGoal, Constraint, Replan, act, fact, fail, observer, run, skill
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


@pytest.mark.parametrize("links", [60])
def test_a_long_chain_of_outputs_is_known_again_at_once(links):
    did = Counter()

    def link(number: int, before: str = ""):
        did[number] += 1
        return f"o{number}"

    def last(of: str):
        fail("unsupported", "out of service")

    def other(of: str):
        did["other"] += 1

    def plan(request):
        steps = [act("link", id="l0", number=0)]
        steps += [act("link", id=f"l{n}", number=n, before=f"$l{n - 1}") for n in range(1, links)]
        return [*steps, act("other" if request.attempts else "last", of=f"$l{links - 1}")]

    run("x", world=[link, last, other], planner=plan, clock=FrozenClock())
    assert did == {**dict.fromkeys(range(links), 1), "other": 1}


def test_to_go_back_to_a_place_is_no_list_given_again():
    at, notes = [""], []

    def go(room: str):
        at[0] = room

    def note(text: str):
        if text == "last":
            raise ValueError("no pen")
        notes.append((text, at[0]))

    steps = [act("go", room="a"), act("note", text="x"), act("go", room="b"), act("note", text="last")]
    back = [act("go", room="b"), act("go", room="a"), act("note", text="y")]
    left = [steps, back]
    run("write", world=[go, note], planner=lambda request: left.pop(0), clock=FrozenClock())
    assert notes == [("x", "a"), ("y", "a")]


def test_a_list_given_again_is_known_where_the_engine_put_in_an_act_of_its_own():
    log, gate = [], {"open(gate)"}

    @skill(breaks="open(gate)")
    def charge(order: str):
        log.append("charge")
        gate.clear()

    @skill(makes="open(gate)", repeatable=True)
    def unlock():
        log.append("unlock")
        gate.add("open(gate)")

    @skill(needs="open(gate)")
    def ship(order: str):
        log.append("ship")
        fail("refused", "no van today", kind="denied")

    @observer("open(*)")
    def look():
        return gate

    plan = [act("charge", order="A1"), act("ship", order="A1")]
    run("ship A1", world=[charge, unlock, ship, look], planner=plan, clock=FrozenClock())
    assert "unlock" in log and log.count("charge") == 1


def test_a_list_that_was_given_before_is_no_choice():
    log = []

    def charge(card: str):
        log.append("charge")

    def paint(color: str):
        log.append("paint")

    def ship():
        raise ValueError("no van today")

    whole, other = [act("charge", card="A1"), act("ship")], [act("paint", color="blue"), act("ship")]
    lists = iter([whole, other, whole, whole])
    run("ship", world=[charge, paint, ship], planner=lambda request: next(lists, whole), clock=FrozenClock())
    assert log.count("charge") == 1


def test_a_done_act_that_people_forbid_by_now_may_stand_in_a_list_given_again():
    store, log = MemoryStore(), []

    async def post(to: str):
        log.append(to)
        if len(log) == 1:
            await store.send("r", AddConstraint(Constraint("no more posts", "post")))

    def mail(to: str):
        log.append(f"mail {to}")

    def plan(request):
        return [act("post", to="ann"), act("mail" if request.bounds.forbids else "post", to="bob")]

    ended = run("tell both", world=[post, mail], planner=plan, store=store, run_id="r")
    assert ended.verdict == "done_unproven" and log == ["ann", "mail bob"]


def test_a_plan_of_nothing_but_a_repeatable_act_is_done():
    labels, sent = set(), set()

    @skill(repeatable=True)
    def label(to: str):
        labels.add(to)

    @skill(makes="sent({to})")
    def send(to: str):
        sent.add(to)
        labels.clear()  # somebody takes it away

    @observer("labelled(*)", "sent(*)")
    def look():
        return [*(fact("labelled", x) for x in labels), *(fact("sent", x) for x in sent)]

    def plan(request):
        wanted = {"labelled(ann)": act("label", to="ann"), "sent(ann)": act("send", to="ann")}
        return [a for f, a in wanted.items() if f not in request.facts]

    ended = run("go", done_when="labelled(ann) and sent(ann)", world=[label, send, look], planner=plan, clock=FrozenClock())
    assert ended.success


def test_one_more_of_a_done_act_for_a_changed_goal_is_not_passed_in_silence():
    store, log = MemoryStore(), []

    async def post(text: str):
        log.append(text)
        if len(log) == 1:
            await store.send("r", ChangeGoal("post it twice"))

    def plan(request):
        done = [d for d in request.progress.done if d.step.skill == "post"]
        told = any(objection.kind == "done" for objection in request.objections)
        return [act("post", text="hi", again=told)] * ((2 if "twice" in request.goal else 1) - len(done))

    run("post it once", world=[post], planner=plan, store=store, run_id="r")
    assert log == ["hi", "hi"]
