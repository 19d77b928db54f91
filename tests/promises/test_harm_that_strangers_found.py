"""Harm that people found who did not write this: each with the scene in which it was seen."""

import pytest

import midcourse
from midcourse import Delivery, Observation, Parameter, ScriptedPlanner, Skill, act, fact, observer, skill
from midcourse.core.model import Done, Uncertain
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.events import Asked, PlanRequested, Reentered
from midcourse.engine.memory import MemoryStore
from midcourse.testing import AnswersAll, FrozenClock, ScriptedPeople, SymbolicWorld
from midcourse.worlds.error_values import error_in
from midcourse.worlds.found_looks import only_reads
from tests.support import lab, the, under

QUICK = under(settle_seconds=0.0, backoff=0.0, auto_replanning_min_interval_seconds=0.0)


def asked(entries):
    return [e.event.question.kind for e in entries if isinstance(e.event, Asked)]


def calls(entries):
    return sum(isinstance(e.event, PlanRequested) for e in entries)


@pytest.mark.parametrize(
    "name", ["check_out", "check_in", "get_paid", "get_ticket", "fetch_mail", "count_down", "show_ad", "get_next", "list"]
)
def test_a_name_that_may_be_a_deed_is_never_called_as_a_look(name):
    assert not only_reads(Skill(name), marked=False)


@pytest.mark.parametrize(
    "name", ["list_orders", "get_status", "ls", "pwd", "is_open", "getAccountInfo", "inventory", "get_cart_summary"]
)
def test_a_name_that_only_reads_may_serve_as_a_look_unless_somebody_wrote_a_contract(name):
    assert only_reads(Skill(name), marked=False) and not only_reads(Skill(name, risk="irreversible"), marked=True)
    assert only_reads(Skill("anything", risk="harmless"), marked=True)


def test_a_planner_that_insists_on_a_value_of_another_type_than_the_hint_has_it_passed_as_it_is():
    got = []

    def close_ticket(ticket_id: int):
        got.append(ticket_id)

    class Insists:
        calls = 0

        async def plan(self, request):
            self.calls += 1
            return Draft((act("close_ticket", ticket_id="T-7"),))

    planner = Insists()
    outcome = midcourse.run("close it", world=[close_ticket], planner=planner, settings=QUICK, clock=FrozenClock())
    assert got == ["T-7"] and outcome.verdict == "done_unproven" and planner.calls == 2, "told once"


def test_a_decorator_that_was_told_nothing_says_nothing_about_reading():
    seen = []

    def place_order(amount: int):
        seen.append(amount)
        raise TimeoutError("no answer")

    def get_order_history() -> list:
        return list(seen)

    outcome = midcourse.run(
        "buy",
        world=[skill(place_order), skill(get_order_history)],
        planner=ScriptedPlanner([act("place_order", amount=42)]),
        settings=QUICK,
        clock=FrozenClock(),
    )
    assert seen == [42] and outcome.verdict == "done_unproven", "the list that changed shows that it happened"


def test_a_bare_function_that_is_not_in_the_plan_is_not_called():
    done = []

    def add_item(item: str):
        done.append(item)

    def check_out():
        done.append("check out")

    midcourse.run("fill the cart", world=[add_item, check_out], planner=[act("add_item", item="hat")], settings=QUICK)
    assert done == ["hat"]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"imported": 98, "errors": ["row 3"]}, None),
        ({"url": "/x", "status": 404}, None),
        ({"sent": 2, "success": False}, True),
        ({"error": "half of it failed", "done": [1, 2]}, True),
        ({"error": "no such user"}, False),
        ({"success": False, "message": "busy"}, False),
        ({"status": 503, "detail": "later"}, False),
        ({"status": "error", "message": "busy"}, False),
        ({"status": "failed"}, None),
        ({"status": "failed", "message": "no ink", "job": 7}, None),
        ({"status": 500, "detail": "oops"}, True),
        ({"error": "no such order", "cancelled": False}, False),
        ({"error": "no rows", "moved": 0, "ids": []}, False),
        ({"error": "the third was refused", "moved": 2}, True),
    ],
)
def test_an_answer_that_tells_of_more_than_an_error_is_an_answer_or_in_doubt(answer, told):
    found = error_in(answer)
    assert (found is None) if told is None else (found is not None and found.in_doubt is told)


def test_one_yes_serves_one_plan():
    charged = []

    def charge(card: str):
        charged.append(card)

    people = ScriptedPeople([True, False])
    plans = [[act("charge", card="x"), Replan("look")]] * 3
    settings = under(settle_seconds=0.0, approve_plans="all")
    outcome = midcourse.run("pay", world=[charge], planner=ScriptedPlanner(*plans), approver=people, settings=settings)
    assert charged == ["x"] and asked(outcome.entries)[:2] == ["plan", "plan"]


