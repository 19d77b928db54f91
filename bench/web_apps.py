"""Real applications with rules only, no model: tasks as docs/web.md writes them, judged by what the application stored.

    .venv/bin/python bench/web_apps.py [--half building|measured|both] [--apps NAME …] [--language de] [--trouble NAME …]
        [--home FOLDER] [--tell]

Applications are split by the hash of their name: rules are built on one half, the other is only measured, and `--tell` says
nothing of it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from apps.app import App, Errand, Found, is_measured, judged, said
from apps.drawn_pages import DASH, GRADIO, NICEGUI, PANEL, STREAMLIT
from apps.killed import killed_and_resumed
from apps.life import Life, living
from apps.server_pages import DJANGO, FLASK, OTTERWIKI, ROUNDUP, SQLADMIN, SQLITE_WEB, TRAC
from apps.troubles import KILLED, TROUBLES, saved_by, troubled

from midcourse import Task, run_async
from midcourse.core.run.groups import changed
from midcourse.core.run.settings import Settings
from midcourse.interfaces.render import history, sentence
from midcourse.wiring.names import planner_named
from midcourse.worlds.web import WebWorld
from midcourse.yaml_files import as_yaml

APPS: tuple[App, ...] = (DJANGO, STREAMLIT, ROUNDUP, OTTERWIKI, PANEL, FLASK, SQLADMIN, SQLITE_WEB, NICEGUI, GRADIO, DASH, TRAC)
LIMITS = {"max_steps": 60, "max_seconds": 150.0}


class Result(NamedTuple):
    """One task."""

    app: str
    task: str
    trouble: str
    verdict: str
    why: str
    found: Found
    seconds: float


def spoken(errand: Errand, language: str) -> Errand:
    """A task with its labels in a language."""
    key = {k: said(str(v), language) for k, v in errand.key.items()}
    wanted = None if errand.wanted is None else {k: said(str(v), language) for k, v in errand.wanted.items()}
    values = {said(k, language): said(v, language) for k, v in errand.values.items()}
    goal, end = said(errand.goal, language), said(errand.done_when, language)
    return Errand(errand.name, goal, values, end, key, wanted, errand.at, errand.once)


async def play(life: Life, errand: Errand, trouble: str, tell: bool) -> Result:
    """One task, from a fresh browser."""
    began = time.monotonic()
    start = life.address + (errand.at if errand.at != "/" else life.app.ready)
    verdict, why, before = "error", "", life.app.records(life.folder)
    if trouble == KILLED:
        verdict, why = await asyncio.to_thread(_killed, life, errand, start)
        found = judged(errand, life.app.records(life.folder), before)
        return Result(life.app.name, errand.name, trouble, verdict, why, found, time.monotonic() - began)
    async with WebWorld(start) as web, troubled(trouble, life, web, errand) as met:
        try:
            task = Task(errand.goal, errand.done_when, values=dict(errand.values))
            outcome = await run_async(task, world=web, planner=planner_named("words"), settings=changed(Settings(), LIMITS))
            verdict, why = outcome.ending.verdict, f"{outcome.ending.final_reason}: {outcome.ending.final_detail}"
            if tell:
                print("\n".join(sentence(entry, run) for entry, run in history(outcome.entries)))
        except Exception as error:
            why = repr(error)[:300]
    del met
    found = judged(errand, life.app.records(life.folder), before)
    return Result(life.app.name, errand.name, trouble, verdict, why, found, time.monotonic() - began)


def _killed(life: Life, errand: Errand, start: str) -> tuple[str, str]:
    file = life.folder / "task.yaml"
    asked = {"goal": errand.goal, "world": f"web:{start}", "planner": "words", "values": dict(errand.values)}
    file.write_text(as_yaml({**asked, "done_when": errand.done_when}))
    return killed_and_resumed(file, life.folder / "runs_of_midcourse", saved_by(errand))


def played(app: App, home: Path, language: str, troubles: Sequence[str], only: str, tell: bool) -> list[Result]:
    """All tasks of an application; one that is troubled begins with a fresh folder."""
    results: list[Result] = []
    quiet = is_measured(app.name)
    for trouble in troubles:
        errands = [spoken(e, language) for e in _errands(app, trouble) if only in e.name]
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, living(app, home, Path(folder), language) as life:
            for errand in errands:
                results.append(asyncio.run(play(life, errand, trouble, tell and not quiet)))
                if not quiet:
                    r = results[-1]
                    print(
                        f"  {r.app}: {r.task} {r.trouble}: {r.verdict}, {r.found}, {r.seconds:.0f} s, {r.why[:300]}", flush=True
                    )
    return results


def _errands(app: App, trouble: str) -> Sequence[Errand]:
    """All tasks; under trouble the first, and where another person edits a record, the one that changes it too."""
    if not trouble:
        return app.errands
    changes = [e for e in app.errands[1:] if trouble == "another edits" and e.name.startswith("change")]
    return (app.errands[0], *changes)


def table(results: Sequence[Result]) -> str:
    """The figures, an application a line."""
    lines = [
        "| application | half | tasks | done | false success | duplicates | values missing | unproven and wrong | seconds |",
        "|" + "---|" * 9,
    ]
    for name in [*dict.fromkeys(r.app for r in results), "building", "measured"]:
        mine = [r for r in results if r.app == name or name == ("measured" if is_measured(r.app) else "building")]
        if not mine:
            continue
        half = name if name in ("building", "measured") else ("measured" if is_measured(name) else "building")
        false = sum(r.verdict == "success" and not r.found.done for r in mine)
        unproven = sum(r.verdict == "done_unproven" and not r.found.done for r in mine)
        done = sum(r.found.done and r.verdict == "success" for r in mine)
        twice, wrong = sum(r.found.duplicates for r in mine), sum(r.found.wrong for r in mine)
        seconds = sum(r.seconds for r in mine) / len(mine)
        lines.append(f"| {name} | {half} | {len(mine)} | {done} | {false} | {twice} | {wrong} | {unproven} | {seconds:.1f} |")
    return "\n".join(lines)


def main() -> None:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--half", choices=("building", "measured", "both"), default="both")
    parser.add_argument("--apps", nargs="*", default=[])
    parser.add_argument("--task", default="")
    parser.add_argument("--language", choices=("en", "de"), default="en")
    parser.add_argument("--trouble", nargs="*", default=[""], choices=["", *TROUBLES])
    parser.add_argument("--home", type=Path, default=Path(".venv-apps"))
    parser.add_argument("--tell", action="store_true")
    asked = parser.parse_args()
    chosen = [a for a in APPS if (not asked.apps or a.name in asked.apps) and (asked.language == "en" or a.speaks)]
    if asked.half != "both":
        chosen = [a for a in chosen if is_measured(a.name) == (asked.half == "measured")]
    results: list[Result] = []
    for app in chosen:
        results += played(app, asked.home.resolve(), asked.language, asked.trouble, asked.task, asked.tell)
    print(table(results))


if __name__ == "__main__":
    main()
