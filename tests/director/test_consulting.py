"""What planners, judges, reflectors and memories are asked, with their slips turned into events."""

import asyncio
import time
from typing import Any

import pytest

import midcourse
from midcourse.core.errors import PlannerUnreachable, TaskError
from midcourse.core.evolve import replay
from midcourse.core.failing.findings import finding_of
from midcourse.core.gates.request import AtALoss, GoalAsCondition
from midcourse.core.history.lessons import Found, Lesson
from midcourse.core.history.situations import Situation
from midcourse.core.model import Cost, Done, Failed, Task
from midcourse.core.plans.edits import Forbid
from midcourse.core.plans.plan import Act, Cause, Draft
from midcourse.core.protocols import Verdict
from midcourse.core.run.commands import Learn, MakePlan, Recall, Reflect
from midcourse.core.run.events import GoalRead, Looked, Planned, PlannerSaid, PlanRefused, PlanRequested, Unaffordable
from midcourse.core.run.settings import Settings
from midcourse.director import consulting
from midcourse.director.loop import Director
from midcourse.engine.clock import SystemClock
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.written import WrittenPlanner
from midcourse.testing import DictMemory, SymbolicWorld
from tests.core.policy.stories import BOTH, WALL
from tests.director.writing import in_a_run, parts
from tests.support import LOOK, A, story, the, then, tried, under

COMMAND = MakePlan("first", Cause("first"))
WALLED = story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK)
ABOUT = Situation("a", "unreachable", "a wall", {})


class Says:
    """A planner that answers so, or raises it, at a price."""

    def __init__(self, answer, most=None):
        self.answer, self.price = answer, most or Cost()

    def most(self, request):
        if isinstance(self.price, Exception):
            raise self.price
        return self.price

    async def plan(self, request):
        if isinstance(self.answer, Exception):
            raise self.answer
        if self.answer == "silence":
            await asyncio.sleep(60)
        return self.answer


def planning(planner, done_when="q", **settings):
    made = parts(planner=planner)

    async def tell(log, why):
        log.record(LOOK)
        await consulting.make_plan(made, log, COMMAND, why)
        await log.save()
        return [e.event for e in await made.journal.read("r")][2:], log.run

    return in_a_run(made, tell, done_when=done_when, **settings)


def test_a_plan_is_asked_for_and_taken():
    [asked, planned], run = planning(Says(Draft((Act("a"), Act("b"))), Cost(5)))
    assert isinstance(asked, PlanRequested) and asked.reserved == Cost(5) and isinstance(planned, Planned)
    assert len(the(run.course.plan).steps) == 2


@pytest.mark.parametrize(
    ("answer", "kind", "said", "cost"),
    [
        (AtALoss("hm"), PlannerSaid, "hm", Cost()),
        (PlannerUnreachable("down", retry_after=9.0), PlannerSaid, "down", Cost()),
        (PlannerUnreachable("hung up", asked=True), PlannerSaid, "hung up", Cost(5)),
        (ValueError("oops"), PlanRefused, "the planner broke off: ValueError: oops", Cost(5)),
        (TaskError("no such thing"), PlanRefused, "no such thing", Cost(5)),
        ("a plan in prose", PlanRefused, "expected Draft", Cost(5)),
    ],
)
def test_whatever_a_planner_does_is_an_event_with_what_it_may_have_cost(answer, kind, said, cost):
    event = planning(Says(answer, Cost(5)))[0][-1]
    told = event.detail if isinstance(event, PlannerSaid) else the(event, PlanRefused).objection.text
    assert isinstance(event, kind) and said in told and the(event, kind).cost == cost


def test_a_planner_that_falls_silent_is_given_up_and_may_have_charged_all():
    event = the(planning(Says("silence", Cost(5)), auto_replanning_timeout_seconds=0.05)[0][-1], PlannerSaid)
    assert event.answer == "unreachable" and "no plan within 0.05 seconds" in event.detail and event.cost == Cost(5)


def test_what_cannot_be_paid_is_not_asked_for():
    [event], _ = planning(Says(AtALoss(), Cost(500)), max_tokens=100)
    assert isinstance(event, Unaffordable) and event.most == Cost(500)


def test_a_planner_that_cannot_name_its_price_is_told_so():
    event = planning(Says(AtALoss(), ValueError("no list")))[0][-1]
    assert "cannot name its price" in the(event, PlanRefused).objection.text


