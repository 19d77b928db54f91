"""Lessons in one SQLite file: found by their key, then by like words, then, where vectors are installed, by like meaning."""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ..core.errors import BadInput, TaskError
from ..core.history.lessons import Found, Lesson, counted, is_for, may_be_tried, ranked
from ..core.history.situations import Situation
from ..private import private_file, write_ahead

NEAR = 20
"""Like lessons that are looked at more closely."""
MANY = 3000
"""Lessons that may be looked at for their words."""
WAIT = 2.0
"""Seconds to wait for a file that another process is writing."""

_TABLES = """
CREATE TABLE IF NOT EXISTS lessons (
  number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, exact TEXT NOT NULL, loose TEXT NOT NULL, bare TEXT NOT NULL,
  kind TEXT NOT NULL, quarantined INTEGER NOT NULL, helped REAL NOT NULL, body BLOB NOT NULL, vector BLOB);
CREATE INDEX IF NOT EXISTS lessons_bare ON lessons (bare);
CREATE VIRTUAL TABLE IF NOT EXISTS said USING fts5(words, content='');
CREATE VIRTUAL TABLE IF NOT EXISTS rarity USING fts5vocab(said, row);
"""
_decoder = msgspec.json.Decoder(Lesson)

Embed = Callable[[str], bytes]
"""A text as a vector."""
Nearest = Callable[[bytes, Sequence[tuple[int, bytes]], int], list[tuple[int, float]]]
"""The nearest of many vectors, with how near they are, 0 to 1."""


class _Mine(threading.local):
    """What each thread has of its own."""

    db: sqlite3.Connection | None = None
    stamp: tuple[int, int] = (0, 0)
    """Which state of the file the cache is of."""
    cache: dict[str, list[tuple[int, bytes]]] = {}


class SqliteLessons:
    """Lessons that every process and thread of this host shares. A fork of a process that has them open is told so at once."""

    def __init__(
        self, path: Path, vectors: tuple[Embed, Nearest] | None = None, when_shut: Callable[[], None] = lambda: None
    ) -> None:
        """`when_shut` is called once nobody has these lessons any more, at the latest when the process ends."""
        self._path, self._vectors = path, vectors
        self._mine, self._pid = _Mine(), 0
        self._opened: list[sqlite3.Connection] = []
        weakref.finalize(self, _shut, self._opened, os.getpid(), when_shut)

    # --- memory -------------------------------------------------------------------------------------------------------

    async def recall(self, situation: Situation, agent: str, team: str, now: float) -> Sequence[Found]:
        """The same situation first; a like one only where the same is unknown or did harm."""
        same = ranked(situation, self._for(self._same(situation), agent, team), now)
        if any(may_be_tried(found, now) for found in same):
            return same
        known = {found.lesson.id for found in same}
        near = self._near(situation)
        lessons = [lesson for lesson, _ in near if lesson.id not in known]
        how_near = {lesson.id: likeness for lesson, likeness in near if likeness}
        return [*same, *ranked(situation, self._for(lessons, agent, team), now, how_near)]

    async def learn(self, lesson: Lesson, helped: bool, trial: str, now: float) -> None:
        """Count a trial; what is known already keeps its counts."""
        with self._writing() as db:
            row = db.execute("SELECT body FROM lessons WHERE id = ?", (lesson.id,)).fetchone()
            _put(db, counted(_decoder.decode(row[0]) if row else lesson, helped, trial, now), self._vectors)

    @staticmethod
    def _for(lessons: Sequence[Lesson], agent: str, team: str) -> list[Lesson]:
        return [lesson for lesson in lessons if is_for(lesson, agent, team)]

    def _same(self, situation: Situation) -> list[Lesson]:
        query = """SELECT body FROM lessons WHERE bare = ?
                   ORDER BY exact = ? DESC, loose = ? DESC, quarantined, helped DESC LIMIT ?"""
        rows = self._open().execute(query, (situation.bare, situation.exact, situation.loose, NEAR))
        return [lesson for (body,) in rows if (lesson := _read(body)) is not None]

    def _near(self, situation: Situation) -> list[tuple[Lesson, float]]:
        """Lessons with like words, then those of like meaning with how near they are."""
        db = self._open()
        words = " OR ".join(f'"{word}"' for word in _telling(db, situation))
        near: dict[int, float] = {}
        if words:
            query = "SELECT rowid FROM said WHERE said MATCH ? ORDER BY rank LIMIT ?"
            near = {number: 0.0 for (number,) in db.execute(query, (words, NEAR))}
        if self._vectors is not None and (wanted := _vector(situation, self._vectors)):
            near.update(self._vectors[1](wanted, self._kept(db, situation.kind), NEAR))
        found: list[tuple[Lesson, float]] = []
        for number, likeness in near.items():
            row = db.execute("SELECT body FROM lessons WHERE number = ?", (number,)).fetchone()
            if row is not None and (lesson := _read(row[0])) is not None:
                found.append((lesson, likeness))
        return found

    def _kept(self, db: sqlite3.Connection, kind: str) -> list[tuple[int, bytes]]:
        """The vectors of a kind of failure; read again only when somebody has written."""
        stamp = (db.execute("PRAGMA data_version").fetchone()[0], db.total_changes)
        mine = self._mine
        if stamp != mine.stamp:
            mine.stamp, mine.cache = stamp, {}
        if kind not in mine.cache:
            query = "SELECT number, vector FROM lessons WHERE kind = ? AND vector IS NOT NULL"
            mine.cache[kind] = db.execute(query, (kind,)).fetchall()
        return mine.cache[kind]

    # --- housekeeping ---------------------------------------------------------------------------------------------------

    def all(self) -> list[Lesson]:
        """Every lesson, the most helpful first."""
        rows = self._open().execute("SELECT body FROM lessons ORDER BY helped DESC, id").fetchall()
        return [lesson for (body,) in rows if (lesson := _read(body)) is not None]

    def get(self, id: str) -> Lesson:
        """One lesson, by its id or the beginning of it."""
        known = [lesson for lesson in self.all() if lesson.id.startswith(id)]
        if len(known) != 1:
            listed = ", ".join(lesson.id for lesson in self.all()[:8]) or "none"
            raise TaskError(f"{'no lesson' if not known else f'{len(known)} lessons begin with'} {id!r}; there are {listed}")
        return known[0]

    def put(self, lessons: Sequence[Lesson]) -> int:
        """Keep lessons from elsewhere, as such: what was learned here stays as it is. How many are new."""
        with self._writing() as db:
            new = 0
            for lesson in lessons:
                row = db.execute("SELECT body FROM lessons WHERE id = ?", (lesson.id,)).fetchone()
                mine = _decoder.decode(row[0]) if row else None
                if mine is None or (mine.foreign and not mine.quarantined and mine.at < lesson.at):
                    _put(db, replace(lesson, foreign=True), self._vectors)
                new += mine is None
            return new

    def forget(self, id: str) -> None:
        """Drop a lesson for good."""
        with self._writing() as db:
            _drop(db, id)

    def close(self) -> None:
        """Close the file, for every thread; in a fork it is not this process's to close."""
        if self._pid == os.getpid():
            for db in self._opened:
                db.close()
        self._opened.clear()
        self._mine, self._pid = _Mine(), 0

    def _open(self) -> sqlite3.Connection:
        if self._pid not in (0, os.getpid()):  # SQLite would take the locks of the other process for its own
            raise BadInput(
                f"the lessons in {self._path} are open in process {self._pid}, and this process is a fork of it: "
                "close them before the fork, or start the process by 'spawn' and open them there"
            )
        if self._mine.db is None:
            try:
                private_file(self._path)
                db = sqlite3.connect(self._path, isolation_level=None, timeout=WAIT, check_same_thread=False)
                write_ahead(db)
                db.executescript(_TABLES)
            except (sqlite3.Error, OSError) as error:
                raise BadInput(f"cannot use the lessons in {self._path}: {error}") from None
            self._mine.db, self._pid = db, os.getpid()
            self._opened.append(db)
        return self._mine.db

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection, None, None]:
        db = self._open()
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
        except BaseException:
            db.execute("ROLLBACK")
            raise
        db.execute("COMMIT")


