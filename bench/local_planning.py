"""Local planning on random interfaces that nobody has a map of, beside a forward loop with the same helps.

    .venv/bin/python bench/local_planning.py [--first 500000] [--interfaces 300] [--caps 10,30,60]

Each interface has one goal, 3 to 6 acts away. It is tried in 27 cells: how reliable going back is, how noisy closeness is, how
good the proposer is. All are capped by acts, those on the way back included. Local planning runs through the whole engine.
Goals that cannot be reached are left out of the shares of success. The intervals are bootstrapped by interface.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from interfaces.loops import as_first_written, forward
from interfaces.screens import Interface, make_wish
from interfaces.user import GOAL, InUse
from interfaces.world import Feels, Leave, Names, Screens

from midcourse.core.local.atlas import Atlas
from midcourse.core.local.figures import LocalSettings
from midcourse.core.model import Task
from midcourse.core.run.settings import AutoReplanning, Limits, Looking, Patience, Settings
from midcourse.director.loop import Director
from midcourse.director.parts import Parts
from midcourse.engine.blobs import MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.judges.facts import FactsJudge
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.maps import kept, read_map
from midcourse.testing import FrozenClock

UNDO, NOISE, SKILL = (1.0, 0.7, 0.4), (0.0, 1.5, 3.0), (0.3, 0.6, 0.9)
MANY = 10_000
LAWS = ("local", "forward", "first written")


class Outcome(NamedTuple):
    """What came of one episode."""

    interface: int
    noise: float
    skill: float
    law: str
    cap: int
    met: bool
    calls: int
    acts: int
    gave_up: bool
    without_leave: int
    unmarked: int
    changed: int
    backs: tuple[int, int, int]


def settings_for(cap: int) -> Settings:
    """The engine's limits out of the way: the cap alone ends an episode."""
    return Settings(
        limits=Limits(max_steps=cap, max_segments=MANY, max_replans=MANY, max_planner_calls=MANY, max_model_calls=MANY),
        auto=AutoReplanning(max_attempts=MANY, require_human_intervention_after=MANY, min_interval_seconds=0.0),
        patience=Patience(retries=1, backoff=0.0, stuck_after=MANY),
        looking=Looking(settle_seconds=0.0),
    )


def drive(use: InUse, cap: int, before: LocalPlanner | None = None) -> LocalPlanner:
    """One episode through the engine. `before`: an earlier run, of which it knows what a map on the disk keeps."""
    world, store = Screens(use), MemoryStore()
    atlas, acts = read_map(kept(before.atlas, before.acts)) if before is not None else (None, {})
    planner = LocalPlanner(Names(world), Feels(world), settings=LocalSettings(acts=cap), atlas=atlas)
    planner.acts.update(acts)
    parts = Parts(world, planner, FactsJudge(), Leave(use), store, store, MemoryBlobs(), FrozenClock())
    values = {"toggle": f"value({use.wish.element}, on)", "field": f"value({use.wish.element}, {GOAL})"}
    goal = f"reach {' '.join(map(str, sorted(use.wish.words)))}"
    task = Task(goal, values.get(use.wish.kind, "reached"))
    asyncio.run(Director(parts, patient=False).start("r", task, settings_for(cap)))
    return planner


def episodes(seed: int, caps: Sequence[int]) -> list[Outcome]:
    """Every law on every cell of one interface."""
    found: list[Outcome] = []
    for undo in UNDO:
        interface = Interface(seed, undo)
        wish = make_wish(interface, seed)
        if wish is None or wish.reach == "gone":
            continue
        for noise in NOISE:
            for skill in SKILL:
                for cap in caps:
                    for law in LAWS:
                        use = InUse(interface, wish, skill, noise, seed * 7 + round(skill * 10))
                        backs = (0, 0, 0)
                        if law == "local":
                            [episode] = drive(use, cap).episodes
                            restored, partial, diverged = episode.backs.values()
                            backs = (restored, partial, diverged)
                        elif law == "forward":
                            forward(use, cap)
                        else:
                            as_first_written(use, cap)
                        gave_up = not use.is_met and use.acts < cap
                        found.append(
                            Outcome(seed, noise, skill, law, cap, use.is_met, use.calls, use.acts, gave_up,
                                    use.marked_without_leave, use.unmarked, use.changed_values, backs)
                        )  # fmt: skip
    return found


class Again(NamedTuple):
    """A second run: with the map of the first, or without."""

    kind: str
    mapped: bool
    met: bool
    calls: int
    ratio: float | None
    """Acts for each act of the shortest way in the map, slips and interruptions left out; None where that says nothing."""


def second_runs(seed: int) -> list[Again]:
    """Where a run of 60 acts reached the goal, one more with its map and without: the same goal, another, a changed way."""
    found: list[Again] = []
    interface = Interface(seed, 0.7)
    wish, other = make_wish(interface, seed), make_wish(interface, seed + 500)
    if wish is None or other is None or "gone" in (wish.reach, other.reach):
        return []
    changed = interface.changed(0.15, seed)
    moved = make_wish(changed, seed)
    for skill in (0.6, 0.9):
        first = InUse(interface, wish, skill, 1.5, seed * 7)
        learned = drive(first, 60)
        if not first.is_met:
            continue
        scenes = [("same goal", interface, wish), ("other goal", interface, other)]
        if moved is not None and moved.screen == wish.screen and moved.element == wish.element and moved.reach != "gone":
            scenes.append(("changed", changed, moved))
        for kind, there, wanted in scenes:
            for mapped in (True, False):
                use = InUse(there, wanted, skill, 1.5, seed * 11 + 3)
                drive(use, 30, learned if mapped else None)
                shortest = _shortest(learned.atlas) if kind == "same goal" and use.is_met else None
                ratio = (use.acts - use.amiss) / shortest if shortest else None
                found.append(Again(kind, mapped, use.is_met, use.calls, ratio))
    return found


