"""What a home keeps is for its user alone, whatever the umask, and so is what is written out of it."""

import asyncio
import hashlib
import os
import stat
from collections.abc import Generator
from pathlib import Path

import pytest

from midcourse import private
from midcourse.core.history.lessons import Lesson
from midcourse.core.local.atlas import Atlas
from midcourse.core.plans.contracts import Contract
from midcourse.core.plans.edits import Forbid
from midcourse.engine.blobs import FolderBlobs
from midcourse.engine.sqlite import SqliteStore
from midcourse.planners.local.maps import save
from midcourse.private import has_accepted, keep_accepted, private_file, private_folder, write_out, write_private
from midcourse.wiring.homes import home_lessons
from midcourse.worlds.symbolic import SymbolicWorld
from tests.engine.test_writer import write
from tests.interfaces.test_command_line import DETOUR, WORLD, midcourse, task
from tests.wiring.test_homes import ABOUT

PDDL = Path(__file__).parents[1] / "examples" / "pddl"


@pytest.fixture(autouse=True)
def usual_umask() -> Generator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> list[str]:
    """What others than its user may do something with."""
    found = [folder, *folder.rglob("*")]
    return [f"{path.relative_to(folder.parent)} {mode(path):o}" for path in found if mode(path) & 0o077]


def test_a_journal_and_the_files_beside_it_are_for_their_user_alone(tmp_path):
    store = SqliteStore(tmp_path / "new" / "home" / "j.db")
    asyncio.run(write(store, "r"))
    assert sorted(path.name for path in (tmp_path / "new" / "home").iterdir()) == ["j.db", "j.db-shm", "j.db-wal"]
    assert not open_to_others(tmp_path / "new")
    store.shut()


def test_blobs_and_lessons_are_for_their_user_alone(tmp_path):
    asyncio.run(FolderBlobs(tmp_path / "home" / "blobs").put(b"a picture"))
    asyncio.run(home_lessons(tmp_path / "home").learn(Lesson(ABOUT, Forbid("a")), True, "r/1", 1.0))
    assert not open_to_others(tmp_path / "home")


def test_a_folder_that_is_there_stays_as_its_user_made_it_and_what_is_made_in_it_is_private(tmp_path):
    home = tmp_path / "home"
    home.mkdir(0o755)
    store = SqliteStore(home / "j.db")
    asyncio.run(write(store, "r"))
    asyncio.run(FolderBlobs(home / "blobs").put(b"a picture"))
    asyncio.run(home_lessons(home).learn(Lesson(ABOUT, Forbid("a")), True, "r/1", 1.0))
    assert mode(home) == 0o755 and open_to_others(home) == ["home 755"]
    store.shut()


def test_a_journal_that_its_user_shares_stays_shared(tmp_path):
    path = tmp_path / "j.db"
    path.touch()
    path.chmod(0o660)
    store = SqliteStore(path)
    asyncio.run(write(store, "r"))
    assert {mode(p) for p in tmp_path.iterdir()} == {0o660}
    store.shut()


def test_a_world_that_keeps_its_state_before_anything_else_is_kept_makes_a_private_home(tmp_path):
    SymbolicWorld([], ["p"], keep=tmp_path / "home" / "runs" / "r" / "facts.json").apply(Contract())
    assert open_to_others(tmp_path / "home") == ["home/runs/r/facts.json 644"], "the folders keep others out"


@pytest.mark.parametrize("what", ["a task", "pddl"])
def test_a_run_on_the_command_line_leaves_nothing_for_others_and_neither_does_its_export(what, tmp_path):
    desk = tmp_path
    (desk / "world.py").write_text(WORLD)
    words = [task(desk, DETOUR)] if what == "a task" else [PDDL / "ferry.pddl", PDDL / "two-cars.pddl"]
    done = midcourse(desk, "run", *words)
    assert done.returncode == 0, done.stderr
    home = desk / ".midcourse"
    [folder] = (home / "runs").iterdir()
    assert {"run.json", "result.json"} <= {path.name for path in folder.iterdir()}
    assert {mode(path) for path in (home, folder.parent, folder)} == {0o700}
    assert {mode(path) for path in (home / "journal.db", folder / "run.json", folder / "result.json")} == {0o600}
    assert midcourse(desk, "export", folder.name, "out.jsonl").returncode == 0
    assert mode(desk / "out.jsonl") == 0o600
    (desk / "lessons.jsonl").touch()
    assert midcourse(desk, "lessons", "export", "lessons.jsonl").returncode == 0
    assert mode(desk / "lessons.jsonl") == 0o600, "also in place of one that others could read"


def test_what_is_written_out_goes_through_links_and_into_pipes_and_waits_for_nobody(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_out(tmp_path / "link", b"one")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"one" and mode(tmp_path / "real") == 0o600
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device"):
        write_out(tmp_path / "pipe", b"one")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_out(tmp_path / "pipe", b"two")
    assert os.read(reader, 9) == b"two"
    os.close(reader)
    for wrong in (tmp_path, tmp_path / "none" / "x"):
        with pytest.raises(OSError):
            write_out(wrong, b"one")


def test_a_map_of_an_interface_is_for_its_user_alone(tmp_path):
    save(tmp_path / "home" / "maps" / "m.json", Atlas(), {})
    assert not open_to_others(tmp_path / "home")


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = private_folder(tmp_path / "a" / "b") / "file"
    write_private(path, b"one")
    with pytest.raises(TypeError):
        write_private(path, "no bytes")  # pyright: ignore[reportArgumentType]
    assert path.read_bytes() == b"one" and [p.name for p in path.parent.iterdir()] == ["file"]
    private_file(path)
    assert path.read_bytes() == b"one"


def test_a_link_that_lies_ready_under_the_name_of_an_unfinished_file_is_not_followed(tmp_path, monkeypatch):
    monkeypatch.setattr(private, "token_hex", lambda _: "guessed")
    other = tmp_path / "other"
    other.write_text("kept")
    (tmp_path / "out.guessed.part").symlink_to(other)
    with pytest.raises(FileExistsError):
        write_private(tmp_path / "out", b"mine")
    assert other.read_text() == "kept" and not (tmp_path / "out").exists()


def test_what_is_accepted_stands_on_one_line_whatever_the_file_is_called(tmp_path):
    loose = "[]"
    named = tmp_path / f"a\n{hashlib.sha256(loose.encode()).hexdigest()} b" / "approval.yaml"
    keep_accepted(tmp_path, "mild", named)
    assert has_accepted(tmp_path, "mild") and not has_accepted(tmp_path, loose)
