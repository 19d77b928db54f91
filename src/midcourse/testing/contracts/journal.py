"""What any journal must keep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from ...core.errors import LeaseLost, RunNotFound
from ...core.protocols import Journal
from ...core.run.entries import Entry
from ...core.run.events import Looked
from . import handles
from .common import Rule, check
from .handles import Handles, entry, first, leave

J = TypeVar("J", bound=Journal)


def check_journal(make: Callable[[], J], again: Callable[[J], Journal] | None = None) -> None:
    """Check a journal, with its inbox and its record of earlier runs if it has them.

    `make` gives an empty one each time. `again` gives a second handle on what the first one keeps, as another process would
    open it; without it the first serves as both.
    """

    def twice() -> Handles:
        one = make()
        return Handles(one, again(one) if again is not None else one)

    async def leave_one(journal: J) -> None:
        await leave(Handles(journal, journal))

    check("journal", RULES, make, leave_one)
    check("journal", handles.RULES, twice, leave)


async def what_is_appended_is_read_back_in_order(journal: Journal) -> str:
    opened = await journal.open("r", new=True)
    await journal.append("r", opened.epoch, [first("r"), entry(2)])
    await journal.append("r", opened.epoch, [entry(3)])
    found = await journal.read("r")
    return "" if found == [first("r"), entry(2), entry(3)] else f"it gave back {[e.seq for e in found]}"


async def an_entry_is_never_written_over(journal: Journal) -> str:
    opened = await journal.open("r", new=True)
    await journal.append("r", opened.epoch, [first("r"), entry(2)])
    with suppress(LeaseLost):
        await journal.append("r", opened.epoch, [Entry(2, 99.0, Looked())])
    found = await journal.read("r")
    return "" if found == [first("r"), entry(2)] else "entry 2 is another one now"


async def a_run_has_one_runner(journal: Journal) -> str:
    opened = await journal.open("r", new=True)
    await journal.append("r", opened.epoch, [first("r")])
    try:
        await journal.open("r")
    except LeaseLost:
        return ""
    return "a second opening was let in"


async def an_old_epoch_is_shut_out(journal: Journal) -> str:
    opened = await journal.open("r", new=True)
    await journal.append("r", opened.epoch, [first("r")])
    await journal.close("r", opened.epoch)
    again = await journal.open("r")
    try:
        await journal.append("r", opened.epoch, [entry(2)])
    except LeaseLost:
        return "" if again.epoch > opened.epoch else "the epoch did not rise"
    return "an append under the old epoch was taken"


async def opening_gives_what_is_there(journal: Journal) -> str:
    opened = await journal.open("r", new=True)
    await journal.append("r", opened.epoch, [first("r"), entry(2)])
    await journal.close("r", opened.epoch)
    found = (await journal.open("r")).entries
    return "" if found == [first("r"), entry(2)] else f"it gave {len(found)} entries of 2"


async def an_unknown_run_is_told(journal: Journal) -> str:
    for ask in (journal.read, journal.open):
        try:
            await ask("nowhere")
        except RunNotFound:
            continue
        return f"{ask.__name__} of a run that is not there went through"
    return ""


async def runs_do_not_mix(journal: Journal) -> str:
    async def one(run: str) -> None:
        opened = await journal.open(run, new=True)
        await journal.append(run, opened.epoch, [first(run)])
        for seq in range(2, 8):
            await journal.append(run, opened.epoch, [entry(seq)])

    await asyncio.gather(*(one(f"r{i}") for i in range(8)))
    for i in range(8):
        found = await journal.read(f"r{i}")
        if [e.seq for e in found] != list(range(1, 8)) or found[0] != first(f"r{i}"):
            return f"r{i} holds {[e.seq for e in found]}"
    return "" if len(await journal.runs()) == 8 else "the list of runs is wrong"


RULES: tuple[Rule[Journal], ...] = (
    what_is_appended_is_read_back_in_order,
    an_entry_is_never_written_over,
    a_run_has_one_runner,
    an_old_epoch_is_shut_out,
    opening_gives_what_is_there,
    an_unknown_run_is_told,
    runs_do_not_mix,
)
