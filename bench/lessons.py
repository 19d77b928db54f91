"""Lessons: what a second encounter with a like failure costs, what look-alikes do, and how long recalling takes.

    .venv/bin/python bench/lessons.py [--pairs 50] [--decoys 50] [--lessons 10000]

A pair is the same hidden rule met twice, with other names, other numbers and, in a third of the pairs, other words in the
message; the engine is not told which belong together. A decoy looks like a failure that was mended before, and is not. The
planner gropes: it tries one idea after the other in an order of its own and remembers nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from midcourse.core.gates.request import PlanRequest
from midcourse.core.history.lessons import Lesson
from midcourse.core.history.situations import Situation
from midcourse.core.model import Call, Failed, Parameter, Result, Skill, Task
from midcourse.core.plans.edits import Insert
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.protocols import Memory
from midcourse.core.run.events import Planned
from midcourse.core.run.settings import Patience, Settings
from midcourse.core.run.state import Run
from midcourse.director.loop import Director
from midcourse.director.parts import Parts
from midcourse.engine.blobs import MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.judges.facts import FactsJudge
from midcourse.recovery import vectors
from midcourse.recovery.classify import RulesClassifier
from midcourse.recovery.lessons import SqliteLessons
from midcourse.recovery.reflect import RulesReflector
from midcourse.testing import AnswersAll, FrozenClock, SymbolicWorld

IDEAS = 4
"""Things that the planner can think of when an act fails."""
NOUNS = ["door", "valve", "crate", "lamp", "pump", "shelf", "gate", "drawer", "hatch", "panel", "reel", "tank"]
WORDS = ["stuck", "jammed", "sealed", "frozen", "blocked", "seized", "closed", "shut"]
THINGS = ["north", "south", "east", "west", "attic", "cellar", "yard", "hall", "loft", "shed", "barn", "dock", "pier", "annex"]


@dataclass(frozen=True)
class Riddle:
    """A failing act and its hidden cure: one of several ideas, of one of four sorts."""

    sort: str
    noun: str
    word: str
    cure: int

    @property
    def skills(self) -> list[Skill]:
        """What the world offers. No contract tells the cure."""
        thing = Parameter("thing", "str")
        open_ = f"open_{self.noun}"
        modes = tuple(f"mode{i}" for i in range(IDEAS))
        extra = [Parameter("mode", "str", required=False, choices=modes), Parameter("tool", "str", required=False)]
        found = [Skill(open_, parameters=(thing, *extra), makes="opened({thing})")]
        if self.sort == "first do":
            found += [
                Skill(f"idea{i}", parameters=(thing,), makes=f"prepared{i}({{thing}})", repeatable=True) for i in range(IDEAS)
            ]
        if self.sort == "another act":
            found += [Skill(f"force{i}", parameters=(thing,), makes="opened({thing})", repeatable=True) for i in range(IDEAS)]
        return found

    def facts(self, thing: str) -> list[str]:
        """What is to be seen: tools that fit, in the riddles that are about them."""
        return [f"fits{i}(tool{i}_{thing}, {thing})" for i in range(IDEAS)] if self.sort == "the tool that fits" else []

    def idea(self, i: int, thing: str) -> list[Act]:
        """The way that rests on one idea."""
        open_ = f"open_{self.noun}"
        match self.sort:
            case "first do":
                return [Act(f"idea{i}", {"thing": thing}), Act(open_, {"thing": thing})]
            case "another act":
                return [Act(f"force{i}", {"thing": thing})]
            case "another argument":
                return [Act(open_, {"thing": thing, "mode": f"mode{i}"})]
            case _:
                return [Act(open_, {"thing": thing, "tool": f"tool{i}_{thing}"})]

    def works(self, call: Call, facts: set[str]) -> bool:
        """Whether the act works, by the hidden rule."""
        thing = call.args["thing"]
        match self.sort:
            case "first do":
                return not call.skill.startswith("open_") or f"prepared{self.cure}({thing})" in facts
            case "another act":
                return call.skill == f"force{self.cure}"
            case "another argument":
                return call.args.get("mode") == f"mode{self.cure}"
            case _:
                return call.args.get("tool") == f"tool{self.cure}_{thing}"


SORTS = ("first do", "another act", "another argument", "the tool that fits")


class RiddleWorld(SymbolicWorld):
    """Fails with a message until the cure is used."""

    def __init__(self, riddle: Riddle, thing: str, other_words: bool, chance: random.Random) -> None:
        super().__init__(riddle.skills, riddle.facts(thing))
        self._riddle, self._words, self._rng = riddle, other_words, chance

    async def act(self, call: Call) -> Result:
        """By the hidden rule."""
        if self._riddle.works(call, self.truth):
            return await super().act(call)
        self.calls.append(call)
        place = f"{call.args['thing']} (unit {self._rng.randrange(100, 999)})"
        text = f"the {self._riddle.noun} at {place} is {self._riddle.word} and does not move"
        return Failed("object_not_found", f"it seems that {text}" if self._words else text)


class Groping:
    """Tries the plain act, then one idea after the other, in an order of its own."""

    def __init__(self, riddle: Riddle, thing: str, order: list[int]) -> None:
        self._riddle, self._thing, self._order, self.calls = riddle, thing, order, 0

    async def plan(self, request: PlanRequest) -> Draft:
        """The next idea that was not tried."""
        self.calls += 1
        if not request.attempts:
            return Draft((Act(f"open_{self._riddle.noun}", {"thing": self._thing}),), author="groping")
        tried = {(a.skill, repr(a.args)) for a in request.attempts}
        for i in self._order:
            way = self._riddle.idea(i, self._thing)
            made = f"prepared{i}({self._thing})"
            if (way[-1].skill, repr(way[-1].args)) not in tried and self._riddle.sort != "first do":
                return Draft(tuple(way), author="groping")
            if self._riddle.sort == "first do" and made not in request.facts:
                return Draft(tuple(way), author="groping")
        return Draft(tuple(self._riddle.idea(self._order[-1], self._thing)), author="groping")


class Met(NamedTuple):
    """One encounter."""

    calls: int
    success: bool
    by_lesson: int
    acts: int


async def meet(
    riddle: Riddle, thing: str, chance: random.Random, memory: Memory | None, name: str, other_words: bool = False
) -> Met:
    """One run on one riddle."""
    order = list(range(IDEAS))
    chance.shuffle(order)
    world, planner = RiddleWorld(riddle, thing, other_words, chance), Groping(riddle, thing, order)
    store = MemoryStore()
    parts = Parts(
        world, planner, FactsJudge(), AnswersAll(), store, store, MemoryBlobs(), FrozenClock(),
        classifier=RulesClassifier(), reflector=RulesReflector(), memory=memory,
    )  # fmt: skip
    task = Task(f"open the {riddle.noun}", f"opened({thing})")
    run: Run = await Director(parts, patient=False).start(name, task, Settings(patience=Patience(backoff=0.0)))
    entries = await store.read(name)
    lessons = sum(isinstance(e.event, Planned) and e.event.plan.author.startswith("lesson") for e in entries)
    return Met(planner.calls, bool(run.ending and run.ending.success), lessons, run.spent.steps)


def riddle_of(chance: random.Random, sort: str) -> Riddle:
    """A riddle of a sort."""
    return Riddle(sort, chance.choice(NOUNS), chance.choice(WORDS), chance.randrange(IDEAS))


async def pairs(count: int, folder: Path, seed: int = 0) -> tuple[list[Met], list[Met], list[Met]]:
    """(first encounters, second ones with what was learned, second ones without)."""
    first: list[Met] = []
    second: list[Met] = []
    without: list[Met] = []
    for i in range(count):
        chance = random.Random(f"pair {seed} {i}")
        riddle = riddle_of(chance, SORTS[i % len(SORTS)])
        here, there = chance.sample(THINGS, 2)
        memory = SqliteLessons(folder / f"pair{seed}-{i}.db")
        first.append(await meet(riddle, here, chance, memory, f"p{i}a"))
        state = chance.getstate()
        other_words = i % 3 == 2
        second.append(await meet(riddle, there, chance, memory, f"p{i}b", other_words))
        chance.setstate(state)
        without.append(await meet(riddle, there, chance, None, f"p{i}c", other_words))
        memory.close()
    return first, second, without


class Decoy(NamedTuple):
    """A look-alike, met with a lesson at hand, and without; and what became of the lesson."""

    with_lesson: Met
    without: Met
    again: Met
    """A second look-alike, met with the same memory."""
    put_aside: bool


async def decoys(count: int, folder: Path, seed: int = 0) -> list[Decoy]:
    """Failures that look like one that was mended, and have another cure."""
    found: list[Decoy] = []
    for i in range(count):
        chance = random.Random(f"decoy {seed} {i}")
        riddle = riddle_of(chance, SORTS[i % len(SORTS)])
        other = Riddle(riddle.sort, riddle.noun, riddle.word, (riddle.cure + 1 + chance.randrange(IDEAS - 1)) % IDEAS)
        here, there, third = chance.sample(THINGS, 3)
        memory = SqliteLessons(folder / f"decoy{seed}-{i}.db")
        await meet(riddle, here, chance, memory, f"d{i}a")
        good = {k.id for k in memory.all() if k.helped}
        state = chance.getstate()
        with_lesson = await meet(other, there, chance, memory, f"d{i}b")
        aside = all(k.quarantined for k in memory.all() if k.id in good and k.harmed)
        chance.setstate(state)
        without = await meet(other, there, chance, None, f"d{i}c")
        again = await meet(other, third, chance, memory, f"d{i}d")
        memory.close()
        found.append(Decoy(with_lesson, without, again, aside))
    return found


# --- recalling ------------------------------------------------------------------------------------------------------------


def lesson(n: int) -> Lesson:
    """One of many different lessons."""
    chance = random.Random(n)
    words = " ".join(chance.choice(NOUNS + WORDS + THINGS) for _ in range(8))
    situation = Situation(f"skill{n % 300}", f"reason{n % 40}", f"the {words} did not {n % 97}", {"a": str(n)}, "w", "changed")
    return Lesson(situation, Insert((Act(f"fix{n}"),)), helped=1.0)


def timed(action: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of each of several calls."""
    took: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        action()
        took.append((time.perf_counter() - began) * 1000)
    return took


