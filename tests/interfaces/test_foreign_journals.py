"""Journals that come from elsewhere: they are shown and replayed; nothing in them is believed, and nothing is done on their word."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from midcourse import resume_async
from midcourse.core.errors import TaskError
from midcourse.core.history.past import Past, task_key
from midcourse.core.model import Failed, Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Ended
from midcourse.engine import jsonl
from midcourse.engine.memory import MemoryStore
from midcourse.engine.sqlite import SqliteStore
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import SymbolicWorld
from tests.commands import command
from tests.support import lab, the

MIDCOURSE = Path(sys.executable).with_name("midcourse")


def midcourse(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "MIDCOURSE_HOME": str(home)}
    return command(*words, cwd=home.parent, env=env)


@pytest.mark.parametrize("id", ["../../x", "/tmp/x", "r1\\u001b[2J"])
def test_a_journal_whose_run_has_a_path_for_a_name_is_refused_and_leaves_nothing(id, tmp_path):
    made = lab(SymbolicWorld([Skill("a", makes="p")]), ScriptedPlanner([Act("a")]), "p")
    made.run()
    forged = b"".join(jsonl.export(made.entries)).replace(b'"run":"r1"', f'"run":"{id}"'.encode())
    (tmp_path / "forged.jsonl").write_bytes(forged)
    told = midcourse(tmp_path / "home", "import", "forged.jsonl")
    assert told.returncode == 2 and "no run is named" in told.stderr and "Traceback" not in told.stderr
    assert "\x1b" not in told.stderr and told.stdout == ""
    assert midcourse(tmp_path / "home", "runs", "--json").stdout.strip() in ("", "[]")


TASK = """
goal: pay
world: world.py
plan:
  - note
  - pay
"""
WORLD = """
from midcourse import skill

@skill
def note() -> None: ...

@skill(risk="irreversible")
def pay() -> None:
    open("paid", "a").write("x")
"""


@pytest.fixture
def waiting(tmp_path):
    """A run that waits for a yes to what cannot be undone, exported; and the folder that it lies in."""
    (tmp_path / "task.yaml").write_text(TASK)
    (tmp_path / "world.py").write_text(WORLD)
    assert midcourse(tmp_path / "home", "run", "task.yaml").returncode == 3
    assert midcourse(tmp_path / "home", "export", "last", "run.jsonl").returncode == 0
    return tmp_path


@pytest.mark.parametrize(
    "forgery",
    [
        (b'"risk":"irreversible"', b'"risk":"harmless"'),
        (b'"grants":[]', b'"grants":[{"allows":"*","count":9}]'),
        (b'"autonomy":2', b'"autonomy":4'),
        (b"", b""),
    ],
)
def test_an_imported_run_is_shown_and_replayed_but_never_gone_on_with(waiting, forgery):
    lines = (waiting / "run.jsonl").read_bytes().replace(*forgery)
    (waiting / "forged.jsonl").write_bytes(lines)
    other = waiting / "other"
    assert midcourse(other, "import", "forged.jsonl").returncode == 0
    assert midcourse(other, "show", "last").returncode == 0 and midcourse(other, "replay", "last").returncode == 0
    assert " imported " in midcourse(other, "runs").stdout
    assert "pay" not in midcourse(other, "approvals").stdout
    for words in (["resume", "last"], ["approve", "last", "--yes"], ["tell", "last", "pause"], ["cancel", "last"]):
        told = midcourse(other, *words)
        assert told.returncode == 2 and "was imported from forged.jsonl" in told.stderr and "Traceback" not in told.stderr
    assert not (waiting / "paid").exists()


def test_a_recipe_that_lies_ready_in_the_home_does_not_make_an_imported_run_go_on(waiting):
    other = waiting / "other"
    midcourse(other, "import", "run.jsonl")
    [folder] = (waiting / "home" / "runs").iterdir()
    (other / "runs" / folder.name).mkdir(parents=True)
    (other / "runs" / folder.name / "run.json").write_bytes((folder / "run.json").read_bytes())
    assert midcourse(other, "resume", "last").returncode == 2 and not (waiting / "paid").exists()


def test_the_library_does_not_go_on_with_an_imported_run_either():
    world = SymbolicWorld([Skill("a", makes="p")])
    made = lab(world, ScriptedPlanner([Act("a")]), "p")
    made.run()
    foreign = jsonl.as_foreign(made.entries[:4], "x.jsonl")
    store = MemoryStore()

    async def go_on():
        opened = await store.open("r1", new=True)
        await store.append("r1", opened.epoch, foreign)
        await store.close("r1", opened.epoch)
        with pytest.raises(TaskError, match="imported from x.jsonl"):
            await resume_async("r1", world=world, planner=ScriptedPlanner([Act("a")]), store=store)
        await store.close("r1", (await store.open("r1")).epoch)  # and the run is nobody's

    asyncio.run(go_on())
    assert len(world.done) == 1


def test_imported_runs_do_not_count_as_the_past_of_their_task(tmp_path):
    made = lab(
        SymbolicWorld([Skill("a", makes="p")], broken={"a": Failed("unreachable", "no")}), ScriptedPlanner([Act("a")]), "p"
    )
    made.run()
    entries = made.entries
    assert the(entries[-1].event, Ended).ending.verdict == "failed"

    async def past(store, entries):
        opened = await store.open("r1", new=True)
        await store.append("r1", opened.epoch, entries)
        return await store.past(task_key(made.task), made.task.agent, entries[-1].at + 1)

    for open_one in (MemoryStore, lambda: SqliteStore(tmp_path / f"{uuid4().hex}.db")):
        assert asyncio.run(past(open_one(), entries)) != Past()
        assert asyncio.run(past(open_one(), jsonl.as_foreign(entries, "x"))) == Past()


def test_a_world_that_calls_its_skill_harmless_today_is_asked_about_as_before(waiting):
    (waiting / "world.py").write_text(WORLD.replace("irreversible", "harmless"))
    told = midcourse(waiting / "home", "resume", "last")
    assert told.returncode == 3 and "still counts as irreversible" in told.stdout and not (waiting / "paid").exists()
