"""A planner that errs, over two hundred tasks: what the engine makes of a model's faults, against the replan-on-error loop.

    .venv/bin/python bench/models.py [--tasks 200]

The model is a server on loopback with a search planner for a mind and a seeded fault (see `scripted_model.py`); the client is the
real one. Each task is run as by default (`validity`, with what contracts mend), with the model alone (`validity`, nothing
mended) and under `on-error`, with the same model, faults, world and trouble.
Three things must be 0: acts begun although a declared need was seen to be false, budgets passed, tokens that differ from the
server's own count. No planner may be heard a third time with the same refused plan before it is tried.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
from collections.abc import Iterator
from itertools import islice, pairwise
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from replanning.beds import Bed, classical, problems_folder
from replanning.episode import first_plan
from replanning.world import BedWorld, Trouble
from scripted_model import FAULTS, PATIENCE, ScriptedModel, planner_at

from midcourse.core.evolve import stages
from midcourse.core.model import Task
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Intended, Planned, PlanRefused
from midcourse.core.run.groups import changed
from midcourse.core.run.settings import Settings
from midcourse.core.run.state import Run
from midcourse.demo.audit import audit
from midcourse.demo.office import GOAL, Office, OfficeWorld
from midcourse.director.loop import Director
from midcourse.engine.memory import MemoryStore
from midcourse.models.door import ModelDoor
from midcourse.planners.model.by_name import behind_repair
from midcourse.testing import AnswersAll, FrozenClock
from midcourse.testing.chaos import Chaos, Mix
from midcourse.wiring.assembling import assemble

ALONE = "model alone"
WAYS = ("validity", ALONE, "on-error")
LIMITS: dict[str, Any] = {"max_planner_calls": 30, "max_replans": 10, "max_tokens": 400_000, "backoff": 0.01}
MILD = Trouble(nature=0.05, nothing=0.05, refused=0.05)
DAY = Mix(fail=0.08, lie=0.05, undo=0.08, help=0.08, irrelevant=0.3)


class Outcome(NamedTuple):
    """What came of one run."""

    fault: str
    way: str
    success: bool
    false_success: bool
    calls: int
    tokens: int
    acts: int
    needless: int
    """Acts begun although a declared need was seen to be false."""
    same_plan: int
    """How often one refused plan was heard before another was tried, at most."""
    over: bool
    """A limit was passed."""
    miscounted: int
    """Tokens by our count, less the server's own."""
    reason: str


