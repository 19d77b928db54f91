"""A store bears the sign of who made it."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from midcourse.engine.sqlite import SqliteStore
from midcourse.engine.whose import bears, put_sign


def test_a_store_bears_the_sign_that_it_was_given_and_no_other(tmp_path):
    path = tmp_path / "journal.db"
    put_sign(path, "ours")
    SqliteStore(path).shut()
    assert bears(path, "ours") and not bears(path, "theirs") and path.stat().st_mode & 0o777 == 0o600


def test_a_store_without_any_sign_bears_none_and_gets_one(tmp_path):
    path = tmp_path / "journal.db"
    SqliteStore(path).shut()
    assert not bears(path, "ours")
    put_sign(path, "ours")
    assert bears(path, "ours")


def test_what_is_no_store_bears_no_sign(tmp_path):
    (tmp_path / "journal.db").write_bytes(b"no store at all, and long enough to be read as one" * 20)
    assert not bears(tmp_path / "journal.db", "ours")


@pytest.mark.parametrize(
    "shape",
    [
        "CREATE TABLE made_here (x)",
        "CREATE TABLE made_here (sign TEXT PRIMARY KEY, x) WITHOUT ROWID; INSERT INTO made_here VALUES ('ours', 1)",
        "CREATE VIEW made_here AS SELECT 'ours' AS sign",
        "CREATE VIEW made_here AS WITH RECURSIVE c(sign) AS (SELECT 1 UNION ALL SELECT sign FROM c) SELECT sign FROM c",
    ],
)
def test_a_sign_of_another_shape_is_none_and_gives_way_to_one_that_is_put_there(tmp_path, shape):
    path = tmp_path / "journal.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(shape)
    assert not bears(path, "ours")
    put_sign(path, "ours")
    assert bears(path, "ours")


def test_a_sign_is_in_the_file_itself_and_a_new_store_is_seen_with_it_or_not_at_all(tmp_path):
    path, old = tmp_path / "journal.db", tmp_path / "old.db"
    put_sign(path, "ours")
    store = SqliteStore(old)
    asyncio.run(store.runs())
    put_sign(old, "ours")
    for at in (path, old):
        shutil.copy(at, tmp_path / "alone.db")
        assert bears(tmp_path / "alone.db", "ours")
    store.shut()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["alone.db", "journal.db", "old.db"]


def test_a_store_is_signed_also_where_no_file_may_have_two_names(tmp_path, monkeypatch):
    monkeypatch.setattr("os.link", lambda *_: (_ for _ in ()).throw(PermissionError()))
    put_sign(tmp_path / "journal.db", "ours")
    assert bears(tmp_path / "journal.db", "ours") and len(list(tmp_path.iterdir())) == 1


def test_a_look_for_a_sign_writes_nothing_and_lets_no_lock_go(tmp_path):
    path = tmp_path / "journal.db"
    put_sign(path, "ours")
    SqliteStore(path).shut()
    before = path.read_bytes()
    (tmp_path / "journal.db-journal").write_bytes(b"laid here")
    assert bears(path, "ours") and path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["journal.db", "journal.db-journal"]
    (tmp_path / "journal.db-journal").unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as ours:
        ours.execute("BEGIN IMMEDIATE")
        assert bears(path, "ours")
        other = "import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0).execute('BEGIN IMMEDIATE')"
        done = subprocess.run([sys.executable, "-c", other, path], capture_output=True, text=True, check=False)
        assert "locked" in done.stderr


def test_a_store_that_another_process_writes_is_asked_all_the_same(tmp_path):
    path = tmp_path / "journal.db"
    put_sign(path, "ours")
    SqliteStore(path).shut()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert bears(path, "ours")
    other.close()
