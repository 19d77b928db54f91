"""What a home keeps, and where."""

import asyncio
import hmac
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

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


# --- whose home it is -------------------------------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder to work in, and beside it the person's own."""
    monkeypatch.delenv("MIDCOURSE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    (tmp_path / "checkout").mkdir()
    monkeypatch.chdir(tmp_path / "checkout")
    return tmp_path / "checkout"


def opened(home=Path(".midcourse")):
    with open_store():
        pass
    home_lessons(home)
    return home


def test_a_home_that_was_made_here_is_opened_again(checkout):
    assert opened() == opened() and (checkout / ".midcourse" / ".gitignore").read_text() == "*\n!approval.yaml\n"


def test_the_links_of_a_browser_that_was_killed_keep_nobody_out(checkout):
    profile = checkout / ".midcourse" / "runs" / "r-1" / "browser" / "profile"
    profile.mkdir(parents=True)
    (profile / "SingletonLock").symlink_to("host-4711")
    opened()


@pytest.mark.parametrize("believed", ["journal.db", "lessons.db", "signed_in"])
def test_a_home_that_came_with_a_checkout_is_not_opened_until_it_is_named(checkout, monkeypatch, believed):
    (checkout / ".midcourse").mkdir()
    brought = checkout / ".midcourse" / believed
    brought.mkdir() if believed == "signed_in" else brought.write_bytes(b"")
    (checkout / ".midcourse" / "made_here").write_bytes(b"0" * 64)
    for door in (opened, lambda: home_lessons(Path(".midcourse"))):
        with pytest.raises(TaskError, match=r"was not made here by you.*MIDCOURSE_HOME=\.midcourse midcourse runs"):
            door()
    monkeypatch.setenv("MIDCOURSE_HOME", ".midcourse")
    opened()
    monkeypatch.delenv("MIDCOURSE_HOME")
    opened()


def test_a_home_of_the_same_person_that_was_brought_to_another_place_is_not_opened(checkout, monkeypatch):
    opened()
    shutil.copytree(checkout, checkout.parent / "copy")
    monkeypatch.chdir(checkout.parent / "copy")
    with pytest.raises(TaskError, match="was not made here"):
        opened()


def test_a_home_with_nothing_but_rules_is_opened_and_so_is_any_where_nothing_can_be_kept_for_the_person(checkout, monkeypatch):
    (checkout / ".midcourse").mkdir()
    (checkout / ".midcourse" / "approval.yaml").write_text("[]")
    assert opened()
    (checkout / ".midcourse" / "journal.db").write_bytes(b"")
    (checkout / ".midcourse" / "made_here").unlink()
    with pytest.raises(TaskError, match="was not made here"):
        opened()
    monkeypatch.setenv("HOME", "/proc/nobody")  # no folder can be made there
    assert opened()


@pytest.mark.parametrize("name", ["journal.db", "lessons.db"])
@pytest.mark.parametrize("laid", [b"", None], ids=["empty", "of others"])
def test_a_store_that_was_laid_in_place_of_ours_is_not_opened_until_its_home_is_named(checkout, monkeypatch, laid, name):
    opened()
    monkeypatch.setenv("HOME", str(checkout.parent / "attacker"))
    monkeypatch.chdir(checkout.parent)
    opened()
    theirs = (checkout.parent / ".midcourse" / name).read_bytes()
    monkeypatch.setenv("HOME", str(checkout.parent / "person"))
    monkeypatch.chdir(checkout)
    for beside in (checkout / ".midcourse").glob(f"{name}?*"):
        beside.unlink()
    (checkout / ".midcourse" / name).write_bytes(theirs if laid is None else laid)
    with pytest.raises(TaskError, match=rf"{name} in .* was not made here.*MIDCOURSE_HOME=\.midcourse midcourse runs"):
        opened()
    monkeypatch.setenv("MIDCOURSE_HOME", ".midcourse")
    opened()
    monkeypatch.delenv("MIDCOURSE_HOME")
    assert opened()


def test_a_home_that_was_signed_before_its_stores_were_is_still_known(checkout):
    opened()
    own = checkout.parent / "person" / ".midcourse"
    old = hmac.new((own / "key").read_bytes(), str(checkout / ".midcourse").encode(), "sha256").hexdigest()
    (checkout / ".midcourse" / "made_here").write_text(old)
    with closing(sqlite3.connect(checkout / ".midcourse" / "journal.db")) as db:
        db.execute("DROP TABLE made_here")
    assert opened() == opened()


@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal", "lessons.db", "runs", "blobs", "signed_in"])
def test_a_home_with_a_link_to_another_place_is_not_opened(checkout, name):
    (checkout / ".midcourse").mkdir()
    (checkout / ".midcourse" / name).symlink_to(checkout / "public")
    with pytest.raises(TaskError, match=f"holds links to other places .{name}"):
        opened()


@pytest.mark.parametrize("name", ["blobs/ab", "runs/r-1/more"])
def test_a_home_with_a_link_deeper_in_it_is_not_opened(checkout, name):
    link = checkout / ".midcourse" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(checkout / "public")
    with pytest.raises(TaskError, match=f"holds links to other places .{name}"):
        opened()