def recalling(count: int, folder: Path) -> None:
    """How long a recall takes among so many."""
    for name, functions in (("full text", None), ("full text and vectors", vectors.load())):
        if functions is None and name != "full text":
            print("  vectors: wordllama is not installed")
            continue
        kept = SqliteLessons(folder / f"{len(name)}.db", functions)
        kept.put([lesson(n) for n in range(count)])
        loop = asyncio.new_event_loop()
        numbers = iter(range(10**9))

        def recall(change: Callable[[Situation], Situation], kept: SqliteLessons = kept) -> None:
            wanted = change(lesson(next(numbers) * 37 % count).situation)  # noqa: B023
            loop.run_until_complete(kept.recall(wanted, "me", "", 0.0))  # noqa: B023

        asks: dict[str, Callable[[Situation], Situation]] = {
            "the same": lambda s: s,
            "a like one": lambda s: Situation(s.skill, s.reason, f"{s.shape} at all", s.args, s.world, s.kind),
            "nothing like it": lambda s: Situation("zork", "frotz", "plugh xyzzy", {}, "w", s.kind),
        }
        for what, change in asks.items():
            timed(lambda change=change: recall(change), 3)  # the first reads what the others have at hand
            took = timed(lambda change=change: recall(change), 200)
            worst = sorted(took)[int(len(took) * 0.95)]
            print(f"  {name:<22} {what:<16} median {statistics.median(took):6.2f} ms, 95 in 100 below {worst:6.2f} ms")
        loop.close()
        kept.close()


