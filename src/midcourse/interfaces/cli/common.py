"""What several commands share: options, the store, finding the run that is meant."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import typer

from ...core.errors import RunNotFound, TaskError
from ...core.evolve import replay
from ...core.gates.checks import check_ours
from ...core.language.printable import printable
from ...core.people.messages import Question
from ...core.protocols import Store
from ...core.run.entries import Entry
from ...inputs import config
from ...wiring.homes import open_store
from ..render import verdict

Replan = Annotated[str | None, typer.Option("--replan", help="validity, fixed, on-error, every-k, every-step, any-change")]
StopEarly = Annotated[str | None, typer.Option("--stop-early", help="on or off")]
MaxReplans = Annotated[str | None, typer.Option("--max-replans", help="plans asked for because something went wrong")]
MaxSteps = Annotated[str | None, typer.Option("--max-steps", help="acts started, retries included")]
Set = Annotated[list[str] | None, typer.Option("--set", help="any setting: --set retries=1")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs")]
RunId = Annotated[str, typer.Argument(help="the run, as 'midcourse runs' lists it; 'last' is the newest")]

T = TypeVar("T")


def say(text: str = "") -> None:
    """One line to standard output, with nothing in it that only a terminal would see. No text in it begins a line of its own."""
    sys.stdout.write(printable(text) + "\n")


def say_lines(text: str) -> None:
    """The same for a text of several lines, each of them written by us or by the person who reads it."""
    sys.stdout.write(printable(text, keep="\n\t") + "\n")


def warn(text: str) -> None:
    """One line to standard error, under our name."""
    sys.stderr.write(f"midcourse: {printable(text)}\n")


def flags(
    replan: str | None, stop_early: str | None, max_replans: str | None, max_steps: str | None, more: list[str] | None
) -> dict[str, str]:
    """Settings given as options, by the settings' names."""
    given = {"replan": replan, "stop_early": stop_early, "max_replans": max_replans, "max_steps": max_steps}
    found = {name: value for name, value in given.items() if value is not None}
    for item in more or []:
        name, sign, value = item.partition("=")
        if not sign:
            raise TaskError(f"--set {item}: expected name=value")
        found[name.strip().replace("-", "_")] = value.strip()
    return found


def ask(question: Callable[[Store], Awaitable[T]]) -> T:
    """Put one question to this home's store."""

    async def go(store: Store) -> T:
        return await question(store)

    with open_store() as store:
        return asyncio.run(go(store))


def the(run_id: str) -> str:
    """The run meant: `last`, a whole id, or the beginning of one."""
    known = [summary.id for summary in ask(lambda store: store.runs())]
    if run_id == "last" and known:
        return known[0]
    found = [id for id in known if id == run_id] or [id for id in known if run_id and id.startswith(run_id)]
    if len(found) != 1:
        problem = "no run" if not found else f"{len(found)} runs begin with"
        raise RunNotFound(f"{problem} {run_id!r} in {config.home()}; there are {', '.join(known[:8]) or 'none'}")
    return found[0]


def entries_of(run_id: str) -> list[Entry]:
    """The run's journal."""
    id = the(run_id)
    return ask(lambda store: store.read(id))


def still_open(run_id: str) -> str:
    """The run's whole id; TaskError if it has ended, or was imported."""
    id = the(run_id)
    run = check_ours(replay(entries_of(id)))
    if run.ending is not None:
        raise TaskError(f"run {id} has ended: {verdict(run.ending)}")
    return id


def check_said(question: Question, reason: str) -> None:
    """TaskError for a yes to a question about what was meant that does not say it."""
    if question.kind == "clarify" and not reason:
        raise TaskError(f"{question.id} asks what was meant; say it: --reason 'the settings in Tools'")
