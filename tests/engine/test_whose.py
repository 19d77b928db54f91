"""A store bears the sign of who made it."""

import sqlite3

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


def test_what_is_no_store_is_told_by_who_opens_it(tmp_path):
    (tmp_path / "journal.db").write_bytes(b"no store at all, and long enough to be read as one" * 20)
    assert bears(tmp_path / "journal.db", "ours")


def test_a_store_that_another_process_writes_is_asked_all_the_same(tmp_path):
    path = tmp_path / "journal.db"
    put_sign(path, "ours")
    SqliteStore(path).shut()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert bears(path, "ours")
    other.close()
