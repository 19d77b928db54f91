"""`midcourse demo web`: what is printed while the browser works."""

from __future__ import annotations

from pathlib import Path

from ...core.model import Failed, Uncertain
from ...core.plans.plan import Act, title
from ...core.run.entries import Entry
from ...core.run.events import Acted, Intended, Planned, PlanRequested, Rebound, Reentered, SetAside, Settled
from ...core.run.state import Run
from ...demo.web import FIXED, MISHAPS, OURS, SCRIPT, Invoiced, show, task
from ..render import sentence
from .common import say
from .scenes import play


def show_web(home: Path) -> bool:
    """The task under a fixed plan and under ours; whether ours is done, once, and says so."""
    say("An invoice is to be entered in an application (Django's admin, on this machine), in a real browser.")
    say(f"What goes wrong: {', '.join(MISHAPS)}. Task: {task().goal}.")
    say(f"Done when: {task().done_when}")
    fixed = _play(home, "fixed", "the plan as it was recorded on a quiet day")
    ours = _play(home, "ours", "the same task, with replanning")
    say()
    say(f"The fixed plan: success {fixed.claimed}, {fixed.rows} rows in the database.")
    say(f"With replanning: success {ours.claimed}, {ours.rows} row in the database.")
    return ours.claimed and ours.rows == 1 and not fixed.claimed


def _play(home: Path, name: str, heading: str) -> Invoiced:
    settings, script = (FIXED, SCRIPT) if name == "fixed" else (OURS, ())
    found, (ending, where) = play(
        home,
        f"web-{name}",
        heading,
        lambda place, run_id, store: show(place, settings, script=script, run_id=run_id, store=store, watchers=[_line]),
    )
    say(f"  success {ending.success}: {ending.final_reason}; {ending.final_detail or ending.said_by}")
    say(f"  {ending.steps} acts, {ending.planner_calls} plans, {ending.replans} replans, {ending.wall_seconds:.1f} s")
    say(f"  in the application's database: {found.rows}")
    say(f"  {where}")
    return found


def _line(entry: Entry, run: Run) -> None:
    """What is planned, what is done, and what changes the course."""
    match entry.event:
        case PlanRequested(cause=cause):
            say(f"PLAN ({cause.rule}{': ' + cause.detail if cause.detail else ''})")
        case Planned(plan=plan):
            for step in plan.steps:
                if isinstance(step, Act):
                    say(f"  - {title(step)}")
        case Intended(step=step):
            say(f"DO {title(run.work.records[step].step)}")
        case Acted(result=Failed() | Uncertain()) | Reentered() | Rebound() | SetAside() | Settled():
            say(f"  ! {sentence(entry, run)}")
        case _:
            pass
