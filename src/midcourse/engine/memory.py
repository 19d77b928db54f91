"""A store in memory: for tests, for trying things out, and as the plainest reading of the protocols."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from itertools import count, islice
from pathlib import Path

from ..core.errors import LeaseLost, RunNotFound
from ..core.evolve import replay
from ..core.history.past import MOST_MET, Past, record_of, task_key
from ..core.people.messages import Message, stamped
from ..core.protocols import Opened, Store, Summary
from ..core.run.entries import Entry
from ..core.run.events import Ended, Started
from .summary import summarize


class MemoryStore:
    """Journal and inbox of many runs, as long as the process lasts."""

    def __init__(self) -> None:
        self._entries: dict[str, list[Entry]] = {}
        self._epochs: dict[str, int] = {}
        self._held: set[str] = set()
        self._messages: dict[str, list[tuple[str, Message]]] = {}
        self._ids = count(1)

    async def open(self, run_id: str, *, new: bool = False) -> Opened:
        """Take the run."""
        if new == bool(self._entries.get(run_id)):
            raise LeaseLost(f"run {run_id} exists already") if new else RunNotFound(_missing(run_id, self._entries))
        if run_id in self._held:
            raise LeaseLost(f"run {run_id} is being run already")
        self._held.add(run_id)
        self._epochs[run_id] = self._epochs.get(run_id, 0) + 1
        return Opened(self._epochs[run_id], list(self._entries.setdefault(run_id, [])))

    async def append(self, run_id: str, epoch: int, entries: Sequence[Entry]) -> None:
        """Keep these events."""
        if self._epochs.get(run_id) != epoch or run_id not in self._held:
            raise LeaseLost(f"epoch {epoch} of run {run_id} is over; it is at {self._epochs.get(run_id, 0)}")
        kept = self._entries[run_id]
        for entry in entries:
            if entry.seq != len(kept) + 1:
                raise LeaseLost(f"run {run_id} has {len(kept)} events; entry {entry.seq} does not follow")
            kept.append(entry)

    async def close(self, run_id: str, epoch: int) -> None:
        """Let the run go."""
        if self._epochs.get(run_id) == epoch:
            self._held.discard(run_id)

    def bereave(self, run_id: str) -> None:
        """The process that held the run is gone, as after a crash."""
        self._held.discard(run_id)

    async def read(self, run_id: str) -> list[Entry]:
        """The run's events."""
        if run_id not in self._entries:
            raise RunNotFound(_missing(run_id, self._entries))
        return list(self._entries[run_id])

    async def runs(self) -> list[Summary]:
        """All runs, newest first."""
        found = [summarize(entries, id in self._held) for id, entries in self._entries.items() if entries]
        return sorted(found, key=lambda s: s.started_at, reverse=True)

    async def past(self, task: str, agent: str, now: float) -> Past:
        """How earlier runs of the task, and of the agent, went."""
        agents: list[tuple[float, bool]] = []
        futile = 0
        runs = sorted(filter(None, self._entries.values()), key=lambda es: es[-1].at)
        for entries in runs:
            first, last = entries[0].event, entries[-1].event
            mine = isinstance(first, Started) and task_key(first.task) == task
            if isinstance(last, Ended) and isinstance(first, Started):
                if first.task.agent == agent:
                    agents.append((entries[-1].at, last.ending.success))
                if mine:
                    futile = 0 if last.ending.success else futile + last.ending.afterword.failed_replans
            elif mine:
                run = replay(entries)
                futile += run.history.failed_replans + run.in_vain
        ended = (es[-1].event for es in runs if isinstance(es[-1].event, Ended) and _is_of(es, agent))
        met = (met for event in reversed([*ended]) for met in reversed(event.ending.afterword.met))
        return Past(futile, *record_of(agents, now), tuple(islice(met, MOST_MET)))

    async def send(self, run_id: str, message: Message) -> str:
        """Leave a message."""
        id = f"m{next(self._ids)}"
        self._messages.setdefault(run_id, []).append((id, stamped(message, time.time())))
        return id

    async def receive(self, run_id: str, heard: Collection[str]) -> Sequence[tuple[str, Message]]:
        """Messages not heard yet."""
        waiting = self._messages.get(run_id)
        return [(id, m) for id, m in waiting if id not in heard] if waiting else ()


def from_words(words: str, home: Path) -> Store:
    """`memory`: what is kept goes with the process."""
    return MemoryStore()


def _missing(run_id: str, known: Collection[str]) -> str:
    return f"no run {run_id!r}; there are {len(known)}: {', '.join(list(known)[-5:])}"


def _is_of(entries: Sequence[Entry], agent: str) -> bool:
    first = entries[0].event
    return isinstance(first, Started) and first.task.agent == agent
