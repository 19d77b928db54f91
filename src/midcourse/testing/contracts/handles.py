"""What two handles on the same storage must keep, as two processes would open it: the fence, the inbox, the past."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ...core.errors import LeaseLost
from ...core.history.past import Past, task_key
from ...core.model import Task
from ...core.people.messages import Cancel, ChangeGoal, Message, Pause
from ...core.plans.plan import Act, Cause, Plan
from ...core.protocols import Inbox, Journal, Records, Shuts
from ...core.run.ending import Afterword, Ending
from ...core.run.entries import Entry
from ...core.run.events import Ended, Looked, Planned, PlanRequested, Started
from ...core.run.settings import Settings
from .common import Rule

BY_THEN = 2.0
"""Seconds within which a message must be there: an inbox may look into its storage now and then only."""
NOW = 100.0
"""When the record of earlier runs is asked for."""
MINE = Task("tidy up", agent="amy")
OTHER = Task("wash up", agent="bob")


class Handles(NamedTuple):
    """One storage, opened twice; where that cannot be, both are the same."""

    one: Journal
    other: Journal


async def leave(handles: Handles) -> None:
    """Shut what wants to be shut; a journal's `close` lets one run go, and is not for the end."""
    one, other = handles
    for handle in (other,) if other is one else (other, one):
        if isinstance(handle, Shuts):
            handle.shut()


def first(run: str, task: Task = MINE) -> Entry:
    """The entry that begins a run."""
    return Entry(1, 10.0, Started(run, task, Settings(), ()))


def entry(seq: int) -> Entry:
    """Some later entry."""
    return Entry(seq, 10.0 + seq, Looked(added=(f"seen({seq})",)))


# --- the fence ------------------------------------------------------------------------------------------------------


async def a_living_holder_keeps_its_run(handles: Handles) -> str:
    one, other = handles
    opened = await one.open("r", new=True)
    await one.append("r", opened.epoch, [first("r")])
    try:
        await other.open("r")
    except LeaseLost:
        await one.append("r", opened.epoch, [entry(2)])
        return ""
    return "another handle took a run whose holder is alive"


async def the_next_holder_shuts_the_last_one_out(handles: Handles) -> str:
    one, other = handles
    old = await one.open("r", new=True)
    await one.append("r", old.epoch, [first("r")])
    await one.close("r", old.epoch)
    new = await other.open("r")
    if new.epoch <= old.epoch:
        return f"the epoch did not rise: it was {old.epoch} and is {new.epoch}"
    try:
        await one.append("r", old.epoch, [entry(2)])
    except LeaseLost:
        await other.append("r", new.epoch, [entry(2)])
        found = await one.read("r")
        return "" if found == [first("r"), entry(2)] else f"it holds {[e.seq for e in found]} after all"
    return "the last holder could append once another handle had the run"


async def the_last_holder_cannot_let_it_go(handles: Handles) -> str:
    one, other = handles
    old = await one.open("r", new=True)
    await one.append("r", old.epoch, [first("r")])
    await one.close("r", old.epoch)
    new = await other.open("r")
    if new.epoch == old.epoch:
        return ""  # they cannot be told apart, which is the matter of the rule before
    await one.close("r", old.epoch)
    try:
        await other.open("r")
    except LeaseLost:
        return ""
    return "a close under an old epoch let the run of the new holder go"


# --- the inbox ------------------------------------------------------------------------------------------------------

SAID: tuple[Message, ...] = (Pause(), ChangeGoal("tidy less"), Cancel("enough"))
Heard = Sequence[tuple[str, Message]]


async def messages_come_in_order_by_either_handle(handles: Handles) -> str:
    ids, inboxes = await _sent(handles)
    for inbox in inboxes:
        found = dict(await _received(inbox, "r", (), ids))
        said = {id: message for id, message in zip(ids, SAID, strict=True) if id in found}
        if list(found.items()) != list(said.items()):
            return f"it gave {list(found.values())}, and {list(said.values())} was said in this order"
    return ""


async def a_message_is_given_once(handles: Handles) -> str:
    ids, inboxes = await _sent(handles)
    for inbox in inboxes:
        found = [id for id, _ in await _received(inbox, "r", (), ids)]
        if len(set(found)) < len(found):
            return f"{ids} were sent, and it gave {found}"
    if len(set(ids)) < len(ids):
        return f"messages share their ids: {ids}"
    return ""


async def what_was_heard_is_not_given_again(handles: Handles) -> str:
    ids, inboxes = await _sent(handles)
    for inbox in inboxes:
        found = {id for id, _ in await _received(inbox, "r", set(ids[:2]), ids[2:])}
        if found & set(ids[:2]):
            return f"{ids[:2]} were heard, and it gave {sorted(found)}"
        if await inbox.receive("r", set(ids)):
            return "everything was heard, and it gave something"
    return ""


