"""`midcourse demo desktop`: what is printed while the editor is used."""

from __future__ import annotations

from pathlib import Path

from ...core.model import Failed, Uncertain
from ...core.plans.modes import mode_of
from ...core.plans.plan import title
from ...core.run.entries import Entry
from ...core.run.events import Acted, Asked, Intended, Planned, PlanRequested
from ...core.run.state import Run
from ...demo.desktop import NOTE, Noted, show, task
from ..render import sentence
from ..results import result_of
from .common import say
from .scenes import play


def show_desktop(home: Path, program: str) -> bool:
    """The task on a quiet day, with the file already there, and with the keyboard stolen; whether each ended as it should."""
    say(f"A note is to be written and saved in a real editor ({program}), on a display of its own that nobody sees.")
    say(f"Task: {task(program, Path()).goal}")
    plain = _play(home, program, "plain", "a quiet day")
    exists = _play(home, program, "exists", f"{NOTE} is there already: overwriting it asks", exists=True)
    stolen = _play(home, program, "stolen", "another window takes the keyboard in the middle", stolen=True)
    say()
    for name, scene in (("a quiet day", plain), ("the file existed", exists), ("the keyboard was stolen", stolen)):
        say(f"{name}: success {scene.claimed}; the file is right, byte for byte: {scene.saved == scene.wanted}")
    untouched = bool(exists.asked) and all(held == exists.before[0] and held != exists.wanted for held in exists.before)
    asked = ", ".join(str(len(scene.asked)) for scene in (plain, exists, stolen))
    say(f"questions asked: {asked}; before the yes the file was untouched: {untouched}")
    say(f"characters in the wrong window: {sum(map(len, stolen.strayed))}")
    right = all(scene.claimed and scene.saved == scene.wanted for scene in (plain, exists, stolen))
    return right and untouched and not plain.asked and not stolen.asked and not stolen.strayed


def _play(home: Path, program: str, name: str, heading: str, *, exists: bool = False, stolen: bool = False) -> Noted:
    found, (ending, where) = play(
        home,
        f"desktop-{name}",
        heading,
        lambda place, run_id, store: show(
            place, program, run_id=run_id, store=store, exists=exists, stolen=stolen, watchers=[_line]
        ),
    )
    say(f"  success {ending.success}: {ending.final_reason}; {ending.final_detail or ending.said_by}")
    say(f"  {ending.steps} acts, {ending.planner_calls} plans, {ending.replans} replans, {ending.wall_seconds:.1f} s")
    for segment in result_of(found.run)["segments"]:  # type: ignore[attr-defined]
        say("  segment {version}: {visual} visual, {command} command, {replan} replan".format(**segment))
    say(f"  {where}")
    return found


def _line(entry: Entry, run: Run) -> None:
    """What is planned, what is done and in which mode, what is asked, and what does not work."""
    match entry.event:
        case PlanRequested(cause=cause):
            say(f"PLAN ({cause.rule}{': ' + cause.detail if cause.detail else ''})")
        case Planned(plan=plan):
            for step in plan.steps:
                say(f"  - [{mode_of(step)}] {title(step)}")
        case Intended(step=step):
            say(f"DO [{mode_of(run.work.records[step].step)}] {title(run.work.records[step].step)}")
        case Acted(result=Failed() | Uncertain()) | Asked():
            say(f"  ! {sentence(entry, run)}")
        case _:
            pass
