"""What follows from each event. Pure: the same journal always adds up to the same run.

One file for each thing that happens to a run: a look, an act, a plan, a word from people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from ..errors import JournalError, TaskError
from ..logic.goals import goal_of, spoken_of
from ..plans.plan import Cause
from ..run.entries import Entry, unfitting
from ..run.events import (
    Acted,
    Asked,
    Assessed,
    Consulted,
    Doubted,
    Ended,
    Flagged,
    GoalRead,
    Heard,
    Intended,
    Interrupted,
    Learned,
    Looked,
    Missed,
    NotSeen,
    Passed,
    Planned,
    PlannerSaid,
    PlanRefused,
    PlanRequested,
    Rebound,
    Recalled,
    Reentered,
    Reflected,
    Relented,
    Resumed,
    SetAside,
    Settled,
    Started,
    Unaffordable,
    Waited,
)
from ..run.ids import check_run_id
from ..run.lives import Known, People, Setup
from ..run.state import Run, look_due
from .acting import acted, intended, missed, relented, resumed, set_aside, settled
from .course import doubted, passed, rebound, redeclared, reentered
from .hearing import heard, questioned
from .looking import looked, not_seen
from .planning import charge, goal_read, plan_requested, planned, planner_said, refused, unaffordable

__all__ = ["begin", "evolve", "fold", "replay", "stages"]

PEOPLE: Final = "people"
"""A wait for people; its time is not counted."""


def begin(entry: Entry) -> Run:
    """The run that a first entry starts."""
    event = entry.event
    if not isinstance(event, Started):
        raise JournalError(f"a journal begins with 'started', not with {event.__struct_config__.tag!r}")
    try:
        check_run_id(event.run)
    except TaskError as error:
        raise JournalError(f"the journal names its run in a way that no run is named: {error}") from None
    goal = goal_of(event.task)
    return Run(
        id=event.run,
        setup=Setup(
            task=event.task,
            settings=event.settings,
            planner=event.planner,
            world=event.world,
            policy=event.policy,
            reflects=event.reflects,
            remembers=event.remembers,
            past=event.past,
            risks=event.risks,
            started_at=entry.at,
            declared={skill.name: skill for skill in event.skills},
            imported_from=event.imported_from,
        ),
        known=Known(
            skills={skill.name: skill for skill in event.skills},
            vocabulary=event.vocabulary,
            volatile=frozenset(kind.name for kind in event.vocabulary if kind.volatile),
            goal=goal,
            spoken_of=spoken_of(goal, event.skills),
        ),
        people=People(constraints=event.task.constraints, grants=event.task.grants),
        at=entry.at,
        seq=entry.seq,
    )


def replay(entries: Iterable[Entry]) -> Run:
    """The run that a journal adds up to."""
    run = None
    for entry in entries:
        run = fold(run, entry)
    if run is None:
        raise JournalError("the journal is empty")
    return run


def stages(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Run]]:
    """Each entry of a journal with the run as it stands after it."""
    run = None
    for entry in entries:
        run = fold(run, entry)
        yield entry, run


def fold(run: Run | None, entry: Entry) -> Run:
    """The run after one more entry of a journal that was read, which anybody may have edited; JournalError if it does not fit.

    What is recorded live goes to `evolve` itself: there an error is a mistake of ours.
    """
    try:
        return begin(entry) if run is None else evolve(run, entry)
    except JournalError:
        raise
    except Exception as error:
        raise unfitting(entry, error) from error


def evolve(run: Run, entry: Entry) -> Run:
    """The run after one more entry."""
    if entry.seq != run.seq + 1:
        raise JournalError(f"event {entry.seq} follows event {run.seq}: the journal has a hole or is out of order")
    took: float = getattr(entry.event, "took", 0.0)
    before = run.at
    run = replace(run, seq=entry.seq, at=max(before, entry.at + took))
    match entry.event:
        case Started():
            raise JournalError(f"event {entry.seq} starts the run a second time")
        case Looked() as event:
            return looked(run, event)
        case NotSeen() as event:
            return not_seen(run, event)
        case Intended() as event:
            return intended(run, event)
        case Acted() as event:
            return acted(run, event)
        case Settled() as event:
            return settled(run, event)
        case SetAside() as event:
            return set_aside(run, event)
        case Missed() as event:
            return missed(run, event)
        case GoalRead() as event:
            return goal_read(run, event)
        case PlanRequested() as event:
            return plan_requested(run, event)
        case Planned() as event:
            return planned(run, event)
        case PlanRefused() as event:
            return refused(run, event)
        case PlannerSaid() as event:
            return planner_said(run, event)
        case Unaffordable() as event:
            return unaffordable(run, event)
        case Reentered() as event:
            return reentered(run, event)
        case Doubted() as event:
            return doubted(run, event)
        case Rebound() as event:
            return rebound(run, event)
        case Passed() as event:
            return passed(run, event)
        case Relented() as event:
            return relented(run, event)
        case Flagged() as event:
            history = replace(run.history, flags=run.history.flags + 1, turns=())
            return replace(run, history=history, course=replace(run.course, outdated=Cause("stuck", event.detail)))
        case Asked() as event:
            return questioned(run, event)
        case Heard() as event:
            return heard(run, event, entry.at)
        case Waited() as event:
            if event.why == PEOPLE:
                run = replace(run, spent=replace(run.spent, idle=run.spent.idle + event.took))
            if event.unheard and (asked := run.people.question) is not None:
                told = () if event.unheard in asked.lines else (event.unheard,)
                asked = replace(asked, lines=(*asked.lines, *told))
                run = replace(run, people=replace(run.people, question=asked, unheard=event.unheard))
            return look_due(run, "after waiting")  # the world went on: what is tried next is tried on what is seen then
        case Consulted() as event:
            return replace(run, spent=replace(run.spent, reserved=event.reserved))
        case Assessed() as event:
            run = charge(run, event.cost)
            return replace(run, talk=replace(run.talk, assessment=event))
        case Reflected() as event:
            run = charge(run, event.reflection.cost)
            return replace(run, trouble=replace(run.trouble, reflection=event.reflection))
        case Recalled() as event:
            return replace(run, trouble=replace(run.trouble, found=event.found))
        case Learned() as event:
            return replace(run, history=replace(run.history, trial=None, spoiled=None if event.helped else run.history.trial))
        case Resumed() as event:
            return resumed(redeclared(run, event), away=max(0.0, entry.at - before))
        case Interrupted():
            return run
        case Ended() as event:
            return replace(run, ending=event.ending)
