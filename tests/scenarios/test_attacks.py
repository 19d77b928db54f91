"""Ways in which a hostile or clumsy world, planner or person once broke a promise."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import msgspec
import pytest

import midcourse
from midcourse import act, observer, skill
from midcourse.core.errors import TaskError
from midcourse.core.model import Constraint, Done, FactKind, Failed, Grant, Observation, Skill, Target, Task, Uncertain
from midcourse.core.people.messages import AddConstraint, Answer, Cancel, ChangeGoal
from midcourse.core.plans.plan import Achieve, Act, Draft
from midcourse.core.run.entries import encode
from midcourse.core.run.events import Ended, Passed, Reentered
from midcourse.core.run.settings import Settings
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, ScriptedPeople, SymbolicWorld
from tests.support import chosen, lab, the


def pays(world) -> int:
    return sum(call.skill == "pay" for call in world.done)


class Strange(SymbolicWorld):
    """Acts, then gives an answer of another kind the first time."""

    def __init__(self, skills, answer, facts=(), **more):
        super().__init__(skills, facts, **more)
        self._answer = answer

    async def act(self, call):
        result = await super().act(call)
        return self._answer if call.skill == "pay" and pays(self) <= 1 else result


# --- nothing that may have happened is done again ------------------------------------------------------------------


def test_an_unclean_failure_with_an_effect_that_no_look_covers_is_not_repeated_by_any_plan():
    skills = [Skill("pay", makes="paid"), Skill("ship", makes="shipped", complete=True)]
    world = Strange(skills, Failed("runtime", "broke off", clean=False), covers=("shipped",))
    lab(world, ScriptedPlanner([Act("pay"), Act("ship")]), "shipped and paid").run()
    assert pays(world) == 1


def test_a_timeout_raised_by_a_tool_is_uncertain_through_every_wrapper():
    paid = []

    @skill(makes="paid")
    def pay() -> None:
        paid.append(1)
        raise TimeoutError("gateway")

    @observer("shipped")
    def look():
        return []

    outcome = midcourse.run("pay", done_when="shipped", world=[pay, look], planner=[act("pay")])
    assert paid == [1] and the(outcome.waiting_for).kind == "settle"


def test_an_effect_that_shows_late_is_seen_before_the_retry():
    class Slow(SymbolicWorld):
        looks = 0

        async def observe(self):
            self.looks += 1
            seen = await super().observe()
            return seen if self.looks > 2 else msgspec.structs.replace(seen, facts=seen.facts - {"paid"})

    world = Slow([Skill("pay", makes="paid", complete=True)])
    assert the(lab(world, ScriptedPlanner([Act("pay")]), "paid").run().ending).success
    assert pays(world) == 1


def test_half_an_effect_is_not_done_again():
    class Half(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            self.truth.discard("receipt")
            return result

    world = Half([Skill("pay", makes="paid and receipt", complete=True)])
    lab(world, ScriptedPlanner([Act("pay")]), "receipt").run()
    assert pays(world) == 1


@pytest.mark.parametrize(("makes", "covers"), [("", ("*",)), ("paid", ("open", "shipped"))])
def test_going_back_passes_what_was_done_and_cannot_be_seen(makes, covers):
    class Windy(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            if call.skill == "pay":
                self.truth.discard("open")
            return result

    skills = [
        Skill("open", makes="open", complete=True),
        Skill("pay", makes=makes),
        Skill("ship", needs="open", makes="shipped", complete=True),
    ]
    world = Windy(skills, covers=covers)
    made = lab(world, ScriptedPlanner([Act("open"), Act("pay"), Act("ship")]), "shipped")
    assert the(made.run().ending).success and pays(world) == 1
    assert any(isinstance(e.event, Reentered) for e in made.entries) and any(isinstance(e.event, Passed) for e in made.entries)


def test_a_step_kept_by_an_achieve_answer_is_there_once():
    skills = [Skill("prep", makes="ready", complete=True), Skill("pay"), Skill("ship", makes="shipped", complete=True)]

    class Keeps:
        async def plan(self, request):
            if request.purpose == "first":
                return Draft((Achieve("be ready", "ready", id="x"), Act("pay", id="p"), Act("ship", id="q")))
            return Draft((Act("prep"), request.progress.remaining[1]))

    world = SymbolicWorld(skills)
    assert the(lab(world, Keeps(), "shipped").run().ending).success and pays(world) == 1


# --- yes and no ----------------------------------------------------------------------------------------------------

PAY = Skill("pay", makes="paid", complete=True, risk="irreversible")


def test_a_used_up_grant_does_not_borrow_from_an_expired_one():
    n = midcourse.Parameter("n", "int")
    world = SymbolicWorld([Skill("pay", parameters=(n,), makes="paid({n})", complete=True, risk="irreversible")])
    made = lab(world, ScriptedPlanner([Act("pay", {"n": i}) for i in range(3)]), "paid(2)", approver=ScriptedPeople([]))
    made.task = Task("pay", "paid(0) and paid(1) and paid(2)", grants=(Grant("pay", 5, until=1.0), Grant("pay", 1)))
    made.run()
    assert pays(world) == 1


def story(world, *messages, wait=0.0, settings=None):
    made = lab(world, ScriptedPlanner([Act("pay")]), "paid", approver=ScriptedPeople([None]))
    made.settings = settings or made.settings

    async def go():
        await made.director().start("r1", made.task, made.settings)
        await made.clock.sleep(wait)
        for message in messages:
            await made.store.send("r1", message)
        return await made.director().resume("r1")

    return asyncio.run(go())


def test_a_no_takes_back_a_yes_that_was_not_used():
    world = SymbolicWorld([PAY])
    run = story(world, Answer("q1", True, "me"), Answer("q1", False, "me", "second thoughts"))
    assert not world.calls and the(run.ending).final_reason == "denied"


def test_a_yes_that_comes_too_late_is_no_yes():
    world = SymbolicWorld([PAY])
    run = story(world, Answer("q1", True, "me"), wait=1000.0, settings=chosen(question_seconds=10.0))
    assert not world.calls and the(run.ending).final_reason == "denied"


def test_a_question_left_open_is_put_to_whoever_is_there_on_resume():
    world = SymbolicWorld([PAY])
    made = lab(world, ScriptedPlanner([Act("pay")]), "paid", approver=ScriptedPeople([None]))

    async def go():
        await made.director().start("r1", made.task, made.settings)
        made.approver = AnswersAll(True)
        return await made.director().resume("r1")

    assert the(asyncio.run(go()).ending).success


def test_an_answer_through_the_inbox_ends_the_asking():
    class Deaf:
        async def allows(self, question):
            await asyncio.sleep(60)

    world = SymbolicWorld([PAY])
    made = lab(world, ScriptedPlanner([Act("pay")]), "paid", approver=Deaf())

    async def go():
        work = asyncio.ensure_future(made.director().start("r1", made.task, made.settings))
        await asyncio.sleep(0.05)
        await made.store.send("r1", Answer("q1", True, "the other terminal"))
        return await work

    assert the(asyncio.run(go()).ending).success


def test_a_text_that_looks_like_a_kept_output_is_just_text():
    got = []

    @skill(makes="sent", complete=True)
    def send(text: str) -> None:
        got.append(text)

    @observer("sent")
    def look():
        return ["sent"] * bool(got)

    name = "blob:/etc/hostname"
    assert midcourse.run("send", done_when="sent", world=[send, look], planner=[act("send", text=name)]).success
    assert got == [name]


# --- failures that hide --------------------------------------------------------------------------------------------


def test_a_ban_holds_behind_a_step_that_may_do_anything():
    world = SymbolicWorld(
        [Skill("noop"), Skill("pay", makes="paid", complete=True)], broken={"pay": Failed("unreachable", "wall")}
    )
    run = lab(world, ScriptedPlanner([Act("noop"), Act("pay")]), "paid").run()
    assert sum(c.skill == "pay" for c in world.calls) == 1 and the(run.ending).final_reason == "structural"


def test_a_clock_lifts_no_ban():
    class Clock(SymbolicWorld):
        ticks = 0

        async def observe(self):
            self.ticks += 1
            return Observation(frozenset({f"time({self.ticks})"}))

    kinds = (FactKind("time", volatile=True), FactKind("paid"))
    world = Clock([Skill("pay")], broken={"pay": Failed("unreachable", "wall")}, vocabulary=kinds)
    lab(world, ScriptedPlanner([Act("pay")]), "paid").run()
    assert len(world.calls) == 1


# --- seen is seen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("makes", ["exists(*)", "not locked(*)"])
def test_an_effect_with_a_star_can_be_undone_too(makes):
    class Takes(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            if call.skill == "fetch":
                self.truth = self.truth - {"locked(z)"} | {"exists(a)"}
            elif call.skill == "pay":
                self.truth = self.truth - {"exists(a)"} | {"locked(z)"}
            return result

    for complete, confirmed, undone in ((True, ("s2",), ("s1",)), (False, ("s1", "s2"), ())):
        world = Takes([Skill("fetch", makes=makes), Skill("pay", makes="paid", complete=complete)], ["locked(z)"])
        run = lab(world, ScriptedPlanner([Act("fetch"), Act("pay")]), "paid").run()
        assert the(run.ending).success and the(run.ending).fates.confirmed == confirmed
        assert the(run.ending).fates.undone == undone, "what our own act may have taken back is not undone"


def test_nothing_is_skipped_on_memory_alone():
    class Forgets(SymbolicWorld):
        looks = 0

        async def observe(self):
            self.looks += 1
            if self.looks > 1:
                self._covers = ("a", "sent")
                self.truth.discard("saved") if self.looks == 2 else None
            return await super().observe()

    skills = [
        Skill("x", makes="a", complete=True),
        Skill("save", makes="saved", complete=True),
        Skill("send", needs="saved and a", makes="sent", complete=True),
    ]
    world = Forgets(skills, ["saved"])
    lab(world, ScriptedPlanner([Act("x"), Act("save"), Act("send")]), "sent").run()
    assert [c.skill for c in world.done] == ["x", "save", "send"]


# --- ends, whatever comes ------------------------------------------------------------------------------------------


def test_a_look_that_hangs_is_given_up():
    class Hangs(SymbolicWorld):
        async def observe(self):
            await asyncio.sleep(60)

    began = time.monotonic()
    run = lab(Hangs([PAY]), ScriptedPlanner([Act("pay")]), "paid", settings=chosen(look_seconds=0.05, backoff=0.01)).run()
    assert the(run.ending).final_reason == "environment" and time.monotonic() - began < 10


def test_a_wait_ends_with_the_budget():
    class Down:
        async def plan(self, request):
            raise midcourse.PlannerUnreachable("quota", retry_after=1e9)

    run = lab(SymbolicWorld([PAY]), Down(), "paid", settings=chosen(max_seconds=100.0)).run()
    assert the(run.ending).final_reason == "planner_unreachable" and the(run.ending).wall_seconds <= 100


def test_time_away_costs_nothing():
    world = SymbolicWorld([PAY])
    assert the(story(world, Answer("q1", True, "me"), wait=7200.0).ending).success


@pytest.mark.parametrize("message", [ChangeGoal("other", "g(("), AddConstraint(Constraint("no", "delete(path)"))])
def test_a_message_that_nobody_can_read_poisons_nothing(message):
    world = SymbolicWorld([PAY])
    assert the(story(world, message, Answer("q1", True, "me")).ending).success
    assert the(story(SymbolicWorld([PAY]), message, Cancel("stop")).ending).final_reason == "cancelled"


NONE: Any = None
"""Where text belongs: what a careless part may give."""
ODD: Any = 3


@pytest.mark.parametrize("answer", [None, "done", Done(object()), Done("\udcff"), Failed("x", NONE), Uncertain(ODD)])
def test_an_odd_answer_of_the_world_is_a_finding_and_the_journal_stays_readable(answer, tmp_path):
    from midcourse.engine.sqlite import SqliteStore

    store = SqliteStore(tmp_path / "j.db")
    world = Strange([Skill("pay", makes="paid", complete=True)], answer)
    made = lab(world, ScriptedPlanner([Act("pay")]), "paid", store=store)
    assert made.run().ending is not None
    assert the(made.entries[-1].event, Ended).ending is not None
    store.shut()


@pytest.mark.parametrize(
    "seen",
    [
        Observation(frozenset({"a"}), covers=cast("Any", "*")),
        Observation(frozenset({"a"}), source=NONE),
        Observation(targets=(Target("t", label=NONE),)),
        Observation(frozenset({"file(\udcff)"})),
    ],
)
def test_an_odd_look_is_a_look_that_failed_or_is_made_writable(seen):
    class Odd(SymbolicWorld):
        async def observe(self):
            return seen

    made = lab(Odd([PAY]), ScriptedPlanner([Act("pay")]), "paid", approver=ScriptedPeople([]))
    made.run()
    assert all(encode(e) for e in made.entries)


@pytest.mark.parametrize(
    "reply", [None, ["pay"], Draft((cast("Any", "pay"),)), Draft((Act("pay", target=NONE),)), Draft((Act("pay"),), author=NONE)]
)
def test_an_odd_answer_of_the_planner_is_sent_back(reply):
    class Odd:
        async def plan(self, request):
            return reply

    run = lab(SymbolicWorld([PAY]), Odd(), "paid").run()
    assert the(run.ending).final_reason == "planner_failed"


@pytest.mark.parametrize(
    ("skills", "said"),
    [
        ([Skill("pay", risk=cast("Any", "irreversable"))], "did you mean irreversible"),
        ([Skill("pay"), Skill("pay")], "two skills are called 'pay'"),
        ([Skill("pay", makes="a and or and")], "makes of skill pay"),
        ([Skill("pay", makes="paid({n})")], "speaks of {n}"),
    ],
)
def test_a_contract_that_does_not_read_stops_the_run_before_it_starts(skills, said):
    world = SymbolicWorld(skills)

    async def told():
        return skills

    world.skills = told
    with pytest.raises(TaskError, match=said):
        lab(world, ScriptedPlanner([Act("pay")]), "paid").run()


def test_a_guard_that_guards_nothing_is_told():
    made = lab(SymbolicWorld([PAY]), ScriptedPlanner([Act("pay")]), "paid")
    made.task = Task("pay", "paid", constraints=(Constraint("never", "pya(*)"),))
    with pytest.raises(TaskError, match="did you mean pay"):
        made.run()


def test_wrong_options_are_told_before_anything_starts():
    for options, said in (
        ({"settings": {"max_steps": 1}}, "give Settings"),
        ({"settings": Settings(replan=cast("Any", "never"))}, "replan"),
        ({"planner": ["pay"]}, "no step"),
        ({"planner": ScriptedPlanner}, "give an instance"),
        ({"world": SymbolicWorld}, "give an instance"),
    ):
        with pytest.raises(TaskError, match=said):
            midcourse.run("pay", **{"done_when": "paid", "world": SymbolicWorld([PAY]), "planner": [act("pay")], **options})


# --- secrets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "leak",
    [
        lambda s: Done({s: 1}),
        lambda s: Done(int(s)),
        lambda s: Done(s.encode()),
        lambda s: Failed(f"bad {s}", s),
        lambda s: Uncertain(f"slow {s}", s),
        lambda s: Done([{"x": [f"it is {s}-tail"]}]),
    ],
)
def test_a_secret_does_not_come_back_in_any_dress(leak, monkeypatch):
    secret = "8372155"
    monkeypatch.setenv("MIDCOURSE_SECRET_PIN", secret)
    monkeypatch.setenv("MIDCOURSE_SECRET_LONG", secret + "-tail")

    class Leaky(SymbolicWorld):
        async def act(self, call):
            return leak(call.args["pin"])

        async def observe(self):
            if self.calls:
                raise OSError(f"cannot see {secret}")
            return Observation(
                frozenset(), targets=(Target(f"t{secret}", secret, secret, (secret,)),), source=secret, stale=secret
            )

    world = Leaky([Skill("pay", parameters=(midcourse.Parameter("pin", "str"),), makes="paid", timeout=0.01)])
    planner = [act("pay", pin="secret:PIN")]
    outcome = midcourse.run(
        "pay", done_when="paid", world=world, planner=planner, settings=chosen(backoff=0.001, settle_seconds=0.0)
    )
    journal = b"".join(encode(e) for e in outcome.entries)
    assert secret.encode() not in journal and b"-tail" not in journal and b"secret:PIN" in journal
