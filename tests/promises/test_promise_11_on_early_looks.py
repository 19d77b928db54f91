"""Looks that come a moment behind the acts: what they still show, and what they do not show yet, decides nothing."""

from collections import Counter

import pytest

from midcourse import Achieve, Replan, act, observer, run, skill
from midcourse.testing import FrozenClock

LAGS = [0.0, 0.3]


class Behind:
    """A world that is seen some time after it changed."""

    def __init__(self, lag, *facts):
        self.clock, self.lag, self.calls = FrozenClock(), lag, []
        self.facts = set(facts)
        self._seen = [(0.0, frozenset(facts))]

    async def does(self, call, gone=(), made=()):
        await self.clock.sleep(0.05)
        self.calls.append(call)
        self.facts = (self.facts - set(gone)) | set(made)
        self._seen.append((self.clock.now(), frozenset(self.facts)))

    def show(self):
        return [facts for at, facts in self._seen if at <= self.clock.now() - self.lag][-1]


@pytest.mark.parametrize("lag", LAGS)
@pytest.mark.parametrize("goal", ["", "cup(lab)"])
def test_a_goal_on_the_way_is_not_passed_by_on_a_look_from_before(lag, goal):
    world = Behind(lag, "at(lab)", "cup(hall)")

    async def go(place: str):
        await world.does(f"go {place}", [f for f in world.facts if f.startswith("at(")], [f"at({place})"])

    async def take():
        await world.does("take", ["cup(hall)"])

    async def drop():
        where = next(f for f in world.facts if f.startswith("at("))
        await world.does("drop", (), [where.replace("at", "cup")])

    @observer("at(*)", "cup(*)")
    def look():
        return world.show()

    def plans(request):
        if request.purpose == "achieve":
            return [act("go", place="lab")]
        return [act("go", place="hall"), act("take"), Achieve("be in the lab again", "at(lab)"), act("drop")]

    run("bring the cup", done_when=goal, world=[go, take, drop, look], planner=plans, clock=world.clock)
    assert world.calls == ["go hall", "take", "go lab", "drop"]


@pytest.mark.parametrize("lag", LAGS)
def test_a_planned_look_is_not_left_out_on_a_look_from_before(lag):
    world = Behind(lag, "belt(red)")

    async def shuffle():
        await world.does("shuffle", ["belt(red)"], ["belt(blue)"])

    @skill(needs="belt({colour})", makes="gripped({colour})", complete=True)
    async def grip(colour: str):
        await world.does(f"grip {colour}", (), [f"gripped({colour})"])

    async def log():
        await world.does("log")

    @observer("belt(*)", "gripped(*)")
    def look():
        return world.show()

    def plans(request):
        rest = [act("grip", colour="blue" if "belt(blue)" in request.facts else "red"), act("log")]
        return [act("shuffle"), Replan("see which part it is"), *rest] if request.purpose == "first" else rest

    run("grip what is there", world=[shuffle, grip, log, look], planner=plans, clock=world.clock)
    assert world.calls == ["shuffle", "grip blue", "log"]


def locks(lag, unlock_says):
    """Documents that are locked and unlocked, and somebody to tell."""
    world = Behind(lag)

    @skill(needs="not locked({doc})", makes="locked({doc})", complete=True)
    async def lock(doc: str):
        await world.does(f"lock {doc}", (), [f"locked({doc})"])

    async def unlock(doc: str):
        await world.does(f"unlock {doc}", [f"locked({doc})"])

    if unlock_says:
        unlock = skill(needs="locked({doc})", complete=True, **unlock_says)(unlock)

    async def tell(who: str):
        await world.does("tell")
        raise NotImplementedError("tell is not available any more, use mail")

    async def mail(who: str):
        await world.does("mail")

    @observer("locked(*)")
    def look():
        return world.show()

    return world, [lock, unlock, tell, mail, look]


@pytest.mark.parametrize("lag", LAGS)
@pytest.mark.parametrize("says", [{"makes": "not locked({doc})"}, {"breaks": "locked({doc})"}], ids=["makes", "breaks"])
@pytest.mark.parametrize("goal", ["", "locked(p)"])
def test_what_our_own_act_takes_away_is_not_undone_by_others_where_it_shows_late(lag, says, goal):
    world, skills = locks(lag, says)

    def plans(request):
        last = act("mail" if request.attempts else "tell", who="ann")
        return [act("lock", doc="q"), act("unlock", doc="q"), act("lock", doc="p"), last]

    run("edit", done_when=goal, world=skills, planner=plans, clock=world.clock)
    assert world.calls == ["lock q", "unlock q", "lock p", "tell", "mail"]


