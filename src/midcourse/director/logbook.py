"""The run as it stands, and its journal: every event is added to both, and none counts before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..core.evolve import begin, evolve, replay
from ..core.gates.checks import check_ours
from ..core.gates.hiding import Hide, hidden
from ..core.policy import Decision
from ..core.protocols import Journal
from ..core.run.commands import label
from ..core.run.entries import FORMAT, Entry
from ..core.run.events import Event, Started
from ..core.run.state import Run
from .onward import OnwardClock

Watcher = Callable[[Entry, Run], None]


@dataclass(slots=True)
class Logbook:
    """One run that is being written. It has no run before one was begun or taken up."""

    journal: Journal
    clock: OnwardClock
    watchers: Sequence[Watcher]
    hide: Hide | None = None
    """Takes secrets out of a text; None where there are none."""
    _run: Run | None = None
    _taken: str = ""
    _epoch: int = 0
    _unsaved: list[Entry] = field(default_factory=list[Entry])

    @property
    def run(self) -> Run:
        """The run as it stands."""
        assert self._run is not None, "no run was started"
        return self._run

    async def begin(self, started: Started, now: float) -> None:
        """The first entry of a new run."""
        first = Entry(1, now, self._hidden(started), v=FORMAT)
        self._run = begin(first)
        self._epoch, self._taken = (await self.journal.open(started.run, new=True)).epoch, started.run
        self._unsaved.append(first)
        self._tell(first)
        await self.save()

    async def take_up(self, run_id: str) -> int:
        """Read a run from its journal, to go on with it; returns how often it was begun or taken up."""
        self._epoch, entries = await self.journal.open(run_id)
        self._taken, self._unsaved = run_id, []
        self._run = check_ours(replay(entries))
        self.clock.reach(self._run.at)
        return self._epoch

    def record(self, event: Event, why: Decision | None = None, at: float | None = None) -> None:
        """Add an event to the run, stamped with the moment of its decision: a replay decides at the same one.

        `why` goes with the first event of a decision only; an event that nothing decided has none.
        """
        run, event = self.run, self._hidden(event)
        if why is not None:
            entry = Entry(run.seq + 1, why.at, event, why.rule, label(why.command), FORMAT)
        else:
            entry = Entry(run.seq + 1, self.clock.now() if at is None else at, event, v=FORMAT)
        self._run = evolve(run, entry)
        self._unsaved.append(entry)
        self._tell(entry)

    async def save(self) -> None:
        """Everything recorded so far is kept for good when this returns."""
        if self._unsaved:
            entries, self._unsaved = self._unsaved, []
            try:
                await self.journal.append(self.run.id, self._epoch, entries)
            except Exception:
                self._unsaved = entries + self._unsaved  # nothing of it was kept
                raise

    async def close(self) -> None:
        """Let go of the journal, if it was taken: somebody else may take the run up."""
        run_id, self._taken = self._taken, ""
        if run_id:
            await self.journal.close(run_id, self._epoch)

    def _hidden(self, event: Event) -> Event:
        return event if self.hide is None else hidden(event, self.hide)

    def _tell(self, entry: Entry) -> None:
        for watcher in self.watchers:
            watcher(entry, self.run)
