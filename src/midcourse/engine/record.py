"""How earlier runs went, from their events: the `past` of a store that has no faster way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from ..core.evolve import replay
from ..core.history.past import MOST_MET, Past, record_of, task_key
from ..core.run.entries import Entry
from ..core.run.events import Ended, Started


def past_of(journals: Iterable[Sequence[Entry]], task: str, agent: str, now: float) -> Past:
    """The record of a task, by its key, and of an agent. `journals`: the entries of each run, in any order."""
    agents: list[tuple[float, bool]] = []
    futile = 0
    runs = sorted((es for es in journals if es and _is_ours(es)), key=lambda es: es[-1].at)
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


def _is_of(entries: Sequence[Entry], agent: str) -> bool:
    first = entries[0].event
    return isinstance(first, Started) and first.task.agent == agent


def _is_ours(entries: Sequence[Entry]) -> bool:
    """Whether the run was run here: what is imported counts for nothing."""
    first = entries[0].event
    return isinstance(first, Started) and not first.imported_from
