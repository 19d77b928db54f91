"""`midcourse demo robot`: what is printed while the arm works."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ... import wiring
from ...core.entries import Entry
from ...core.events import Acted, Intended, Planned, PlanRefused, PlanRequested, Reentered
from ...core.model import Failed
from ...core.state import Run
from ...demo.robot import PLAYS, Play, Shown, show
from ...front import new_run_id
from ..render import sentence
from ..results import folder, write_result
from .common import say


def show_robot(home: Path, viewer: bool) -> bool:
    """Play all scenes; whether what each run says of itself is true."""
    say("An arm at a table, in physics (MuJoCo); pictures are in each run's folder.")
    shown = {play.name: _play(home, play, viewer) for play in PLAYS}
    old, new = shown["old-loop"].run.ending, shown["unreachable"].run.ending
    if old is not None and new is not None:
        say()
        say(
            f"Saved on the unreachable cube: {old.planner_calls - new.planner_calls} planner calls, {old.steps - new.steps} acts."
        )
    return all(s.claimed == s.true for s in shown.values()) and shown["slip"].claimed and shown["stack"].claimed


def _play(home: Path, play: Play, viewer: bool) -> Shown:
    run_id = new_run_id().replace("r-", f"robot-{play.name}-")
    place = folder(home, run_id)
    say()
    say(f"== {play.title}")
    store = wiring.open_store(home)
    try:
        found = asyncio.run(show(play, place, run_id=run_id, store=store, watchers=[_line], viewer=viewer))
    finally:
        store.shut()
    ending = found.run.ending
    assert ending is not None
    path = write_result(home, found.run)
    for text in found.happened:
        say(f"  (what happened: {text})")
    say("FINAL VERDICT")
    say(f"  success:      {ending.success}")
    say(f"  replans:      {ending.replans}")
    say(f"  steps:        {ending.steps}")
    say(f"  final reason: {ending.final_reason}")
    say(f"  detail:       {ending.final_detail or ending.root_cause or ending.said_by}")
    say(f"  planner calls {ending.planner_calls}, {ending.wall_seconds:.1f} s; the simulator's own word: {found.true}")
    say(f"  {len(found.pictures)} pictures: {place}    result: {path}")
    return found


def _line(entry: Entry, run: Run) -> None:
    """PLAN and EXECUTE, and what else changes the course."""
    match entry.event:
        case PlanRequested():
            say(f"PLAN: task={run.task.goal!r} replan={run.spent.replans}")
        case Planned(plan=plan) if len(plan.steps) > 1:
            say(f"  plan {plan.version}: {len(plan.steps)} steps by {plan.author}")
        case Intended(skill=skill, args=args):
            say(f"EXECUTE: {skill}({args})")
        case Acted(result=Failed(reason=reason, detail=detail)):
            say(f"  failed: {reason}: {detail}")
        case Reentered() | PlanRefused():
            say(f"  {sentence(entry, run)}")
        case _:
            pass