class Reads(Says):
    """A planner that puts a goal in words as a condition."""

    async def read_goal(self, request):
        if isinstance(self.answer, Exception):
            raise self.answer
        return GoalAsCondition(self.answer, "a model", "so it reads")


@pytest.mark.parametrize(
    ("answer", "done_when", "who"), [("q", "q", "a model"), ("q((", "", "a model"), (ValueError("oops"), "", "nobody")]
)
def test_a_goal_in_words_is_read_first_and_only_if_it_can_be_used(answer, done_when, who):
    event = the(planning(Reads(answer), done_when="")[0][-1], GoalRead)
    assert (event.done_when, event.who) == (done_when, who)


class Judge:
    """A judge that says so, or raises it."""

    def __init__(self, verdict):
        self.verdict, self.cases = verdict, []

    async def assess(self, case):
        self.cases.append(case)
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.verdict


class Dear(Judge):
    """One that charges."""

    most_each = Cost(50)


def assessed(judge, **settings):
    run = story(LOOK, *BOTH, settings=under(**settings))
    return asyncio.run(consulting.assess(parts(judge=judge), run, 0.0))


def test_the_judges_word_is_taken_and_one_that_breaks_off_has_said_nothing():
    assert assessed(Judge(Verdict(True, "ann", "tidy", Cost(3)))).met is True
    broken = assessed(Judge(ValueError("oops")))
    assert (broken.met, broken.who, broken.cost) == (None, "nobody", Cost()) and "oops" in broken.why
    assert assessed(Judge("fine")).met is None


def test_a_judge_that_charges_is_asked_only_if_it_can_be_paid_and_pays_for_its_slips():
    assert assessed(Dear(ValueError("oops"))).cost == Cost(50)
    poor = Dear(Verdict(True, "ann"))
    assert "was not asked" in assessed(poor, max_tokens=10).why and not poor.cases


def test_what_was_seen_before_the_last_act_is_no_evidence():
    judge = Judge(Verdict(None, "ann", "hm"))
    seen = then(story(Looked(added=("r",)), *BOTH), *tried("s1", "a", Done()))
    asyncio.run(consulting.assess(parts(judge=judge), seen, 0.0))
    asyncio.run(consulting.assess(parts(judge=judge), then(seen, Looked(added=("p",))), 0.0))
    assert [case.facts for case in judge.cases] == [frozenset(), {"p", "r"}]


class Finds:
    """A classifier or reflector that gives or raises this."""

    def __init__(self, found):
        self.found = found

    async def classify(self, report):
        self.report = report
        return self._give()

    async def reflect(self, run, failure, entries):
        return self._give()

    def _give(self):
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def test_a_failure_is_classified_with_how_often_it_came_and_slips_are_no_findings():
    finds = Finds(finding_of("busy"))
    found = asyncio.run(consulting.classify(parts(classifier=finds), WALLED, "a", WALL))
    assert found == finding_of("busy") and finds.report.before == 1
    for odd in (Finds(ValueError("oops")), Finds("a wall"), None):
        assert asyncio.run(consulting.classify(parts(classifier=odd), WALLED, "a", Failed("busy"))) is None


def test_looking_into_a_failure_that_breaks_off_leaves_the_failure_as_its_cause():
    failure = the(WALLED.trouble.failure)
    event = asyncio.run(consulting.reflect(parts(reflector=Finds(ValueError("oops"))), WALLED, Reflect(failure), 0.0))
    assert event.reflection.root_cause == failure.sentence() and event.reflection.who == "nobody"


def test_only_so_many_lessons_are_told_and_a_memory_that_breaks_off_has_none():
    memory = DictMemory()

    class Many(DictMemory):
        async def recall(self, situation, agent, team, now):
            return [Found(Lesson(ABOUT, Forbid(f"a(n={n})")), "exact") for n in range(9)]

    class Breaks(DictMemory):
        async def recall(self, situation, agent, team, now):
            raise OSError("no disk")

        async def learn(self, lesson, helped, trial, now):
            raise OSError("no disk")

    counts = []
    for made in (memory, Many(), Breaks()):
        event = asyncio.run(consulting.recall(parts(memory=made), WALLED, Recall("s1", ABOUT), 0.0))
        counts.append(len(event.found))
    assert counts == [0, consulting.MOST_LESSONS, 0]
    kept = Learn(Lesson(ABOUT, Forbid("a")), True, "r/1", "it helped")
    assert (
        asyncio.run(consulting.learn(parts(memory=memory), WALLED, kept, 1.0)).detail == "it helped" and len(memory.lessons) == 1
    )
    assert "could not be kept" in asyncio.run(consulting.learn(parts(memory=Breaks()), WALLED, kept, 1.0)).detail