def test_a_request_counter_in_a_found_look_is_no_sign_that_an_act_happened():
    hits, done = [0], []

    class Refused(Exception):
        status_code = 500

    def order(item: str):
        hits[0] += 1
        raise Refused("500 Internal Server Error")

    def pay(amount: int):
        done.append(amount)

    def get_status():
        return {"requests": hits[0]}

    plan = [act("order", item="tea"), act("pay", amount=2)]
    outcome = midcourse.run("buy", world=[order, pay, get_status], planner=plan, approver=ScriptedPeople([None]), settings=QUICK)
    assert not done and outcome.waiting_for is not None and outcome.waiting_for.kind == "settle"


def test_the_same_act_once_more_is_not_denied_by_a_look_that_shows_the_first():
    class Mail:
        sent = 0

        async def skills(self):
            return [Skill("send", parameters=(Parameter("to", "str"),), timeout=1.0)]

        async def observe(self):
            return Observation(frozenset([fact("sent", "ann")] if self.sent else []))

        async def act(self, call):
            self.sent += 1
            return Uncertain("timeout") if self.sent == 2 else Done()

    world = Mail()
    plan = [act("send", to="ann"), act("send", to="ann")]
    outcome = midcourse.run("write twice", world=world, planner=plan, approver=ScriptedPeople([None]), clock=FrozenClock())
    assert world.sent == 2 and outcome.waiting_for is not None


def test_what_was_last_seen_before_an_act_that_may_do_more_does_not_deny_the_goal():
    world = SymbolicWorld([Skill("go"), Skill("phone")], ["lit"], hidden={"phone": "not lit"})
    outside = SymbolicWorld.observe

    class Partly(SymbolicWorld):
        async def observe(self):
            seen = await outside(self)
            hidden = any(c.skill == "go" for c in self.calls)
            return Observation(frozenset() if hidden else seen.facts, ("at(*)",) if hidden else ("lit", "at(*)"))

    world.__class__ = Partly
    made = lab(world, ScriptedPlanner([Act("go"), Act("phone")]), "not lit")
    ending = made.run().ending
    assert the(ending).verdict == "done_unproven" and calls(made.entries) == 1


@pytest.mark.parametrize("settings", [{}, {"max_steps": 1}, {"autonomy": 0}, {"approve_plans": "changed"}])
def test_declaring_what_a_skill_senses_never_makes_a_verdict_worse(settings):
    @skill
    def put(box: str):
        pass

    @skill(senses="inside({box})", risk="harmless")
    def peek(box: str):
        raise OSError(28, "No space left on device")

    @observer("door(*)")
    def door():
        return [fact("door", "open")]

    given = under(settle_seconds=0.0, backoff=0.0, **settings)
    outcome = midcourse.run(
        "put",
        done_when="inside(a)",
        world=[put, peek, door],
        planner=[act("put", box="a")],
        settings=given,
        approver=AnswersAll(),
    )
    assert outcome.verdict == "done_unproven" and calls(outcome.entries) == 1, outcome.ending


def test_one_act_at_a_time_is_no_circle_where_each_look_shows_another_world():
    level = [0]

    def pump():
        level[0] += 1

    @observer("level(*)")
    def gauge():
        return [fact("level", level[0])]

    plans = [[act("pump"), Replan("look")]] * 11 + [[act("pump")]]
    outcome = midcourse.run("pump", world=[pump, gauge], planner=ScriptedPlanner(*plans), settings=QUICK)
    assert level == [12] and outcome.verdict == "done_unproven" and calls(outcome.entries) == 12


def test_stretches_that_are_already_so_are_no_idling():
    rung = []

    @skill(makes="on({lamp})", repeatable=True)
    def switch(lamp: str):
        pass

    def ring():
        rung.append(1)

    @observer("on(*)")
    def lamps():
        return [fact("on", lamp) for lamp in "abc"]

    plans = [*([act("switch", lamp=lamp), Replan("look")] for lamp in "abc"), [act("ring")]]
    outcome = midcourse.run("ring", world=[switch, ring, lamps], planner=ScriptedPlanner(*plans), settings=QUICK)
    assert rung == [1] and outcome.verdict == "done_unproven"
    outcome = midcourse.run("light", world=[switch, lamps], planner=[act("switch", lamp="a")], settings=QUICK)
    assert outcome.success and outcome.ending.steps == 0


@pytest.mark.parametrize("yes", [True, False])
def test_what_stands_behind_a_doubt_after_the_goal_was_seen_is_asked_about_and_done(yes):
    done, packed = [], []

    def pack():
        packed.append(1)

    @skill(settles=0.1)
    def notify():
        done.append("notify")
        if len(done) == 1:
            raise TimeoutError("no answer")

    def pay():
        done.append("pay")

    @observer("packed")
    def shelf():
        return ["packed"] if packed else []

    plan = [act("pack"), act("notify"), act("pay")]
    options = {"world": [pack, notify, pay, shelf], "planner": plan, "store": MemoryStore()}
    outcome = midcourse.run("pack", done_when="packed", settings=QUICK, **options)
    assert done == ["notify"] and outcome.waiting_for is not None and "notify" in outcome.waiting_for.text
    outcome = midcourse.resume(outcome.run.id, answer=yes, **options)
    assert outcome.success and done == (["notify", "pay"] if yes else ["notify", "notify", "pay"]) and packed == [1]


