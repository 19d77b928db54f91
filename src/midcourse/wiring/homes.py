"""What a home keeps: the journals of its runs, lessons, pictures and large values."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..core.errors import TaskError
from ..core.protocols import Approver, Shuts, Store
from ..engine.blobs import FolderBlobs
from ..engine.in_use import Use, strange_logs
from ..engine.whose import bears, put_sign
from ..inputs import config
from ..private import has_signed_stores, holds_believed, is_signed, links_in, sign_home, sign_of_stores, undone_in
from ..recovery import vectors
from ..recovery.lessons import SqliteLessons
from .assembling import Beside
from .names import store_named

JOURNALS, LESSONS = "journal.db", "lessons.db"
STORES = (JOURNALS, LESSONS)


@contextmanager
def open_store(home: Path | None = None) -> Generator[Store]:
    """The store of this home, or the one that $MIDCOURSE_STORE names; let go in the end."""
    home = home or config.home()
    end = _entered(home, JOURNALS if config.store() == "sqlite:" else "")
    try:
        with _shut(_chosen(home)) as store:
            yield store
    finally:
        end()


@contextmanager
def _shut(store: Store) -> Generator[Store]:
    try:
        yield store
    finally:
        if isinstance(store, Shuts):
            store.shut()


def _chosen(home: Path) -> Store:
    try:
        return store_named(config.store(), home)
    except TaskError as error:
        raise TaskError(f"{config.STORE}: {error}") from None


def open_lessons(path: Path, when_shut: Callable[[], None] = lambda: None) -> SqliteLessons:
    """The lessons in this file; found by meaning too, where that is installed."""
    return SqliteLessons(path, vectors.load(), when_shut)


def home_lessons(home: Path) -> SqliteLessons:
    """The lessons of this home."""
    end = _entered(home, LESSONS)
    return open_lessons(home / LESSONS, end)


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
    if strange := undone_in(home, config.own_folder()):
        raise TaskError(
            f"{', '.join(strange)} in {home.resolve()} was not made here: Midcourse keeps no such file. It may have come with a "
            "checkout, and SQLite would undo by it what is in the file beside it, and could delete others of yours. Delete it"
        )
    if strange := _strange_files(home):
        raise TaskError(
            f"{', '.join(strange)} in {home.resolve()} was not made here: it may have come with a checkout in place of yours, "
            f"and would be believed. Delete it, or say that it is yours by naming it once: {config.HOME}={home} midcourse runs"
        )


def _strange_files(home: Path) -> list[str]:
    """The logs, or else the stores, that lie in a home of this person, and that others have made."""
    own = config.own_folder()
    with suppress(OSError):  # nothing can be kept for this person, and so nothing be told apart
        if home.resolve() == own.resolve() or not has_signed_stores(home, own):
            return []
        if logs := strange_logs(home, own, STORES):
            return logs
        sign = sign_of_stores(home, own)
        return [name for name in STORES if (home / name).is_file() and not bears(home / name, sign)]
    return []


def _entered(home: Path, store: str) -> Callable[[], None]:
    """Enter the home, if it is this person's: from now on it is known to be, with the store that is opened now and those it has.
    What is to be called once what was opened is shut."""
    check_home(home)
    own = config.own_folder()
    end = _used(home, own)
    with suppress(OSError, sqlite3.Error):  # a folder that cannot be written is told by what is kept in it
        sign, known = sign_of_stores(home, own), has_signed_stores(home, own)
        there = [name for name in STORES if (home / name).is_file()]
        if not known and not there:  # before there is a store, so that none is ever seen here without
            sign_home(home, own)
        believed = there if not known or config.is_home_named() else []
        for path in (home / name for name in {*believed, *([store] if store else [])}):
            if path.name not in there or not bears(path, sign):
                put_sign(path, sign)
        if not known and there:
            sign_home(home, own)
    return end


def _used(home: Path, own: Path) -> Callable[[], None]:
    """Say that the home is in use, before anything in it is opened. What takes that back."""
    with suppress(OSError):  # nothing can be kept for this person
        if home.resolve() != own.resolve():
            return Use(home, own, STORES).end
    return lambda: None


def home_blobs(home: Path) -> FolderBlobs:
    """The pictures and large values of this home."""
    return FolderBlobs(home / "blobs")


def parts_of(home: Path, store: Store, approver: Approver) -> Beside:
    """What a run of this home works through beside its world and its planner."""
    return {"home": home, "store": store, "approver": approver, "blobs": home_blobs(home), "memory": home_lessons(home)}
