"""Messages to a run: one that could not be read again is refused where it is sent, and bars no other."""

import asyncio
import json
from math import inf, nan

import pytest

from midcourse import Answer, open_store
from midcourse.core.errors import TaskError
from midcourse.core.people.messages import stamped
from midcourse.engine.memory import MemoryStore

DEEP = json.loads("[" * 200 + "]" * 200)
UNREADABLE = [
    Answer("q1", True, "me", given=nan),
    Answer("q1", True, "me", given=inf),
    Answer("q1", True, "\ud800"),
    Answer("q1", True, "me", args={"to": DEEP}),
]


@pytest.mark.parametrize("kept", ["memory", "file"])
@pytest.mark.parametrize("message", UNREADABLE, ids=["no number", "no end", "no text", "deep"])
def test_a_message_that_could_not_be_read_is_refused_and_the_next_one_is_heard(tmp_path, kept, message):
    async def tell():
        store = MemoryStore() if kept == "memory" else open_store(tmp_path / "runs.db")
        with pytest.raises(TaskError, match="the message"):
            await store.send("r", message)
        await store.send("r", Answer("q1", True, "me", given=5.0))
        return await store.receive("r", ())

    assert [m for _, m in asyncio.run(tell())] == [Answer("q1", True, "me", given=5.0)]


def test_an_answer_says_when_it_was_given():
    assert stamped(Answer("q1", True, "me"), 7.0) == Answer("q1", True, "me", given=7.0)
    assert stamped(Answer("q1", True, "me", given=5.0), 7.0) == Answer("q1", True, "me", given=5.0)
