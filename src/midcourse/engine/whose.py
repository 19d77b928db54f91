"""Whose a store is: a file that was made here bears a sign, and one that was laid in its place later does not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ..private import private_file

WAITS = 5.0
"""Seconds to wait for a file that another process is writing."""


def bears(path: Path, sign: str) -> bool:
    """Whether a store bears this sign. One that cannot be read is told by who opens it."""
    try:
        with closing(sqlite3.connect(path, timeout=WAITS)) as db:
            return db.execute("SELECT 1 FROM made_here WHERE sign = ?", (sign,)).fetchone() is not None
    except sqlite3.OperationalError as error:
        return "no such table" not in str(error)
    except sqlite3.DatabaseError:
        return True


def put_sign(path: Path, sign: str) -> None:
    """Give a store this sign, and make it where it is missing."""
    private_file(path)
    with closing(sqlite3.connect(path, timeout=WAITS, isolation_level=None)) as db:
        db.execute("CREATE TABLE IF NOT EXISTS made_here (sign TEXT PRIMARY KEY) WITHOUT ROWID")
        db.execute("INSERT OR IGNORE INTO made_here VALUES (?)", (sign,))
