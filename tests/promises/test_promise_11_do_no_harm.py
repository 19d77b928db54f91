"""Promise 11: where nothing goes wrong a correct plan is carried out whole; where something does, no worse than a plain loop."""

import random

import pytest
from bench.ordinary.drawing import TROUBLES, draw
from bench.ordinary.play import LOOP, play
from hypothesis import given
from hypothesis import strategies as st

import midcourse
from midcourse import act, fact, observer, skill
from midcourse.core.gates.request import NothingToDo
from midcourse.core.model import Delivery, Done, Failed, Parameter, Skill, Uncertain
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.events import (
    Doubted,
    Intended,
    Missed,
    Passed,
    Planned,
    PlanRefused,
    PlanRequested,
    Reentered,
    Settled,
    Waited,
)
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import Died, SymbolicWorld
from tests.support import chosen, lab, the


def events(made, kind):
    return [e.event for e in made.entries if isinstance(e.event, kind)]


# --- random worlds, held against a ledger ----------------------------------------------------------------------------


@given(st.integers(0, 10**9))
def test_on_a_quiet_day_a_correct_plan_is_carried_out_whole_with_one_planner_call(seed):
    drawn = draw(seed, "none")
    if drawn.knobs.wrong or drawn.knobs.planner == "search":
        return
    played = play(drawn, "validity")
    assert played.complete and not played.doubled and played.verdict != "failed", played
    assert played.calls == 1 + played.planned and not played.untrue, played
    assert drawn.knobs.premade or played.acts == len(drawn.deeds), played


@given(st.integers(0, 10**9), st.sampled_from([t for t in TROUBLES if t != "none"]))
def test_nothing_is_claimed_that_is_not_so_and_no_sentence_is_untrue(seed, trouble):
    drawn = draw(seed, trouble)
    if drawn.knobs.wrong:
        return
    played = play(drawn, "validity")
    assert not played.error and not played.untrue, played
    assert not (played.verdict == "success" and drawn.goal and not played.goal), played


def test_over_many_worlds_it_does_no_worse_than_a_plain_loop():
    chance = random.Random(11)
    seeds = [chance.randrange(10**9) for _ in range(150)]
    ours, loop, doubled = 0, 0, 0
    for seed in seeds:
        drawn = draw(seed)
        played = play(drawn, "validity")
        ours, doubled = ours + played.well, doubled + bool(played.doubled)
        loop += play(drawn, LOOP).well
    assert ours >= loop and doubled <= 2, (ours, loop, doubled)


# --- done work is known by what was done ---------------------------------------------------------------------------------


def shop(**ship):
    return [Skill("charge", parameters=(Parameter("card", "str"),)), Skill("ship", **ship), Skill("ship_by_hand")]


@pytest.mark.parametrize("declared", [{}, {"makes": "charged({card})"}])
def test_a_card_is_charged_once_however_often_the_list_is_given(declared):
    skills = [Skill("charge", parameters=(Parameter("card", "str"),), **declared), Skill("ship"), Skill("ship_by_hand")]
    world = SymbolicWorld(skills, broken={"ship": Failed("unreachable", "no van")}, covers=("charged(*)",))

    class Restates:
        async def plan(self, request):
            way = "ship_by_hand" if request.attempts else "ship"
            return Draft((Act("charge", {"card": "x"}), Act(way)))

    made = lab(world, Restates(), "")
    run = made.run()
    assert [c.skill for c in world.done] == ["charge", "ship_by_hand"] and the(run.ending).verdict != "failed"
    assert next(e.because for e in events(made, Passed)).startswith("it was")


def test_again_says_that_it_is_meant_once_more():
    world = SymbolicWorld(shop(), broken={"ship": Failed("unreachable", "no van")}, covers=())

    class Again:
        async def plan(self, request):
            if not request.attempts:
                return Draft((Act("charge", {"card": "x"}), Act("ship")))
            return Draft((Act("charge", {"card": "x"}, again=True), Act("ship_by_hand")))

    lab(world, Again(), "").run()
    assert [c.skill for c in world.done] == ["charge", "charge", "ship_by_hand"]


def test_done_work_among_new_steps_is_told_once_and_never_done_twice():
    world = SymbolicWorld(shop(), broken={"ship": Failed("unreachable", "no van")}, covers=())

    class Shuffles:
        async def plan(self, request):
            if not request.attempts:
                return Draft((Act("charge", {"card": "x"}), Act("ship")))
            return Draft((Act("ship_by_hand"), Act("charge", {"card": "x"})))

    made = lab(world, Shuffles(), "")
    made.run()
    assert "was done before, as s1" in events(made, PlanRefused)[0].objection.text
    assert [c.skill for c in world.done] == ["charge", "ship_by_hand"]


