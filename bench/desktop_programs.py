"""Three tasks each in programs that nobody looked at while the desktop world was built, from YAML alone, without a model.

    python bench/desktop.py --programs [--only galculator,pcmanfm]

Each run has a display of its own. The verdict is judged by what the display itself shows, not by the run's own facts.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from midcourse.core.run.settings import Settings
from midcourse.director.loop import Director
from midcourse.engine.memory import MemoryStore
from midcourse.inputs.taskfile import read_task
from midcourse.wiring.preparing import prepare
from midcourse.worlds.desktop import DesktopWorld

SETTINGS = "settings: {max_seconds: 240, backoff: 0.2, auto_replanning_min_interval_seconds: 0.2}"


@dataclass(frozen=True)
class Job:
    """A task as a user writes it, and what the display shows once it is done."""

    program: str
    task: str
    shows: Callable[[set[str], set[str]], bool]
    """Of the titles of windows, and of all names and texts that programs tell."""


JOBS = (
    Job(
        "galculator",
        'goal: Click "7", click "*", click "6" and click "="\ndone_when: text(42)',
        lambda titles, told: "42" in told,
    ),
    Job(
        "galculator",
        "goal: Select View > Scientific Mode\ndone_when: visible(button sin)",
        lambda titles, told: "sin" in told,
    ),
    Job(
        "galculator",
        "goal: Select Help > About\ndone_when: window(About galculator)",
        lambda titles, told: "About galculator" in titles,
    ),
    Job("pcmanfm", "goal: Double click notes\ndone_when: window(notes)", lambda titles, told: "notes" in titles),
    Job(
        "pcmanfm",
        'goal: Click Go and click "Parent Folder"\ndone_when: window(place)',
        lambda titles, told: "place" in titles,
    ),
    Job(
        "pcmanfm",
        "goal: Click Help and click About\ndone_when: window(About PCManFM)",
        lambda titles, told: "About PCManFM" in titles,
    ),
)
WORLDS = {"galculator": "desktop:galculator folder=.", "pcmanfm": "desktop:pcmanfm {base}/inner folder=inner ocr"}


@dataclass(frozen=True)
class Played:
    """One run."""

    program: str
    goal: str
    done: bool
    """As the display itself shows."""
    claimed: bool
    tiers: dict[str, int]
    replans: int
    seconds: float
    reason: str


async def play(folder: Path, job: Job) -> Played:
    """One run on a display of its own."""
    began = time.monotonic()
    base = folder / "place"
    (base / "inner" / "notes").mkdir(parents=True)
    (base / "inner" / "a.txt").write_text("hello\n")
    (base / "task.yaml").write_text(f"{job.task}\nworld: {WORLDS[job.program].format(base=base)}\n{SETTINGS}\n")
    file = read_task(base / "task.yaml")
    made = prepare(
        file.task(),
        world=file.world,
        planner="",
        settings=file.over(Settings()),
        plans=file.scripts(),
        base=base,
        store=MemoryStore(),
    )
    try:
        run = await Director(made.parts, patient=False, watchers=[]).start("r", made.task, made.settings)
        desk = made.made
        assert isinstance(desk, DesktopWorld) and run.ending is not None
        windows, elements = await desk._call(desk.driver.windows), await desk._call(desk.driver.elements)
    finally:
        await made.release()
    told = {text.strip() for e in elements if "showing" in e.states for text in (e.name, *(e.text or "").splitlines())}
    ending = run.ending
    return Played(
        program=job.program,
        goal=file.goal,
        done=job.shows({w.title for w in windows if w.kind != "hidden"}, told),
        claimed=ending.success,
        tiers=run.spent.tiers,
        replans=ending.replans,
        seconds=round(time.monotonic() - began, 1),
        reason=f"{ending.final_reason}: {ending.final_detail}"[:160],
    )


def play_all(only: Sequence[str] = ()) -> list[Played]:
    """All tasks, or those in some programs; each is printed as a line of JSON."""
    rows: list[Played] = []
    for job in JOBS:
        if not only or job.program in only:
            with tempfile.TemporaryDirectory(prefix="midcourse-bench-") as folder:
                rows.append(asyncio.run(play(Path(folder), job)))
            print(json.dumps(asdict(rows[-1])), flush=True)
    good, false = sum(r.done and r.claimed for r in rows), sum(r.claimed and not r.done for r in rows)
    print(
        f"success {good}/{len(rows)}, false success {false}, done and not claimed {sum(r.done and not r.claimed for r in rows)}"
    )
    return rows
