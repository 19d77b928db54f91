"""Rules of ordinary worlds, each in the smallest scene that fails without it: effects seen, late or gone; goals; how runs end."""

import pytest
from msgspec.structs import replace

from midcourse.core.gates.request import NothingToDo
from midcourse.core.model import Cost, Delivery, Failed, Skill, Uncertain
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.events import PlanRequested, Reentered, Settled, Waited
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, SymbolicWorld
from tests.promises.test_rules_of_ordinary_worlds import ADD, BROKEN, GO, NEXT, OPEN, PAY, SHIP, Views, done, events, play
from tests.support import lab, the, under

PICK = Skill("pick", needs="stock", makes="picked", complete=True)


class Answers(SymbolicWorld):
    """Some skills answer so the first time, whatever they do."""

    def __init__(self, skills, answers, facts=(), act=True, **options):
        super().__init__(skills, facts, **options)
        self._answers, self._acts = dict(answers), act

    async def act(self, call):
        answer = self._answers.pop(call.skill, None)
        if answer is not None and not self._acts:
            self.calls.append(call)
            return answer
        result = await super().act(call)
        return result if answer is None else answer


class Slow(SymbolicWorld):
    """`stock` shows at the second look after an act."""

    looks = 0

    async def observe(self):
        self.looks += bool(self.calls)
        if self.looks > 1:
            self.truth.add("stock")
        return await super().observe()


# --- going back in a plan ---------------------------------------------------------------------------------------------


def test_going_back_does_again_what_is_seen_to_be_gone_and_passes_the_rest():
    pick = Skill("pick", needs="gap", makes="picked", complete=True)
    made = play(SymbolicWorld([OPEN, NEXT, pick], hidden={"next": "not gap"}), [Act("open"), Act("next"), Act("pick")])
    assert done(made) == ["open", "next", "open", "pick"] and made.end.planner_calls == 1


def test_going_back_counts_again():
    class Leaks(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            if call.skill == "wait":
                self.truth = {"fuel(car, 0)"}
            return result

    skills = [
        Skill("fill", makes="fuel(car, +=1)", complete=True),
        Skill("wait", complete=True),
        Skill("drive", needs="fuel(car, >=1)"),
    ]
    made = play(Leaks(skills, ["fuel(car, 0)"]), [Act("fill"), Act("wait"), Act("drive")])
    assert done(made) == ["fill", "wait", "fill", "drive"]


@pytest.mark.parametrize("taker", [Skill("take", breaks="gap", complete=True), Skill("take")], ids=["as declared", "undeclared"])
def test_what_an_act_of_ours_took_back_is_not_undone(taker):
    made = play(SymbolicWorld([OPEN, taker], hidden={"take": "not gap"}), [Act("open"), Act("take")])
    assert made.end.fates.undone == () and done(made) == ["open", "take"]


def test_a_look_from_before_the_act_says_nothing_of_it():
    told = []

    class Tells:
        async def plan(self, request):
            told.append([d.what for d in request.progress.done])
            return Draft((Act("open"), Act("next"))) if len(told) == 1 else NothingToDo("enough")

    made = lab(SymbolicWorld([OPEN, NEXT]), Tells(), "", settings=under(replan="on-error", plan_seconds=0.5))
    made.clock._tick = 0.2
    made.run()
    assert told[1] == ["open()"]


# --- effects that are missing, half there or late ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "covers"),
    [("listed and shown", ("*",)), ("shown", ("shown",))],
    ids=["half of it is seen", "such a thing was never seen"],
)
def test_what_may_have_done_something_is_not_tried_again(said, covers):
    post = Skill("post", makes=said, complete=covers == ("*",))
    made = play(SymbolicWorld([Skill("post", makes="listed")], declared=[post], covers=covers), [Act("post")])
    assert done(made) == ["post"]


def test_an_effect_that_comes_late_is_confirmed():
    order = Skill("order", makes="stock")
    made = play(Slow([Skill("order")], declared=[order]), [Act("order")])
    assert made.end.fates.confirmed == ("s1",)


