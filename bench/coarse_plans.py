"""Coarse plans through the engine: a chain of goals, a planner that only finds ways to near goals, a coarse planner that errs.

    .venv/bin/python bench/coarse_plans.py [--first 700000] [--tasks 60]

Four kinds of tasks (near, chain, set, undone), three reaches of the acting planner, four rates of error in the coarse plan. Each
is done without a coarse plan, with one whose goals have conditions, and with one whose goals a judge marks, wrong one time in
five. The budget is three times the shortest way and twelve acts. The intervals are bootstrapped by task.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import random
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from midcourse.approval.rules import RulesApprover
from midcourse.core.gates.request import AtALoss, NoWay, PlanRequest, Reply
from midcourse.core.local.guide import Guide
from midcourse.core.logic.conditions import fact, parse_fact
from midcourse.core.model import Call, Done, FactKind, Observation, Parameter, Result, Skill, Task
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.protocols import Verdict
from midcourse.core.run.settings import AutoReplanning, Limits, Looking, Patience, Settings
from midcourse.director.loop import Director
from midcourse.director.parts import Parts
from midcourse.engine.blobs import MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.judges.facts import FactsJudge
from midcourse.planners.guided import GuidedPlanner
from midcourse.testing import FrozenClock

KINDS, REACHES, ERRORS = ("near", "chain", "set", "undone"), (4, 7, 11), (0.0, 0.2, 0.4, 0.8)
ARMS = ("none", "conditions", "judge")
MANY, NEVER = 100_000, 90
"""Facts from NEVER on cannot be made."""


class Errand:
    """Places, facts that are made at them in some order, and which of them are wanted."""

    def __init__(self, seed: int, kind: str) -> None:
        chance = random.Random(seed * 613 + 11)
        self.kind = kind
        self.chain = chance.randint(1, 2) if kind == "near" else chance.randint(4, 8)
        size = chance.randint(24, 40)
        beside: list[set[int]] = [set() for _ in range(size)]
        links = [(i, chance.randrange(max(0, i - 5), i)) for i in range(1, size)]
        links += [(chance.randrange(size), chance.randrange(size)) for _ in range(size // 5)]
        for one, other in links:
            if one != other:
                beside[one].add(other)
                beside[other].add(one)
        self.beside = [sorted(places) for places in beside]
        self.far = [self._far(place) for place in range(size)]
        self.at: list[int] = []
        self.needs: list[frozenset[int]] = []
        for i in range(self.chain + 6):
            self.at.append(chance.randrange(size))
            if i >= self.chain:
                self.needs.append(frozenset(chance.sample(range(self.chain), 1)) if chance.random() < 0.3 else frozenset())
            elif kind == "set":
                self.needs.append(frozenset([chance.randrange(i)]) if i and chance.random() < 0.4 else frozenset())
            else:
                self.needs.append(frozenset([i - 1]) if i else frozenset())
        self.goal = frozenset(range(self.chain)) if kind == "set" else frozenset([self.chain - 1])
        here = self.shortest = 0
        for i in range(self.chain):
            self.shortest += self.far[here][self.at[i]] + 1
            here = self.at[i]

    def _far(self, start: int) -> list[int]:
        far, queue = {start: 0}, [start]
        for here in queue:
            for there in self.beside[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    queue.append(there)
        return [far[place] for place in range(len(self.beside))]

    def way(self, here: int, have: frozenset[int], want: frozenset[int], reach: int) -> int | None:
        """The fact to make next on the shortest way, if that takes no more than `reach` acts."""
        queue: list[tuple[int, int, int, frozenset[int], int]] = [(0, 0, here, have, -1)]
        seen: dict[tuple[int, frozenset[int]], int] = {}
        pushed = 0
        while queue:
            acts, _, place, facts, first = heapq.heappop(queue)
            if want <= facts:
                return first
            if seen.get((place, facts), 99) <= acts:
                continue
            seen[place, facts] = acts
            for j in range(len(self.at)):
                if j not in facts and self.needs[j] <= facts and (j < self.chain or j in want):
                    more = acts + self.far[place][self.at[j]] + 1
                    if more <= reach:
                        pushed += 1
                        heapq.heappush(queue, (more, pushed, self.at[j], facts | {j}, first if first >= 0 else j))
        return None

    def coarse(self, have: frozenset[int], error: float, chance: random.Random, dropped: frozenset[int]) -> list[int]:
        """What a coarse planner names: the rest of the chain, with things missing, superfluous, impossible, done or swapped."""
        said: list[int] = []
        for i in (i for i in range(self.chain) if i not in have):
            if chance.random() < error / 2 and i != self.chain - 1:
                continue
            if chance.random() < error / 2:
                said.append(chance.randrange(self.chain, self.chain + 6))
            if chance.random() < error / 2:
                said.append(NEVER + chance.randrange(5))
            if have and chance.random() < error / 2:
                said.append(chance.choice(sorted(have)))
            said.append(i)
        for i in range(len(said) - 1):
            if chance.random() < error / 2:
                said[i], said[i + 1] = said[i + 1], said[i]
        return [i for i in said if not (i in dropped and chance.random() < 0.8)]


class Yard:
    """The world of an errand."""

    vocabulary = (FactKind("at", "at(place): where one is"), FactKind("made", "made(thing): it is there"))

    def __init__(self, errand: Errand, seed: int) -> None:
        self.errand, self.here, self.have = errand, 0, frozenset[int]()
        self._slips, self._nature = random.Random(seed * 37 + 1), random.Random(seed * 43 + 5)

    async def skills(self) -> Sequence[Skill]:
        number = (Parameter("number", "int"),)
        return (Skill("go", parameters=number, repeatable=True), Skill("make", parameters=number, repeatable=True))

    async def observe(self) -> Observation:
        return Observation(frozenset({fact("at", self.here)} | {fact("made", i) for i in self.have}))

    async def act(self, call: Call) -> Result:
        number = call.args["number"]
        assert isinstance(number, int)
        if self._slips.random() > 0.05:
            if call.skill == "go" and number in self.errand.beside[self.here]:
                self.here = number
            elif call.skill == "make" and self.errand.at[number] == self.here and self.errand.needs[number] <= self.have:
                self.have |= {number}
        if self.errand.kind == "undone" and self.have and self._nature.random() < 0.03:
            self.have -= {self._nature.choice(sorted(self.have))}
        return Done()


class Near:
    """An acting planner that sees ways of a few acts, one act at a time, and wanders where it sees none."""

    def __init__(self, errand: Errand, reach: int, seed: int) -> None:
        self._errand, self._reach = errand, reach
        self._chance, self._false = random.Random(seed * 53 + 3), random.Random(seed * 41 + 2)
        self._visits: dict[int, int] = defaultdict(int)

    async def way(self, request: PlanRequest) -> Reply:
        here, have = _read(request.facts)
        want = frozenset(int(lit) for lit in _things(request.done_when))
        first = self._errand.way(here, have, want, self._reach) if max(want, default=0) < NEVER else None
        if first is None:
            surely = max(want, default=0) >= NEVER and self._false.random() < 0.5
            return NoWay("it cannot be made") if surely or self._false.random() < 0.03 else AtALoss("too far to see")
        if first < 0:
            return AtALoss("it is there")
        there = self._errand.at[first]
        if here == there:
            return _one(Act("make", {"number": first}))
        return _one(Act("go", {"number": min(self._errand.beside[here], key=lambda p: self._errand.far[p][there])}))

    async def plan(self, request: PlanRequest) -> Reply:
        reply = await self.way(request)
        return reply if isinstance(reply, Draft) else self._wander(*_read(request.facts))

    def _wander(self, here: int, have: frozenset[int]) -> Draft:
        errand, chance = self._errand, self._chance
        self._visits[here] += 1
        could = [j for j in range(len(errand.at)) if errand.at[j] == here and j not in have and errand.needs[j] <= have]
        if could and chance.random() < 0.5:
            return _one(Act("make", {"number": chance.choice(could)}))
        next_ones = [j for j in range(errand.chain) if j not in have and errand.needs[j] <= have]
        if next_ones and chance.random() < 0.3 and errand.at[next_ones[0]] != here:
            there = errand.at[next_ones[0]]
            return _one(Act("go", {"number": min(errand.beside[here], key=lambda p: errand.far[p][there])}))
        return _one(Act("go", {"number": min(errand.beside[here], key=lambda p: self._visits[p] + chance.random())}))


def _one(act: Act) -> Draft:
    return Draft((Act(act.skill, act.args, again=True), Replan("to see what came of it")), means=True)


def _things(condition: str) -> list[str]:
    return [part.strip()[5:-1] for part in condition.split(" and ") if part.strip()]


def _read(facts: frozenset[str]) -> tuple[int, frozenset[int]]:
    literals = [parse_fact(f) for f in facts]
    here = next(int(lit.args[0]) for lit in literals if lit.name == "at")
    return here, frozenset(int(lit.args[0]) for lit in literals if lit.name == "made")


def _named(things: Sequence[int], judged: bool) -> list[tuple[str, str]]:
    return [(f"have thing {i} made", "" if judged else fact("made", i)) for i in things]


class Outcome(NamedTuple):
    """What came of one errand."""

    seed: int
    kind: str
    reach: int
    error: float
    arm: str
    met: bool
    revisions: int
    went_back: int


class Watched(GuidedPlanner):
    """Counts marks that go back in what is shown."""

    shown: frozenset[str] = frozenset()
    went_back = 0

    async def plan(self, request: PlanRequest) -> Reply:
        reply = await super().plan(request)
        now = frozenset(p.id for p in self.guide.points if p.reached)
        self.went_back += len(self.shown - now)
        self.shown = now
        return reply


def errand(seed: int, kind: str, reach: int, error: float, arm: str) -> Outcome:
    """One errand through the engine."""
    wanted = Errand(seed, kind)
    world, near, said = Yard(wanted, seed), Near(wanted, reach, seed), random.Random(seed * 47 + 9)
    coarse = random.Random(seed * 59 + 4)

    async def revise(request: PlanRequest, guide: Guide) -> list[tuple[str, str]]:
        dropped = frozenset(int(goal.split()[2]) for goal in guide.dropped)
        return _named(wanted.coarse(_read(request.facts)[1], error, coarse, dropped), arm == "judge")

    async def says(request: PlanRequest, goal: str) -> Verdict:
        true = fact("made", int(goal.split()[2])) in request.facts
        return Verdict(true if said.random() > 0.2 else not true, "judge")

    planner: Near | Watched = near
    if arm != "none":
        goals = _named(wanted.coarse(frozenset(), error, coarse, frozenset()), arm == "judge")
        planner = Watched(_Judged(near) if arm == "judge" else near, goals, revise=revise, says=says if arm == "judge" else None)
    store = MemoryStore()
    parts = Parts(world, planner, FactsJudge(), RulesApprover(), store, store, MemoryBlobs(), FrozenClock())
    settings = Settings(
        limits=Limits(max_steps=3 * wanted.shortest + 12, max_segments=MANY, max_replans=MANY, max_planner_calls=MANY),
        auto=AutoReplanning(max_attempts=MANY, require_human_intervention_after=MANY, min_interval_seconds=0.0),
        patience=Patience(stuck_after=MANY),
        looking=Looking(settle_seconds=0.0),
    )
    goal = Task("run the errand", " and ".join(fact("made", i) for i in sorted(wanted.goal)))
    asyncio.run(Director(parts, patient=False).start("r", goal, settings))
    watched = planner if isinstance(planner, Watched) else None
    return Outcome(
        seed, kind, reach, error, arm, wanted.goal <= world.have,
        watched.guide.revisions if watched else 0, watched.went_back if watched else 0,
    )  # fmt: skip


class _Judged:
    """The acting planner for goals in words alone."""

    def __init__(self, near: Near) -> None:
        self._near = near

    async def plan(self, request: PlanRequest) -> Reply:
        return await self._near.plan(request)

    async def way(self, request: PlanRequest) -> Reply:
        if request.done_when:
            return await self._near.way(request)
        import msgspec

        return await self._near.way(msgspec.structs.replace(request, done_when=fact("made", int(request.goal.split()[2]))))


def all_of(seed: int) -> list[Outcome]:
    """Every cell of one seed."""
    found: list[Outcome] = []
    for kind in KINDS:
        for reach in REACHES:
            found.append(errand(seed, kind, reach, 0.0, "none"))
            found += [errand(seed, kind, reach, error, arm) for error in ERRORS for arm in ARMS[1:]]
    return found


def report(outcomes: Sequence[Outcome]) -> None:
    """The tables."""
    none = {(o.seed, o.kind, o.reach): o.met for o in outcomes if o.arm == "none"}
    print(f"no coarse plan: {_share([o for o in outcomes if o.arm == 'none']):.1f} %")
    for arm in ARMS[1:]:
        rows = [o for o in outcomes if o.arm == arm]
        by_error = ", ".join(f"{e}: {_share([o for o in rows if o.error == e]):.1f}" for e in ERRORS)
        print(f"{arm}: success by error {by_error} %")
        revisions, backward = sum(o.revisions for o in rows) / len(rows), sum(o.went_back for o in rows)
        print(f"  revisions a task {revisions:.2f}, marks that went back {backward}")
        for kind in KINDS:
            print("  {:<7} less none, errors up to 0.4: {:+.1f} [{:+.1f}, {:+.1f}]".format(kind, *_difference(rows, none, kind)))


def _share(rows: Sequence[Outcome]) -> float:
    return 100 * sum(o.met for o in rows) / max(1, len(rows))


def _difference(rows: Sequence[Outcome], none: dict[tuple[int, str, int], bool], kind: str) -> tuple[float, float, float]:
    by: dict[int, list[int]] = defaultdict(list)
    for o in rows:
        if o.kind == kind and o.error <= 0.4:
            by[o.seed].append(o.met - none[o.seed, o.kind, o.reach])
    seeds, chance = list(by.values()), random.Random(1)
    draws = sorted(_mean(chance.choices(seeds, k=len(seeds))) for _ in range(2000))
    return _mean(seeds), draws[50], draws[-50]


def _mean(groups: Sequence[Sequence[int]]) -> float:
    return 100 * sum(map(sum, groups)) / sum(map(len, groups))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=700_000)
    parser.add_argument("--tasks", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    with ProcessPoolExecutor(args.workers) as pool:
        found = [o for part in pool.map(all_of, range(args.first, args.first + args.tasks)) for o in part]
    report(found)


if __name__ == "__main__":
    main()
