"""One line about a run, from its events."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.people.messages import Pause, TakeOver
from ..core.protocols import Summary
from ..core.run.ending import Ending
from ..core.run.entries import Entry
from ..core.run.events import Asked, Ended, Event, Heard, Interrupted, PlanRefused, PlanRequested, Recalled, Reflected, Started
from ..core.run.life import Life, life_at_the_end


def summarize(entries: Sequence[Entry], held: bool) -> Summary:
    """The summary of a run that has begun. `held`: a process runs it now."""
    first, last = entries[0], entries[-1].event
    assert isinstance(first.event, Started)
    ending = last.ending if isinstance(last, Ended) else None
    return Summary(
        id=first.event.run,
        goal=first.event.task.goal,
        state="imported" if first.event.imported_from else state_of(entries[-1], held),
        started_at=first.at,
        events=len(entries),
        success=ending.success if ending else None,
        final_reason=ending.final_reason if ending else "",
        verdict=ending.verdict if ending else "",
        life=_life(entries[-1].event, ending),
    )


def _life(last: Event, ending: Ending | None) -> Life:
    """Where the task stands, as far as its last event tells."""
    if ending is not None:
        return life_at_the_end(ending)
    match last:
        case Started() | PlanRequested(purpose="first"):
            return "planned"
        case PlanRequested() | PlanRefused() | Reflected() | Recalled():
            return "replanning"
        case Asked() | Heard(message=Pause() | TakeOver()):
            return "waiting"
        case _:
            return "running"


def state_of(last: Entry, held: bool) -> str:
    """What a run is doing, as far as its last event tells."""
    match last.event:
        case Ended():
            return "ended"
        case Asked() | Heard(message=Pause() | TakeOver()):
            return "waiting"
        case Interrupted():
            return "interrupted"
        case _:
            return "running" if held else "left"