def test_a_task_and_a_plan_that_is_known_are_checked_before_anything_starts():
    asyncio.run(consulting.check(parts(), Task("x", "p"), Settings(), [A], ()))
    with pytest.raises(TaskError, match="no skill 'nowhere'"):
        made = parts(planner=WrittenPlanner([Act("nowhere")]))
        asyncio.run(consulting.check(made, Task("x", "p"), Settings(), [A], ()))


def test_a_judge_that_changes_what_it_is_handed_changes_nothing_in_the_run():
    class Meddles:
        async def assess(self, case):
            case.outputs["s1"]["n"].append(2)
            case.outputs.clear()
            case.steps[0][0].args["x"].append("y")
            return Verdict(True, "meddler")

    def give(x: list):
        return {"n": [1]}

    outcome = midcourse.run("x", world=[give], planner=[midcourse.act("give", x=["a"])], judge=Meddles())
    assert outcome.success and outcome.outputs == {"s1": {"n": [1]}}
    assert the(outcome.run.work.records["s1"].step, Act).args == {"x": ["a"]}


class Hangs:
    """A part in every role that never answers, but for what it is told to do."""

    most_each = Cost(1)

    async def _hangs(self, *given):
        await asyncio.sleep(60)

    async def plan(self, request):
        return Draft((Act("breaks"),))

    async def learn(self, lesson, helped, trial, now):
        return None


ROLES = {"planner": ("read_goal", "most", "check"), "judge": ("assess",), "memory": ("recall",)}


@pytest.mark.parametrize(("role", "method"), [(role, method) for role, methods in ROLES.items() for method in methods])
def test_nobody_who_is_asked_takes_more_time_than_the_run_has(role, method, monkeypatch):
    """Each of them had minutes of its own, however short the run was to be."""
    monkeypatch.setattr(consulting, "LAST_WORD", 0.2)

    def breaks():
        raise ValueError("no")

    def hangs(self, *given):
        time.sleep(60)

    part = type("Part", (Hangs,), {method: hangs if method in ("most", "check") else Hangs._hangs})()
    planner = part if role == "planner" else [Act("works" if role == "judge" else "breaks")]
    options: dict[str, Any] = {} if role == "planner" else {role: part}
    began = time.monotonic()
    try:
        midcourse.run("x", world=[breaks, works], planner=planner, settings={"max_seconds": 0.5}, **options)
    except TaskError as error:
        assert method == "check" and "within 0.5 seconds" in str(error)
    assert time.monotonic() - began < 15


def works():
    return None


class Thinks:
    """Somebody who charges, and whose answers nobody lives to hear."""

    most_each = Cost(40)

    def __init__(self):
        self.asked, self.process = 0, asyncio.Event()

    async def _thinks(self, *given):
        self.asked += 1
        self.process.set()
        await asyncio.sleep(60)

    assess = reflect = read_goal = _thinks

    def most(self, request):
        return self.most_each

    async def plan(self, request):
        return Draft((Act("a"),))


@pytest.mark.parametrize("role", ["judge", "planner", "reflector"])
def test_an_answer_that_nobody_lives_to_hear_is_paid_for(role):
    """Fifteen runs that were killed while their judge thought had cost three times what they were allowed."""
    thinks = Thinks()
    world = SymbolicWorld([A], broken={"a": WALL} if role == "reflector" else None)
    made = parts(**{"planner": ScriptedPlanner([Act("a")]), "world": world, role: thinks}, clock=SystemClock())
    task = Task("words alone") if role != "reflector" else Task("the goal", "p")

    async def lived(director):
        work = asyncio.ensure_future(director)
        dies = asyncio.ensure_future(thinks.process.wait())
        await asyncio.wait((work, dies), return_when="FIRST_COMPLETED")
        thinks.process.clear()
        dies.cancel()
        work.cancel()
        await asyncio.wait((work,))

    async def lives():
        await lived(Director(made).start("r", task, under(max_tokens=100)))
        for _ in range(4):
            await lived(Director(made).resume("r"))
        return replay(await made.journal.read("r"))

    run = asyncio.run(lives())
    assert thinks.asked == 2 and run.spent.cost == Cost(80) and run.spent.reserved == Cost()
