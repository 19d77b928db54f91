"""What a home keeps, and where."""

import asyncio

import pytest

from midcourse.core.errors import TaskError
from midcourse.core.history.lessons import Lesson
from midcourse.core.history.situations import Situation
from midcourse.core.model import Task
from midcourse.core.plans.edits import Forbid
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Started
from midcourse.engine.memory import MemoryStore
from midcourse.testing import AnswersAll
from midcourse.wiring.homes import home_blobs, home_lessons, open_store, parts_of
from tests.support import under

ABOUT = Situation("a", "unreachable", "a wall", {})


def test_a_home_keeps_lessons_and_large_values(tmp_path):
    name = asyncio.run(home_blobs(tmp_path).put(b"large"))
    assert asyncio.run(home_blobs(tmp_path).get(name)) == b"large"
    asyncio.run(home_lessons(tmp_path).learn(Lesson(ABOUT, Forbid("a")), True, "r/1", 1.0))
    [found] = asyncio.run(home_lessons(tmp_path).recall(ABOUT, "", "", 1.0))
    assert found.lesson.edit == Forbid("a")
    assert (tmp_path / "lessons.db").exists() and (tmp_path / "blobs").is_dir()


def test_a_run_of_a_store_that_was_let_go_is_there_when_it_is_opened_again(tmp_path):
    first = Entry(1, 100.0, Started("r", Task("x", "q"), under(), ()))

    async def begin(store):
        opened = await store.open("r", new=True)
        await store.append("r", opened.epoch, [first])

    with open_store(tmp_path) as store:
        asyncio.run(begin(store))
    with open_store(tmp_path) as store:
        assert asyncio.run(store.read("r")) == [first]


def test_a_store_that_nobody_knows_is_told_with_the_variable_that_names_it(tmp_path, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_STORE", "papyrus")
    with pytest.raises(TaskError, match=r"MIDCOURSE_STORE: .*papyrus"), open_store(tmp_path):
        pass


def test_the_parts_of_a_home_are_its_own(tmp_path):
    store, people = MemoryStore(), AnswersAll()
    beside = parts_of(tmp_path, store, people)
    assert beside.get("home") == tmp_path and beside.get("store") is store and beside.get("approver") is people
    assert beside.get("memory") is not None and beside.get("blobs") is not None
