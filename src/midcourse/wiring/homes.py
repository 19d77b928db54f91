"""What a home keeps: the journals of its runs, lessons, pictures and large values."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from ..core.errors import TaskError
from ..core.protocols import Approver, Shuts, Store
from ..engine.blobs import FolderBlobs
from ..inputs import config
from ..recovery import vectors
from ..recovery.lessons import SqliteLessons
from .assembling import Beside
from .names import store_named


@contextmanager
def open_store(home: Path | None = None) -> Generator[Store]:
    """The store of this home, or the one that $MIDCOURSE_STORE names; let go in the end."""
    try:
        store = store_named(config.store(), home or config.home())
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
    return open_lessons(home / "lessons.db")


def home_blobs(home: Path) -> FolderBlobs:
    """The pictures and large values of this home."""
    return FolderBlobs(home / "blobs")


def parts_of(home: Path, store: Store, approver: Approver) -> Beside:
    """What a run of this home works through beside its world and its planner."""
    return {"home": home, "store": store, "approver": approver, "blobs": home_blobs(home), "memory": home_lessons(home)}
