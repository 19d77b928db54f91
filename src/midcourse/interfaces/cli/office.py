"""The demonstration at the office: three invoices become a signed report, on real files."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ...core.run.settings import Patience, Settings
from ...core.run.state import Run
from ...demo import chart
from ...demo.compare import WAYS, Row, compare, total
from ...demo.story import Played, play, tally
from ...front import new_run_id
from ...private import private_folder
from ...wiring.homes import home_blobs, open_store
from ..live import LiveView, PlainView
from ..results import folder, write_result
from .common import say


def show_office(home: Path, seed: int) -> bool:
    """One day. Whether it ended well, by the run's word and by the files."""
    run_id, place = _place(home)
    played = _play(home, place, run_id, seed)
    path = write_result(home, played.run)
    _report(played, place, path)
    return played.claimed and played.audit.success


def compare_offices(home: Path, seeds: int, first: int) -> None:
    """Many days under several settings."""
    _compare(_place(home)[1], seeds, first)


def _place(home: Path) -> tuple[str, Path]:
    run_id = new_run_id().replace("r-", "demo-")
    return run_id, private_folder(folder(home, run_id))


def _play(home: Path, place: Path, run_id: str, seed: int) -> Played:
    terminal = sys.stdout.isatty()
    office = place / "office"
    shutil.rmtree(office, ignore_errors=True)
    say(f"A day at the office, chaos seed {seed} (another day: midcourse demo --seed N).")
    view = LiveView(Console()) if terminal else PlainView()
    with open_store(home) as store, view:
        return asyncio.run(
            play(
                office,
                seed,
                settings=Settings(patience=Patience(backoff=0.05)),
                run_id=run_id,
                store=store,
                blobs=home_blobs(home),
                watchers=[view],
                pace=0.2 if terminal else 0.0,
            )
        )


def _report(played: Played, place: Path, result: Path) -> None:
    run: Run = played.run
    say()
    say("What chaos did (the run was never told):")
    for item in played.log:
        if item.kind != "irrelevant":
            say(f"  act {item.act:>2} {item.skill:<13} {item.kind:<10} {item.detail}")
    ticks = sum(item.kind == "irrelevant" for item in played.log)
    say(f"  and {ticks} changes that mean nothing; the process died and was resumed: {played.deaths}")
    say()
    say("What the engine made of it:")
    counts = tally(played.entries)
    say("  " + ", ".join(f"{name}: {count}" for name, count in counts.items()))
    say(f"  {run.spent.steps} acts, {run.spent.planner_calls} planner calls, {len(run.work.plans)} plan versions")
    say()
    audit = played.audit
    reason = run.ending.final_reason if run.ending else "waiting"
    say(f"The run says:    {_word(played.claimed)} ({reason})")
    say(f"The files say:   {_word(audit.success)}; reports sent: {audit.sent}, harmful repeats: {audit.harmful_repeats}")
    say(f"Look closer:     midcourse show {run.id}    midcourse replay {run.id} --replan on-error")
    say(f"The office:      {place / 'office'}    result: {result}")


def _word(success: bool) -> str:
    return "success" if success else "no success"


# --- comparing ----------------------------------------------------------------------------------------------------


def _compare(place: Path, seeds: int, first: int) -> None:
    say(f"{seeds} days from seed {first}, each under {len(WAYS)} settings, judged by the files.")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("days", total=seeds * len(WAYS))
        rows = compare(seeds, first, tick=lambda: progress.advance(bar))
    wholes = [total(rows, way) for way in WAYS]
    console = Console(width=110 if not sys.stdout.isatty() else None)
    console.print(_table(wholes))
    console.print(_by_trouble(rows))
    panels = {
        "days that ended well": [(r.way, r.successes / r.runs, f"{r.successes}/{r.runs}") for r in wholes],
        "planner calls a day": [(r.way, r.per_run(r.planner_calls), f"{r.per_run(r.planner_calls):.1f}") for r in wholes],
        "harmful repeats": [(r.way, float(r.harmful_repeats), str(r.harmful_repeats)) for r in wholes],
    }
    (place / "compare.svg").write_text(chart.bars(f"{seeds} disturbed days at the office", panels, "validity"))
    (place / "compare.json").write_bytes(msgspec.json.format(msgspec.json.encode(rows)))
    say(f"plot: {place / 'compare.svg'}    figures: {place / 'compare.json'}")


def _table(rows: list[Row]) -> Table:
    table = Table(title="all kinds of trouble together")
    for name in ("when to replan", "success", "false success", "harmful repeats", "sent unapproved", "planner calls", "acts"):
        table.add_column(name, justify="left" if name == "when to replan" else "right")
    for r in rows:
        table.add_row(
            r.way,
            f"{r.successes}/{r.runs}",
            str(r.false_successes),
            str(r.harmful_repeats),
            str(r.unapproved),
            f"{r.per_run(r.planner_calls):.2f}",
            f"{r.per_run(r.steps):.1f}",
        )
    return table


def _by_trouble(rows: list[Row]) -> Table:
    table = Table(title="success by kind of trouble")
    table.add_column("trouble")
    for way in WAYS:
        table.add_column(way, justify="right")
    found = {(r.way, r.trouble): r for r in rows}
    for trouble in dict.fromkeys(r.trouble for r in rows):
        table.add_row(trouble, *(f"{found[way, trouble].successes}/{found[way, trouble].runs}" for way in WAYS))
    return table
