"""One run of the office under chaos, from a seed, with a verdict from outside."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..approval.rules import RulesApprover
from ..core.model import Failed, Task
from ..core.people.messages import Answer, ChangeGoal
from ..core.protocols import Approver, Blobs, Clock, Store
from ..core.run.entries import Entry
from ..core.run.events import Acted, Asked, Flagged, Heard, Intended, Looked, Missed, Planned, Reentered, Settled
from ..core.run.settings import Patience, Settings
from ..core.run.state import Run
from ..director.loop import Director, Watcher
from ..engine.memory import MemoryStore
from ..planners.search import SearchPlanner
from ..testing.chaos import Chaos, Died, Disturbance, Mix
from ..wiring.preparing import prepare
from .audit import Audit, audit
from .office import GOAL, Office, OfficeWorld

GOAL_TEXT = "Send a checked report of the three invoices, and file them away"
RICH = Mix(fail=0.08, late=0.06, lie=0.06, undo=0.12, help=0.10, irrelevant=0.35, capability=0.05, die_after=0.03)
"""A bad day at the office: a little of everything."""


@dataclass(frozen=True, slots=True)
class Played:
    """A run, the chaos it went through, and what is really so."""

    run: Run
    entries: tuple[Entry, ...]
    log: tuple[Disturbance, ...]
    audit: Audit
    deaths: int

    @property
    def claimed(self) -> bool:
        """What the run says of itself."""
        return self.run.ending is not None and self.run.ending.success

    @property
    def false_success(self) -> bool:
        """It says that it is done, and it is not."""
        return self.claimed and not self.audit.success

    @property
    def unapproved(self) -> int:
        """Sendings beyond the yeses that people gave."""
        answers = (e.event.message for e in self.entries if isinstance(e.event, Heard))
        yes = sum(isinstance(a, Answer) and a.yes for a in answers)
        return max(0, self.audit.sent - yes)


async def play(
    folder: Path,
    seed: int,
    mix: Mix = RICH,
    settings: Settings | None = None,
    *,
    run_id: str = "demo",
    store: Store | None = None,
    blobs: Blobs | None = None,
    clock: Clock | None = None,
    approver: Approver | None = None,
    watchers: Sequence[Watcher] = (),
    pace: float = 0.0,
) -> Played:
    """Play the office once. A death of the process is real to the run: it is resumed from its journal."""
    store = MemoryStore() if store is None else store
    office = Office(folder, pace)

    async def change_goal(chance: random.Random) -> str:
        await store.send(run_id, ChangeGoal("Send the report; filing can wait", "sent"))
        return "people no longer want the invoices filed"

    chaos = Chaos(OfficeWorld(office), mix, seed, change_goal=change_goal)
    asked = approver or RulesApprover(allow=["send"])
    made = prepare(
        Task(GOAL_TEXT, GOAL),
        world=chaos,
        planner=SearchPlanner(),
        settings=settings or Settings(patience=Patience(backoff=0.02)),
        approver=asked,
        store=store,
        blobs=blobs,
        clock=clock,
    )
    deaths = 0
    while True:
        director = Director(made.parts, watchers=list(watchers))
        try:
            if deaths:
                run = await director.resume(run_id)
            else:
                run = await director.start(run_id, made.task, made.settings)
            break
        except Died:
            deaths += 1
            if isinstance(store, MemoryStore):
                store.bereave(run_id)
    entries = tuple(await store.read(run_id))
    wanted = "filed" in run.setup.task.done_when
    return Played(run, entries, tuple(chaos.log), audit(office, wanted), deaths)


def tally(entries: Sequence[Entry]) -> dict[str, int]:
    """How often the plan was kept, re-entered, mended and replaced, and people asked."""
    counts: Counter[str] = Counter()
    for before, entry in zip((None, *entries), entries, strict=False):
        match entry.event:
            case Looked(added=added, removed=removed) if (added or removed) and before is not None:
                counts["changes seen"] += 1
            case Reentered(skipped=skipped):
                counts["skips ahead" if skipped else "steps back"] += 1
            case Acted(result=Failed()) | Missed():
                counts["failures"] += 1
            case Intended(attempt=attempt) if attempt > 1:
                counts["steps tried again"] += 1
            case Settled():
                counts["doubts settled"] += 1
            case Planned(plan=plan) if plan.version > 1:
                counts["plans replaced"] += 1
            case Asked():
                counts["questions asked"] += 1
            case Flagged():
                counts["circles noticed"] += 1
            case _:
                pass
    return dict(counts)
