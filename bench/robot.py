"""The arm at the table: four tasks, five kinds of trouble, seeds; judged by the simulator's true state.

    .venv/bin/python bench/robot.py [--seeds 10] [--sight true|noisy|camera] [--processes 2] [--speed]

Each episode is run under `validity` (the default), `fixed` and `on-error`, with the same embedded planner and the same seeds.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from math import hypot
from typing import Any, NamedTuple

from midcourse.core.logic.conditions import coverage, evaluate, parse
from midcourse.core.model import Call, Failed, Observation, Result, Task
from midcourse.core.run.settings import Limits, Patience, Settings
from midcourse.director.loop import Director
from midcourse.director.parts import Parts
from midcourse.engine.blobs import MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.judges.facts import FactsJudge
from midcourse.planners.repair import RepairPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.recovery.classify import RulesClassifier
from midcourse.testing import AnswersAll, FrozenClock
from midcourse.worlds.robot import Bin, NoisySight, RobotWorld, Scene, SteadySight, Thing, TrueSight
from midcourse.worlds.robot.disturbances import AWAY, KINDS, Disturber

WAYS = ("validity", "fixed", "on-error")
BINS = {"left_bin": Bin((0.42, -0.38)), "right_bin": Bin((0.42, 0.38))}
SPOTS = {"mark": (0.58, 0.0)}
TASKS = {
    "lift": "holding(red_cube)",
    "stack": "on(red_cube, blue_cube)",
    "sort": "on(red_cube, left_bin) and on(blue_cube, right_bin)",
    "arrange": "at(red_cube, mark) and on(green_cube, red_cube)",
}


class Episode(NamedTuple):
    """What came of one run."""

    task: str
    trouble: str
    seed: int
    way: str
    claimed: bool
    success: bool
    reason: str
    replans: int
    acts: int
    planner_calls: int
    repeats: int
    disturbed: int


def scene_of(seed: int) -> Scene:
    """Three cubes somewhere on the table, and a double of the red one that waits outside."""
    chance = random.Random(f"scene {seed}")
    places: list[tuple[float, float]] = [SPOTS["mark"]]
    while len(places) < 4:
        place = (chance.uniform(0.36, 0.62), chance.uniform(-0.22, 0.22))
        if all(hypot(place[0] - p[0], place[1] - p[1]) > 0.12 for p in places):
            places.append(place)
    things = {f"{c}_cube": Thing(c, place) for c, place in zip(("red", "blue", "green"), places[1:], strict=True)}
    return Scene({**things, "red_double": Thing("red", AWAY)}, BINS, SPOTS)


def belongs(task: str, scene: Scene) -> dict[str, tuple[float, float, float]]:
    """Where a helping person puts things."""
    blue = scene.objects["blue_cube"].at
    match task:
        case "stack":
            return {"red_cube": (*blue, 0.04)}
        case "sort":
            return {"red_cube": (*BINS["left_bin"].at, 0.0), "blue_cube": (*BINS["right_bin"].at, 0.0)}
        case "arrange":
            return {"red_cube": (*SPOTS["mark"], 0.0)}
        case _:
            return {"red_cube": (0.5, 0.05, 0.0)}


class Watched:
    """Around the world: counts acts that failed for good and are tried again though nothing about them changed."""

    def __init__(self, inner: RobotWorld) -> None:
        self._inner, self.vocabulary, self.repeats = inner, inner.vocabulary, 0
        self._failed: set[tuple[str, str, frozenset[str]]] = set()

    async def skills(self) -> Any:
        return await self._inner.skills()

    async def observe(self) -> Observation:
        return await self._inner.observe()

    def truth(self) -> set[str]:
        """The facts by the simulator's own word."""
        return self._inner.facts_of(TrueSight(self._inner.scene).see(self._inner.data))

    async def act(self, call: Call) -> Result:
        about = frozenset(f for f in self.truth() if any(str(v) in f for v in call.args.values()))
        key = (call.skill, repr(call.args), about)
        self.repeats += key in self._failed
        result = await self._inner.act(call)
        if isinstance(result, Failed) and result.reason in ("unreachable", "no_grasp", "bad_arguments", "unknown_skill"):
            self._failed.add(key)
        return result


def sight_of(name: str, seed: int) -> Any:
    """A way of seeing, by name."""
    if name == "camera":
        from midcourse.worlds.robot.camera import CameraSight

        return CameraSight
    if name == "noisy":
        return lambda scene: SteadySight(NoisySight(TrueSight(scene), seed))
    return TrueSight


