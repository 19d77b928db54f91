"""Three tasks each in further programs of several toolkits, from YAML alone, without a model; judged by what they wrote.

    python bench/desktop.py --more [--only thunar,gnome-text-editor]

Thunar tells nothing of its files: that part is read with `ocr`. The programs are thunar and gnumeric (GTK 3), gnome-text-editor
(GTK 4), keepassxc (Qt 5) and linguist-qt6 (Qt 6). Each run has a display of its own. What a program was to write is read from the
disk, or by the program's own command line.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from midcourse.core.run.entries import Entry
from midcourse.core.run.settings import Settings
from midcourse.core.run.state import Run
from midcourse.director.loop import Director, Watcher
from midcourse.engine.memory import MemoryStore
from midcourse.inputs.taskfile import read_task
from midcourse.interfaces.render import sentence
from midcourse.wiring.preparing import prepare

SETTINGS = "settings: {max_seconds: 150, backoff: 0.2, auto_replanning_min_interval_seconds: 0.2}"
PASSWORD = "open sesame"
TS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Window</name>
    <message>
        <source>Good morning</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
"""


@dataclass(frozen=True)
class Job:
    """A task as a user writes it, and what is on the disk once it is done; `{in}` is the folder that is watched."""

    program: str
    start: str
    """The program with its arguments, as it stands after `desktop:`."""
    task: str
    done: Callable[[Path], bool]


def _text(path: Path) -> str:
    return path.read_text(errors="replace") if path.is_file() else ""


def _sheet(path: Path) -> str:
    """What a spreadsheet holds, as XML."""
    return gzip.decompress(path.read_bytes()).decode(errors="replace") if path.is_file() else ""


def _vault(path: Path, entry: str, field: str) -> str:
    """What a password safe holds, as its own command line tells."""
    command = ("keepassxc-cli", "show", "-q", "-s", "-a", field, str(path), entry)
    return subprocess.run(command, input=f"{PASSWORD}\n", capture_output=True, text=True, check=False).stdout.strip()


LINGUIST = "/usr/lib/qt6/bin/linguist"
UNLOCK = f'Enter "{PASSWORD}" into Password, click Unlock'
JOBS = (
    Job(
        "thunar",
        "thunar {in} ocr",
        'goal: Select File > Create Folder, enter "letters" into the name and click Create\ndone_when: visible(item letters)',
        lambda place: (place / "letters").is_dir(),
    ),
    Job(
        "thunar",
        "thunar {in} ocr",
        'goal: Click a.txt, select Edit > Rename, enter "b.txt" into the name and click Rename\n'
        "done_when: file(b.txt) and not file(a.txt)",
        lambda place: _text(place / "b.txt") == "hello\nworld\n" and not (place / "a.txt").exists(),
    ),
    Job(
        "thunar",
        "thunar {in}",
        'goal: Select File > Create Document > Empty File, enter "shopping.txt" into the name and click Create\n'
        "done_when: file(shopping.txt)",
        lambda place: (place / "shopping.txt").is_file(),
    ),
    Job(
        "gnome-text-editor",
        "gnome-text-editor",
        "goal: save the note\nvalues:\n  text: water the plants\n  Name: {in}/plants.txt\n"
        "done_when: file(plants.txt) and line(plants.txt, water the plants)",
        lambda place: _text(place / "plants.txt").strip() == "water the plants",
    ),
    Job(
        "gnome-text-editor",
        "gnome-text-editor {in}/a.txt",
        'goal: Enter "good day" into the text and press Ctrl+S\ndone_when: line(a.txt, good day)',
        lambda place: _text(place / "a.txt").strip() == "good day",
    ),
    Job(
        "gnome-text-editor",
        "gnome-text-editor {in}/a.txt",
        'goal: Press Ctrl+H, enter "hello" into Find, enter "good day" into Replace, click "Replace All" and press Ctrl+S\n'
        "done_when: line(a.txt, good day)",
        lambda place: _text(place / "a.txt") == "good day\nworld\n",
    ),
    Job(
        "keepassxc",
        "keepassxc {in}/safe.kdbx",
        f'goal: {UNLOCK}, select Entries > New Entry, enter "Library" into Title, enter "ada" into Username and click OK\n'
        "done_when: visible(item Library)",
        lambda place: _vault(place / "safe.kdbx", "Library", "UserName") == "ada",
    ),
    Job(
        "keepassxc",
        "keepassxc {in}/safe.kdbx",
        f'goal: {UNLOCK}, click Bank, select Entries > Edit Entry, enter "bob" into Username and click OK\n'
        "done_when: visible(item bob)",
        lambda place: _vault(place / "safe.kdbx", "Bank", "UserName") == "bob",
    ),
    Job(
        "keepassxc",
        "keepassxc {in}/safe.kdbx",
        f'goal: {UNLOCK}, select Groups > New Group, enter "Travel" into Name and click OK\ndone_when: visible(item Travel)',
        lambda place: "Travel" in _groups(place / "safe.kdbx"),
    ),
    Job(
        "gnumeric",
        "gnumeric {in}/book.csv",
        'goal: Select File > Save As, enter "{in}/out.gnumeric" into Name and click Save\ndone_when: file(out.gnumeric)',
        lambda place: "hello" in _sheet(place / "out.gnumeric"),
    ),
    Job(
        "gnumeric",
        "gnumeric {in}/a.gnumeric",
        'goal: Select Edit > Sheet > Rename, enter "Budget" into "New Name", click OK and select File > Save\n'
        "done_when: visible(tab Budget) and window(a.gnumeric - Gnumeric)",
        lambda place: "<gnm:Name>Budget</gnm:Name>" in _sheet(place / "a.gnumeric"),
    ),
    Job(
        "gnumeric",
        "gnumeric {in}/a.gnumeric",
        'goal: Select Edit > "Search & Replace", enter "hello" into "Search for", enter "good day" into "Replace by", click OK, '
        'select File > Save As, enter "{in}/new.gnumeric" into Name and click Save\ndone_when: file(new.gnumeric)',
        lambda place: "good day" in _sheet(place / "new.gnumeric"),
    ),
    Job(
        "linguist",
        f"{LINGUIST} {{in}}/app_de.ts",
        'goal: Click Window, click "Good morning", enter "Guten Morgen" into the translation and select File > Save\n'
        'done_when: line(app_de.ts, "        <translation type=\\"unfinished\\">Guten Morgen</translation>")',
        lambda place: "Guten Morgen" in _text(place / "app_de.ts"),
    ),
    Job(
        "linguist",
        f"{LINGUIST} {{in}}/app_de.ts",
        'goal: Select File > "Save As", enter "{in}/copy_de.ts" into "File name" and click Save\ndone_when: file(copy_de.ts)',
        lambda place: "Good morning" in _text(place / "copy_de.ts"),
    ),
    Job(
        "linguist",
        f"{LINGUIST} {{in}}/app_de.ts",
        'goal: Select File > "Release As", enter "{in}/app.qm" into "File name" and click Save\ndone_when: file(app.qm)',
        lambda place: (place / "app.qm").is_file(),
    ),
)


