"""Ways in which a hanging, odd or unreadable part once kept a run from ending, its journal from being read, or a secret from staying one."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import pytest

import midcourse
from midcourse import act, observer, skill
from midcourse.core.errors import TaskError
from midcourse.core.model import Constraint, Done, Failed, Observation, Skill, Target, Task, Uncertain
from midcourse.core.people.messages import AddConstraint, Answer, Cancel, ChangeGoal
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.entries import encode
from midcourse.core.run.events import Ended
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, ScriptedPeople, SymbolicWorld
from tests.patience import patient
from tests.scenarios.attacking import PAY, Strange, story
from tests.support import lab, the, under

NONE: Any = None
"""Where text belongs: what a careless part may give."""
ODD: Any = 3


def test_a_text_that_looks_like_a_kept_output_is_just_text():
    got = []

    @skill(makes="sent", complete=True)
    def send(text: str) -> None:
        got.append(text)

    @observer("sent")
    def look():
        return ["sent"] * bool(got)

    name = "blob:/etc/hostname"
    yes = AnswersAll()  # a path that stands alone is asked about, whatever the argument is called
    assert midcourse.run("send", done_when="sent", world=[send, look], planner=[act("send", text=name)], approver=yes).success
    assert got == [name]


def test_a_look_that_hangs_is_given_up():
    class Hangs(SymbolicWorld):
        async def observe(self):
            await asyncio.sleep(60)

    began = time.monotonic()
    run = lab(Hangs([PAY]), ScriptedPlanner([Act("pay")]), "paid", settings=under(look_seconds=0.05, backoff=0.01)).run()
    assert the(run.ending).final_reason == "environment" and time.monotonic() - began < patient(10)


def test_a_wait_ends_with_the_budget():
    class Down:
        async def plan(self, request):
            raise midcourse.PlannerUnreachable("quota", retry_after=1e9)

    run = lab(SymbolicWorld([PAY]), Down(), "paid", settings=under(max_seconds=100.0)).run()
    assert the(run.ending).final_reason == "planner_unreachable" and the(run.ending).wall_seconds <= 100


def test_time_away_costs_nothing():
    world = SymbolicWorld([PAY])
    assert the(story(world, Answer("q1", True, "me"), wait=7200.0).ending).success


@pytest.mark.parametrize("message", [ChangeGoal("other", "g(("), AddConstraint(Constraint("no", "delete(path)"))])
def test_a_message_that_nobody_can_read_poisons_nothing(message):
    world = SymbolicWorld([PAY])
    assert the(story(world, message, Answer("q1", True, "me")).ending).success
    assert the(story(SymbolicWorld([PAY]), message, Cancel("stop")).ending).final_reason == "cancelled"


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
        ({"settings": ["max_steps"]}, "or Settings"),
        ({"settings": {"max_stps": 1}}, "did you mean max_steps"),
        ({"settings": under(replan=cast("Any", "never"))}, "replan"),
        ({"planner": ["pay"]}, "no step"),
        ({"planner": ScriptedPlanner}, "give an instance"),
        ({"world": SymbolicWorld}, "give an instance"),
    ):
        with pytest.raises(TaskError, match=said):
            midcourse.run("pay", **{"done_when": "paid", "world": SymbolicWorld([PAY]), "planner": [act("pay")], **options})


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
        "pay", done_when="paid", world=world, planner=planner, settings=under(backoff=0.001, settle_seconds=0.0)
    )
    journal = b"".join(encode(e) for e in outcome.entries)
    assert secret.encode() not in journal and b"-tail" not in journal and b"secret:PIN" in journal
