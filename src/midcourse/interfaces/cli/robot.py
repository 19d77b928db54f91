"""`midcourse demo robot`: what is printed while the arm works."""

from __future__ import annotations

from pathlib import Path

from ...core.model import Failed
from ...core.run.entries import Entry
from ...core.run.events import Acted, Intended, Planned, PlanRefused, PlanRequested, Reentered
from ...core.run.state import Run
from ...demo.robot import PLAYS, Play, Table, show
from ..render import sentence
from .common import say
from .scenes import play


def show_robot(home: Path, viewer: bool) -> bool:
    """Play all scenes; whether what each run says of itself is true."""
    say("An arm at a table, in physics (MuJoCo); pictures are in each run's folder.")
    shown = {scene.name: _play(home, scene, viewer) for scene in PLAYS}
    old, new = shown["old-loop"].run.ending, shown["unreachable"].run.ending
    if old is not None and new is not None:
        say()
        say(
            f"Saved on the unreachable cube: {old.planner_calls - new.planner_calls} planner calls, {old.steps - new.steps} acts."
        )
    return all(s.claimed == s.true for s in shown.values()) and shown["slip"].claimed and shown["stack"].claimed


def _play(home: Path, scene: Play, viewer: bool) -> Table:
    found, (ending, where) = play(
        home,
        f"robot-{scene.name}",
        scene.title,
        lambda place, run_id, store: show(scene, place, run_id=run_id, store=store, watchers=[_line], viewer=viewer),
    )
    say("FINAL VERDICT")
    say(f"  success:      {ending.success}")
    say(f"  replans:      {ending.replans}")
    say(f"  steps:        {ending.steps}")
    say(f"  final reason: {ending.final_reason}")
    broke = "" if ending.success else ending.root_cause
    say(f"  detail:       {broke or ending.final_detail or ending.said_by}")
    say(f"  wall:         {ending.wall_seconds:.1f} s")
    say(f"  planner calls {ending.planner_calls}; the simulator's own word: {found.true}")
    say(f"  {where}")
    return found


def _line(entry: Entry, run: Run) -> None:
    """PLAN and EXECUTE, and what else changes the course."""
    match entry.event:
        case PlanRequested():
            say(f"PLAN: task={run.setup.task.goal!r} replan={run.spent.replans}")
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
