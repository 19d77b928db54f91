"""Rules of ordinary worlds, each in the smallest scene that fails without it: lessons, bare tools, a kill at the end."""

import pytest
from msgspec.structs import replace

import midcourse
from midcourse import act
from midcourse.core.gates.request import NothingToDo
from midcourse.core.model import Delivery, Done, Failed, Parameter, Skill, Task, Uncertain
from midcourse.core.plans.plan import Achieve, Act, Draft
from midcourse.core.run.events import Ended, PlanRefused, Settled
from midcourse.engine.memory import MemoryStore
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import DictMemory, Died, SymbolicWorld
from tests.promises.test_rules_of_effects_and_endings import Answers, Slow
from tests.promises.test_rules_of_ordinary_worlds import ADD, PAY, A, B, X, done, events, play
from tests.promises.test_rules_of_ordinary_worlds import OPEN as OPENS
from tests.recovery.test_lessons import Remembering
from tests.support import lab, the, under

OPEN = Skill("open", parameters=X, makes="opened({x})")


class Rusty(SymbolicWorld):
    """Nothing opens before something was made loose; no contract says so."""

    async def act(self, call):
        if call.skill == "open" and not any(f.startswith("loose") for f in self.truth):
            return Failed("object_not_found", "the hinge does not move")
        return await super().act(call)


def visit(memory, door, cure, whom):
    """One run on a door by a planner that knows the cure; how often it was asked."""
    asked = []

    class Knows:
        async def plan(self, request):
            asked.append(request)
            cured = [Act("cure", {"x": door, "by": whom})] if request.attempts else []
            return Draft((*cured, Act("open", {"x": door})))

    task = Task("the goal", f"opened({door})")
    made = Remembering(Rusty([OPEN, cure]), Knows(), task, under(backoff=0.0), run_id=door)
    assert the(with_memory(made, memory).run().ending).success
    return len(asked)


def with_memory(made, memory):
    made.memory = memory
    return made


@pytest.mark.parametrize(
    ("whom", "options", "calls"),
    [
        ("", {"repeatable": True}, 1),
        ("", {"repeatable": False}, 2),
        ("", {"repeatable": True, "risk": "irreversible"}, 2),
        ("smith", {"repeatable": True}, 2),
    ],
    ids=["may be done twice", "must not be done twice", "cannot be undone", "names what only the other task named"],
)
def test_a_lesson_s_word_is_enough_only_for_acts_that_do_no_harm_here(whom, options, calls):
    memory, cure = DictMemory(), Skill("cure", parameters=(*X, Parameter("by", "str")), makes="loose({x})", **options)
    assert visit(memory, "front", cure, whom) == 2
    assert visit(memory, "back", cure, whom) == calls


ACCOUNTS = {"ann": "acc-ann", "bob": "acc-bob"}
LINKED = {f"owns({who}, {account})" for who, account in ACCOUNTS.items()}
UNLINKED = {f"account({account})" for account in ACCOUNTS.values()}


