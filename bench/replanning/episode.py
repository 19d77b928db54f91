"""One run of one policy on one bed, judged from outside."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from midcourse.core.gates.request import NoWay, PlanRequest, Reply
from midcourse.core.logic.conditions import parse
from midcourse.core.model import Skill, Task
from midcourse.core.people.messages import ChangeGoal
from midcourse.core.plans.plan import Act, Draft, Step
from midcourse.core.protocols import Planner
from midcourse.core.run.state import Run
from midcourse.director.loop import Director
from midcourse.director.parts import Parts
from midcourse.engine.blobs import MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.judges.facts import FactsJudge
from midcourse.planners.search import SearchPlanner
from midcourse.testing import AnswersAll, FrozenClock
from midcourse.testing.contracts.planner import request

from .beds import Bed
from .policies import Policy, planner
from .world import BedWorld, Trouble, name_of


class Outcome(msgspec.Struct, frozen=True):
    """What came of one episode."""

    bed: str
    domain: str
    trouble: str
    seed: int
    policy: str
    success: bool
    false_success: bool
    reason: str
    certificate: str
    calls: int
    steps: int
    first: int
    churn: int
    failed: int
    late: int
    repeats: int
    unnecessary: int
    states: int
    planner_ms: float
    ms: float
    tries: int
    """Acts begun of the one that is broken or lost."""
    cause: str
    """What was injected for good, if anything."""
    solvable: bool | None = None
    """Whether the goal could still be reached when the run stopped without it."""


class Watched:
    """The planner, with the true skills put before it, and a record of what it was asked for nothing."""

    def __init__(self, inner: Planner, world: BedWorld, skills: tuple[Skill, ...]) -> None:
        self._inner, self._world, self._skills = inner, world, skills
        self.unnecessary = self.churn = self.states = self.calls = 0
        self.seconds = 0.0
        self.first: tuple[Act, ...] = ()

    async def plan(self, request: PlanRequest) -> Reply:
        """The inner planner's answer."""
        self.calls += 1
        if self.calls > 1 and self._world.rest_reaches_goal(request.progress.remaining):
            self.unnecessary += 1
        began = time.perf_counter()
        reply = await self._inner.plan(replace(request, skills=self._skills))
        self.seconds += time.perf_counter() - began
        self.states += getattr(self._inner, "looked_at", 0)
        if isinstance(reply, Draft):
            acts = tuple(s for s in reply.steps if isinstance(s, Act))
            if self.calls == 1:
                self.first = acts
                self._world.first = acts
            else:
                self.churn += _changed(request.progress.remaining, acts)
        return reply


def _changed(old: Sequence[Step], new: Sequence[Step]) -> int:
    """Steps that came or went: how much of what was agreed is not so any more."""
    before = Counter(name_of(s) for s in old if isinstance(s, Act))
    after = Counter(name_of(s) for s in new if isinstance(s, Act))
    return sum((before - after).values()) + sum((after - before).values())


