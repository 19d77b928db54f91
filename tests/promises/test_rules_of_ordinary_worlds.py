"""Each rule of ordinary worlds in the smallest scene that fails without it: what is skipped, hoped for, known as done, told."""

import pytest

from midcourse.core.model import Delivery, Failed, Parameter, Skill
from midcourse.core.plans.plan import Achieve, Act, Draft, Replan
from midcourse.core.run.events import Doubted, Passed, PlanRefused, PlanRequested
from midcourse.testing import SymbolicWorld
from tests.promises.scenes import done, events, play
from tests.support import lab, the

X = (Parameter("x", "str"),)
SHIP, BY_HAND = Skill("ship"), Skill("by_hand")
BROKEN = {"ship": Failed("unreachable", "no van")}
GO = Skill("go", parameters=X, makes="at({x})", breaks="at(*)", complete=True)


class Views(SymbolicWorld):
    """What a look covers depends on where it is taken."""

    def __init__(self, skills, facts=(), views=None, **options):
        super().__init__([GO, *skills], facts, **options)
        self._views = views or {}

    async def observe(self):
        here = next(f[3:-1] for f in self.truth if f.startswith("at("))
        self._covers = ("at(*)", *self._views[here])
        return await super().observe()


# --- what is seen to be so is left out, and nothing else --------------------------------------------------------------


RING = Skill("ring", parameters=X, makes="rung")


@pytest.mark.parametrize(
    ("plan", "facts", "hidden", "wanted"),
    [
        ([Act("ring", {"x": "a"}, again=True)], ["rung"], {}, ["ring a"]),
        ([Act("ring", {"x": "a"}), Act("ring", {"x": "b"})], [], {}, ["ring a", "ring b"]),
        ([Act("push"), Act("ring", {"x": "a"})], [], {"push": "rung"}, ["push", "ring a"]),
        ([Act("ring", {"x": "a"}), Act("ring", {"x": "a"})], ["rung"], {}, ["ring a"]),
    ],
    ids=["it says again", "our own other act made it so", "our own act may have made it so", "one of two is there"],
)
def test_a_step_whose_effect_is_seen_is_done_all_the_same_where_that_says_nothing_of_it(plan, facts, hidden, wanted):
    made = play(SymbolicWorld([RING, Skill("push")], facts, hidden=hidden), plan)
    assert done(made) == wanted and made.end.planner_calls == 1


@pytest.mark.parametrize("means", [False, True])
def test_a_step_whose_output_is_used_later_is_done_though_its_effect_is_seen(means):
    world = SymbolicWorld(
        [Skill("read", makes="known", complete=True), Skill("use", parameters=X, needs="known", makes="used")], ["known"]
    )
    made = play(world, Draft((Act("read", id="r"), Act("use", {"x": "$r.did"})), means=means), goal="used")
    assert done(made) == ["read", "use read"] and made.end.planner_calls == 1


def test_a_step_that_counts_is_done_though_all_else_that_it_makes_is_seen():
    made = play(SymbolicWorld([Skill("pour", makes="wet and level(can, -=1)")], ["wet", "level(can, 3)"]), [Act("pour")])
    assert done(made) == ["pour"] and "level(can, 2)" in made.world.truth


@pytest.mark.parametrize("means", [False, True])
def test_nothing_is_left_out_on_memory(means):
    stamp = Skill("stamp", needs="at(b)", makes="stamped", complete=True)
    views = {"a": ("milk",), "b": ("stamped",), "c": ("milk", "stamped")}
    world = Views([Skill("buy", makes="milk", complete=True), stamp], ["at(a)", "milk"], views)
    steps = (Act("go", {"x": "b"}), Act("stamp"), Act("buy"), Act("go", {"x": "c"}))
    made = play(world, Draft(steps, means=means), goal="milk and stamped and at(c)")
    assert done(made) == ["go b", "stamp", "buy", "go c"] and made.end.success


def test_steps_of_a_whole_plan_that_a_planner_of_means_keeps_are_still_to_be_done():
    class Mends:
        async def plan(self, request):
            if not request.attempts:
                return Draft((Act("ship"), Act("log")))
            return Draft((Act("by_hand"), request.progress.remaining[1]), means=True)

    world = SymbolicWorld([SHIP, Skill("by_hand", makes="sent"), Skill("log")], broken=BROKEN)
    made = lab(world, Mends(), "sent")
    assert the(made.run().ending).success and done(made) == ["by_hand", "log"]


# --- unknown is not false, and hope has an end ------------------------------------------------------------------------


PAY, PICK = Skill("pay", makes="paid", complete=True), Skill("pick", needs="stock", makes="picked", complete=True)
SHOP = {"home": (), "shop": ("stock", "paid", "picked")}
TO_SHOP, ELSEWHERE = Act("go", {"x": "shop"}), [Act("by_hand")]


def test_what_no_step_can_bring_counts_as_lost_once_it_is_seen_false():
    made = play(Views([PAY, PICK, BY_HAND], ["at(home)"], SHOP), [TO_SHOP, Act("pay"), Act("pick")], ELSEWHERE)
    assert done(made) == ["go shop", "by_hand"], "nothing is paid for what nobody can make"


