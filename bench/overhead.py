"""What the loop costs, and the same ten-step task on LangGraph, measured in one run.

    make bench            (or: .venv-bench/bin/python bench/overhead.py [--quick] [--out FOLDER])

Prints a table of figures and ratios; writes overhead.md, overhead.json and growth.svg to the folder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import statistics
import tempfile
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from midcourse import Call, Done, Limits, Observation, Parameter, Settings, Skill, act, fact
from midcourse.approval.rules import RulesApprover
from midcourse.core.logic.conditions import coverage, parse
from midcourse.core.model import Task
from midcourse.core.plans.contracts import contract_of
from midcourse.core.plans.kernels import Kernels
from midcourse.core.plans.plan import Act
from midcourse.core.whatif import first_difference
from midcourse.director.loop import Director
from midcourse.director.parts import Parts
from midcourse.engine.blobs import FolderBlobs, MemoryBlobs
from midcourse.engine.clock import SystemClock
from midcourse.engine.memory import MemoryStore
from midcourse.engine.sqlite import SqliteStore
from midcourse.judges.facts import FactsJudge
from midcourse.planners.scripted import ScriptedPlanner


class Bench:
    """A world of n facts in which step i makes done(i). As quick as a world can be: what is measured is the loop."""

    def __init__(self, facts: int, pad: str = "") -> None:
        self._still = frozenset(fact("still", i) for i in range(facts))
        self._done: set[str] = set()
        self._pad = pad
        self._looks = 0

    async def skills(self) -> list[Skill]:
        return [Skill("do", parameters=(Parameter("i", "int"),), makes="done({i})", complete=True)]

    async def observe(self) -> Observation:
        facts = self._still | self._done
        if self._pad:
            self._looks += 1
            facts = facts | {fact("screen", f"{self._looks} {self._pad}")}
        return Observation(facts)

    async def act(self, call: Call) -> Done:
        self._done.add(fact("done", call.args["i"]))
        return Done()


def parts(world: Bench, store: MemoryStore | SqliteStore, steps: int, blobs=None) -> Parts:
    planner = ScriptedPlanner([act("do", i=i) for i in range(steps)])
    return Parts(world, planner, FactsJudge(), RulesApprover(), store, store, blobs or MemoryBlobs(), SystemClock())


def task(steps: int) -> Task:
    return Task("do all", " and ".join(f"done({i})" for i in range(steps)))


LIMITS = Settings(limits=Limits(max_steps=100_000, max_seconds=1e6))


async def one_run(store: MemoryStore | SqliteStore, name: str, facts: int, steps: int) -> None:
    run = await Director(parts(Bench(facts), store, steps)).start(name, task(steps), LIMITS)
    assert run.ending is not None and run.ending.success


def per_step(facts: int, steps: int, repeats: int) -> float:
    """Microseconds a step of whole runs in memory: look, decide, record, act; the median of several."""

    async def story() -> list[float]:
        took: list[float] = []
        for _ in range(repeats + 1):
            director, wanted = Director(parts(Bench(facts), MemoryStore(), steps)), task(steps)
            began = time.perf_counter()
            run = await director.start("r", wanted, LIMITS)
            took.append((time.perf_counter() - began) / steps * 1e6)
            assert run.ending is not None and run.ending.success
        return took[1:]

    return statistics.median(asyncio.run(story()))


def monitor(facts: int, steps: int, changed: int, looks: int) -> float:
    """Microseconds that a look costs the monitor alone."""
    skill = Skill("do", parameters=(Parameter("i", "int"),), needs="still({i})", makes="done({i})", complete=True)
    contracts = [contract_of(Act("do", {"i": i}), {"do": skill}) for i in range(steps)]
    goal = parse(" and ".join(f"done({i})" for i in range(steps)))
    now = {fact("still", i) for i in range(facts)}
    covered = coverage(("*",))
    kernels = Kernels.build(contracts, goal, now, covered)
    took = 0.0
    for look in range(looks):
        turned = [fact("still", (look * changed + k) % facts) for k in range(changed)]
        now = now ^ set(turned)
        began = time.perf_counter()
        kernels = kernels.seen(turned, now, covered)
        kernels.furthest(0)
        took += time.perf_counter() - began
    return took / looks * 1e6


def sqlite_rate(runs: int, tasks: int) -> tuple[float, float]:
    """(events a second, ten-step tasks a second): every intent and outcome durable before what follows it."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "journal.db")

        async def lane(lane: int) -> None:
            for i in range(max(1, tasks // runs)):
                await one_run(store, f"{lane}-{i}", 10, 10)

        async def story() -> tuple[float, int]:
            began = time.perf_counter()
            await asyncio.gather(*(lane(i) for i in range(runs)))
            took = time.perf_counter() - began
            return took, sum(s.events for s in await store.runs())

        took, events = asyncio.run(story())
        store.shut()
        return events / took, max(1, tasks // runs) * runs / took


class Wave(NamedTuple):
    """What one wave of tasks at once took, in seconds."""

    wall: float
    cpu: float
    """Of the whole process, threads that write included; the rest of the wall time is waiting for the disk."""


async def _wave(work: Sequence[Coroutine[Any, Any, None]]) -> Wave:
    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*work)
    return Wave(time.perf_counter() - wall, time.process_time() - cpu)


def waves(count: int, at_once: int) -> list[Wave]:
    """The same ten-step task so many times at once, wave after wave on one SQLite store."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "journal.db")

        async def story() -> list[Wave]:
            return [await _wave([one_run(store, f"{w}-{i}", 10, 10) for i in range(at_once)]) for w in range(count)]

        took = asyncio.run(story())
        store.shut()
        return took


def bytes_per_step(steps: int, size: int) -> tuple[float, float]:
    """(bytes stored, bytes observed) a step, with looks of which `size` bytes are new each time."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "journal.db")
        blobs = FolderBlobs(Path(folder) / "blobs")
        director = Director(parts(Bench(10, "x" * size), store, steps, blobs))
        run = asyncio.run(director.start("r", task(steps), LIMITS))
        assert run.ending is not None and run.ending.success
        looks = run.seen.belief.looks
        store.shut()
        stored = sum(p.stat().st_size for p in Path(folder).rglob("*") if p.is_file())
        return stored / steps, looks * size / steps


# --- the same on LangGraph ----------------------------------------------------------------------------------------


def langgraph_rates(counts: list[int], tasks: int, most_waves: int, at_once: int) -> tuple[dict[str, float], list[Wave]]:
    """Ten-step tasks a second: in memory, and with the SQLite checkpointer at so many tasks at once; and waves of them."""
    from typing import TypedDict

    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
    from langgraph.graph import END, START, StateGraph

    class State(TypedDict):
        done: list[int]

    def graph(saver):
        built = StateGraph(State)

        def node(i: int):
            async def do(state: State) -> State:
                return {"done": [*state["done"], i]}

            return do

        for i in range(10):
            built.add_node(f"n{i}", node(i))
            built.add_edge(START if i == 0 else f"n{i - 1}", f"n{i}")
        built.add_edge("n9", END)
        return built.compile(checkpointer=saver)

    async def many(app, lanes: int, count: int) -> float:
        async def lane(k: int) -> None:
            for i in range(max(1, count // lanes)):
                config = {"configurable": {"thread_id": f"{k}-{i}"}}
                out = await app.ainvoke({"done": []}, config, durability="sync")
                assert len(out["done"]) == 10

        began = time.perf_counter()
        await asyncio.gather(*(lane(k) for k in range(lanes)))
        return max(1, count // lanes) * lanes / (time.perf_counter() - began)

    rates: dict[str, float] = {}
    took: list[Wave] = []

    async def one(app, name: str) -> None:
        out = await app.ainvoke({"done": []}, {"configurable": {"thread_id": name}}, durability="sync")
        assert len(out["done"]) == 10

    async def story() -> None:
        app = graph(InMemorySaver())
        await many(app, 1, 3)
        rates["memory"] = await many(app, 1, tasks)
        for lanes in counts:
            with tempfile.TemporaryDirectory() as folder:
                async with AsyncSqliteSaver.from_conn_string(f"{folder}/lg.db") as saver:
                    await saver.conn.execute("PRAGMA synchronous=FULL")
                    app = graph(saver)
                    rates[str(lanes)] = await many(app, lanes, max(tasks, lanes))
        with tempfile.TemporaryDirectory() as folder:
            async with AsyncSqliteSaver.from_conn_string(f"{folder}/lg.db") as saver:
                await saver.conn.execute("PRAGMA synchronous=FULL")
                app = graph(saver)
                for w in range(most_waves):
                    took.append(await _wave([one(app, f"w{w}-{i}") for i in range(at_once)]))

    asyncio.run(story())
    return rates, took


# --- growth -------------------------------------------------------------------------------------------------------


def journal_growth(steps: int) -> tuple[float, float]:
    """(microseconds to replay and decide again, per event; microseconds a step of the run) for a journal this long."""
    store = MemoryStore()
    began = time.perf_counter()
    asyncio.run(one_run(store, "r", 10, steps))
    ran = (time.perf_counter() - began) / steps * 1e6
    entries = asyncio.run(store.read("r"))
    began = time.perf_counter()
    assert first_difference(entries) is None
    return (time.perf_counter() - began) / len(entries) * 1e6, ran


def plot(series: dict[str, list[tuple[float, float]]], path: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(series), figsize=(4.2 * len(series), 3.2))
    for axis, (name, points) in zip(axes, series.items(), strict=True):
        axis.plot(*zip(*points, strict=True), marker="o", color="#2563eb")
        axis.set_title(name, fontsize=10)
        axis.set_ylim(bottom=0)
        axis.set_ylabel("µs")
        axis.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats, no plots")
    parser.add_argument("--out", type=Path, default=Path(".midcourse/bench"))
    given = parser.parse_args()
    repeats, tasks = (3, 20) if given.quick else (9, 200)
    rows: list[tuple[str, str, str]] = []

    def note(name: str, value: str, bar: str = "") -> None:
        rows.append((name, value, bar))
        print(f"{name:<58} {value:>14}   {bar}", flush=True)

    note("a step in memory, 10 facts x 10 steps", f"{per_step(10, 10, repeats * 3):.0f} µs", "at most 200")
    note("a step in memory, 1,000 facts x 50 steps", f"{per_step(1000, 50, repeats):.0f} µs", "at most 400")
    note("the monitor, 1,000 facts x 50 steps, 5 changed", f"{monitor(1000, 50, 5, 400):.1f} µs", "at most 50")
    ours: dict[int, float] = {}
    for lanes in (1, 10, 100):
        events, rate = sqlite_rate(lanes, max(tasks, lanes))
        ours[lanes] = rate
        note(f"SQLite, {lanes} runs at once", f"{events:,.0f} events/s", f"{rate:.0f} tasks/s")
    count = 2 if given.quick else 10
    our_waves = waves(count, 100)
    theirs, their_waves = langgraph_rates([1, 10, 100], tasks, count, 100)
    memory = 1e6 / per_step(10, 10, repeats * 3) / 10
    note("LangGraph in memory", f"{theirs['memory']:.0f} tasks/s", f"ratio {memory / theirs['memory']:.1f}")
    for lanes, bar in ((1, "at least 5"), (10, ""), (100, "at least 10")):
        ratio = ours[lanes] / theirs[str(lanes)]
        note(f"LangGraph SQLite, {lanes} at once", f"{theirs[str(lanes)]:.0f} tasks/s", f"ratio {ratio:.1f} {bar}")
    for who, took in (("Midcourse", our_waves), ("LangGraph", their_waves)):
        cpu, wall = sum(w.cpu for w in took), sum(w.wall for w in took)
        note(
            f"{who}, {count} waves of 100 at once, SQLite",
            f"{100 * count / wall:.0f} tasks/s",
            f"{cpu / count / 100 * 1e3:.1f} ms CPU a task, {wall - cpu:.1f} s of {wall:.1f} s waiting; "
            f"wave 1 {took[0].wall:.2f} s, last {took[-1].wall:.2f} s",
        )
    by_cpu = sum(w.cpu for w in their_waves) / sum(w.cpu for w in our_waves)
    by_wall = sum(w.wall for w in their_waves) / sum(w.wall for w in our_waves)
    note(f"the same, ratio over {count} waves", f"{by_cpu:.1f} by CPU", f"{by_wall:.1f} by the clock; at least 2.5 by CPU")
    stored, seen = bytes_per_step(30, 50_000)
    note(
        "stored a step, with 50 KB of new observation", f"{stored / 1000:.1f} KB", f"{stored / seen:.3f} of the data; at most 1.2"
    )
    given.out.mkdir(parents=True, exist_ok=True)
    if not given.quick:
        growth: dict[str, list[tuple[float, float]]] = {
            "a step, by plan length": [(n, per_step(10, n, 3)) for n in (10, 50, 100, 200, 400)],
            "a step, by facts": [(n, per_step(n, 20, 3)) for n in (10, 300, 1000, 3000, 6000)],
            "replay, per event, by steps": [(n, journal_growth(n)[0]) for n in (10, 50, 100, 200, 400)],
        }
        plot(growth, given.out / "growth.svg")
        for name, points in growth.items():
            note(name, "", ", ".join(f"{int(n)}: {value:.0f}" for n, value in points))
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    table = "\n".join(f"| {name} | {value} | {bar} |" for name, value, bar in rows)
    (given.out / "overhead.md").write_text(f"Measured on {machine}.\n\n| what | figure | |\n|---|---|---|\n{table}\n")
    (given.out / "overhead.json").write_text(json.dumps(rows, indent=1))
    print(f"written to {given.out}")


if __name__ == "__main__":
    main()
