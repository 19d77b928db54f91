"""Needs and effects that name any fact of a kind (`cart(*)`), and what else strangers found beside them in ordinary worlds."""

import asyncio

import pytest

from midcourse import Answer, NothingToDo, Replan, ToolsWorld, act, fact, fail, observer, run, skill
from midcourse.testing import FrozenClock


def acts(outcome):
    return [e.event.skill for e in outcome.entries if type(e.event).__name__ == "Intended"]


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("lost", [True, False])
@pytest.mark.parametrize("error", [None, RuntimeError("HTTP 409 Conflict"), ValueError("no address is allowed")])
def test_no_act_is_invented_for_a_need_that_does_not_say_which_one_is_meant(complete, lost, error):
    allowed, called = {"10.0.0.7"} if lost else set(), []

    @skill(makes="allowed({host})", complete=complete)
    def allow(host: str):
        called.append(host)
        allowed.add(host)

    def tell(text: str):
        allowed.clear()  # somebody takes the rule away meanwhile

    @skill(needs="allowed(*)", makes="deployed({v})", complete=complete)
    def deploy(v: str):
        if not allowed:
            if error is None:
                fail("needs_not_met", "no address is allowed")
            raise error

    @observer("allowed(*)", "deployed(*)")
    def look():
        return [fact("allowed", host) for host in allowed]

    plan = [act("tell", text="soon"), act("deploy", v="v2")]
    ended = run("deploy", done_when="deployed(v2)", world=[allow, tell, deploy, look], planner=plan, clock=FrozenClock())
    assert not called and not ended.success
    assert ("it never held" in ended.ending.root_cause) is not lost


@pytest.mark.parametrize("orders", [2, 8])
@pytest.mark.parametrize("goal", ["ordered(o0) and ordered(o1)", "ordered(o1)", ""])
@pytest.mark.parametrize("rest", [False, True])
def test_on_a_quiet_day_what_any_of_a_kind_is_used_up_by_is_made_again_by_the_plan(orders, goal, rest):
    cart, ordered = [], []

    def add(item: str):
        cart.append(item)

    @skill(needs="cart(*)", makes="ordered({ref})", breaks="cart(*)", complete=True)
    def order(ref: str):
        ordered.append(ref)
        cart.clear()

    def log(ref: str):
        pass

    @observer("cart(*)", "ordered(*)")
    def look():
        return [*(fact("cart", i) for i in cart), *(fact("ordered", r) for r in ordered)]

    numbers = range(orders)
    plan = [s for i in numbers for s in (act("add", item=f"i{i}"), act("order", ref=f"o{i}"), act("log", ref=f"o{i}"))]
    planner = (lambda request: plan[len(request.progress.done) :]) if rest else plan
    ended = run("order", done_when=goal, world=[add, order, log, look], planner=planner, clock=FrozenClock())
    assert len(ordered) == orders and ended.ending.planner_calls == 1 and acts(ended) == [s.skill for s in plan]


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("breaks", ["invited({slot}, *)", "invited({slot}, bob)"])
def test_an_act_whose_declared_effect_is_seen_is_not_said_to_have_done_nothing(complete, breaks):
    calendar, invited, cancelled = {"mon": "us"}, {("mon", "bob")}, []

    @skill(needs="busy({slot})", makes="not busy({slot})", breaks=breaks, complete=complete)
    def cancel(slot: str):
        cancelled.append(calendar.pop(slot))
        invited.clear()
        if len(cancelled) == 1:
            calendar[slot] = "somebody else"  # books the free slot at once

    def remind(who: str):
        pass

    @observer("busy(*)", "invited(*)")
    def look():
        return [*(fact("busy", s) for s in calendar), *(fact("invited", s, w) for s, w in invited)]

    plan = [act("cancel", slot="mon"), act("remind", who="bob")]
    run("cancel monday", world=[cancel, remind, look], planner=plan, clock=FrozenClock())
    assert cancelled == ["us"]


@pytest.mark.parametrize("fault", [TimeoutError("no answer"), RuntimeError("HTTP 500 Internal Server Error")])
@pytest.mark.parametrize("goal", ["", "migrated(v2)"])
def test_a_goal_that_is_seen_early_drops_no_step_behind_a_doubt(goal, fault):
    migrated, done, asked = [], [], []

    class Person:
        async def allows(self, question):
            asked.append(question.text)
            return Answer(question.id, True, by="ann")

    @skill(makes="migrated({v})")
    def migrate(v: str):
        migrated.append(v)

    def tell_team(text: str):
        done.append("told")
        raise fault

    def maintenance_off():
        done.append("off")

    @observer("migrated(*)")
    def look():
        return [fact("migrated", v) for v in migrated]

    plan = [act("migrate", v="v2"), act("tell_team", text="done"), act("maintenance_off")]
    world = [migrate, tell_team, maintenance_off, look]
    ended = run("migrate", done_when=goal, world=world, planner=plan, approver=Person(), clock=FrozenClock())
    assert done == ["told", "off"] and len(asked) == 1 and ended.success is bool(goal)


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("again", [True, False])
def test_a_list_given_again_with_another_tool_leaves_out_what_is_seen_done(complete, again):
    told = []

    def email(to: str):
        if to == "bob":
            raise NotImplementedError("email to outside is switched off")
        told.append(to)

    def sms(to: str):
        told.append(to)

    email, sms = (skill(makes="told({to})", complete=complete)(f) for f in (email, sms))

    @observer("told(*)")
    def look():
        return [fact("told", name) for name in told]

    def plan(request):
        if not request.attempts:
            return [act("email", to=name) for name in ("ann", "bob", "cid")]
        return [act("sms", to="ann", again=again), act("sms", to="bob"), act("sms", to="cid")]

    goal = "told(ann) and told(bob) and told(cid)"
    ended = run("tell all", done_when=goal, world=[email, sms, look], planner=plan, clock=FrozenClock())
    assert ended.success and told.count("ann") == 1 + again and told.count("bob") == told.count("cid") == 1