def _groups(path: Path) -> str:
    command = ("keepassxc-cli", "ls", "-q", str(path))
    return subprocess.run(command, input=f"{PASSWORD}\n", capture_output=True, text=True, check=False).stdout


def _furnish(place: Path) -> None:
    """The files that tasks begin with."""
    (place / "notes").mkdir(parents=True)
    (place / "a.txt").write_text("hello\nworld\n")
    (place / "book.csv").write_text("hello,1\nworld,2\n")
    (place / "app_de.ts").write_text(TS)
    commands = (
        (("ssconvert", "book.csv", "a.gnumeric"), ""),
        (("keepassxc-cli", "db-create", "-q", "-p", "safe.kdbx"), f"{PASSWORD}\n{PASSWORD}\n"),
        (("keepassxc-cli", "add", "-q", "-u", "old", "safe.kdbx", "Bank"), f"{PASSWORD}\n"),
    )
    for command, told in commands:
        subprocess.run(command, input=told, cwd=place, capture_output=True, text=True, check=True)


@dataclass(frozen=True)
class Played:
    """One run."""

    program: str
    goal: str
    done: bool
    """As the disk shows."""
    claimed: bool
    seconds: float
    reason: str


async def play(folder: Path, job: Job, *watchers: Watcher) -> Played:
    """One run on a display of its own."""
    began = time.monotonic()
    place = folder / "place" / "inner"
    _furnish(place)
    task, start = (text.replace("{in}", str(place)) for text in (job.task, job.start))
    (folder / "place" / "task.yaml").write_text(f"{task}\nworld: desktop:{start} folder=inner\n{SETTINGS}\n")
    file = read_task(folder / "place" / "task.yaml")
    made = prepare(
        file.task(),
        world=file.world,
        planner="",
        settings=file.over(Settings()),
        plans=file.scripts(),
        base=folder / "place",
        store=MemoryStore(),
    )
    try:
        run = await Director(made.parts, patient=False, watchers=list(watchers)).start("r", made.task, made.settings)
    finally:
        await made.release()
    ending = run.ending
    return Played(
        program=job.program,
        goal=file.goal,
        done=job.done(place),
        claimed=ending is not None and ending.success,
        seconds=round(time.monotonic() - began, 1),
        reason=(f"{ending.final_reason}: {ending.final_detail}" if ending is not None else "it waits for an answer")[:300],
    )


def _tell(entry: Entry, run: Run) -> None:
    print(f"    {sentence(entry, run)}", file=sys.stderr, flush=True)


def play_all(only: Sequence[str] = (), aloud: bool = False) -> list[Played]:
    """All tasks, or those in some programs; each is printed as a line of JSON; aloud, so is what happens."""
    rows: list[Played] = []
    for job in JOBS:
        if not only or {job.program, f"{job.program}{JOBS.index(job)}"} & set(only):
            with tempfile.TemporaryDirectory(prefix="midcourse-bench-") as folder:
                rows.append(asyncio.run(play(Path(folder), job, *([_tell] if aloud else []))))
            print(json.dumps(asdict(rows[-1])), flush=True)
    good, false = sum(r.done and r.claimed for r in rows), sum(r.claimed and not r.done for r in rows)
    print(
        f"success {good}/{len(rows)}, false success {false}, done and not claimed {sum(r.done and not r.claimed for r in rows)}"
    )
    return rows
