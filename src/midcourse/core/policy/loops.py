"""Rules of the loops that the default is compared with. They know one remedy for a failure: another plan."""

from __future__ import annotations

from ..plans.plan import Cause
from ..run.commands import Command, MakePlan, Note
from ..run.events import Passed
from ..run.state import Run
from . import mending


def failed_in_a_loop(run: Run, now: float) -> Command | None:
    """Ask for another plan, whatever failed; people where no plan can mend it."""
    failure = run.trouble.failure
    if failure is None:
        return None
    if failure.kind == "environment":
        return mending.ask(run, failure, now)
    if failure.severity == "low":
        return Note(Passed(failure.step, f"it failed, and that is of low severity: {failure.sentence()}"))
    return MakePlan("replan", Cause("failed", failure.sentence(), failure.step))


def any_change(run: Run, now: float) -> Command | None:
    """Plan anew on any difference from what the plan predicted."""
    if not run.seen.surprised or run.course.next_step is None:
        return None
    return MakePlan("segment", Cause("any change", run.seen.surprised))


def every_k(run: Run, now: float) -> Command | None:
    """Plan anew after every k acts."""
    return _after(run, run.setup.settings.every)


def every_step(run: Run, now: float) -> Command | None:
    """Plan anew after every act."""
    return _after(run, 1)


def _after(run: Run, acts: int) -> Command | None:
    if run.course.acted < acts or run.course.next_step is None:
        return None
    return MakePlan("segment", Cause("every k steps", f"{run.course.acted} acts since the last plan"))
