"""A run that is being written in memory, for what the director does with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from midcourse.core.model import Task
from midcourse.core.policy import Decision
from midcourse.core.run.commands import Look
from midcourse.core.run.events import Started
from midcourse.director.logbook import Logbook
from midcourse.director.onward import OnwardClock
from midcourse.director.parts import Parts
from midcourse.engine.blobs import MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.judges.facts import FactsJudge
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, FrozenClock, SymbolicWorld
from tests.support import A, B, under

T = TypeVar("T")


def parts(**otherwise: Any) -> Parts:
    """Everything around a run, in memory, but for what is given."""
    store = otherwise.pop("store", None) or MemoryStore()
    usual = {
        "world": SymbolicWorld([A, B]),
        "planner": ScriptedPlanner(),
        "judge": FactsJudge(),
        "approver": AnswersAll(),
        "journal": store,
        "inbox": store,
        "blobs": MemoryBlobs(),
        "clock": FrozenClock(),
    }
    return Parts(**{**usual, **otherwise})


def in_a_run(made: Parts, tell: Callable[[Logbook, Decision], Awaitable[T]], done_when: str = "q", **settings: Any) -> T:
    """Begin a run and do something in it."""

    async def begun() -> T:
        log = Logbook(made.journal, OnwardClock(made.clock), ())
        skills = tuple(await made.world.skills())
        await log.begin(Started("r", Task("the goal", done_when), under(**settings), skills), made.clock.now())
        return await tell(log, Decision("look", Look(), made.clock.now()))

    return asyncio.run(begun())
