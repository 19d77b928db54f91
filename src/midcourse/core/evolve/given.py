"""The plans that a run was given and the requests that they answer, from its journal."""

from __future__ import annotations

from collections.abc import Sequence

from ..gates.asking import request_for
from ..gates.request import PlanRequest
from ..gates.taking_up import GivenPlan
from ..run.commands import MakePlan
from ..run.entries import Entry
from ..run.events import Planned, PlanRequested
from ..run.state import Run
from . import stages


def plans_given(entries: Sequence[Entry]) -> list[GivenPlan]:
    """All of them, oldest first; none where no planner has told where it stands, as local planning does."""
    if not any(isinstance(entry.event, Planned) and entry.event.plan.bearing is not None for entry in entries):
        return []
    found: list[GivenPlan] = []
    before: Run | None = None
    request: PlanRequest | None = None
    for entry, run in stages(entries):
        event = entry.event
        if isinstance(event, PlanRequested) and before is not None:
            request = request_for(before, MakePlan(event.purpose, event.cause, event.toward), entry.at)
        elif isinstance(event, Planned) and request is not None:
            found.append(GivenPlan(request, event.plan))
            request = None
        before = run
    return found