@pytest.mark.parametrize("lag", LAGS)
@pytest.mark.parametrize("says", [{}, {"breaks": "locked({doc})"}], ids=["bare", "breaks"])
def test_a_planner_of_stretches_is_not_told_that_others_took_what_our_act_took(lag, says):
    world, skills = locks(lag, says)
    work = [act("lock", doc="q"), act("unlock", doc="q"), act("lock", doc="p"), act("mail", who="ann")]

    def plans(request):
        done = Counter((d.step.skill, str(d.step.args)) for d in request.progress.done)
        rest = []
        for step in work:
            call = (step.skill, str(step.args))
            if done[call]:
                done[call] -= 1
            else:
                rest.append(step)
        return [rest[0], Replan()] if len(rest) > 1 else rest

    run("edit", world=skills, planner=plans, clock=world.clock)
    assert world.calls == ["lock q", "unlock q", "lock p", "mail"]


@pytest.mark.parametrize(
    "error", [FileNotFoundError("b"), ValueError("bad stamp"), PermissionError("403"), NotImplementedError("x")]
)
def test_a_goal_that_held_before_our_last_act_is_no_success_on_a_look_from_before_it(error):
    clock, due, files = FrozenClock(), [], set()

    def arrive():
        for at, old, new in [d for d in due if d[0] <= clock.now()]:
            due.remove((at, old, new))
            files.discard(old)
            files.add(new)

    def write(name: str):
        files.add(name)

    def move(old: str, new: str):
        due.append((clock.now() + 1.0, old, new))

    def stamp(name: str):
        raise error

    @observer("exists(*)")
    def look():
        arrive()
        return [f"exists({name})" for name in files]

    steps = [act("write", name="a"), act("move", old="a", new="b"), act("stamp", name="b")]
    outcome = run("files", done_when="exists(a)", world=[write, move, stamp, look], planner=steps, clock=clock)
    assert not outcome.success and files == {"b"}


@pytest.mark.parametrize("lag", [0.0, 0.1, 0.3, 1.0])
@pytest.mark.parametrize("goal", ["", "edited(q)"])
def test_a_goal_on_the_way_is_not_planned_for_on_a_look_from_before(lag, goal):
    world = Behind(lag, "at(yard)")

    async def go(place: str):
        await world.does(f"go {place}", [f for f in world.facts if f.startswith("at(")], [f"at({place})"])

    async def edit(doc: str):
        await world.does("edit", (), [f"edited({doc})"])

    @observer("at(*)", "edited(*)")
    def look():
        return world.show()

    def plans(request):
        if request.purpose == "achieve":
            return [act("go", place="hall")]
        return [act("go", place="lab"), act("go", place="hall"), Achieve("there", "at(hall)"), act("edit", doc="q")]

    run("edit", done_when=goal, world=[go, edit, look], planner=plans, clock=world.clock)
    assert world.calls == ["go lab", "go hall", "edit"]


@pytest.mark.parametrize("error", [ConnectionRefusedError("refused"), RuntimeError("HTTP 503 Service Unavailable")])
def test_an_invitation_that_is_seen_is_not_sent_again_whatever_a_silent_act_before_it_was_given(error):
    members, calls = [], []

    def notify(channel: str):
        calls.append("notify")

    def invite(who: str):
        calls.append("invite")
        members.append(who)
        if calls.count("invite") == 1:
            raise error

    @observer("member(*)")
    def look():
        return [f"member({who}, team)" for who in members]

    steps = [act("notify", channel="team"), act("invite", who="ann")]
    world = [notify, invite, look]
    outcome = run("invite ann", done_when="member(ann, team)", world=world, planner=steps, clock=FrozenClock())
    assert outcome.success and calls == ["notify", "invite"]


@pytest.mark.parametrize("seconds", [0, 1, 3, 8, 15, 60])
@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("goal", ["", "paid(ann) and paid(bob)"])
def test_nobody_is_paid_twice_while_nothing_can_be_seen(seconds, complete, goal):
    clock, paid, down = FrozenClock(), [], []

    @skill(makes="paid({to})", complete=complete)
    def pay(to: str):
        paid.append(to)
        if to == "bob":
            down.append(clock.now() + seconds)

    @observer("paid(*)")
    def look():
        if down and clock.now() < down[0]:
            raise RuntimeError("HTTP 503")
        return [f"paid({who})" for who in paid]

    steps = [act("pay", to="ann"), act("pay", to="bob")]
    run("pay both", done_when=goal, world=[pay, look], planner=lambda request: steps, clock=clock)
    assert paid == ["ann", "bob"]


@pytest.mark.parametrize("views", [1, 2])
def test_a_view_that_gave_no_answer_once_at_the_end_is_looked_at_again(views):
    clock, closed, looks = FrozenClock(), set(), []

    @skill(makes="closed({ticket})", complete=True)
    def close(ticket: str):
        closed.add(ticket)

    @observer("closed(*)")
    def tickets():
        looks.append(clock.now())
        if len(looks) == 2:
            raise RuntimeError("HTTP 503")
        return [f"closed({t})" for t in closed]

    @observer("staff(*)")
    def staff():
        return ["staff(ann)"]

    world = [close, tickets, *([staff] if views == 2 else [])]
    assert run("close", done_when="closed(t1)", world=world, planner=[act("close", ticket="t1")], clock=clock).success