def test_an_act_that_failed_for_being_too_early_is_tried_again_once_the_one_before_it_has_settled():
    skills = [Skill("order"), PICK]
    made = play(Slow(skills, declared=[skills[0], Skill("pick", makes="picked")]), [Act("order"), Act("pick")], goal="picked")
    assert made.end.success and made.end.planner_calls == 1 and [c.skill for c in made.world.calls] == ["order", "pick", "pick"]


def test_nothing_is_waited_for_after_an_act_that_only_looks():
    made = play(SymbolicWorld([Skill("read", risk="harmless"), PICK, PAY]), [Act("read"), Act("pick")], [Act("pay")])
    assert done(made) == ["read", "pay"] and not events(made, Waited)


def test_an_act_of_which_nothing_was_heard_has_all_its_time_limit():
    world = Answers([Skill("post", makes="listed", timeout=10.0)], {"post": Uncertain("timeout")}, act=False)
    made = play(world, [Act("post")], goal="listed")
    waits = [e.took for e in events(made, Waited) if e.why == "an act in doubt may still take effect"]
    assert sum(waits) == 10.0 and made.end.success


# --- what became of an act in doubt -----------------------------------------------------------------------------------------


POST = Skill("post", delivery=Delivery(settles=0.0))


def test_a_change_tells_nothing_where_the_world_changes_by_itself():
    class Ticks(Answers):
        async def observe(self):
            self.truth = {f"clock({len(self.truth) + getattr(self, 'n', 0)})"}
            self.n = getattr(self, "n", 0) + 1
            return await super().observe()

    world = Ticks([Skill("seal", risk="irreversible"), POST], {"post": Uncertain("timeout")}, act=False)
    made = play(world, [Act("seal"), Act("post")])
    assert [e.by for e in events(made, Settled)] == ["a person"]


def test_a_change_tells_nothing_where_it_may_be_the_doing_of_an_act_before():
    world = Answers([NEXT, POST], {"post": Uncertain("timeout")}, hidden={"next": "turned"}, act=False)
    made = play(world, [Act("next"), Act("post")], replan="on-error")
    assert [e.by for e in events(made, Settled)] == ["a person"]


def test_that_its_effect_is_missing_proves_nothing_where_something_else_changed():
    post = Skill("post", makes="listed", delivery=Delivery(settles=0.0))
    world = Answers([POST], {"post": Uncertain("timeout")}, declared=[post], hidden={"post": "stamped"})
    made = play(world, [Act("post")])
    assert [e.by for e in events(made, Settled)] == ["a person"] and len(made.world.calls) == 1


# --- keys -----------------------------------------------------------------------------------------------------------------------


def test_the_key_is_the_same_in_another_plan():
    pay = Skill("pay", delivery=Delivery(keyed=True))
    world = Answers([pay, NEXT], {"pay": Failed("unreachable", "no line")}, act=False, hidden={"next": "line"})
    made = play(world, [Act("pay", needs="")], [Act("next"), Act("pay", expects="")])
    first, second = [c.key for c in made.world.calls if c.skill == "pay"]
    assert first == second


def test_an_act_that_seemed_to_have_failed_and_is_seen_counts_in_the_next_key():
    world = Answers([Skill("post", makes="listed")], {"post": Failed("unreachable", "no line")})
    made = play(world, [Act("post"), Act("post", again=True)])
    first, second = [c.key for c in made.world.calls]
    assert first != second


# --- a planned replan ---------------------------------------------------------------------------------------------------------------


def test_what_is_lost_before_a_planned_replan_is_no_error():
    turn = Skill("turn", makes="turned", complete=True)
    sign = Skill("sign", needs="lamp", makes="signed")
    world = SymbolicWorld([turn, sign, Skill("light", makes="lamp")], ["lamp"], hidden={"turn": "not lamp"})
    made = play(world, [Act("turn"), Replan("look"), Act("sign")], [Act("light"), Act("sign")], goal="signed")
    assert made.end.success and [e.purpose for e in events(made, PlanRequested)] == ["first", "segment"]


