"""Parts by name: each is its own file and one line in a table, and the command line can use it."""

import importlib
import sys

import pytest
from typer.testing import CliRunner

from midcourse.core.errors import TaskError
from midcourse.interfaces.cli import app
from midcourse.wiring import names

WORLD = """
from midcourse import observer, skill

on = []


@skill(makes="lit", complete=True)
def light():
    on.append(True)


@observer("lit")
def look():
    return ["lit"] if on else []
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An empty folder to work in, whose Python files can be imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "lamp.py").write_text(WORLD)
    yield tmp_path
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)


def midcourse(*args: str) -> str:
    done = CliRunner().invoke(app, args, catch_exceptions=False, standalone_mode=False)
    return done.output


def test_a_store_is_one_file_and_one_line_and_the_command_line_uses_it(place, monkeypatch):
    (place / "shelf.py").write_text("""
from midcourse.engine.memory import MemoryStore

SHELVES = {}


def from_words(words, home):
    return SHELVES.setdefault(words, MemoryStore())
""")
    monkeypatch.setitem(names.STORES, "shelf:NAME", "shelf:from_words")
    monkeypatch.setenv("MIDCOURSE_STORE", "shelf:top")
    assert "SUCCESS" in midcourse("run", "have light", "--world", "lamp.py", "--done-when", "lit")
    assert "have light" in midcourse("runs")
    assert "light" in midcourse("show", "last")
    assert list(importlib.import_module("shelf").SHELVES) == ["top"]
    assert not (place / ".midcourse" / "journal.db").exists()


def test_a_world_is_one_file_and_one_line_and_reads_its_own_words(place, monkeypatch):
    (place / "room.py").write_text("""
from midcourse import Task, ToolsWorld
import lamp


class Room(ToolsWorld):
    def __init__(self, words):
        super().__init__(lamp)
        self.task = Task(f"have light in the {words}", "lit")


def from_words(words, base, keep):
    return Room(words)
""")
    monkeypatch.setitem(names.WORLDS, "room:NAME", "room:from_words")
    said = midcourse("run", "room:kitchen")
    assert "SUCCESS" in said
    assert "have light in the kitchen" in midcourse("runs")
    midcourse("run", "room: have light there", "--world", "lamp.py", "--done-when", "lit")
    assert "room: have light there" in midcourse("runs"), "with --world it is a goal in words"


def test_a_planner_is_one_file_and_one_line_and_reads_its_own_words(place, monkeypatch):
    (place / "habit.py").write_text("""
from midcourse import ScriptedPlanner, act


def from_words(words, given):
    return ScriptedPlanner([act(words)])
""")
    monkeypatch.setitem(names.PLANNERS, "habit:SKILL", "habit:from_words")
    assert "SUCCESS" in midcourse("run", "have light", "--world", "lamp.py", "--done-when", "lit", "--planner", "habit:light")


def test_a_planner_finds_its_files_beside_the_task_file(place, monkeypatch):
    (place / "noted.py").write_text("""
from midcourse import ScriptedPlanner, act


def from_words(words, given):
    return ScriptedPlanner([act(name) for name in (given.base / words).read_text().split()])
""")
    monkeypatch.setitem(names.PLANNERS, "noted:FILE", "noted:from_words")
    (place / "desk").mkdir()
    (place / "desk" / "note.txt").write_text("light")
    (place / "desk" / "lamp.py").write_text(WORLD)
    (place / "desk" / "task.yaml").write_text("goal: have light\ndone_when: lit\nworld: lamp.py\nplanner: noted:note.txt\n")
    assert "SUCCESS" in midcourse("run", "desk/task.yaml")
    (place / "elsewhere").mkdir()
    monkeypatch.setenv("MIDCOURSE_HOME", str(place / ".midcourse"))
    monkeypatch.chdir(place / "elsewhere")
    assert "SUCCESS" in midcourse("resume", "last")


def test_a_store_that_is_not_there_is_told_with_the_variable_and_the_choices(place, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_STORE", "sqlit:x.db")
    with pytest.raises(TaskError, match=r"MIDCOURSE_STORE: no store 'sqlit:x.db'; did you mean sqlite:FILE\? valid: ") as told:
        midcourse("runs")
    assert all(name in str(told.value) for name in names.STORES)


def test_help_and_the_message_for_a_goal_without_a_world_name_every_world(place, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    with pytest.raises(TaskError, match="a goal in words needs --world") as told:
        midcourse("run", "tidy up")
    for said in (midcourse("run", "--help"), str(told.value)):
        assert all(name in said for name in names.WORLDS)


def test_the_store_of_the_environment_may_be_another_file(place, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_STORE", "sqlite:elsewhere.db")
    midcourse("run", "have light", "--world", "lamp.py", "--done-when", "lit")
    assert (place / "elsewhere.db").exists() and not (place / ".midcourse" / "journal.db").exists()


def test_a_world_that_asks_for_nothing_needs_a_goal(place, monkeypatch):
    (place / "dark.py").write_text(
        "import lamp\nfrom midcourse import ToolsWorld\n\n\ndef from_words(words, base, keep):\n    return ToolsWorld(lamp)\n"
    )
    monkeypatch.setitem(names.WORLDS, "dark:", "dark:from_words")
    with pytest.raises(
        TaskError, match="dark: asks for nothing by itself; say what is wanted: midcourse run GOAL --world 'dark:'"
    ):
        midcourse("run", "dark:")


@pytest.mark.parametrize("table", ["WORLDS", "PLANNERS", "STORES", "APPROVERS"])
def test_every_name_leads_somewhere(table):
    for place in getattr(names, table).values():
        module, _, name = place.partition(":")
        assert callable(getattr(importlib.import_module(module), name))
