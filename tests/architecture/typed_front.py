"""What type checkers see at the front: checked by pyright (strict), not run. A line that is too loose, or too tight, fails there."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import assert_type

from midcourse import (
    Entry,
    Limits,
    Outcome,
    Session,
    Settings,
    Store,
    Task,
    act,
    observer,
    open_store,
    resume,
    run,
    run_async,
    skill,
)
from midcourse.core.people.messages import Message
from midcourse.core.protocols import Opened, Summary


@skill
def count(thing: str) -> int:
    """A bare mark."""
    return len(thing)


@skill(makes="packed({thing})", complete=True)
async def pack(thing: str, *, twice: bool = False) -> float:
    """A mark with a contract."""
    return 2.0 if twice else 1.0


@observer("packed(*)")
def look() -> list[str]:
    """A look."""
    return []


class TheirStore:
    """A stranger's store, which knows nothing of ours."""

    async def open(self, run_id: str, *, new: bool = False) -> Opened: ...

    async def append(self, run_id: str, epoch: int, entries: Sequence[Entry]) -> None: ...

    async def close(self, run_id: str, epoch: int) -> None: ...

    async def read(self, run_id: str) -> list[Entry]: ...

    async def runs(self) -> list[Summary]: ...

    async def send(self, run_id: str, message: Message) -> str: ...

    async def receive(self, run_id: str, heard: Collection[str]) -> Sequence[tuple[str, Message]]: ...


async def front() -> None:
    """Marks leave types alone; options have their own types, and results theirs."""
    assert_type(count("abc"), int)
    assert_type(await pack("abc", twice=True), float)
    assert_type(look(), list[str])
    count(3)  # pyright: ignore[reportArgumentType]
    await pack("abc", thrice=True)  # pyright: ignore[reportCallIssue]

    store: Store = TheirStore()
    plan = [act("pack", thing="a")]
    assert_type(run("pack", world=[pack, look], planner=plan, done_when="packed(a)", store=store), Outcome)
    assert_type(await run_async(Task("pack"), world=[pack], planner="search", settings={"max_steps": 3}), Outcome)
    assert_type(await run_async("pack", world=[pack], planner=plan, settings=Settings(limits=Limits(max_steps=3))), Outcome)
    assert_type(resume("r", world=[pack], planner=plan, store=open_store("journal.db")), Outcome)
    assert_type(Session("pack", world=[pack], planner=plan), Session)
    run("pack", wrld=[pack])  # pyright: ignore[reportCallIssue]
    run("pack", world=[pack], planner=plan, patient="yes")  # pyright: ignore[reportArgumentType]
    resume("r", world=[pack], planner=plan)  # pyright: ignore[reportCallIssue]
    resume("r", world=[pack], planner=plan, store=store, settings=Settings())  # pyright: ignore[reportCallIssue]