@pytest.mark.parametrize("when", ["fixed", "on-error"])
def test_a_planned_replan_is_looked_at_first_under_every_policy(when):
    seen = []

    class Sees:
        async def plan(self, request):
            seen.append("gap" in request.facts)
            return Draft((Act("open"), Replan("look"))) if len(seen) == 1 else NothingToDo("enough")

    lab(SymbolicWorld([OPEN]), Sees(), "", settings=under(replan=when)).run()
    assert seen == [False, True]


def test_repeats_that_a_plan_wants_are_no_circle_however_many_they_are():
    made = play(SymbolicWorld([NEXT, PAY], covers=()), [*[Act("next")] * 8, Act("pay")])
    assert done(made) == ["next"] * 8 + ["pay"] and made.end.verdict == "done_unproven"


# --- goals over several views -----------------------------------------------------------------------------------------------------------


MILK, BREAD, TIDY = Skill("milk", makes="milk"), Skill("bread", makes="bread"), Skill("tidy")
LEAVE, EAT = Skill("leave"), Skill("eat", breaks="milk")
TO_A, TO_B, TO_C = (Act("go", {"x": x}) for x in "abc")
AISLES = {"a": ("milk",), "b": ("bread",), "c": ()}
BOTH = "milk and bread"


def aisles(*plan, then=None, **options):
    """A walk through a shop in which each aisle shows its own goods."""
    settings = options.pop("settings", {})
    world = Views([MILK, BREAD, TIDY, LEAVE, EAT, SHIP], ["at(a)"], AISLES, hidden={"leave": "not milk"}, broken=BROKEN)
    plans = [list(plan), then] if then is not None else [list(plan)]
    return play(world, *plans, goal=BOTH, **settings)


def test_parts_of_a_goal_that_were_seen_end_no_plan_before_its_end():
    made = aisles(Act("milk"), TO_B, Act("bread"), TO_C, Act("tidy"))
    assert made.end.success and done(made)[-2:] == ["go c", "tidy"]


def test_parts_of_a_goal_that_were_seen_are_no_success_behind_a_failure():
    made = aisles(Act("milk"), TO_B, Act("bread"), Act("ship"), then=NothingToDo("enough"))
    assert not made.end.success


def test_parts_of_a_goal_that_were_seen_are_no_success_beside_an_act_in_doubt():
    class Silent(Views):
        async def act(self, call):
            result = await super().act(call)
            return Uncertain("timeout") if call.skill == "pay" else result

    pay, check = (
        Skill("pay", makes="paid", delivery=Delivery(settles=0.0)),
        Skill("check", senses="paid", risk="harmless", needs="at(c)"),
    )
    world = Silent([MILK, BREAD, pay, check], ["at(a)"], AISLES)
    made = play(world, [Act("milk"), TO_B, Act("bread"), Act("pay")], NothingToDo("enough"), goal=BOTH)
    assert not made.end.success and made.end.fates.uncertain == ("s4",)


def test_what_our_own_act_says_that_it_takes_was_not_seen():
    assert not aisles(Act("milk"), TO_B, Act("eat"), Act("bread")).end.success


def test_a_part_that_is_seen_false_now_was_not_seen():
    made = aisles(Act("milk"), TO_B, Act("leave"), Act("bread"), TO_A)
    assert made.end.success is ("milk" in made.world.truth)


def test_a_part_counts_as_it_was_last_seen_and_not_as_it_once_was():
    skills = [GO, MILK, BREAD, TIDY, LEAVE]
    asks = [replace(skill, risk="irreversible") for skill in skills]  # the plan is fixed, and looks before each of these
    world = Views(skills[1:], ["at(a)"], AISLES, hidden={"leave": "not milk"}, declared=asks)
    plan = [Act("milk"), TO_B, Act("leave"), TO_A, Act("tidy"), TO_B, Act("bread")]
    made = play(world, plan, goal=BOTH, replan="fixed")
    assert len(done(made)) == len(plan) and not made.end.success


