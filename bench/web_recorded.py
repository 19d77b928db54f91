"""Tasks shown once on real applications, done again with other values, under trouble, and after the interface changed.

    .venv/bin/python bench/web_recorded.py [--apps NAME …] [--task WORDS] [--times 5] [--trouble NAME …] [--change NAME …]
        [--home FOLDER] [--tell]

A scripted person shows each task in the recorder's browser; the task file is then run without a model.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import yaml

sys.path.insert(0, str(Path(__file__).parent))

from apps.app import Errand, Found, judged
from apps.killed import killed_and_resumed
from apps.life import Life, living
from apps.shown import CHANGES, SHOWINGS, Showing, changing, show
from apps.troubles import KILLED, TROUBLES, saved_by, troubled

from midcourse import run_async
from midcourse.core.run.groups import changed
from midcourse.core.run.settings import Settings
from midcourse.inputs.taskfile import read_task
from midcourse.interfaces.render import history, sentence
from midcourse.planners.given import Given
from midcourse.wiring.names import planner_named
from midcourse.worlds.shown import task_of
from midcourse.worlds.web import WebWorld
from midcourse.worlds.web.recording import Recorder
from midcourse.yaml_files import as_yaml

LIMITS = {"max_steps": 60, "max_seconds": 150.0}


class Played(NamedTuple):
    """One run of a recorded task."""

    kind: str
    verdict: str
    found: Found
    why: str


async def recorded(showing: Showing, life: Life) -> dict[str, Any]:
    """The task file of a person who shows it."""
    address = life.address + showing.at
    async with WebWorld(address) as web:
        recorder, over = Recorder(web), asyncio.Event()
        listening = asyncio.ensure_future(recorder.listen(over))
        while recorder.last is None:
            await asyncio.sleep(0.05)
        await asyncio.sleep(1.0)
        try:
            await show(web.page, showing)
        finally:
            over.set()
            await listening
        assert recorder.first is not None
        print("".join(f"  not written down: {what}\n" for what in recorder.unclear), end="")
        return task_of(f"web:{address}", recorder.deeds(), recorder.first, await recorder.lasting())


async def again(file: Path, showing: Showing, life: Life, n: int, trouble: str, change: str, tell: bool) -> Played:
    """The task with the values of the n-th time."""
    old, new = showing.values(0), showing.values(n)
    asked = read_task(file)
    values: dict[str, str] = {name: str(value) for name, value in asked.values.items()}
    for name, value in list(values.items()):
        mine = "word" if value.startswith("secret:") else next((k for k, v in old.items() if v == value), "")
        values[name] = new.get(mine, value)
    asked.values.update(values)
    errand = Errand(showing.name, "", values, "", showing.key(new), {**showing.key(new), **showing.wanted(new)}, showing.at)
    before = life.app.records(life.folder)
    verdict, why = "error", ""
    if trouble == KILLED:
        other = file.with_name(f"killed-{n}.yaml")
        other.write_text(as_yaml({**yaml.safe_load(file.read_text()), "values": values}))
        verdict, why = await asyncio.to_thread(killed_and_resumed, other, file.with_name(f"home-{n}"), saved_by(errand))
        return Played(trouble, verdict, judged(errand, life.app.records(life.folder), before), why)
    async with WebWorld(life.address + showing.at) as web:
        if change:
            await web.observe()
            await web.page.context.add_init_script(changing(change))
            await web.page.reload()
        async with troubled(trouble, life, web, errand):
            try:
                planner = planner_named("shown", Given(asked.scripts()))
                outcome = await run_async(asked.task(), world=web, planner=planner, settings=changed(Settings(), LIMITS))
                verdict, why = outcome.ending.verdict, f"{outcome.ending.final_reason}: {outcome.ending.final_detail}"
                if tell:
                    print("\n".join(sentence(entry, run) for entry, run in history(outcome.entries)))
            except Exception as error:
                why = repr(error)[:300]
    return Played(trouble or change or "again", verdict, judged(errand, life.app.records(life.folder), before), why)


def played(showing: Showing, asked: Any) -> list[Played]:
    """A task, shown once, and all its runs."""
    results: list[Played] = []
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        living(showing.app, asked.home.resolve(), Path(folder), "en") as life,
    ):
        made = asyncio.run(recorded(showing, life))
        first = showing.values(0)
        key = showing.key(first)
        if not judged(Errand("", "", {}, "", key, {**key, **showing.wanted(first)}), life.app.records(life.folder)).done:
            raise RuntimeError("the person who showed it did not do it")
        file = Path(folder) / "task.yaml"
        file.write_text(as_yaml(made))
        if asked.tell:
            print(file.read_text())
        kinds = [("", "")] * asked.times + [(t, "") for t in asked.trouble] + [("", c) for c in asked.change]
        for n, (trouble, change) in enumerate(kinds, 1):
            began = time.monotonic()
            results.append(asyncio.run(again(file, showing, life, n, trouble, change, asked.tell)))
            r = results[-1]
            told = f"{r.kind}: {r.verdict}, {r.found}, {time.monotonic() - began:.0f} s, {r.why[:300]}"
            print(f"  {showing.app.name}, {showing.name}, {told}", flush=True)
    return results


def table(results: list[Played]) -> str:
    """The figures."""
    lines = ["| runs | of | done | false success | duplicates | values missing |", "|" + "---|" * 6]
    groups = {"again": ["again"], "under trouble": list(TROUBLES), "after a change": list(CHANGES)}
    for name, kinds in [*groups.items(), *((k, [k]) for k in (*TROUBLES, *CHANGES))]:
        mine = [r for r in results if r.kind in kinds]
        if mine:
            done = sum(r.verdict == "success" and r.found.done for r in mine)
            false = sum(r.verdict == "success" and not r.found.done for r in mine)
            twice, wrong = sum(r.found.duplicates for r in mine), sum(r.found.wrong for r in mine)
            lines.append(f"| {name} | {len(mine)} | {done} | {false} | {twice} | {wrong} |")
    return "\n".join(lines)


def main() -> None:
    """Show, play, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--apps", nargs="*", default=[])
    parser.add_argument("--task", default="")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--trouble", nargs="*", default=[], choices=TROUBLES)
    parser.add_argument("--change", nargs="*", default=[], choices=list(CHANGES))
    parser.add_argument("--home", type=Path, default=Path(".venv-apps"))
    parser.add_argument("--tell", action="store_true")
    asked = parser.parse_args()
    results: list[Played] = []
    for showing in SHOWINGS:
        if (not asked.apps or showing.app.name in asked.apps) and asked.task in showing.name:
            try:
                results += played(showing, asked)
            except Exception as error:
                print(f"  {showing.app.name}, {showing.name}: not shown, {error!r}"[:400], flush=True)
                results.append(Played("again", "error", Found(False, 0, 0), "not shown"))
    print(table(results))


if __name__ == "__main__":
    main()
