"""One world played one way, and what came of it in truth."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass, field
from typing import Any

from midcourse.core.model import Call, Done, Task
from midcourse.core.plans.plan import reference
from midcourse.core.run.entries import Entry
from midcourse.core.run.settings import Settings
from midcourse.core.run.state import Run
from midcourse.engine.memory import MemoryStore
from midcourse.front import resume_async, run_async
from midcourse.testing import Died, FrozenClock

from .drawing import Drawn
from .planners import planner_of
from .sentences import Told, untrue
from .world import OrdinaryWorld

LOOP = "loop"
TRIES = 4


@dataclass
class Played:
    """What one way made of one world."""

    seed: int
    way: str
    knobs: dict[str, Any]
    complete: bool
    """Every act of the plan took effect, and the world is as the plan leaves it."""
    goal: bool
    doubled: int
    """Surplus effects."""
    told: bool = True
    """Each surplus effect is spoken of in the ending."""
    verdict: str = "failed"
    reason: str = ""
    asked: str = ""
    traceless: bool = False
    """No look anywhere shows whether the act that was struck has happened."""
    calls: int = 0
    planned: int = 0
    acts: int = 0
    untrue: list[str] = field(default_factory=list[str])
    sentences: int = 0
    error: str = ""

    @property
    def done(self) -> bool:
        """As far as it could be done: the plan, or the goal where a step cannot be done at all."""
        by_goal = self.knobs["trouble"] == "for good" and self.knobs["goal"] != "none"
        return self.complete or ((by_goal or self.knobs["planner"] == "search") and self.goal)

    @property
    def well(self) -> bool:
        """Done, and nothing doubled."""
        return self.done and not self.doubled


def play(drawn: Drawn, way: str) -> Played:
    """Play it."""
    return asyncio.run(_loop(drawn) if way == LOOP else _engine(drawn, way))


async def _loop(drawn: Drawn) -> Played:
    """The loop that a user writes first: each act in turn, tried again when it did not answer well."""
    world = OrdinaryWorld(drawn, clock := FrozenClock())
    names = {s.name for s in drawn.skills}
    while True:
        try:
            well = await _through(drawn, world, names, clock)
            world.settle()
            return _judged(drawn, LOOP, world, verdict="success" if well else "failed")
        except Died:
            continue  # somebody starts it again; it keeps no journal


async def _through(drawn: Drawn, world: OrdinaryWorld, names: set[str], clock: FrozenClock) -> bool:
    outputs: dict[str, Any] = {}
    for step in drawn.steps:
        args = {k: outputs[r[0]] if (r := reference(v)) else v for k, v in step.args.items()}
        for skill in (step.skill, drawn.others[step.skill]):
            result = await _tried(world, Call(skill, args), clock) if skill in names else None
            if isinstance(result, Done):
                outputs[step.id] = result.output
                break
        else:
            return False
    return True


async def _tried(world: OrdinaryWorld, call: Call, clock: FrozenClock) -> Any:
    for n in range(TRIES):
        result = await world.act(call)
        if isinstance(result, Done):
            return result
        await clock.sleep(0.5 * 2**n)
    return None


async def _engine(drawn: Drawn, way: str) -> Played:
    clock = FrozenClock()
    world, planner, store = OrdinaryWorld(drawn, clock), planner_of(drawn), MemoryStore()
    told: list[Told] = []

    def note(entry: Entry, run: Run) -> None:
        told.append(Told(entry, run, frozenset(world.truth), dict(world.ledger), len(world.pending)))

    options: dict[str, Any] = {
        "world": world,
        "planner": planner,
        "store": store,
        "clock": clock,
        "settings": Settings(replan=way),  # type: ignore[arg-type]
        "on_event": note,
    }
    task = Task("what the plan is for", " and ".join(drawn.goal))
    outcome, error = None, ""
    for life in range(5):
        try:
            if life == 0:
                outcome = await run_async(task, run_id="r", **options)
            else:
                options.pop("settings", None)
                outcome = await resume_async("r", **options)
            break
        except Died:
            store.bereave("r")
        except Exception as problem:
            error = f"{type(problem).__name__}: {problem}"
            break
    world.settle()
    if outcome is None:
        return _judged(drawn, way, world, error=error or "died again and again")
    ending = outcome.ending
    verdict = getattr(ending, "verdict", "") or ("success" if outcome.success else "failed")
    question = outcome.waiting_for
    found, sentences = untrue(told, world)
    played = _judged(
        drawn,
        way,
        world,
        verdict=verdict,
        reason=ending.final_reason if ending else "waiting",
        asked=question.text if question else "",
        calls=planner.calls,
        planned=planner.planned,
        untrue=found,
        sentences=sentences,
    )
    notes: tuple[str, ...] = getattr(getattr(ending, "afterword", ending), "notes", ())
    spoken = f"{ending.final_detail} {ending.next_safe_action} {ending.root_cause} {' '.join(notes)}" if ending else ""
    played.told = not world.doubled or all(what[0] in spoken for what in world.doubled)
    return played


def _judged(drawn: Drawn, way: str, world: OrdinaryWorld, **more: Any) -> Played:
    return Played(
        seed=drawn.seed,
        way=way,
        knobs={**asdict(drawn.knobs), "deeds": len(drawn.deeds)},
        complete=not world.missing and world.reached,
        goal=world.goal_holds,
        doubled=len(world.doubled),
        acts=len(world.calls),
        traceless=drawn.traceless,
        **more,
    )