@pytest.mark.parametrize("repeatable", [False, True])
@pytest.mark.parametrize(("shown", "offered"), [(UNLINKED, ()), (LINKED, ()), (UNLINKED, ("main", *ACCOUNTS.values()))])
def test_a_lesson_does_not_touch_what_another_customer_s_task_named(shown, offered, repeatable):
    class Bank(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            return Failed("not_found", "no money there") if call.args["source"] == "main" else await super().act(call)

    class Clerk:
        async def plan(self, request):
            who = request.done_when[5:-1]
            return Draft((Act("pay", {"to": who, "source": ACCOUNTS[who] if request.attempts else "main"}),))

    source = Parameter("source", "choice" if offered else "str", choices=offered)
    pay = Skill("pay", parameters=(Parameter("to", "str"), source), makes="paid({to})", repeatable=repeatable)
    memory, bank = DictMemory(), Bank([pay], shown)
    for who in ACCOUNTS:
        made = Remembering(bank, Clerk(), Task("pay", f"paid({who})"), under(backoff=0.0), run_id=who)
        assert the(with_memory(made, memory).run().ending).success
    used = [(call.args["to"], call.args["source"]) for call in bank.calls if call.args["source"] != "main"]
    assert set(used) == set(ACCOUNTS.items()), "each from their own account, whatever the world shows or the skill offers"


def test_a_lesson_makes_no_choice_that_a_task_left_out_where_twice_does_harm():
    class Bank(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            return await super().act(call) if "source" in call.args else Failed("not_found", "no money there")

    class Clerk:
        async def plan(self, request):
            who = request.done_when[5:-1]
            return Draft((Act("pay", {"to": who, **({"source": ACCOUNTS[who]} if request.attempts else {})}),))

    source = Parameter("source", "choice", choices=tuple(ACCOUNTS.values()), required=False)
    memory, bank = DictMemory(), Bank([Skill("pay", parameters=(Parameter("to", "str"), source), makes="paid({to})")])
    for who in ACCOUNTS:
        made = Remembering(bank, Clerk(), Task("pay", f"paid({who})"), under(backoff=0.0), run_id=who)
        assert the(with_memory(made, memory).run().ending).success
    used = [(call.args["to"], call.args["source"]) for call in bank.calls if "source" in call.args]
    assert set(used) == set(ACCOUNTS.items()), "each from their own account"


@pytest.mark.parametrize(("status", "tries"), [(500, 1), (503, 2)])
def test_an_error_value_that_says_nothing_of_how_far_it_came_is_asked_about(status, tries):
    calls = []

    def send():
        calls.append(1)
        return {"status_code": status} if len(calls) == 1 else "sent"

    outcome = midcourse.run("send", world=[send], planner=[act("send")], settings=under(backoff=0.0))
    assert len(calls) == tries and outcome.ended == (tries == 2)


def test_a_tool_that_answers_otherwise_each_time_is_no_look():
    times = []

    def status():
        times.append(1)
        return len(times)

    def send():
        return None

    assert not midcourse.run("send", world=[send, status], planner=[act("send")]).run.seen.belief.facts


def test_a_part_of_the_goal_that_is_seen_to_be_missing_after_a_kill_speaks_against_calling_it_done():
    class Dies(MemoryStore):
        alive = True

        async def append(self, run_id, epoch, entries):
            ends = self.alive and isinstance(entries[-1].event, Ended)
            await super().append(run_id, epoch, entries[:-1] if ends else entries)
            if ends:
                self.alive, world._covers = False, ("*",)
                raise Died

    world = SymbolicWorld([Skill("send")], covers=())
    made = lab(world, ScriptedPlanner([Act("send")]), "sent", store=Dies())
    end = made.run().ending
    assert made.deaths == 1 and the(end).verdict == "failed" and "sent is seen not to hold" in the(end).final_detail


# --- done or not, once more -------------------------------------------------------------------------------------------


def test_what_looks_prove_to_have_done_nothing_is_done_again_by_the_list_given_again():
    world = Answers([Skill("post", makes="listed")], {"post": Done()}, act=False)
    made = play(world, [Act("post")], goal="listed", retries=0)
    assert made.end.success and len(world.calls) == 2


def test_the_way_to_a_goal_of_the_plan_s_own_gives_no_done_work_once_more():
    class Ways:
        async def plan(self, request):
            return Draft((A,)) if request.purpose == "achieve" else Draft((A, Achieve("one more")))

    made = lab(SymbolicWorld([ADD], covers=()), Ways(), "")
    made.run()
    assert done(made) == ["add a", "add a"]


def test_what_another_act_of_ours_was_seen_to_make_is_no_sign_of_this_one_though_both_say_all_they_do():
    ring = Skill("ring", parameters=X, makes="rung", complete=True)
    made = play(SymbolicWorld([ring]), [Act("ring", {"x": "a"}), Act("ring", {"x": "b"})])
    assert done(made) == ["ring a", "ring b"]


def test_a_step_that_says_again_is_objected_to_where_its_need_is_false():
    make = Skill("make", needs="not made", makes="made", complete=True)
    made = play(SymbolicWorld([make], ["made"]), [Act("make", again=True)])
    assert "needs not made, which is false" in events(made, PlanRefused)[0].objection.text


def test_a_look_at_everything_that_is_as_it_was_says_no_where_such_acts_show():
    class Shows(SymbolicWorld):
        async def act(self, call):
            if call.args["x"] == "b" and len(self.calls) == 1:
                self.calls.append(call)
                return Uncertain("timeout")
            self.truth.add(f"in({call.args['x']})")
            return await super().act(call)

    made = play(Shows([replace(ADD, delivery=Delivery(settles=0.0))]), [A, B])
    assert [(e.by, e.happened) for e in events(made, Settled)] == [("look", False)] and done(made) == ["add a", "add b"]


def test_a_person_is_asked_about_a_doubt_only_once_a_look_can_tell_no_more():
    class Silent(Slow):
        async def act(self, call):
            await super().act(call)
            return Uncertain("timeout")

    made = play(Silent([Skill("post")]), [Act("post")])
    assert [e.by for e in events(made, Settled)] == ["look"] and made.approver.asked == []


def test_what_comes_after_the_goal_still_asks_for_its_yes_and_is_done():
    world = SymbolicWorld([PAY, Skill("seal", risk="irreversible")])
    made = play(world, [Act("pay"), Act("seal")], goal="paid")
    assert done(made) == ["pay", "seal"] and made.end.success


def test_what_was_undone_and_came_back_by_itself_is_done_work_again():
    skills = [OPENS, Skill("hide", complete=True), Skill("show", complete=True), PAY]
    world = SymbolicWorld(skills, hidden={"hide": "not gap", "show": "gap"})
    made = play(world, [Act("open"), Act("hide"), Act("show"), Act("pay")], goal="paid")
    assert made.end.fates.undone == () and "s1" in made.end.fates.confirmed


def test_a_need_that_gave_way_and_was_shown_to_be_wrong_does_not_come_back_with_a_later_failure():
    class Wears(SymbolicWorld):
        async def act(self, call):
            return Failed("unreachable", "worn out") if self.done else await super().act(call)

    send = Skill("send", parameters=X, makes="sent({x})")
    made = lab(Wears([send], declared=[replace(send, needs="moon")]), ScriptedPlanner([Act("send", {"x": x}) for x in "ab"]), "")
    assert made.run().known.skills["send"].needs == "" and done(made) == ["send a"]


def test_what_was_to_be_seen_before_an_act_in_doubt_tells_nothing_of_it():
    world = Answers([Skill("post", makes="listed", delivery=Delivery(settles=0.0))], {"post": Uncertain("timeout")}, ["listed"])
    made = play(world, [Act("post", again=True)])
    assert [e.by for e in events(made, Settled)] == ["a person"]


def test_an_act_in_doubt_that_was_set_aside_is_asked_about_before_it_is_done_again():
    pay, check = Skill("pay", makes="paid", delivery=Delivery(settles=0.0)), Skill("check", senses="paid", risk="harmless")
    made = play(Answers([pay, check], {"pay": Uncertain("timeout")}, covers=()), [Act("pay")], [Act("pay")], NothingToDo())
    assert done(made) == ["pay"] and [e.by for e in events(made, Settled)] == ["a person"]


# --- acts in doubt ----------------------------------------------------------------------------------------------------


def test_what_an_act_takes_away_and_is_gone_shows_that_it_happened():
    class TimesOut(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            return Uncertain("timeout", "no answer") if call.skill == "pay" else result

    world = TimesOut([Skill("pay", makes="paid", breaks="money"), Skill("ship")], ["money"], covers=("money",))
    made = lab(world, ScriptedPlanner([Act("pay"), Act("ship")]), "")
    run = made.run()
    assert [c.skill for c in world.done] == ["pay", "ship"] and the(run.ending).verdict == "done_unproven"
    [settled] = [e.event for e in made.entries if isinstance(e.event, Settled)]
    assert settled.happened and settled.detail == "money is gone, which it takes away"


def test_a_change_that_comes_late_is_a_sign_of_the_last_act_though_its_contract_speaks_of_another():
    class Late(SymbolicWorld):
        looks = 0

        async def observe(self):
            self.looks += bool(self.done)
            seen = await super().observe()
            return replace(seen, facts=seen.facts - {"page(2)"}) if self.looks == 1 else seen

    world = Late([Skill("turn", makes="page(2)"), Skill("note")], declared=[Skill("turn", makes="turned"), Skill("note")])
    lab(world, ScriptedPlanner([Act("turn"), Act("note")]), "").run()
    assert [c.skill for c in world.done] == ["turn", "note"], "not done again"
