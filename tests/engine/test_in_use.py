"""Whose the logs beside the stores of a home are."""

import os
import subprocess
import sys

import pytest

from midcourse.engine.in_use import FOLDER, Use, strange_logs
from midcourse.engine.owner import whoami

STORES = ("journal.db",)


@pytest.fixture
def places(tmp_path):
    home, own = tmp_path / "home", tmp_path / "own"
    home.mkdir()
    return home, own


def entries(own):
    return sorted(path for path in (own / FOLDER).rglob("*") if path.is_file())


def of_a_dead_process(own):
    """What a process that was killed would have left, in place of what there is."""
    code = "from midcourse.engine.owner import whoami; print(whoami())"
    [entry] = entries(own)
    dead = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    (entry.parent / "dead").write_text(dead)
    return entry.parent / "dead"


def test_a_log_is_strange_unless_a_process_of_this_person_uses_the_home(places):
    home, own = places
    assert not strange_logs(home, own, STORES)
    (home / "journal.db-wal").write_bytes(b"")
    assert not strange_logs(home, own, STORES), "nothing is in it"
    (home / "journal.db-wal").write_bytes(b"log")
    assert strange_logs(home, own, STORES) == ["journal.db-wal"]
    Use(home, own, STORES)
    assert not strange_logs(home, own, STORES)


def test_a_use_is_noted_as_long_as_any_part_of_the_process_has_the_home_open(places):
    home, own = places
    one, two = Use(home, own, STORES), Use(home, own, STORES)
    one.end()
    assert len(entries(own)) == 1 and entries(own)[0].read_text().split()[:-1] == whoami().split()[:-1]
    two.end()
    assert not entries(own)


def test_what_the_dead_have_left_is_cleared_only_when_no_log_is_left(places):
    home, own = places
    (home / "journal.db-wal").write_bytes(b"log")
    use = Use(home, own, STORES)
    dead = of_a_dead_process(own)
    use.end()
    assert len(entries(own)) == 2 and not strange_logs(home, own, STORES)
    (home / "journal.db-wal").unlink()
    Use(home, own, STORES).end()
    assert not entries(own) and not dead.exists()


def test_what_the_living_have_said_is_never_cleared(places):
    home, own = places
    use = Use(home, own, STORES)
    other = entries(own)[0].parent / "other"
    other.write_text(whoami())
    use.end()
    assert entries(own) == [other]


def test_a_fork_ends_nothing_that_its_parent_uses(places):
    home, own = places
    use = Use(home, own, STORES)
    child = os.fork()
    if not child:
        use.end()
        os._exit(0)
    os.waitpid(child, 0)
    assert len(entries(own)) == 1


def test_a_log_that_is_just_being_cleared_away_is_not_strange(places, monkeypatch):
    home, own = places
    (home / "journal.db-wal").write_bytes(b"log")
    monkeypatch.setattr("time.sleep", lambda _: (home / "journal.db-wal").unlink(missing_ok=True))
    assert not strange_logs(home, own, STORES)