def play(
    bed: Bed,
    trouble_name: str,
    trouble: Trouble,
    seed: int,
    policy: Policy,
    declared: tuple[Skill, ...] | None = None,
    avoid_dead_ends: bool = True,
) -> Outcome:
    """One episode."""
    skills = bed.skills if policy.knows or declared is None else declared
    world = BedWorld(bed, trouble, seed, skills)
    inner = planner(policy.repair, avoid_dead_ends)
    watched = Watched(policy.wrap_planner(inner) if policy.wrap_planner else inner, world, bed.skills)
    length = _prepare(world, bed, seed)
    store = MemoryStore()
    acting = policy.wrap_world(world) if policy.wrap_world else world
    parts = Parts(acting, watched, FactsJudge(), AnswersAll(), store, store, MemoryBlobs(), FrozenClock())  # type: ignore[arg-type]
    director = Director(parts, patient=False)
    world.remaining = lambda: _rest(director)
    tries = 0
    hit = world.broken or world.lost

    async def go() -> Run:
        nonlocal tries
        inner_act = world.act

        async def counted(call):  # type: ignore[no-untyped-def]
            nonlocal tries
            name = name_of(Act(call.skill, call.args))
            tries += name == hit or call.skill == hit
            if world.new_goal and world.steps == max(1, length // 2) and world.goal != world.new_goal:
                world.goal = world.new_goal
                await store.send("r", ChangeGoal("another goal", world.new_goal))
            return await inner_act(call)

        world.act = counted  # type: ignore[method-assign]
        return await director.start("r", Task("the goal", bed.goal), policy.settings(length))

    began = time.perf_counter()
    run = asyncio.run(go())
    took = time.perf_counter() - began
    ending = run.ending
    assert ending is not None
    reached = world.reached()
    told = "" if ending.certificate is None else " ".join((*ending.certificate.bans, *ending.certificate.missing))
    return Outcome(
        bed=bed.name,
        domain=bed.domain,
        trouble=trouble_name,
        seed=seed,
        policy=policy.name,
        success=ending.success and reached,
        false_success=ending.success and not reached,
        reason=ending.final_reason,
        certificate=f"{told} | {ending.root_cause}",
        calls=watched.calls,
        steps=world.steps,
        first=length,
        churn=watched.churn,
        failed=world.failed,
        late=world.late,
        repeats=world.repeats,
        unnecessary=watched.unnecessary,
        states=watched.states,
        planner_ms=watched.seconds * 1e3,
        ms=took * 1e3,
        tries=tries,
        cause=hit,
        solvable=None if reached else _solvable(world),
    )


def _rest(director: Director) -> Sequence[Step]:
    run = director.run
    return run.course.plan.steps[run.course.position :] if run.course.plan else ()


_LENGTHS: dict[str, tuple[Act, ...]] = {}


def first_plan(bed: Bed) -> tuple[Act, ...]:
    """The plan that everybody begins with."""
    if bed.name not in _LENGTHS:
        world = BedWorld(bed, Trouble(), 0, bed.skills)
        watched = Watched(planner(False), world, bed.skills)
        store = MemoryStore()
        parts = Parts(world, watched, FactsJudge(), AnswersAll(), store, store, MemoryBlobs(), FrozenClock())
        asyncio.run(Director(parts, patient=False).start("r", Task("the goal", bed.goal), Policy("", "validity").settings(50)))
        _LENGTHS[bed.name] = watched.first
    return _LENGTHS[bed.name]


def _prepare(world: BedWorld, bed: Bed, seed: int) -> int:
    """Choose what will be broken, lost or wanted anew: from the first plan, by the seed."""
    plan = first_plan(bed)
    chance = random.Random(f"{bed.name}/{seed}/prepare")
    if world.trouble.broken and plan:
        world.broken = name_of(chance.choice(plan))
    if world.trouble.lost and plan:
        world.lost = chance.choice(plan).skill
    if world.trouble.new_goal:
        literals = [lit.text for lit in parse(bed.goal)]
        made = sorted({f for g in bed.acts if name_of(g.act) in {name_of(a) for a in plan} for f in g.gives} - set(literals))
        kept = literals[: len(literals) // 2] if len(literals) > 1 else []
        world.new_goal = " and ".join(kept or ([chance.choice(made)] if made else literals))
    return max(1, len(plan))


def _solvable(world: BedWorld) -> bool | None:
    """Whether a search with all that can truly be done finds a way from where the run ended; None if it cannot tell."""
    menu = [g.act for g in world.bed.acts if name_of(g.act) != world.broken and g.act.skill != world.lost]
    asked = request(skills=world.bed.skills, facts=frozenset(world.truth), done_when=world.goal)
    reply = asyncio.run(SearchPlanner(menu, nodes=6000, improve=0).plan(asked))
    return True if isinstance(reply, Draft) else False if isinstance(reply, NoWay) else None