def episode(task: str, trouble: str, seed: int, way: str, sight: str) -> Episode:
    """One run."""
    scene = scene_of(seed)
    world = RobotWorld(scene, sight_of(sight, seed))
    disturber = Disturber(world, trouble, seed, belongs(task, scene)) if trouble else None
    watched = Watched(world)
    store = MemoryStore()
    parts = Parts(
        watched, RepairPlanner(SearchPlanner()), FactsJudge(), AnswersAll(), store, store, MemoryBlobs(), FrozenClock(),
        classifier=RulesClassifier(),
    )  # fmt: skip
    settings = Settings(replan=way, limits=Limits(max_replans=5), patience=Patience(backoff=0.1))  # type: ignore[arg-type]
    run = asyncio.run(Director(parts, patient=False).start("r", Task(task, TASKS[task]), settings))
    truth = evaluate(parse(TASKS[task]), watched.truth(), coverage(("*",))) is True
    ending = run.ending
    world.close()
    return Episode(
        task, trouble, seed, way, bool(ending and ending.success), truth and bool(ending and ending.success),
        ending.final_reason if ending else "waiting", run.spent.replans, run.spent.steps, run.spent.planner_calls,
        watched.repeats, len(disturber.log) if disturber else 0,
    )  # fmt: skip


def _one(arguments: tuple[str, str, int, str, str]) -> Episode:
    return episode(*arguments)


def report(episodes: list[Episode], sight: str) -> None:
    """One line for each kind of trouble and way."""
    print(f"{len(episodes)} episodes, sight: {sight}")
    print(
        "| trouble | "
        + " | ".join(f"{w}: success" for w in WAYS)
        + " | "
        + " | ".join(f"{w}: replans, acts" for w in WAYS)
        + " |"
    )
    print("|---|" + "---:|" * (2 * len(WAYS)))
    for trouble in (*KINDS, "all"):
        of = {w: [e for e in episodes if e.way == w and trouble in (e.trouble, "all")] for w in WAYS}
        won = [f"{sum(e.success for e in of[w])}/{len(of[w])}" for w in WAYS]
        cost = [f"{_mean(e.replans for e in of[w]):.2f}, {_mean(e.acts for e in of[w]):.2f}" for w in WAYS]
        print(f"| {trouble} | " + " | ".join((*won, *cost)) + " |")
    for way in WAYS:
        mine = [e for e in episodes if e.way == way]
        false = sum(e.claimed and not e.success for e in mine)
        lost = Counter(e.reason for e in mine if not e.success)
        print(f"{way}: false success {false}, harmful repeats {sum(e.repeats for e in mine)}, not won: {dict(lost)}")


def _mean(values: Any) -> float:
    found = list(values)
    return statistics.mean(found) if found else 0.0


# --- speed ----------------------------------------------------------------------------------------------------------------


def _pick(far: bool) -> float:
    world = RobotWorld(Scene({"red_cube": Thing("red", (1.2, 0.0) if far else (0.5, 0.0))}))
    began = time.perf_counter()
    result = world.hands.do("pick", {"object": "red_cube"})
    took = time.perf_counter() - began
    assert isinstance(result, Failed) == far
    return took


def _picks(count: int) -> int:
    for _ in range(count):
        _pick(False)
    return count


def speed() -> None:
    """How long a pick takes, the verdict that there is none, and many arms at once."""
    near, far = ([_pick(f) for _ in range(9)] for f in (False, True))
    print(f"a pick in reach {statistics.median(near):.3f} s of wall time; the unreachable verdict {statistics.median(far):.3f} s")
    for processes in (1, 2):
        began = time.perf_counter()
        with ProcessPoolExecutor(processes) as pool:
            done = sum(pool.map(_picks, [8] * 10))
        print(f"ten arms in {processes} process(es): {done / (time.perf_counter() - began):.1f} picks a second")


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sight", choices=("true", "noisy", "camera"), default="true")
    parser.add_argument("--troubles", nargs="*", choices=KINDS, default=list(KINDS))
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--speed", action="store_true")
    options = parser.parse_args()
    if options.speed:
        speed()
        return
    seeds = range(options.first, options.first + options.seeds)
    work = [(t, k, s, w, options.sight) for t in TASKS for k in options.troubles for s in seeds for w in options.ways]
    with ProcessPoolExecutor(options.processes) as pool:
        episodes = list(pool.map(_one, work, chunksize=4))
    report(episodes, options.sight)


if __name__ == "__main__":
    main()