def test_next_three_times_on_purpose_is_done_three_times_and_is_no_circle():
    world = SymbolicWorld([Skill("next"), Skill("pick")], covers=())
    run = lab(world, ScriptedPlanner([Act("next"), Act("next"), Act("next"), Act("pick")]), "").run()
    assert [c.skill for c in world.done] == ["next", "next", "next", "pick"] and the(run.ending).verdict == "done_unproven"


def test_what_our_own_step_took_back_is_not_undone_after_a_kill():
    class Mortal(SymbolicWorld):
        alive = True

        async def act(self, call):
            result = await super().act(call)
            if call.skill == "cancel" and self.alive:
                self.alive = False
                raise Died
            return result

    world = Mortal(
        [
            Skill("place", makes="ordered", delivery=Delivery(settles=0.0)),
            Skill("cancel", makes="not ordered", delivery=Delivery(settles=0.0)),
            Skill("note"),
        ]
    )
    run = lab(world, ScriptedPlanner([Act("place"), Act("cancel"), Act("note")]), "").run()
    assert [c.skill for c in world.done] == ["place", "cancel", "note"] and the(run.ending).verdict != "failed"


def test_a_script_that_ends_with_replan_is_not_begun_again():
    world = SymbolicWorld([Skill("send")], covers=())
    run = lab(world, ScriptedPlanner([Act("send"), Replan("that is all")]), "").run()
    assert len(world.done) == 1 and the(run.ending).verdict == "done_unproven"


# --- keys ------------------------------------------------------------------------------------------------------------------