def test_what_a_step_ahead_may_bring_is_hoped_for_though_it_is_first_seen_false_after_one_that_says_all():
    world = Views([Skill("ask"), PICK], ["at(home)"], SHOP, hidden={"ask": "stock"})
    made = play(world, [TO_SHOP, Act("ask"), Act("pick")], goal="picked")
    assert made.end.success and made.end.planner_calls == 1


def test_what_was_unknown_and_is_seen_counts_from_then_on():
    wait = Skill("wait", makes="late", complete=True)
    world = Views([Skill("ask"), wait, PAY, PICK, BY_HAND], ["at(home)", "stock"], SHOP, hidden={"wait": "not stock"})
    made = play(world, [Act("ask"), TO_SHOP, Act("wait"), Act("pay"), Act("pick")], ELSEWHERE)
    assert done(made) == ["ask", "go shop", "wait", "by_hand"]


def test_what_went_after_an_act_that_may_do_more_may_come_back_by_another():
    world = SymbolicWorld([Skill("lift"), Skill("lower"), PICK], ["stock"], hidden={"lift": "not stock", "lower": "stock"})
    made = play(world, [Act("lift"), Act("lower"), Act("pick")], goal="picked")
    assert done(made) == ["lift", "lower", "pick"] and made.end.planner_calls == 1


NUDGE = Skill("nudge")


@pytest.mark.parametrize(("risk", "sent"), [("irreversible", False), ("reversible", True)])
def test_a_need_that_was_last_seen_false_stops_only_what_cannot_be_undone(risk, sent):
    real, said = Skill("send"), Skill("send", needs="paid", risk=risk)
    world = Views([NUDGE, real], ["at(home)"], {"home": ("paid",), "out": ()}, declared=[GO, NUDGE, said])
    made = play(world, [Act("nudge"), Act("go", {"x": "out"}), Act("send")])
    assert ("send" in done(made)) is sent and (made.end.planner_calls == 1) is sent


def test_the_planner_hears_of_a_need_that_is_seen_false_before_the_contract_gives_way():
    world = SymbolicWorld([NUDGE, PAY, Skill("send")], declared=[NUDGE, PAY, Skill("send", needs="paid")])
    made = play(world, [Act("nudge"), Act("send")], [Act("pay"), Act("send")])
    assert done(made) == ["nudge", "pay", "send"] and not events(made, Doubted)
    assert [e.cause.rule for e in events(made, PlanRequested)] == ["first", "a need was not met"]


def test_what_cannot_be_undone_never_starts_against_a_need_that_is_seen_false_however_often_it_is_planned():
    nudge = Skill("nudge", delivery=Delivery(settles=0.0))
    world = SymbolicWorld([nudge, Skill("send")], declared=[nudge, Skill("send", needs="paid", risk="irreversible")])
    made = play(world, [Act("nudge", again=True), Act("send")])
    assert "send" not in done(made) and not made.end.success


def test_a_need_may_still_come_while_the_act_before_it_settles():
    class Slow(SymbolicWorld):
        looks = 0

        async def observe(self):
            self.looks += bool(self.done)
            if self.looks > 1:
                self.truth.add("stock")
            return await super().observe()

    made = play(Slow([Skill("order"), PICK]), [Act("order"), Act("pick")], goal="picked")
    assert made.end.success and made.end.planner_calls == 1


@pytest.mark.parametrize("cook", [Skill("cook"), Skill("cook", makes="soup", complete=True)], ids=["undeclared", "declared"])
def test_that_something_was_not_so_proves_nothing_once_we_may_have_made_it_out_of_sight(cook):
    serve = Skill("serve", needs="soup", risk="irreversible")
    world = Views([cook, serve], ["at(hall)"], {"hall": ("soup",), "kitchen": ()}, hidden={"cook": "soup"})
    made = play(world, [Act("go", {"x": "kitchen"}), Act("cook"), Act("serve")])
    assert done(made) == ["go kitchen", "cook", "serve"] and made.end.planner_calls == 1


@pytest.mark.parametrize("complete", [False, True])
def test_without_a_condition_a_plan_is_not_for_what_its_own_later_step_takes_back(complete):
    there = Skill("there", makes="at_a", complete=True)
    back = Skill("back", makes="at_b", breaks="at_a" if complete else "", complete=complete)
    made = play(SymbolicWorld([there, back], hidden={"back": "not at_a"}), [Act("there"), Act("back")])
    assert done(made) == ["there", "back"]
    # Who took it back is known only where the contract says so: what is seen gone is no success.
    assert made.end.verdict == ("success" if complete else "done_unproven")


# --- done work is known by what was done ------------------------------------------------------------------------------


NEXT, ADD, SHUT = Skill("next"), Skill("add", parameters=X), Skill("shut", makes="not gap")
OPEN, READ = Skill("open", makes="gap", complete=True), Skill("read", risk="harmless", complete=True)
NOTE = Skill("note", repeatable=True)
FETCH, PAYS = Skill("fetch"), Skill("pays", parameters=X)
A, B = Act("add", {"x": "a"}), Act("add", {"x": "b"})


