"""A home with runs in it, for commands that are called as functions."""

from __future__ import annotations

import asyncio
from pathlib import Path

from midcourse.core.model import Parameter, Skill, Task
from midcourse.core.people.messages import Message, Question
from midcourse.core.plans.plan import Act
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Asked, Started
from midcourse.wiring.homes import open_store
from tests.support import LOOK, plan, under

SEND = Skill("send", parameters=(Parameter("to", "str"), Parameter("n", "int")), risk="irreversible")
ARGS = {"to": "ann", "n": 1}


def begin(home: Path, run: str, at: float = 1.0, *, asks: bool = False, text: str = "May it?", target: str = "") -> None:
    """A run in this home, which may wait for an answer about sending something."""
    question = Question("q1", "approve", text, step="s1", digest="d", skill="send", args=ARGS, target=target, until=1e9)
    events = [Started(run, Task("x", "q"), under(), (SEND,))]
    events += [LOOK, *plan(Act("send", ARGS, id="s1")), Asked(question)] if asks else []  # type: ignore[list-item]
    entries = [Entry(i, at, event) for i, event in enumerate(events, 1)]

    async def write(store) -> None:
        opened = await store.open(run, new=True)
        await store.append(run, opened.epoch, entries)
        await store.close(run, opened.epoch)

    with open_store(home) as store:
        asyncio.run(write(store))


def left_for(home: Path, run: str) -> list[Message]:
    """What was said to a run and not heard yet."""
    with open_store(home) as store:
        return [message for _, message in asyncio.run(store.receive(run, frozenset()))]