def test_a_doubt_about_the_last_step_after_the_goal_was_seen_is_told_and_not_asked_about():
    packed = []

    def pack():
        packed.append(1)

    @skill(settles=0.1)
    def notify():
        raise TimeoutError("no answer")

    @observer("packed")
    def shelf():
        return ["packed"] if packed else []

    plan = [act("pack"), act("notify")]
    outcome = midcourse.run("pack", done_when="packed", world=[pack, notify, shelf], planner=plan, settings=QUICK)
    assert outcome.success and "notify" in outcome.ending.final_detail


def test_an_act_that_cannot_be_undone_does_not_start_against_a_need_seen_false_however_it_came_to_it():
    nudge = Skill("nudge")
    world = SymbolicWorld([nudge, Skill("send")], declared=[nudge, Skill("send", needs="paid", risk="irreversible")])
    made = lab(world, ScriptedPlanner([Act("nudge", again=True), Act("send")]), "", settings=under(backoff=0.0))
    made.run()
    assert "send" not in [c.skill for c in world.calls]


def test_an_act_that_was_set_aside_and_did_happen_is_not_done_again():
    class Silent(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            return Uncertain("timeout") if len(self.calls) == 1 else result

    pay, check = Skill("pay", makes="paid", delivery=Delivery(settles=0.0)), Skill("check", senses="paid", risk="harmless")
    made = lab(Silent([pay, check], covers=()), ScriptedPlanner([Act("pay")]), "", settings=QUICK, approver=AnswersAll())
    made.run()
    assert [c.skill for c in made.world.calls].count("pay") == 1


class Shop:
    """Orders that are cancelled; the answer may be lost, or the order may show another time at each reading."""

    def __init__(self, lost=True, ticks=False):
        self.status, self.lost, self.ticks, self.reads, self.cancelled = "open", lost, ticks, 0, 0

    def get_order_details(self, order_id: str) -> dict:
        self.reads += 1
        return {"status": self.status, **({"read": self.reads} if self.ticks else {})}

    def cancel_order(self, order_id: str):
        self.status, self.cancelled = "cancelled", self.cancelled + 1
        if self.lost:
            raise TimeoutError("no answer")

    def thank(self, order_id: str): ...


def buy(shop, *steps):
    return midcourse.run("it", world=shop, planner=ScriptedPlanner(list(steps)), settings=QUICK, clock=FrozenClock())


READ, CANCEL, THANK = (act(name, order_id="W-17") for name in ("get_order_details", "cancel_order", "thank"))


def test_what_the_plan_itself_has_read_is_read_again_and_shows_that_a_lost_act_happened():
    shop = Shop()
    assert buy(shop, READ, CANCEL, THANK).verdict == "done_unproven" and shop.cancelled == 1


def test_a_reading_that_changes_by_itself_shows_nothing():
    shop = Shop(ticks=True)
    assert buy(shop, READ, CANCEL, THANK).waiting_for is not None and shop.cancelled == 1


def test_a_reading_is_not_repeated_without_need():
    shop = Shop(lost=False)
    assert buy(shop, READ, act("thank", order_id="W-99"), CANCEL).verdict == "done_unproven"
    assert shop.reads == 3, "the plan's own, whether it stays the same, and after the act that names the same order"


def test_going_back_to_what_stands_done_is_no_way_and_the_ending_names_what_was_to_be_mended():
    users, mails = [], []

    @skill(makes="user({name})", settles=0)
    def create_user(name: str):
        return {"ok": True}  # it never does anything

    @skill(needs="user({name})", makes="mailed({name})", settles=0)
    def send_mail(name: str):
        mails.append(name)

    @observer("user(*)", "mailed(*)")
    def look():
        return [fact("user", u) for u in users] + [fact("mailed", m) for m in mails]

    outcome = midcourse.run(
        "welcome ann",
        done_when="user(ann) and mailed(ann)",
        world=[create_user, send_mail, look],
        planner=[act("create_user", name="ann"), act("send_mail", name="ann")],
        settings=QUICK,
        clock=FrozenClock(),
    )
    gone_back = [id for e in outcome.entries if isinstance(e.event, Reentered) for id in e.event.redone]
    assert mails == ["ann"] and gone_back == [], "each time it would only have been passed by"
    assert outcome.ending.final_detail == "idle: 3 plans in a row led to no act; what they were to mend: user(ann) does not hold"


@pytest.mark.parametrize(
    "error", [KeyError("id"), TypeError("'int' object is not iterable"), IndexError("no item"), ValueError("?")]
)
def test_a_bare_function_that_acts_and_then_breaks_is_not_called_again_and_the_ending_does_not_say_that_it_did_nothing(error):
    paid = []

    def pay(order: str):
        paid.append(order)
        raise error

    outcome = midcourse.run("pay", world=[pay], planner=[act("pay", order="A1")], settings=QUICK, clock=FrozenClock())
    assert paid == ["A1"] and outcome.verdict == "failed"
    assert "look how far this came before it is done again" in outcome.ending.next_safe_action