def main() -> None:
    """Print all three tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--decoys", type=int, default=50)
    parser.add_argument("--lessons", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _report(options, Path(folder))


def _report(options: argparse.Namespace, folder: Path) -> None:
    first, second, without = asyncio.run(pairs(options.pairs, folder))
    print(f"{options.pairs} pairs of like failures")
    for name, met in (("first encounter", first), ("second, with lessons", second), ("second, without", without)):
        calls = sum(m.calls for m in met) / len(met)
        acts = sum(m.acts for m in met) / len(met)
        print(f"  {name:<22} success {sum(m.success for m in met)}/{len(met)}  planner calls {calls:.2f}  acts {acts:.2f}")
    print(f"  planner calls, second over first: {sum(m.calls for m in second) / sum(m.calls for m in first):.2f}")
    fooled = asyncio.run(decoys(options.decoys, folder))
    print(f"{options.decoys} decoys")
    for name, met in (
        ("with a wrong lesson", [d.with_lesson for d in fooled]),
        ("without lessons", [d.without for d in fooled]),
        ("met again", [d.again for d in fooled]),
    ):
        calls = sum(m.calls for m in met) / len(met)
        print(f"  {name:<22} success {sum(m.success for m in met)}/{len(met)}  planner calls {calls:.2f}")
    print(f"  harmful lessons put aside after one harm: {sum(d.put_aside for d in fooled)}/{len(fooled)}")
    print(f"recalling one of {options.lessons} lessons")
    recalling(options.lessons, folder)


if __name__ == "__main__":
    main()