def _shut(opened: list[sqlite3.Connection], opener: int, then: Callable[[], None]) -> None:
    """Close what is left open, in the process that opened it."""
    if opener == os.getpid():
        for db in opened:
            db.close()
        then()


def _read(body: bytes) -> Lesson | None:
    """A lesson as it was kept; one that cannot be read is no lesson."""
    try:
        return _decoder.decode(body)
    except msgspec.MsgspecError:
        return None


def _telling(db: sqlite3.Connection, situation: Situation) -> list[str]:
    """The rarest words of a situation: those that all lessons have in common tell nothing, and cost the most."""
    words = situation.words()
    holes = ", ".join("?" * len(words))
    found = db.execute(f"SELECT term, doc FROM rarity WHERE term IN ({holes}) ORDER BY doc", words).fetchall()
    telling: list[str] = []
    many = 0
    for word, documents in found:
        many += documents
        if telling and many > MANY:
            break
        telling.append(word)
    return telling


def _text(situation: Situation) -> str:
    return " ".join(situation.words())


def _vector(situation: Situation, vectors: tuple[Embed, Nearest] | None) -> bytes | None:
    """The situation's meaning; None where it cannot be had: words do then."""
    if vectors is None:
        return None
    try:
        return vectors[0](_text(situation))
    except Exception:  # whatever an installed model trips over is no reason to lose a lesson
        return None


def _drop(db: sqlite3.Connection, id: str) -> None:
    row = db.execute("SELECT number, body FROM lessons WHERE id = ?", (id,)).fetchone()
    if row is not None:
        old = _text(_decoder.decode(row[1]).situation)
        db.execute("INSERT INTO said (said, rowid, words) VALUES ('delete', ?, ?)", (row[0], old))
        db.execute("DELETE FROM lessons WHERE number = ?", (row[0],))


def _put(db: sqlite3.Connection, lesson: Lesson, vectors: tuple[Embed, Nearest] | None) -> None:
    _drop(db, lesson.id)
    situation = lesson.situation
    row = (
        lesson.id,
        situation.exact,
        situation.loose,
        situation.bare,
        situation.kind,
        lesson.quarantined,
        lesson.helped,
        msgspec.json.encode(lesson),
        _vector(situation, vectors),
    )
    columns = "id, exact, loose, bare, kind, quarantined, helped, body, vector"
    number = db.execute(f"INSERT INTO lessons ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row).lastrowid
    db.execute("INSERT INTO said (rowid, words) VALUES (?, ?)", (number, _text(situation)))
