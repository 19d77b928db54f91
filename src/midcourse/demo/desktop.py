"""A note in a real editor: launcher, editor, text, Save As, name, saved; on a display of its own, also with hindrances."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import LookFailed, TaskError, choices
from ..core.gates.request import PlanRequest, Reply
from ..core.model import Task
from ..core.people.messages import Answer, Question
from ..core.plans.plan import Act
from ..core.plans.shorthand import act
from ..core.protocols import Planner, Store
from ..core.run.entries import Entry
from ..core.run.events import Intended
from ..core.run.settings import AutoReplanning, Patience, Settings
from ..core.run.state import Run
from ..director.loop import Director, Watcher
from ..planners.around import Around
from ..planners.scripted import ScriptedPlanner
from ..wiring.names import planner_named
from ..wiring.preparing import prepare
from ..worlds.desktop import DesktopWorld
from ..worlds.desktop.driver import Gone
from .shown import Shown

FIELDS = {"mousepad": "Name", "featherpad": "File name"}
"""Editors, and what the field for a file's name is called in each."""
ENDS = {"mousepad": "", "featherpad": "\n"}
"""What each writes behind the last line."""
LAUNCHER = "xfce4-appfinder"
TEXT = "Three segments: launcher, editor, dialog. Grüße!"
NOTE = "note.txt"
OLD = "This was here before.\n"
OURS = Settings(patience=Patience(backoff=0.2), auto=AutoReplanning(min_interval_seconds=0.2))
FIXED = Settings(replan="fixed")


@dataclass(frozen=True)
class Noted(Shown):
    """A run of the task."""

    saved: bytes
    """What the file holds in the end; nothing if there is none."""
    wanted: bytes
    """What it should hold."""
    asked: list[str]
    """What a person was asked."""
    before: list[bytes]
    """What the file held each time a person was asked."""
    strayed: list[str]
    """What stands in fields of other programs that were empty."""


def task(program: str, folder: Path) -> Task:
    """What is asked for, in plain words."""
    if program not in FIELDS:
        raise TaskError(f"no editor {program!r}; {choices(program, FIELDS)}")
    return Task(
        f'Enter "{program}" into the launcher and click Launch, enter "{TEXT}" into the text, select File > Save As, '
        f'enter "{folder / NOTE}" into {FIELDS[program]} and click Save',
        f'file({NOTE}) and line({NOTE}, "{TEXT}")',
    )


def script(program: str, folder: Path) -> list[Act]:
    """The plan as one would record it on a quiet day: right, as long as nothing happens."""
    save = "button Save" if program == "mousepad" else "button Save in Save as"
    return [
        act("fill", target="textbox", text=program),
        act("click", target="button Launch"),
        act("wait_for", condition="visible(textbox text)", seconds=5.0),
        act("fill", target="textbox text", text=TEXT),
        act("select", target="menuitem File", option="Save As"),
        act("fill", target=f"textbox {FIELDS[program]}", text=str(folder / NOTE)),
        act("click", target=save),
    ]


class Person:
    """Somebody who is asked, and says yes or no."""

    def __init__(self, note: Path, says: bool = True) -> None:
        self._note, self._says = note, says
        self.asked: list[str] = []
        self.before: list[bytes] = []

    async def allows(self, question: Question) -> Answer | None:
        """What was said."""
        self.asked.append(question.text)
        self.before.append(_content(self._note))
        return Answer(question.id, self._says, "somebody", "")


class Thief:
    """Another window that takes the keyboard in the middle."""

    def __init__(self, desk: DesktopWorld, program: str) -> None:
        self._desk, self._program = desk, program
        self.work: asyncio.Task[None] | None = None

    def __call__(self, entry: Entry, run: Run) -> None:
        """Steal as the first menu is about to be opened."""
        match entry.event:
            case Intended(step=step) if self.work is None:
                planned = run.work.records[step].step
                if isinstance(planned, Act) and planned.skill == "select":
                    self.work = asyncio.ensure_future(self._steal())
            case _:
                pass

    async def _steal(self) -> None:
        with suppress(LookFailed, Gone):
            self._desk.driver.launch([self._program], Path("/"))


async def show(
    folder: Path,
    program: str,
    settings: Settings = OURS,
    *,
    run_id: str,
    store: Store,
    fixed: bool = False,
    exists: bool = False,
    stolen: bool = False,
    says: bool = True,
    watchers: Sequence[Watcher] = (),
) -> Noted:
    """Start a display, run the task on it, and read the file."""
    notes = _furnished(folder, exists)
    try:
        note = notes / NOTE
        wanted = task(program, notes)
        person = Person(note, says)
        async with DesktopWorld(program=LAUNCHER, folders=[notes]) as desk:
            other = next(name for name in FIELDS if name != program)
            thief = Thief(desk, other)
            planner = Pictured(ScriptedPlanner(script(program, notes)) if fixed else planner_named("words"), desk, folder)
            made = prepare(wanted, world=desk, planner=planner, settings=settings, store=store, approver=person)
            seen = [*watchers, *([thief] if stolen else [])]
            run = await Director(made.parts, patient=False, watchers=seen).start(run_id, made.task, made.settings)
            await planner.take("end")
            strayed = await _strayed(desk, other) if stolen else []
        saved = _content(note)
        (folder / NOTE).write_bytes(saved)
    finally:
        shutil.rmtree(notes, ignore_errors=True)
    happened = [f"a window of {other} took the keyboard"] if thief.work is not None else []
    happened += [f"{NOTE} was there already"] if exists else []
    whole = (TEXT + ENDS[program]).encode()
    return Noted(run, happened, planner.taken, saved, whole, person.asked, person.before, strayed)


def _furnished(folder: Path, exists: bool) -> Path:
    """Where the note is to be saved: not in Midcourse's own folder, which it does not touch without asking, and named from the
    root on, since a program starts elsewhere."""
    folder.mkdir(parents=True, exist_ok=True)
    notes = Path(tempfile.mkdtemp(prefix="notes-"))
    if exists:
        (notes / NOTE).write_text(OLD)
    return notes


async def _strayed(desk: DesktopWorld, program: str) -> list[str]:
    """What stands in the fields of a window in which nobody was to write."""
    with suppress(Gone):
        sight = await desk.look()
        windows = {w.id for w in sight.screen.windows if w.program == program}
        return [e.text for t in sight.things.values() if t.window in windows and (e := sight.screen.elements[t.place]).text]
    return []


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


class Pictured(Around):
    """A planner before whose every answer a picture of the screen is taken."""

    def __init__(self, planner: Planner, desk: DesktopWorld, folder: Path) -> None:
        super().__init__(planner)
        self._desk, self._folder = desk, folder
        self.taken: list[Path] = []

    async def plan(self, request: PlanRequest) -> Reply:
        """The planner's answer."""
        await self.take(request.cause.rule.replace(" ", "-"))
        return await self._planner.plan(request)

    async def take(self, name: str) -> None:
        """A picture of the screen as it is, with what can be reached drawn on."""
        path = self._folder / f"{len(self.taken) + 1:02}-{name}.png"
        with suppress(Gone):  # a display that was just lost has no picture
            await self._desk.look()
            path.write_bytes(await self._desk.picture())
            self.taken.append(path)