# --- three verdicts -----------------------------------------------------------------------------------------------------------------------


UNSURE = Skill("open", makes="gap")
CHECK = Skill("check", senses="paid", risk="harmless")


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ([Act("next"), Act("ship")], "no van"),
        ([Act("next"), Act("pay")], "whether s2 happened is unknown"),
        ([Act("open")], "s1 was called done, but what it makes is not seen"),
        (NothingToDo("why should I"), "nothing was done"),
    ],
    ids=["a failure", "a doubt", "an effect that is missing", "nothing at all"],
)
def test_what_speaks_against_calling_it_done(plan, said):
    skills = [NEXT, SHIP, Skill("pay", makes="paid", delivery=Delivery(settles=0.0)), Skill("open"), CHECK]
    world = Answers(skills, {"pay": Uncertain("timeout")}, broken=BROKEN, covers=("gap",), declared=[*skills[:3], UNSURE, CHECK])
    made = play(world, plan, NothingToDo("enough"))
    assert made.end.verdict == "failed" and said in made.end.final_detail


@pytest.mark.parametrize(("cost", "calls"), [(Cost(), 2), (Cost(tokens=10), 1)], ids=["free", "dear"])
def test_only_a_planner_that_costs_nothing_is_asked_for_more_than_the_goal(cost, calls):
    made = play(SymbolicWorld([OPEN]), Draft((Act("open"), Replan("more")), cost=cost), NothingToDo("enough"), goal="gap")
    assert made.end.success and made.end.planner_calls == calls


def test_a_goal_that_is_reached_before_the_first_act_leaves_nothing_to_do():
    class Helps(AnswersAll):
        async def allows(self, question):
            world.truth.add("gap")
            return await super().allows(question)

    world = SymbolicWorld([OPEN, NEXT])
    planner = ScriptedPlanner([Act("next"), Act("open")])
    made = lab(world, planner, "gap", settings=under(approve_plans="all"), approver=Helps())
    assert the(made.run().ending).final_reason == "already_done" and not world.done


# --- sentences --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("come", "because"),
    [("one and two", "what they make is already so: one and two"), ("two", "nothing needs them any more: two is so already")],
)
def test_a_skip_names_what_is_so_and_says_whether_the_steps_would_make_it(come, because):
    skills = [Skill("first", makes="one", complete=True), Skill("then", needs="one", makes="two", complete=True)]
    world = SymbolicWorld([NEXT, *skills, Skill("last", makes="three")], hidden={"next": come})
    plan = Draft((Act("next"), Act("first"), Act("then"), Act("last")), means=True)
    made = play(world, plan, goal="two and three")
    assert [e.because for e in events(made, Reentered)] == [because] and done(made) == ["next", "last"]


def test_an_act_that_was_tried_again_and_never_showed_is_told_as_odd_and_not_as_done():
    told = []

    class Tells:
        async def plan(self, request):
            told.append(request.progress.done)
            return Draft((Act("post"),)) if len(told) == 1 else NothingToDo("enough")

    made = lab(SymbolicWorld([Skill("post")], ["listed(a)"], declared=[Skill("post", makes="listed(b)")]), Tells(), "")
    end = made.run().ending
    assert done(made) == ["post", "post"] and told == [(), ()] and "look whether it happened twice" in the(end).afterword.notes[0]


def test_the_one_act_of_its_kind_after_which_nothing_changed_is_told():
    class Full(SymbolicWorld):
        async def act(self, call):
            if call.args["x"] != "b":
                self.truth.add(f"in({call.args['x']})")
            return await super().act(call)

    made = play(Full([ADD]), [Act("add", {"x": x}) for x in "abc"])
    assert made.end.afterword.notes == ("add (s2) answered well, and for the first time nothing that is seen changed",)


def test_the_next_safe_action_names_what_a_new_run_would_do_twice():
    made = play(SymbolicWorld([NEXT, SHIP], broken=BROKEN), [Act("next"), Act("ship")], max_replans=0)
    assert "a new run would do this once more, since no look shows it: s1 next()" in made.end.next_safe_action