def tasks(count: int) -> Iterator[tuple[str, Bed | None, int]]:
    """(fault, problem or None for the office, seed), the faults in turn."""
    fitting = (b for b in classical(problems_folder(), lambda b: len(first_plan(b)), 1) if len(first_plan(b)) <= 24)
    wanted = min(7, ceil(count / len(FAULTS)))
    places: list[Bed | None] = [*islice(fitting, wanted), None, None, None]
    for number in range(count):
        yield FAULTS[number % len(FAULTS)], places[number // len(FAULTS) % len(places)], number


def play(server: ScriptedModel, fault: str, bed: Bed | None, seed: int, way: str) -> Outcome:
    """One task, one way."""
    server.begin(fault, seed)
    planner = planner_at(server, ModelDoor("openai-chat:scripted", seconds=PATIENCE))
    if way == "validity":
        planner = behind_repair(planner)
    store = MemoryStore()
    with tempfile.TemporaryDirectory() as folder:
        office = Office(Path(folder))
        # The loop that is compared has its retries, and none of what stops it.
        loop = way == "on-error"
        settings = changed(Settings(replan="on-error" if loop else "validity", stop_early=not loop), LIMITS)
        if bed is None:
            world, task = Chaos(OfficeWorld(office), DAY, seed), Task("send the report and file the invoices away", GOAL)
            true = lambda: audit(office, True).success  # noqa: E731
        else:
            world = BedWorld(bed, MILD, seed, bed.skills)
            task, true = Task("reach the goal", bed.goal), world.reached
        parts = assemble(world, planner, approver=AnswersAll(), store=store, clock=FrozenClock())
        run = asyncio.run(Director(parts, patient=False).start("r", task, settings))
        entries = asyncio.run(store.read("r"))
        return _outcome(fault, way, run, entries, true(), server)


def _outcome(fault: str, way: str, run: Run, entries: list[Entry], true: bool, server: ScriptedModel) -> Outcome:
    ending = run.ending
    assert ending is not None
    spent, settings = run.spent, run.setup.settings
    passed = spent.planner_calls > settings.limits.max_planner_calls or spent.cost.tokens > settings.limits.max_tokens
    heard: dict[str, int] = {}
    most = 0
    for entry in entries:
        if isinstance(entry.event, Planned):
            heard = {}  # it was tried: what is refused after that is refused for another reason
        if isinstance(entry.event, PlanRefused) and entry.event.digest:
            heard[entry.event.digest] = heard.get(entry.event.digest, 0) + 1
            most = max(most, heard[entry.event.digest])
    return Outcome(
        fault,
        way,
        ending.success and true,
        ending.success and not true,
        server.calls,
        server.tokens,
        spent.steps,
        sum(_needless(entries)),
        most,
        passed or spent.steps > settings.limits.max_steps or spent.replans > settings.limits.max_replans,
        spent.cost.tokens - server.tokens if fault not in ("slow", "all of these", "429", "500") else 0,
        ending.final_reason,
    )


def _needless(entries: list[Entry]) -> Iterator[bool]:
    """For each act that was begun, whether a declared need was seen to be false then."""
    for (_, run), (entry, _) in pairwise(stages(entries)):
        if isinstance(entry.event, Intended):
            step = run.work.records[entry.event.step].step
            yield run.seen.belief.holds(run.contract(step).needs) is False


def report(outcomes: list[Outcome]) -> None:
    """The table, and what must be 0."""
    print("| fault | " + " | ".join(f"{w}: success | calls | tokens" for w in WAYS) + " |")
    print("|---|" + "---:|" * 3 * len(WAYS))
    for fault in (*FAULTS, "all"):
        cells = [_cell([o for o in outcomes if o.way == way and fault in (o.fault, "all")]) for way in WAYS]
        print(f"| {fault} | {' | '.join(cells)} |")
    for way in WAYS:
        mine = [o for o in outcomes if o.way == way]
        reasons: dict[str, int] = {}
        for o in mine:
            if not o.success:
                reasons[o.reason] = reasons.get(o.reason, 0) + 1
        print(
            f"{way}: acts with a need seen false {sum(o.needless for o in mine)}, "
            f"false success {sum(o.false_success for o in mine)}, "
            f"limits passed {sum(o.over for o in mine)}, tokens miscounted {sum(abs(o.miscounted) for o in mine)}, "
            f"one refused plan heard at most {max(o.same_plan for o in mine)} times, "
            f"acts {statistics.mean(o.acts for o in mine):.1f}; not won: {reasons}"
        )


def _cell(found: list[Outcome]) -> str:
    if not found:
        return " | | "
    calls, tokens = statistics.mean(o.calls for o in found), statistics.mean(o.tokens for o in found)
    return f"{sum(o.success for o in found)}/{len(found)} | {calls:.1f} | {tokens:.0f}"


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--out", type=Path, help="a file for every outcome, as lines of JSON")
    given = parser.parse_args()
    outcomes: list[Outcome] = []
    with ScriptedModel() as server:
        os.environ.update(OPENAI_BASE_URL=server.address, OPENAI_API_KEY="of nobody")
        for fault, bed, seed in tasks(given.tasks):
            outcomes += [play(server, fault, bed, seed, way) for way in WAYS]
    if given.out:
        given.out.write_bytes(b"".join(msgspec.json.encode(o._asdict()) + b"\n" for o in outcomes))
    report(outcomes)


if __name__ == "__main__":
    main()
