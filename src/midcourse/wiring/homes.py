"""What a home keeps: the journals of its runs, lessons, pictures and large values."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..core.errors import TaskError
from ..core.protocols import Approver, Shuts, Store
from ..engine.blobs import FolderBlobs
from ..engine.whose import bears, put_sign
from ..inputs import config
from ..private import has_signed_stores, holds_believed, is_signed, links_in, sign_home, sign_of_stores
from ..recovery import vectors
from ..recovery.lessons import SqliteLessons
from .assembling import Beside
from .names import store_named

JOURNALS, LESSONS = "journal.db", "lessons.db"


@contextmanager
def open_store(home: Path | None = None) -> Generator[Store]:
    """The store of this home, or the one that $MIDCOURSE_STORE names; let go in the end."""
    home = _entered(home or config.home(), JOURNALS if config.store() == "sqlite:" else "")
    try:
        store = store_named(config.store(), home)
    except TaskError as error:
        raise TaskError(f"{config.STORE}: {error}") from None
    try:
        yield store
    finally:
        if isinstance(store, Shuts):
            store.shut()


def open_lessons(path: Path) -> SqliteLessons:
    """The lessons in this file; found by meaning too, where that is installed."""
    return SqliteLessons(path, vectors.load())


def home_lessons(home: Path) -> SqliteLessons:
    """The lessons of this home."""
    return open_lessons(_entered(home, LESSONS) / LESSONS)


def check_home(home: Path) -> None:
    """TaskError for a home of others: a checkout may bring one, with answers, lessons and cookies that would be believed."""
    if config.is_home_named():
        return
    if links := links_in(home, config.own_folder()):
        raise TaskError(
            f"{home.resolve()} holds links to other places ({', '.join(links)}), and what lies there would be believed. Put the "
            f"files there themselves, or name the home: {config.HOME}={home} midcourse runs"
        )
    if not is_signed(home, config.own_folder()) and holds_believed(home):
        raise TaskError(
            f"{home.resolve()} was not made here by you: it may have come with a checkout, and its runs, lessons and cookies "
            f"would be believed. Delete it, or say that it is yours by naming it once: {config.HOME}={home} midcourse runs"
        )
    if strange := _strange_stores(home):
        raise TaskError(
            f"{', '.join(strange)} in {home.resolve()} was not made here: it may have come with a checkout in place of yours, "
            f"and would be believed. Delete it, or say that it is yours by naming it once: {config.HOME}={home} midcourse runs"
        )


def _strange_stores(home: Path) -> list[str]:
    """The stores that lie in a home of this person, and that others have made."""
    own = config.own_folder()
    with suppress(OSError):  # nothing can be kept for this person, and so nothing be told apart
        if home.resolve() == own.resolve() or not has_signed_stores(home, own):
            return []
        sign = sign_of_stores(home, own)
        return [name for name in (JOURNALS, LESSONS) if (home / name).is_file() and not bears(home / name, sign)]
    return []


def _entered(home: Path, store: str) -> Path:
    """The home, if it is this person's; from now on it is known to be, with the store that is opened now and those it has."""
    check_home(home)
    own = config.own_folder()
    with suppress(OSError, sqlite3.Error):  # a folder that cannot be written is told by what is kept in it
        sign, known = sign_of_stores(home, own), has_signed_stores(home, own)
        there = [name for name in (JOURNALS, LESSONS) if (home / name).is_file()]
        believed = there if not known or config.is_home_named() else []
        for path in (home / name for name in {*believed, *([store] if store else [])}):
            if path.name not in there or not bears(path, sign):
                put_sign(path, sign)
        if not known:
            sign_home(home, own)
    return home


def home_blobs(home: Path) -> FolderBlobs:
    """The pictures and large values of this home."""
    return FolderBlobs(home / "blobs")


def parts_of(home: Path, store: Store, approver: Approver) -> Beside:
    """What a run of this home works through beside its world and its planner."""
    return {"home": home, "store": store, "approver": approver, "blobs": home_blobs(home), "memory": home_lessons(home)}