def again(first, then, *more, hidden=None, covers=("*",), **settings):
    """A plan whose `ship` is broken, and the one that is given next."""
    skills = [SHIP, BY_HAND, NEXT, ADD, OPEN, SHUT, READ, NOTE, FETCH, PAYS, PAY]
    return play(SymbolicWorld(skills, broken=BROKEN, hidden=hidden, covers=covers), first, then, *more, **settings)


HAND = Act("by_hand")


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        ([Act("open"), Act("shut"), Act("ship")], [Act("open"), HAND], ["open", "shut", "open", "by_hand"]),
        ([Act("open"), Act("shut"), Act("ship")], [Act("open"), Act("shut"), HAND], ["open", "shut", "by_hand"]),
        ([Act("next"), Act("ship"), Act("next"), A], [Act("next"), HAND, A], ["next", "by_hand", "add a"]),
        ([Act("next"), Act("ship"), Act("next"), A], [HAND, Act("next"), A], ["next", "by_hand", "next", "add a"]),
        ([Act("read"), Act("ship")], [Act("read"), HAND], ["read", "read", "by_hand"]),
        ([A, Act("ship")], [Act("read"), A, HAND], ["add a", "read", "by_hand"]),
        ([Act("note"), Act("ship")], [HAND, Act("note")], ["note", "by_hand", "note"]),
        ([A, Act("ship")], Draft((A, HAND), afresh=True), ["add a", "add a", "by_hand"]),
    ],
    ids=[
        "a later step of ours took it back and does not follow: it is meant",
        "it follows: the list begins again",
        "a list that begins again with less",
        "what was still to be done is not done",
        "what changes nothing is done again",
        "what changes nothing may stand before the list",
        "what may be repeated may stand among new steps",
        "a plan made afresh is no list given again",
    ],
)
def test_what_of_a_new_plan_was_done_before(first, then, wanted):
    made = again(first, then)
    assert done(made) == wanted and made.end.planner_calls == 2 and not events(made, PlanRefused)


@pytest.mark.parametrize(
    ("then", "more"), [([Act("next"), HAND], ["next", "by_hand"]), ([Act("next"), A, B, HAND], ["by_hand"])], ids=["on", "over"]
)
def test_after_a_planned_replan_only_a_list_from_the_very_beginning_goes_back_behind_it(then, more):
    made = again([Act("next"), A, Replan("look")], [B, Act("ship")], then)
    assert done(made) == ["next", "add a", "add b", *more]


def test_a_plan_that_begins_with_the_act_that_failed_for_good_begins_at_the_beginning():
    class Once(SymbolicWorld):
        async def act(self, call):
            return Failed("unreachable", "worn out") if self.done and call.skill == "next" else await super().act(call)

    made = play(Once([NEXT, ADD]), [Act("next"), Act("next"), A], [Act("next"), B])
    assert done(made) == ["next", "add b"] and not events(made, PlanRefused)


def test_what_is_seen_to_be_gone_may_stand_among_new_steps():
    made = again([Act("open"), Act("next"), Act("ship")], [HAND, Act("open")], hidden={"next": "not gap"})
    assert done(made) == ["open", "next", "by_hand", "open"]


def test_what_was_undone_before_its_turn_comes_is_done_again():
    made = again([Act("open"), Act("ship")], [Act("read"), Act("open"), HAND], hidden={"read": "not gap"})
    assert done(made) == ["open", "read", "open", "by_hand"]


def test_what_a_passed_step_did_not_leave_behind_is_not_counted_on():
    made = again([Act("open"), Act("next"), Act("ship")], [Act("open"), Act("pay")], hidden={"next": "not gap"})
    assert done(made) == ["open", "next", "pay"] and made.end.planner_calls == 2
    assert [e.because for e in events(made, Passed)] == [
        "it was called done before, as s1, though gap is not seen, and it is not done twice"
    ]


def test_a_step_that_was_done_before_gives_its_old_output_and_is_known_by_it():
    def steps(last):
        return [Act("fetch", id="f"), Act("pays", {"x": "$f.did"}), Act(last)]

    made = again(steps("ship"), [*steps("by_hand"), Act("add", {"x": "$f.did"})])
    assert done(made) == ["fetch", "pays fetch", "by_hand", "add fetch"]


def test_a_goal_on_the_way_that_was_reached_is_not_reached_again():
    class Ways:
        async def plan(self, request):
            if request.purpose == "achieve":
                return Draft((A,))
            return Draft((Achieve("have it"), HAND if request.attempts else Act("ship")))

    made = lab(SymbolicWorld([SHIP, BY_HAND, ADD], broken=BROKEN, covers=()), Ways(), "")
    made.run()
    assert done(made) == ["add a", "by_hand"]


def test_plans_that_lead_to_no_act_are_told_and_then_the_run_stops():
    class Dreams:
        async def plan(self, request):
            return Draft((Replan("let me think"),))

    made = lab(SymbolicWorld([NEXT]), Dreams(), "never")
    end = made.run().ending
    assert (
        the(end).final_reason == "stuck"
        and "plans in a row led to no act" in the(end).final_detail
        and the(end).planner_calls < 6
    )
