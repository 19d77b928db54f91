"""Commands that look back at runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ...core.errors import TaskError
from ...core.model import Cost
from ...core.plans.plan import Plan, described, difference, title
from ...core.protocols import Store
from ...core.run.entries import Entry
from ...core.run.events import Planned, Started
from ...core.whatif import first_difference
from ...engine import jsonl
from ...inputs import config
from ...inputs.settings_text import override
from ...plain_files import open_plain
from ...private import write_out
from ..prices import spent_by_purpose
from ..render import ended_at, history, sentence, verdict, why
from .common import AsJson, MaxReplans, MaxSteps, Replan, RunId, Set, StopEarly, ask, entries_of, flags, say, warn


def runs(json: AsJson = False) -> None:
    """List the runs of this home, newest first."""
    found = ask(lambda store: store.runs())
    if json:
        say(msgspec.json.encode(found).decode())
        return
    for summary in found:
        outcome = f"{summary.life}: {summary.final_reason}" if summary.final_reason else summary.life
        say(f"{summary.id}  {summary.state:<11} {summary.events:>5} events  {summary.goal[:60]}  {outcome}".rstrip())
    if not found:
        say(f"no runs in {config.home()}; start one: midcourse init, then midcourse run task.yaml")


def show(
    run_id: RunId,
    plan: Annotated[int | None, typer.Option(help="version N of the plan")] = None,
    diff: Annotated[tuple[int, int] | None, typer.Option(help="what changed between versions N and M")] = None,
    why_: Annotated[str | None, typer.Option("--why", help="explain one step: --why s2")] = None,
    versions: Annotated[bool, typer.Option("--versions", help="every version of the plan, and what each changed")] = False,
    cost: Annotated[bool, typer.Option("--cost", help="what it cost, by purpose")] = False,
    json: AsJson = False,
) -> None:
    """Show a run: its timeline, one plan, two plans compared, the reason for a step, or the cost."""
    entries = entries_of(run_id)
    if plan is not None:
        _show_plan(_version(entries, plan), json)
    elif diff is not None:
        _show_diff(_version(entries, diff[0]), _version(entries, diff[1]), json)
    elif why_ is not None:
        say(why(entries, why_))
    elif versions:
        _show_versions(entries, json)
    elif cost:
        _show_cost(entries, json)
    elif json:
        sys.stdout.flush()
        for line in jsonl.export(entries):
            sys.stdout.buffer.write(line)
    else:
        _timeline(entries)


def _timeline(entries: list[Entry]) -> None:
    start = entries[0].at
    for entry, run in history(entries):
        because = f"  [{entry.rule}]" if entry.rule else ""
        say(f"{entry.seq:>4} {ended_at(entry) - start:9.3f}  {sentence(entry, run)}{because}")


def _show_cost(entries: list[Entry], json: bool) -> None:
    rows = spent_by_purpose(entries)
    if json:
        say(msgspec.json.encode(rows).decode())
        return
    for row in rows:
        money = "unknown" if row.money is None else f"${row.money:.4f}{' and unknown' if row.unpriced else ''}"
        say(f"{row.purpose:<34} {row.asked:>4} x  {row.tokens:>9,} tokens  {money}  {row.seconds:8.3f} s")
    say(f"in all {sum((row.cost for row in rows), Cost()).in_words()}")


def _show_plan(plan: Plan, json: bool) -> None:
    if json:
        say(msgspec.json.encode(plan).decode())
        return
    _show_head(plan)
    say(f"digest {plan.digest}, {plan.monitorable:.0%} of it can be followed by looking")
    for text in plan.unseen:
        say(f"  not to be seen in this world: {text}")
    for step in plan.steps:
        say(f"  {step.id:>4} {described(step)}")


def _show_head(plan: Plan) -> None:
    cause = plan.cause.rule + (f": {plan.cause.detail}" if plan.cause.detail else "")
    cost = f", for {plan.cost.in_words()}" if plan.cost.tokens or plan.cost.money else ""
    by = f" by {plan.author}" if plan.author else ""
    say(f"version {plan.version} (after {plan.parent or 'nothing'}){by}{cost}, because {cause}")
    for line in plan.evidence:
        say(f"  evidence: {line}")


def _show_versions(entries: list[Entry], json: bool) -> None:
    plans = {e.event.plan.version: e.event.plan for e in entries if isinstance(e.event, Planned)}
    if json:
        say(msgspec.json.encode(list(plans.values())).decode())
        return
    for plan in plans.values():
        _show_head(plan)
        if plan.parent in plans:
            _show_diff(plans[plan.parent], plan, json)
        else:
            for step in plan.steps:
                say(f"+ {step.id:>4} {title(step)}")


def _show_diff(old: Plan, new: Plan, json: bool) -> None:
    found = difference(old, new)
    if json:
        say(msgspec.json.encode(found).decode())
        return
    texts = {s.id: title(s) for s in (*old.steps, *new.steps)}
    for sign, ids in ((" ", found.kept), ("-", found.dropped), ("+", found.added)):
        for id in ids:
            say(f"{sign} {id:>4} {texts[id]}")


def _version(entries: list[Entry], number: int) -> Plan:
    plans = {e.event.plan.version: e.event.plan for e in entries if isinstance(e.event, Planned)}
    if number not in plans:
        raise TaskError(f"no version {number} of the plan; there are {', '.join(map(str, plans)) or 'none'}")
    return plans[number]


def replay(
    run_id: RunId,
    replan: Replan = None,
    stop_early: StopEarly = None,
    max_replans: MaxReplans = None,
    max_steps: MaxSteps = None,
    set_: Set = None,
) -> None:
    """Repeat the decisions of a run without its world. Print the first one that differs under other settings."""
    entries = entries_of(run_id)
    first = entries[0].event
    assert isinstance(first, Started)
    given = flags(replan, stop_early, max_replans, max_steps, set_)
    found = first_difference(entries, override(first.settings, given))
    if found is None:
        say(f"no decision differs in {len(entries)} events")
    else:
        say(found.sentence())


def export(run_id: RunId, file: Annotated[Path, typer.Argument(help="where to write lines of JSON")]) -> None:
    """Write a run's journal as lines of JSON."""
    entries = entries_of(run_id)
    try:
        write_out(file, b"".join(jsonl.export(entries)))
    except OSError as error:
        raise TaskError(f"cannot write {file}: {error.strerror or error}") from None
    say(f"{len(entries)} events written to {file}")


def import_(file: Annotated[Path, typer.Argument(help="a journal as lines of JSON")]) -> None:
    """Read a journal that was exported from another home, to show, replay and compare it. It cannot be resumed."""
    try:
        with open_plain(file) as opened:
            entries, run, note = jsonl.load(jsonl.lines_of(opened), str(file))
    except OSError as error:
        raise TaskError(f"cannot read {file}: {error.strerror}") from None
    entries = jsonl.as_foreign(entries, file.name)

    async def keep(store: Store) -> None:
        opened = await store.open(run.id, new=True)
        await store.append(run.id, opened.epoch, entries)
        await store.close(run.id, opened.epoch)

    ask(keep)
    if note:
        warn(note)
    say(f"{run.id}: {len(entries)} events; {verdict(run.ending) if run.ending else 'not ended'}")


COMMANDS = {"runs": runs, "show": show, "replay": replay, "export": export, "import": import_}
