"""How often a note is saved in a real editor while things go wrong, with replanning and with a fixed plan.

    python bench/desktop.py [--seeds 10] [--program mousepad] [--only killed,moved] [--ways ours,fixed] [--out FILE]
    python bench/desktop.py --programs [--only galculator,pcmanfm]      other programs, from YAML (desktop_programs.py)
    python bench/desktop.py --more [--only thunar,gnumeric] [--aloud]   programs of several toolkits (desktop_more_programs.py)
    python bench/desktop.py --looks [--program mousepad]                how long a look takes (desktop_looks.py)

Each run has a display of its own. Judged by the file on the disk, by what stands in other windows, and by what was asked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import desktop_looks
import desktop_more_programs
import desktop_programs

from midcourse.core.model import Call, Observation, Result, Skill, Task
from midcourse.core.plans.shorthand import act
from midcourse.core.run.settings import AutoReplanning, Limits, Patience, Settings
from midcourse.demo.desktop import ENDS, FIELDS, NOTE, OLD, TEXT, Person
from midcourse.director.loop import Director
from midcourse.engine.memory import MemoryStore
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.wiring.names import planner_named
from midcourse.wiring.preparing import prepare
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.desktop.driver import Gone, Refused
from midcourse.worlds.desktop.keeper import descendants

TROUBLES = ("none", "stolen", "dialog", "exists", "moved", "slow", "killed")
OURS = Settings(patience=Patience(backoff=0.2), auto=AutoReplanning(min_interval_seconds=0.2), limits=Limits(max_seconds=120.0))
FIXED = Settings(replan="fixed", limits=Limits(max_seconds=120.0))


@dataclass(frozen=True)
class Row:
    """One run."""

    trouble: str
    way: str
    seed: int
    saved: bool
    claimed: bool
    overwritten: bool
    """The file that was there was changed without a yes."""
    strayed: int
    """Characters that stand in a window in which nobody was to write."""
    asked: int
    replans: int
    seconds: float
    reason: str


class Troubled:
    """A desktop on which one thing goes wrong before a certain act."""

    has_screen = True

    def __init__(self, desk: DesktopWorld, trouble: str, program: str, seed: int) -> None:
        chance = random.Random(f"{trouble} {seed}")
        self._desk, self._trouble, self._program = desk, trouble, program
        self._when = chance.randint(1, 3) if trouble != "killed" else chance.randint(2, 3)
        self._place = (chance.randint(-300, 900), chance.randint(-100, 600))
        self._acts = 0
        self.other = next(name for name in FIELDS if name != program)
        self.vocabulary = desk.vocabulary

    async def skills(self) -> Sequence[Skill]:
        return await self._desk.skills()

    async def observe(self) -> Observation:
        return await self._desk.observe()

    async def act(self, call: Call) -> Result:
        if self._acts == self._when:
            with suppress(Gone, Refused, StopIteration):
                await self._go_wrong()
        self._acts += 1
        return await self._desk.act(call)

    async def _go_wrong(self) -> None:
        driver = self._desk.driver
        windows = await self._desk._call(driver.windows)
        match self._trouble:
            case "stolen":
                await self._desk._hands.launch({"program": self.other}, "")
            case "dialog":
                await self._desk._hands.select_menu({"path": "Help > About"}, "")
                await asyncio.sleep(0.5)
            case "moved":
                window = next(w for w in windows if w.program == self._program)
                await self._desk._call(driver.place, window.id, (*self._place, *window.box[2:]))
            case "killed":
                window = next(w for w in windows if w.program == self._program)
                os.kill(window.process, signal.SIGKILL)
                await asyncio.sleep(0.3)
            case _:
                pass


def script(program: str, note: Path):
    """The plan of a quiet day."""
    save = "button Save" if program == "mousepad" else "button Save in Save as"
    return [
        act("launch", program=program),
        act("fill", target="textbox text", text=TEXT),
        act("select", target="menuitem File", option="Save As"),
        act("wait_for", condition=f"visible(textbox {FIELDS[program]})", seconds=5.0),
        act("fill", target=f"textbox {FIELDS[program]}", text=str(note)),
        act("wait_for", condition=f"enabled({save})", seconds=5.0),  # the dialog takes a moment to look at the name
        act("click", target=save),
    ]


async def play(folder: Path, trouble: str, way: str, program: str, seed: int) -> Row:
    """One run on a display of its own."""
    began = time.monotonic()
    notes = folder / "notes"
    notes.mkdir()
    note = notes / NOTE
    if trouble == "exists":
        note.write_text(OLD)
    if trouble == "slow":
        _slow_down(folder / "bin", program, 2 + seed % 6)
    person = Person(note)
    name = FIELDS[program]
    goal = f'Launch {program}, enter "{TEXT}" into the text, select File > Save As, enter "{note}" into {name} and click Save'
    path = os.environ["PATH"]
    os.environ["PATH"] = f"{folder / 'bin'}:{path}"
    try:
        async with DesktopWorld(folders=[notes]) as desk:
            world = Troubled(desk, trouble, program, seed)
            planner = ScriptedPlanner(script(program, note)) if way == "fixed" else planner_named("words")
            task = Task(goal, f'file({NOTE}) and line({NOTE}, "{TEXT}")')
            settings = FIXED if way == "fixed" else OURS
            made = prepare(task, world=world, planner=planner, settings=settings, store=MemoryStore(), approver=person)
            run = await Director(made.parts, patient=False, watchers=[]).start("r", made.task, made.settings)
            strayed = await _strayed(desk, world.other)
            keeper = desk.driver.screen.keeper  # type: ignore[attr-defined]
            there = descendants(keeper)
    finally:
        os.environ["PATH"] = path
    left = [p for p in there if Path(f"/proc/{p}").exists()]
    assert not left, f"left behind: {left}"
    content = note.read_bytes() if note.exists() else b""
    ending = run.ending
    assert ending is not None
    return Row(
        trouble=trouble,
        way=way,
        seed=seed,
        saved=content == (TEXT + ENDS[program]).encode(),
        claimed=ending.success,
        overwritten=trouble == "exists" and not person.asked and content != OLD.encode(),
        strayed=strayed,
        asked=len(person.asked),
        replans=ending.replans,
        seconds=round(time.monotonic() - began, 1),
        reason=f"{ending.final_reason}: {ending.final_detail}"[:160],
    )


def _slow_down(folder: Path, program: str, seconds: int) -> None:
    folder.mkdir()
    (folder / program).write_text(f'#!/bin/sh\nsleep {seconds}\nexec /usr/bin/{program} "$@"\n')
    (folder / program).chmod(0o755)


async def _strayed(desk: DesktopWorld, other: str) -> int:
    with suppress(Gone):
        sight = await desk.look()
        windows = {w.id for w in sight.screen.windows if w.program == other}
        return sum(len(sight.screen.elements[t.place].text or "") for t in sight.things.values() if t.window in windows)
    return 0


def main(argv: Sequence[str]) -> list[Row]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--program", default="mousepad", choices=list(FIELDS))
    parser.add_argument("--only", default="")
    parser.add_argument("--programs", action="store_true")
    parser.add_argument("--more", action="store_true")
    parser.add_argument("--aloud", action="store_true")
    parser.add_argument("--looks", action="store_true")
    parser.add_argument("--ways", default="ours,fixed")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args(argv)
    if given.programs:
        desktop_programs.play_all(given.only.split(",") if given.only else ())
    if given.more:
        desktop_more_programs.play_all(given.only.split(",") if given.only else (), given.aloud)
    if given.looks:
        desktop_looks.print_looks(given.program)
    if given.programs or given.more or given.looks:
        return []
    rows: list[Row] = []
    troubles = given.only.split(",") if given.only else TROUBLES
    for trouble in troubles:
        for way in given.ways.split(","):
            for seed in range(given.first, given.first + given.seeds):
                with tempfile.TemporaryDirectory(prefix="midcourse-bench-") as folder:
                    row = asyncio.run(play(Path(folder), trouble, way, given.program, seed))
                rows.append(row)
                print(json.dumps(asdict(row)), flush=True)
                if given.out:
                    with given.out.open("a") as out:
                        out.write(json.dumps(asdict(row)) + "\n")
    for way in given.ways.split(","):
        for trouble in troubles:
            these = [r for r in rows if (r.way, r.trouble) == (way, trouble)]
            good = sum(r.saved and r.claimed for r in these)
            false = sum(r.claimed and not r.saved for r in these)
            print(
                f"{way:6} {trouble:8} success {good}/{len(these)}, false success {false}, overwritten without a yes "
                f"{sum(r.overwritten for r in these)}, characters astray {sum(r.strayed for r in these)}, "
                f"replans {sum(r.replans for r in these) / len(these):.1f}, "
                f"seconds {sum(r.seconds for r in these) / len(these):.1f}"
            )
    return rows


if __name__ == "__main__":
    main(sys.argv[1:])