def _shortest(atlas: Atlas) -> int | None:
    """Acts of the shortest way in a map from where the run began to its one goal, with the fields that were filled on it."""
    [(place, _)] = atlas.ends.values()
    far, legs = atlas.travel(0, set())
    if place not in far:
        return None
    way = [place]
    while way[-1] != 0:
        way.append(legs[way[-1]][0])
    return len(way) + sum(spot[0] in way for spot in atlas.filled - set(atlas.ends.values()))


def report_map(runs: Sequence[Again]) -> None:
    """The second table."""
    for kind in ("same goal", "changed", "other goal"):
        for mapped in (True, False):
            rows = [r for r in runs if r.kind == kind and r.mapped == mapped]
            n = max(1, len(rows))
            how = "with" if mapped else "without"
            print(
                f"{kind:<11} {how} a map: {100 * sum(r.met for r in rows) / n:5.1f} % of {len(rows)}, "
                f"calls {sum(r.calls for r in rows) / n:4.1f}, no call at all {100 * sum(r.calls == 0 for r in rows) / n:3.0f} %"
            )
            if ratios := sorted(r.ratio for r in rows if r.ratio is not None):
                near = 100 * sum(ratio <= 1.1 for ratio in ratios) / len(ratios)
                median = ratios[len(ratios) // 2]
                print(f"            of the shortest way in the map: median {median:.2f}, at most 1.1 in {near:.0f} %")


def share(outcomes: Iterable[Outcome]) -> float:
    """Successes in a hundred."""
    met = [o.met for o in outcomes]
    return 100 * sum(met) / max(1, len(met))


def difference(outcomes: Sequence[Outcome], cap: int) -> tuple[float, float, float]:
    """Local planning less the forward loop, in points, with the 95 % interval over interfaces."""
    by: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for o in outcomes:
        if o.cap == cap and o.law in ("local", "forward"):
            by[o.interface][0] += o.met if o.law == "local" else -o.met
            by[o.interface][1] += o.law == "local"
    rows, chance = list(by.values()), random.Random(1)
    draws = sorted(
        100 * sum(r[0] for r in drawn) / sum(r[1] for r in drawn)
        for drawn in (chance.choices(rows, k=len(rows)) for _ in range(2000))
    )
    return 100 * sum(r[0] for r in rows) / sum(r[1] for r in rows), draws[50], draws[-50]


def report(outcomes: Sequence[Outcome], caps: Sequence[int]) -> None:
    """The table."""
    print(f"{'acts':>4} {'law':<14} success  calls  acts  gave up  values changed  without leave  unmarked")
    for cap in caps:
        for law in LAWS:
            rows = [o for o in outcomes if o.cap == cap and o.law == law]
            n = len(rows)
            calls, acts = sum(o.calls for o in rows) / n, sum(o.acts for o in rows) / n
            print(
                f"{cap:>4} {law:<14} {share(rows):5.1f} %  {calls:5.1f} {acts:5.1f}"
                f"   {100 * sum(o.gave_up for o in rows) / n:5.1f} %  {sum(o.changed for o in rows) / n:14.3f}"
                f"  {sum(o.without_leave for o in rows):13}  {sum(o.unmarked for o in rows) / n:8.3f}"
            )
        print("     local less forward: {:+.1f} points [{:+.1f}, {:+.1f}]".format(*difference(outcomes, cap)))
    last = [o for o in outcomes if o.law in ("local", "forward")]
    for name, values in (("skill", SKILL), ("noise", NOISE)):
        for cap in caps:
            cells = (
                f"{v}: {share(o for o in last if getattr(o, name) == v and o.cap == cap and o.law == 'local'):.0f}/"
                f"{share(o for o in last if getattr(o, name) == v and o.cap == cap and o.law == 'forward'):.0f}"
                for v in values
            )
            print(f"     by {name}, {cap} acts, local/forward: {', '.join(cells)}")
    backs: Counter[str] = Counter()
    for o in outcomes:
        backs.update(dict(zip(("restored", "partial", "diverged"), o.backs, strict=True)))
    ours = [o for o in outcomes if o.law == "local"]
    print(f"     back moves: {dict(backs)}; episodes of local planning: {len(ours)}")
    for cap in caps:
        rows = [o for o in ours if o.cap == cap]
        went = 100 * sum(sum(o.backs) > 0 for o in rows) / max(1, len(rows))
        gave_up = 100 * sum(o.gave_up for o in rows) / max(1, len(rows))
        print(f"     {cap} acts: went back in {went:.1f} % of the episodes, gave up before the acts ran out in {gave_up:.1f} %")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=500_000)
    parser.add_argument("--interfaces", type=int, default=300)
    parser.add_argument("--caps", default="10,30,60")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--map", action="store_true", help="second runs with the map of the first")
    args = parser.parse_args()
    caps = [int(cap) for cap in args.caps.split(",")]
    if args.map:
        with ProcessPoolExecutor(args.workers) as pool:
            report_map([r for part in pool.map(second_runs, range(args.first, args.first + args.interfaces)) for r in part])
        return
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(args.workers) as pool:
        seeds = range(args.first, args.first + args.interfaces)
        for found in pool.map(episodes, seeds, [caps] * len(seeds)):
            outcomes += found
    report(outcomes, caps)


if __name__ == "__main__":
    main()
