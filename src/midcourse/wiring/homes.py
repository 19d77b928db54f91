"""What a home keeps: the journals of its runs, lessons, pictures and large values."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..core.errors import TaskError
from ..core.protocols import Approver, Shuts, Store
from ..engine.blobs import FolderBlobs
from ..inputs import config
from ..private import holds_believed, is_signed, sign_home
from ..recovery import vectors
from ..recovery.lessons import SqliteLessons
from .assembling import Beside
from .names import store_named


@contextmanager
def open_store(home: Path | None = None) -> Generator[Store]:
    """The store of this home, or the one that $MIDCOURSE_STORE names; let go in the end."""
    home = _entered(home or config.home())
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
    return open_lessons(_entered(home) / "lessons.db")


def check_home(home: Path) -> None:
    """TaskError for a home of others: a checkout may bring one, with answers, lessons and cookies that would be believed."""
    if config.is_home_named() or is_signed(home, config.own_folder()) or not holds_believed(home):
        return
    raise TaskError(
        f"{home.resolve()} was not made here by you: it may have come with a checkout, and its runs, lessons and cookies "
        f"would be believed. Delete it, or say that it is yours by naming it once: {config.HOME}={home} midcourse runs"
    )


def _entered(home: Path) -> Path:
    """The home, if it is this person's; from now on it is known to be."""
    check_home(home)
    if not is_signed(home, config.own_folder()):
        with suppress(OSError):  # a folder that cannot be written is told by what is kept in it
            sign_home(home, config.own_folder())
    return home


def home_blobs(home: Path) -> FolderBlobs:
    """The pictures and large values of this home."""
    return FolderBlobs(home / "blobs")


def parts_of(home: Path, store: Store, approver: Approver) -> Beside:
    """What a run of this home works through beside its world and its planner."""
    return {"home": home, "store": store, "approver": approver, "blobs": home_blobs(home), "memory": home_lessons(home)}
