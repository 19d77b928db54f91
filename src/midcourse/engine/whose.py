"""Whose a store is: a file that was made here bears a sign, and one that was laid in its place later does not."""

from __future__ import annotations

import hmac
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from secrets import token_hex

from ..private import private_file, write_ahead

WAITS = 5.0
"""Seconds to wait for a file that another process is writing."""
LOOKS, PAUSE = 10, 0.02
"""How often a sign is looked for, with seconds between: another process may be writing just that page."""
LONGEST = 1.0
"""Seconds that one look may take, and how long anything read in it may be, in bytes."""
WIDEST = 1_000_000
TABLE = "CREATE TABLE made_here (sign TEXT PRIMARY KEY) WITHOUT ROWID"
"""The table of the sign, as SQLite keeps what made it: a view of the same name, or another table, proves nothing."""


def bears(path: Path, sign: str) -> bool:
    """Whether a store bears this sign. Nothing is written, and one that cannot be read bears none.

    The file is read alone, since whatever lies beside it may have been laid there. Only where it tells nothing, its log is read
    with it: a process that was killed may have left a file that makes no sense without. Who asks looks whose the log is first.
    """
    alone, logged = "mode=ro&immutable=1", "mode=ro"
    for look in range(LOOKS):
        if look:
            time.sleep(PAUSE)
        if _shows(path, sign, alone) or (path.with_name(f"{path.name}-wal").exists() and _shows(path, sign, logged)):
            return True
    return False


def _shows(path: Path, sign: str, how: str) -> bool:
    until = time.monotonic() + LONGEST
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=LONGEST)) as db:
            db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, WIDEST)
            db.set_progress_handler(lambda: time.monotonic() > until, 1000)
            if db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND sql = ?", (TABLE,)).fetchone() is None:
                return False
            found = db.execute("SELECT sign FROM made_here WHERE sign = ?", (sign,)).fetchone()
            return found is not None and hmac.compare_digest(str(found[0]).encode(), sign.encode())
    except sqlite3.Error:
        return False


def put_sign(path: Path, sign: str) -> None:
    """Give a store this sign, in the file itself, and make it where it is missing."""
    if not path.exists() and _made_whole(path, sign):
        return
    private_file(path)
    _sign(path, sign)


def _made_whole(path: Path, sign: str) -> bool:
    """Make the store beside its place and put it there at once, so that nobody ever sees it without its sign. Whether that can
    be done: not every disk gives a file a second name."""
    part = path.with_name(f"{path.name}.{token_hex(8)}.part")
    try:
        private_file(part)
        _sign(part, sign)
        os.link(part, path)
    except FileExistsError:
        return True  # somebody else was first, and has signed it
    except OSError:
        return False
    finally:
        part.unlink(missing_ok=True)
    return True


def _sign(path: Path, sign: str) -> None:
    with closing(sqlite3.connect(path, timeout=WAITS, isolation_level=None)) as db:
        write_ahead(db)
        for kind, made in db.execute("SELECT type, sql FROM sqlite_master WHERE name = 'made_here'").fetchall():
            if made != TABLE:
                db.execute(f"DROP {'VIEW' if kind == 'view' else 'TABLE'} made_here")
        db.execute(TABLE.replace("TABLE", "TABLE IF NOT EXISTS"))
        db.execute("INSERT OR IGNORE INTO made_here VALUES (?)", (sign,))
        db.execute("PRAGMA wal_checkpoint(FULL)")
