"""What many tests share: random worlds, and driving a run in memory through crashes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload

from hypothesis import strategies as st

from midcourse.core.evolve import begin, evolve
from midcourse.core.gates.asking import request_for
from midcourse.core.gates.request import PlanRequest
from midcourse.core.model import Done, Failed, Skill, Task, Uncertain
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Cause, Plan, Step
from midcourse.core.run.commands import MakePlan
from midcourse.core.run.ending import Ending
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Acted, Event, Intended, Looked, Planned, PlanRequested, Started
from midcourse.core.run.groups import changed
from midcourse.core.run.settings import Settings
from midcourse.core.run.state import Run
from midcourse.director.loop import Director
from midcourse.director.parts import Parts
from midcourse.engine.blobs import MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.judges.facts import FactsJudge
from midcourse.planners.search import SearchPlanner
from midcourse.testing import AnswersAll, Chaos, Died, FrozenClock, Mix, SymbolicWorld

T = TypeVar("T")
FACTS = [f"p{i}" for i in range(7)]
A = Skill("a", makes="p", complete=True)
B = Skill("b", needs="p", makes="q", complete=True)
C = Skill("c", needs="q", makes="r", complete=True)
PEEK = Skill("peek", senses="p", risk="harmless", repeatable=True)
BEGAN, NOW = 100.0, 200.0
"""When the runs of stories began, and a moment long after their last event."""
LOOK, FIRST = Looked(), PlanRequested("first", Cause("first"))


@overload
def the(value: T | None) -> T: ...


@overload
def the(value: object, kind: type[T]) -> T: ...


def the(value: Any, kind: type[Any] = object) -> Any:
    """What a test knows to be there, and of which kind."""
    assert value is not None and isinstance(value, kind), value
    return value


USUAL = Settings()


def under(base: Settings = USUAL, /, **given: Any) -> Settings:
    """Settings by the names that they have outside Python, whatever group they stand in."""
    return changed(base, given)


@dataclass
class Lab:
    """Everything around one run, kept over its crashes."""

    world: Any
    planner: Any
    """Any world and any planner: tests read what their own kind alone has."""
    task: Task
    settings: Settings = Settings()
    approver: Any = field(default_factory=AnswersAll)
    store: MemoryStore = field(default_factory=MemoryStore)
    clock: FrozenClock = field(default_factory=FrozenClock)
    patient: bool = False
    run_id: str = "r1"
    deaths: int = 0
    inner: Any = None
    """The world inside the one that disturbs it."""
    end: Ending = field(init=False)
    """How it ended, once a test has noted it."""

    def director(self) -> Director:
        parts = Parts(self.world, self.planner, FactsJudge(), self.approver, self.store, self.store, MemoryBlobs(), self.clock)
        return Director(parts, self.patient)

    async def go(self, most_deaths: int = 40) -> Run:
        """Start the run; whenever it dies, resume it from its journal."""
        started = False
        while True:
            director = self.director()
            try:
                if not started:
                    started = True
                    return await director.start(self.run_id, self.task, self.settings)
                return await director.resume(self.run_id)
            except Died:
                self.deaths += 1
                assert self.deaths <= most_deaths
                self.store.bereave(self.run_id)

    def run(self) -> Run:
        return asyncio.run(self.go())

    @property
    def entries(self) -> list[Entry]:
        return asyncio.run(self.store.read(self.run_id))


def story(*events: Event, skills: Sequence[Skill] = (A, B, PEEK), done_when: str = "q", **started: Any) -> Run:
    """The run that these events add up to, a second apart; `started` is what else it was started with, as `settings`."""
    settings = started.pop("settings", Settings())
    run = begin(Entry(1, BEGAN, Started("r", Task("the goal", done_when), settings, tuple(skills), **started)))
    return then(run, *events)


def then(run: Run, *events: Event) -> Run:
    """The run once these happened too."""
    for event in events:
        run = evolve(run, Entry(run.seq + 1, BEGAN + run.seq, event))
    return run


def plan(*steps: Step, version: int = 1, cause: Cause = FIRST.cause, **more: Any) -> tuple[Event, Event]:
    """A plan asked for and accepted."""
    purpose = "first" if version == 1 else "replan"
    return PlanRequested(purpose, cause), Planned(Plan(version, steps, cause=cause, **{"digest": f"d{version}", **more}))


def tried(step: str, skill: str, result: Done | Failed | Uncertain, attempt: int = 1, **args: Any) -> tuple[Event, Event]:
    """An act begun and answered."""
    return Intended(step, skill, args, "", act_digest(skill, args, "", {}), attempt), Acted(step, result)


def request(run: Run, **otherwise: Any) -> PlanRequest:
    """What a planner is asked in this run, but for what is told otherwise."""
    return changed(request_for(run, MakePlan("first", FIRST.cause), NOW), otherwise)


def lab(world: object, planner: object, done_when: str, **options: Any) -> Lab:
    settings = options.pop("settings", under(backoff=0.01))
    return Lab(world, planner, Task("the goal", done_when), settings, **options)


def events(made: Lab, *kinds: type[Any]) -> list[Any]:
    """What a run wrote down, of these kinds."""
    return [e.event for e in made.entries if isinstance(e.event, kinds)]


@st.composite
def domains(draw: st.DrawFn) -> tuple[list[Skill], list[str], str]:
    """Random skills over a few facts, a start, and a goal."""
    count = draw(st.integers(3, 8))
    skills = []
    for i in range(count):
        needs = draw(st.lists(st.sampled_from(FACTS), max_size=2, unique=True))
        makes = draw(st.lists(st.sampled_from(FACTS), min_size=1, max_size=2, unique=True))
        breaks = [f for f in draw(st.lists(st.sampled_from(FACTS), max_size=1)) if f not in makes]
        skills.append(
            Skill(
                f"a{i}",
                needs=" and ".join(needs),
                makes=" and ".join(makes),
                breaks=" and ".join(breaks),
                complete=draw(st.booleans()),
                risk=draw(st.sampled_from(["harmless", "reversible", "irreversible"])),
                repeatable=draw(st.booleans()),
                timeout=0.02,
            )
        )
    start = draw(st.lists(st.sampled_from(FACTS), max_size=3, unique=True))
    goal = draw(st.lists(st.sampled_from(FACTS), min_size=1, max_size=3, unique=True))
    return skills, start, " and ".join(goal)


mixes = st.builds(
    Mix,
    fail=st.sampled_from([0.0, 0.2]),
    fail_for_good=st.sampled_from([0.0, 0.1]),
    late=st.sampled_from([0.0, 0.2]),
    lie=st.sampled_from([0.0, 0.2]),
    undo=st.sampled_from([0.0, 0.2]),
    help=st.sampled_from([0.0, 0.2]),
    irrelevant=st.sampled_from([0.0, 0.5]),
    capability=st.sampled_from([0.0, 0.05]),
    blind=st.sampled_from([0.0, 0.1]),
    die_before=st.sampled_from([0.0, 0.1]),
    die_after=st.sampled_from([0.0, 0.1]),
)

whens = st.sampled_from(["validity", "fixed", "on-error", "every-k", "every-step", "any-change"])


class Whimsy:
    """A planner with no sense: random acts, repeats, empty plans, other answers, exceptions; from a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def plan(self, request):  # type: ignore[no-untyped-def]
        from midcourse.core.errors import PlannerUnreachable
        from midcourse.core.gates.request import AtALoss, NothingToDo, NoWay
        from midcourse.core.plans.plan import Achieve, Act, Draft, Replan

        chance = random.Random(self._seed * 1000 + request.brief.number)
        roll = chance.random()
        if roll < 0.05:
            raise PlannerUnreachable("down")
        if roll < 0.1:
            raise RuntimeError("the planner tripped")
        if roll < 0.15:
            return chance.choice([NothingToDo("done"), AtALoss("hm"), NoWay("never")])
        names = [s.name for s in request.skills] + ["no_such_skill"] * (chance.random() < 0.2)
        steps: list[Step] = [Act(chance.choice(names)) for _ in range(chance.randrange(0, 5))]
        if chance.random() < 0.3:
            steps.append(Replan("who knows"))
        if chance.random() < 0.1:
            steps.append(Achieve("something", chance.choice(FACTS)))
        return Draft(tuple(steps), author="whimsy")


def disturbed(domain: tuple[list[Skill], list[str], str], mix: Mix, seed: int, planner: str, **options: object) -> Lab:
    """A lab on a random domain under chaos."""
    skills, start, goal = domain
    inner = SymbolicWorld(skills, start)
    made = lab(Chaos(inner, mix, seed), SearchPlanner() if planner == "menu" else Whimsy(seed), goal, **options)
    made.inner = inner
    return made
