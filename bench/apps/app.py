"""What the bench knows of an application: how it is installed and started, its tasks, and what it stored."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Record = dict[str, Any]

GERMAN = {
    "Username": "Benutzername",
    "Password": "Passwort",
    "Name": "Bezeichnung",
    "Amount": "Menge",
    "Kind": "Sorte",
    "Fragile": "Zerbrechlich",
    "Due": "Lieferdatum",
    "Note": "Bemerkung",
    "Urgency": "Dringlichkeit",
    "Save": "Sichern",
    "Cancel": "Abbrechen",
    "Store": "Ablegen",
    "Add an item": "Ware anlegen",
    "Items": "Waren",
    "Item": "Ware",
    "Notes": "Zettel",
    "Stock": "Lager",
    "Delete": "Entfernen",
    "Search": "Suchen",
    "Sign in": "Anmelden",
    "Stored": "Abgelegt",
    "tool": "Werkzeug",
    "toy": "Spielzeug",
    "food": "Lebensmittel",
    "low": "gering",
    "high": "hoch",
    "add": "anlegen",
    "change": "ändern",
    "delete": "entfernen",
    "write": "schreiben",
}


def said(text: str, language: str) -> str:
    """A text with what stands in «…» in a language: the labels of applications that are written here, and their tasks."""
    return re.sub(r"«([^»]*)»", lambda m: GERMAN[m[1]] if language == "de" else m[1], text)


@dataclass(frozen=True)
class Errand:
    """One task, written as the docs say, and how it is judged."""

    name: str
    goal: str
    values: Mapping[str, str]
    done_when: str
    key: Record
    """What the record is known by."""
    wanted: Record | None
    """What must stand in it; None: it must be gone."""
    at: str = "/"
    """The path where it begins."""
    once: bool = True
    """Whether two records would be one too many."""


@dataclass(frozen=True)
class App:
    """An application."""

    name: str
    packages: Sequence[str]
    files: Mapping[str, str]
    """What is written into its folder, by path; `«Name»` is a label."""
    command: Sequence[str]
    """How it is started; `{port}`, `{folder}` and `{bin}` are filled in."""
    errands: Sequence[Errand]
    records: Callable[[Path], list[Record]]
    prepare: Sequence[Sequence[str]] = ()
    """Commands to be run before, once for each fresh folder."""
    ready: str = "/"
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    speaks: bool = False
    """Whether its labels can be in another language."""


def is_measured(name: str) -> bool:
    """Whether an application belongs to the half that is only measured: rules are built on the other half."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


def rows(file: str, question: str) -> Callable[[Path], list[Record]]:
    """The records of an application that keeps them in SQLite."""

    def read(folder: Path) -> list[Record]:
        if not (folder / file).exists():
            return []
        with closing(sqlite3.connect(folder / file)) as database:
            database.row_factory = sqlite3.Row
            return [dict(row) for row in database.execute(question)]

    return read


@dataclass(frozen=True)
class Found:
    """What an application stored for a task."""

    done: bool
    duplicates: int
    wrong: int
    """Records that are there with a value missing or other than asked for."""


def judged(errand: Errand, records: Sequence[Record], before: Sequence[Record] = ()) -> Found:
    """What became of a task, by the application's own records; one that is as it was `before` is not done, and not wrong."""
    mine = [r for r in records if all(_same(r.get(k), v) for k, v in errand.key.items())]
    if errand.wanted is None:
        return Found(not mine, 0, 0)
    right = [r for r in mine if all(_same(r.get(k), v) for k, v in errand.wanted.items())]
    return Found(
        len(right) == 1 == len(mine) or (not errand.once and bool(right)),
        max(0, len(mine) - 1),
        sum(r not in right and r not in before for r in mine),
    )


def _same(stored: Any, wanted: Any) -> bool:
    return str(stored).strip() == str(wanted).strip()