async def what_was_not_heard_is_given_by_either_handle(handles: Handles) -> str:
    ids, inboxes = await _sent(handles)
    for inbox in (*inboxes, *inboxes):  # who received it may have died before it was written down
        found = {id for id, _ in await _received(inbox, "r", (), ids)}
        if lost := set(ids) - found:
            return f"{sorted(lost)} were sent and not heard, and are not given"
    return ""


async def messages_are_for_their_run_alone(handles: Handles) -> str:
    _, inboxes = await _sent(handles)
    for inbox in inboxes:
        if found := await inbox.receive("another", ()):
            return f"another run was given {[m for _, m in found]}"
    return ""


async def _sent(handles: Handles) -> tuple[list[str], Sequence[Inbox]]:
    """Messages to a run that goes on, through both handles in turn; nothing where there is no inbox."""
    inboxes = [handle for handle in handles if isinstance(handle, Inbox)]
    if not inboxes:
        return [], []
    for run in ("r", "another"):
        opened = await handles.one.open(run, new=True)
        await handles.one.append(run, opened.epoch, [first(run)])
    return [await inboxes[n % len(inboxes)].send("r", said) for n, said in enumerate(SAID)], inboxes


async def _received(inbox: Inbox, run: str, heard: Collection[str], awaited: Sequence[str]) -> Heard:
    """What the inbox gives, once it has all that is awaited or its time is over."""
    loop = asyncio.get_running_loop()
    until = loop.time() + BY_THEN
    while True:
        found = await inbox.receive(run, heard)
        if {id for id, _ in found} >= set(awaited) or loop.time() > until:
            return found
        await asyncio.sleep(0.01)


# --- the past -------------------------------------------------------------------------------------------------------


IN_VAIN = (
    Entry(2, 11.0, PlanRequested("replan", Cause("failed"))),
    Entry(3, 12.0, Planned(Plan(1, (Act("go", id="s1"),), mends=True))),
)
"""A replan of which nothing came, in a run that was left."""


async def failed_replans_count_over_the_runs_of_a_task(handles: Handles) -> str:
    await _ended(handles.one, "r1", MINE, 20.0, failed_replans=2)
    await _ended(handles.other, "r2", MINE, 30.0, failed_replans=1)
    return _told(await _past(handles.other, MINE), 3) or _told(await _past(handles.one, MINE), 3)


async def failed_replans_of_other_tasks_do_not_count(handles: Handles) -> str:
    await _ended(handles.one, "r1", OTHER, 20.0, failed_replans=2)
    return _told(await _past(handles.other, MINE), 0)


async def a_success_wipes_out_failed_replans(handles: Handles) -> str:
    await _ended(handles.one, "r1", MINE, 20.0, failed_replans=2)
    await _kept(handles.one, "r2", [first("r2"), *IN_VAIN])
    await _ended(handles.one, "r3", MINE, 30.0, success=True)
    return _told(await _past(handles.other, MINE), 0)


async def an_agent_is_known_by_its_own_runs(handles: Handles) -> str:
    await _ended(handles.one, "r1", MINE, 20.0, success=True)
    await _ended(handles.one, "r2", OTHER, 30.0, failed_replans=1)
    mine, other = await _past(handles.other, MINE), await _past(handles.other, OTHER)
    if mine is None or other is None:
        return ""
    found = [past.successes > past.failures for past in (mine, other)]
    return "" if found == [True, False] else f"amy succeeded and bob failed, and the record says {mine} and {other}"


async def _ended(journal: Journal, run: str, task: Task, at: float, *, success: bool = False, failed_replans: int = 0) -> None:
    """A run of a task from its beginning to its end."""
    reason = "plan_complete" if success else "replan_exhausted"
    ending = Ending(success, reason, afterword=Afterword(failed_replans), wall_seconds=at - 10.0)
    await _kept(journal, run, [first(run, task), Entry(2, at, Ended(ending))])


async def _kept(journal: Journal, run: str, entries: Sequence[Entry]) -> None:
    """A run that was written and let go."""
    opened = await journal.open(run, new=True)
    await journal.append(run, opened.epoch, entries)
    await journal.close(run, opened.epoch)


async def _past(journal: Journal, task: Task) -> Past | None:
    """The record, where one is kept."""
    return await journal.past(task_key(task), task.agent, NOW) if isinstance(journal, Records) else None


def _told(past: Past | None, right: int) -> str:
    if past is None or past.failed_replans == right:
        return ""
    return f"it counts {past.failed_replans} failed replans of the task where there were {right}"


RULES: tuple[Rule[Handles], ...] = (
    a_living_holder_keeps_its_run,
    the_next_holder_shuts_the_last_one_out,
    the_last_holder_cannot_let_it_go,
    messages_come_in_order_by_either_handle,
    a_message_is_given_once,
    what_was_heard_is_not_given_again,
    what_was_not_heard_is_given_by_either_handle,
    messages_are_for_their_run_alone,
    failed_replans_count_over_the_runs_of_a_task,
    failed_replans_of_other_tasks_do_not_count,
    a_success_wipes_out_failed_replans,
    an_agent_is_known_by_its_own_runs,
)