def test_the_key_is_the_same_over_tries_kills_and_plans_and_another_for_the_next_act_of_its_kind():
    class Flaky(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            if len(self.calls) == 1:
                raise Died
            if len(self.calls) == 2:
                return Failed("unavailable", "later")
            return Done()

    world = Flaky([Skill("pay", delivery=Delivery(keyed=True))], covers=())
    lab(world, ScriptedPlanner([Act("pay"), Act("pay")]), "").run()
    keys = [c.key for c in world.calls]
    assert len(keys) == 4 and len(set(keys[:3])) == 1 and keys[3] != keys[0]


def test_a_service_that_honours_keys_acts_once_though_its_answers_are_lost():
    acted: dict[str, int] = {}
    calls = 0

    @skill(keyed=True)
    def pay() -> None:
        nonlocal calls
        calls += 1
        acted.setdefault(midcourse.current_call().key, calls)
        if calls < 3:
            raise RuntimeError("HTTP 500 Internal Server Error")

    outcome = midcourse.run("pay", world=[pay], planner=[act("pay")], settings=chosen(backoff=0.0))
    assert calls == 3 and len(acted) == 1 and outcome.verdict == "done_unproven"


# --- late effects ------------------------------------------------------------------------------------------------------------


class Late(SymbolicWorld):
    """An effect that shows only after some looks."""

    after, answer = 2, Done()

    async def act(self, call):
        self.calls.append(call)
        self.done.append(call)
        self._looks = 0
        return self.answer

    async def observe(self):
        if self.done:
            self._looks += 1
            if self._looks >= self.after:
                self.truth.add("listed")
        return await super().observe()


@pytest.mark.parametrize("answer", [Done(), Uncertain("timeout")])
def test_an_effect_that_comes_late_is_waited_for_and_not_done_again(answer):
    world = Late([Skill("post", makes="listed", timeout=1.0)])
    world.answer = answer
    made = lab(world, ScriptedPlanner([Act("post")]), "listed")
    run = made.run()
    assert the(run.ending).success and len(world.calls) == 1 and sum(e.took for e in events(made, Waited)) >= 0.9


def test_settles_says_how_long_a_look_may_not_say_no():
    for settles, waited in ((0.0, 0.0), (7.0, 7.0)):
        world = SymbolicWorld([Skill("post", makes="listed", delivery=Delivery(settles=settles), complete=True)])
        world.act = lambda call: _done()
        made = lab(world, ScriptedPlanner([Act("post")]), "listed", settings=chosen(retries=0, max_replans=0))
        made.run()
        first = next((e.took for e in events(made, Waited)), 0.0)
        assert round(first, 3) == waited


async def _done():
    return Done()


# --- unknown is not false ------------------------------------------------------------------------------------------------------


def test_a_need_that_nobody_can_see_is_hoped_for():
    world = SymbolicWorld(
        [Skill("go", makes="there"), Skill("send", needs="form_open", makes="sent")], ["form_open"], covers=("there", "sent")
    )
    run = lab(world, ScriptedPlanner([Act("go"), Act("send")]), "sent").run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1 and len(world.done) == 2


def test_a_need_that_was_unknown_and_is_first_seen_false_may_still_come():
    class Page(SymbolicWorld):
        async def observe(self):
            self._covers = ("*",) if "there" in self.truth else ("there",)
            return await super().observe()

    skills = [Skill("go", makes="there"), Skill("open"), Skill("send", needs="form_open", makes="sent")]
    world = Page(skills, hidden={"open": "form_open"})
    run = lab(world, ScriptedPlanner([Act("go"), Act("open"), Act("send")]), "sent").run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1 and len(world.done) == 3


def test_a_need_seen_false_is_told_once_then_tried_and_the_contract_doubted():
    skills = [Skill("send", needs="moon", makes="sent")]
    world = SymbolicWorld([Skill("send", makes="sent")], declared=skills)
    made = lab(world, ScriptedPlanner([Act("send")]), "sent")
    run = made.run()
    assert (
        the(run.ending).success and the(run.ending).planner_calls == 2 and [d.literal for d in events(made, Doubted)] == ["moon"]
    )


def test_a_planned_replan_is_never_an_error():
    world = SymbolicWorld([Skill("page", makes="", risk="reversible")], covers=())

    class Pages:
        async def plan(self, request):
            turned = len(request.progress.done)
            return Draft((Act("page"), Replan("the next page"))) if turned < 4 else NothingToDo("read")

    run = lab(world, Pages(), "", settings=chosen(max_replans=0)).run()
    assert len(world.done) == 4 and the(run.ending).replans == 0 and the(run.ending).verdict == "done_unproven"


# --- only seen reasons -----------------------------------------------------------------------------------------------------------


def test_the_backup_is_made_though_the_goal_does_not_name_it():
    skills = [Skill("backup", makes="saved", complete=True), Skill("migrate", makes="migrated", complete=True)]
    world = SymbolicWorld(skills)
    run = lab(world, ScriptedPlanner([Act("backup"), Act("migrate")]), "migrated").run()
    assert [c.skill for c in world.done] == ["backup", "migrate"] and the(run.ending).success


def test_a_whole_plan_goes_on_after_the_goal_and_what_fails_then_does_not_unmake_it():
    skills = [Skill("migrate", makes="migrated", complete=True), Skill("tidy"), Skill("mail")]
    world = SymbolicWorld(skills, broken={"mail": Failed("unreachable", "no line")})
    run = lab(world, ScriptedPlanner([Act("migrate"), Act("tidy"), Act("mail")]), "migrated").run()
    assert [c.skill for c in world.done] == ["migrate", "tidy"] and the(run.ending).success
    assert "after the goal was seen" in the(run.ending).final_detail and "mail" in the(run.ending).final_detail


def test_what_is_seen_to_be_so_is_left_out_with_the_fact_even_if_its_need_is_false_now():
    world = SymbolicWorld(
        [Skill("make", needs="not made", makes="made", complete=True), Skill("use", makes="used", complete=True)], ["made"]
    )
    made = lab(world, ScriptedPlanner([Act("make"), Act("use")]), "used")
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1 and [c.skill for c in world.done] == ["use"]
    assert events(made, Reentered)[0].because == "what it makes is already so: made"


def test_an_effect_that_is_seen_to_be_missing_is_dealt_with_though_the_goal_does_not_name_it():
    class Stuck(SymbolicWorld):
        tries = 0

        async def act(self, call):
            if call.skill == "go" and not self.tries:
                self.tries += 1
                return Done()
            return await super().act(call)

    world = Stuck([Skill("go", makes="in_b", repeatable=True), Skill("note", makes="noted")])
    made = lab(world, ScriptedPlanner([Act("go"), Act("note")]), "noted")
    run = made.run()
    assert the(run.ending).success and "in_b" in world.truth and events(made, Missed)[0].reason == "no_effect"


# --- goals over several views, and three verdicts -------------------------------------------------------------------------------------


def test_each_part_of_a_goal_may_be_seen_in_its_own_look():
    views = {"a": "milk", "b": "bread"}

    class Aisles(SymbolicWorld):
        async def observe(self):
            here = next(f[3:-1] for f in self.truth if f.startswith("at("))
            self._covers = (views[here], "at(*)")
            return await super().observe()

    go = Skill("go", parameters=(Parameter("to", "str"),), makes="at({to})", breaks="at(*)")
    world = Aisles([go, Skill("milk", makes="milk"), Skill("bread", makes="bread")], ["at(a)"])
    plan = [Act("milk"), Act("go", {"to": "b"}), Act("bread")]
    run = lab(world, ScriptedPlanner(plan), "milk and bread").run()
    assert the(run.ending).success and "milk as seen in look" in the(run.ending).said_by


def test_bare_functions_are_done_and_not_proven_and_their_outputs_are_there():
    def add(a: int, b: int) -> int:
        return a + b

    outcome = midcourse.run("add", world=[add], planner=[act("add", a=1, b=2)])
    assert outcome.verdict == "done_unproven" and not outcome.success and outcome.outputs == {"s1": 3}
    assert "every step answered well" in outcome.ending.final_detail


def test_a_waiting_run_has_a_summary_that_reads_like_an_ending():
    def ring() -> None:
        raise TimeoutError("no answer")

    outcome = midcourse.run("ring", world=[ring], planner=[act("ring")])
    assert (
        not outcome.ended and outcome.ending.final_reason == "waiting" and "Did ring (s1) happen?" in outcome.ending.final_detail
    )


# --- evidence from bare tools -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [{"error": "later"}, {"isError": True}, {"ok": False}, {"status_code": 503}])
def test_an_error_value_is_a_failure_and_is_tried_again(value):
    calls: list[int] = []

    def send():
        calls.append(1)
        return value if len(calls) < 3 else "sent"

    outcome = midcourse.run("send", world=[send], planner=[act("send")], settings=chosen(backoff=0.0))
    assert len(calls) == 3 and outcome.verdict == "done_unproven" and outcome.outputs == {"s1": "sent"}


@pytest.mark.parametrize(("text", "tries"), [("HTTP 503 Service Unavailable", 2), ("HTTP 500 Internal Server Error", 1)])
def test_what_was_refused_is_tried_again_and_what_may_have_happened_is_asked_about(text, tries):
    calls: list[int] = []

    def send():
        calls.append(1)
        if len(calls) == 1:
            raise RuntimeError(text)

    outcome = midcourse.run("send", world=[send], planner=[act("send")], settings=chosen(backoff=0.0))
    assert len(calls) == tries and outcome.ended == (tries == 2)


def test_reading_tools_serve_as_looks_and_a_change_settles_a_time_out():
    orders: list[str] = []

    def list_orders():
        return list(orders)

    def order(what: str):
        orders.append(what)
        if len(orders) == 1:
            raise TimeoutError("no answer")

    world = [order, list_orders]
    settings = chosen(settle_seconds=0.0)
    outcome = midcourse.run(
        "order", world=world, planner=[act("order", what="tea"), act("order", what="milk")], settings=settings
    )
    assert orders == ["tea", "milk"] and outcome.verdict == "done_unproven"
    assert [e.event.detail for e in outcome.entries if isinstance(e.event, Settled)] == ["the look has changed"]


def test_looks_that_are_found_can_be_switched_off():
    def status():
        return "fine"

    def send():
        return None

    outcome = midcourse.run("send", world=midcourse.ToolsWorld(send, status, finds_looks=False), planner=[act("send")])
    assert not outcome.run.seen.belief.facts
    assert midcourse.run("send", world=[send, status], planner=[act("send")]).run.seen.belief.facts


def test_no_act_begins_beside_a_function_that_still_runs():
    import threading
    import time

    running = threading.Lock()
    together: list[str] = []

    @skill(timeout=0.05, repeatable=True)
    def slow() -> None:
        with running:
            time.sleep(0.3)

    @skill(makes="noted")
    def note() -> None:
        if running.locked():
            together.append("note")

    @observer("noted")
    def look():
        if running.locked():
            together.append("look")
        return [fact("noted")]

    midcourse.run("both", world=[slow, note, look], planner=[act("slow"), act("note")], settings=chosen(retries=0, max_replans=1))
    assert not together


# --- the search planner ---------------------------------------------------------------------------------------------------------------------


def test_search_brings_about_what_it_hoped_for_in_vain():
    skills = [Skill("fetch", makes="have"), Skill("use", needs="have", makes="used")]
    world = SymbolicWorld(skills, covers=("used",))
    run = lab(world, SearchPlanner(), "used").run()
    assert the(run.ending).success and [c.skill for c in world.done] == ["fetch", "use"]


def test_what_a_plan_is_for_is_asked_once():
    made = lab(SymbolicWorld([Skill("a", makes="p")]), ScriptedPlanner([Act("a")]), "p")
    made.run()
    assert len(events(made, PlanRequested)) == len(events(made, Planned)) == len(events(made, Intended)) == 1