def test_another_tool_for_what_is_seen_done_is_meant_where_it_mends_what_failed_behind_it():
    built, clean = [], []

    @skill(makes="built(app)")
    def build():
        built.append("fast")

    @skill(makes="built(app)")
    def build_clean():
        built.append("clean")
        clean.append(1)

    def test_it():
        if not clean:
            fail("stale", "stale objects", kind="structural")

    @observer("built(*)")
    def look():
        return ["built(app)"] if built else []

    def plan(request):
        return [act("build_clean" if request.attempts else "build"), act("test_it")]

    run("test", world=[build, build_clean, test_it, look], planner=plan, clock=FrozenClock())
    assert built == ["fast", "clean"]


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("goal", ["stock(bolt, 6)", "stock(bolt, >=6)", ""])
@pytest.mark.parametrize("order", ["rsrr", "rrsr", "srrr", "rsrsrr"])
def test_on_a_quiet_day_a_number_that_goes_up_and_down_in_stretches_asks_for_no_other_plan(goal, order, complete):
    stock, done = [4], []
    names = {"r": "receive", "s": "sell"}

    @skill(makes="stock(bolt, +=1)", complete=complete)
    def receive():
        done.append("r")
        stock[0] += 1

    @skill(makes="stock(bolt, -=1)", complete=complete)
    def sell():
        done.append("s")
        stock[0] -= 1

    @observer("stock(*)")
    def shelf():
        return [fact("stock", "bolt", stock[0])]

    def stretches(request):
        rest = [act(names[c]) for c in order[len(request.progress.done) :]]
        return (rest if len(rest) <= 3 else [*rest[:3], Replan()]) if rest else NothingToDo("all is done")

    ended = run("restock", done_when=goal, world=[receive, sell, shelf], planner=stretches, clock=FrozenClock())
    assert "".join(done) == order and not ended.ending.replans and ended.verdict != "failed"


@pytest.mark.parametrize("text", ["HTTP 404 Not Found", "HTTP 409 Conflict", "HTTP 422 Unprocessable Entity", "HTTP 400"])
@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("again", [True, False])
def test_what_a_service_says_that_it_does_not_know_may_be_said_after_the_act(text, seen, again):
    charged, created = [], []

    def create(name: str):
        created.append(name)

    def charge(order: str):
        charged.append(order)
        raise RuntimeError(text)  # the receipt is not there yet

    @observer("charged(*)")
    def look():
        return [fact("charged", order) for order in charged]

    plan = [act("create", name="ann"), act("charge", order="A1")]
    planner = (lambda request: plan) if again else plan
    run("charge", world=[create, charge, *([look] if seen else [])], planner=planner, clock=FrozenClock())
    assert charged == ["A1"]


@pytest.mark.parametrize("error", [RuntimeError("HTTP 500 Internal Server Error"), RuntimeError("something went wrong")])
def test_what_may_be_done_twice_has_all_its_tries_whatever_the_failure_is_called(error):
    address, tries = [], []

    @skill(makes="address({a})", breaks="address(*)", complete=True, repeatable=True)
    def move(a: str):
        tries.append(a)
        if len(tries) <= 3:
            raise error
        address[:] = [a]

    @observer("address(*)")
    def look():
        return [fact("address", a) for a in address]

    ended = run("move", done_when="address(home)", world=[move, look], planner=[act("move", a="home")], clock=FrozenClock())
    assert ended.success and len(tries) == 4


def test_an_ending_does_not_say_that_nothing_was_done_where_what_failed_may_have_acted():
    saved = []

    @skill(repeatable=True)
    def save(name: str):
        saved.append(name)
        raise RuntimeError("HTTP 500 Internal Server Error")

    ended = run("save", world=[save], planner=[act("save", name="ann")], clock=FrozenClock())
    assert saved and "nothing was done" not in ended.ending.next_safe_action
    assert "nothing is known to be done" in ended.ending.next_safe_action


def test_a_list_of_functions_is_a_world_of_them():
    def charge(order: str):
        pass

    assert [s.name for s in asyncio.run(ToolsWorld([charge], settles=0).skills())] == ["charge"]
