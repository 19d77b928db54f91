# ruff: noqa: E501 (the sources of applications are as they are)
"""What the applications that are written here have in common: a stock of items, kept in SQLite."""

from __future__ import annotations

from collections.abc import Sequence

from .app import Errand, rows

STOCK = """
import sqlite3
def _db():
    db = sqlite3.connect("stock.db")
    db.execute("create table if not exists item (id integer primary key, name text, amount integer, kind text, fragile integer, due text, note text)")
    return db
def save(name, amount=0, kind="", fragile=False, due="", note=""):
    db = _db()
    db.execute("insert into item (name, amount, kind, fragile, due, note) values (?,?,?,?,?,?)",
               (name, int(amount or 0), kind or "", int(bool(fragile)), str(due)[:10] if due else "", note or ""))
    db.commit(); db.close()
def delete(name):
    db = _db(); db.execute("delete from item where name = ?", (name,)); db.commit(); db.close()
def change(name, amount):
    db = _db(); db.execute("update item set amount = ? where name = ?", (int(amount), name)); db.commit(); db.close()
def items():
    db = _db(); found = db.execute("select name, amount, kind, fragile, due, note from item order by id").fetchall(); db.close()
    return found
if not items():
    save("hammer", 3, "«tool»")
"""
records = rows("stock.db", "select * from item")


def errands(seen: str = "row({}, {})") -> Sequence[Errand]:
    """The four tasks of such a stock; `seen` is how an item shows."""

    def shown(name: str, amount: int) -> str:
        return seen.format(name, amount)

    return (
        Errand(
            "add an item",
            "«add» «Item» lamp",
            {"«Name»": "lamp", "«Amount»": "12", "«Kind»": "«toy»"},
            shown("lamp", 12),
            {"name": "lamp"},
            {"amount": 12, "kind": "«toy»", "fragile": 0},
        ),
        Errand(
            "every kind of field",
            "«add» «Item» vase",
            {
                "«Name»": "vase",
                "«Amount»": "2",
                "«Kind»": "«food»",
                "«Fragile»": "yes",
                "«Due»": "2026-12-01",
                "«Note»": "with care",
            },
            shown("vase", 2),
            {"name": "vase"},
            {"amount": 2, "kind": "«food»", "fragile": 1, "due": "2026-12-01", "note": "with care"},
        ),
        Errand(
            "an unticked box",
            "«add» «Item» rope",
            {"«Name»": "rope", "«Fragile»": "no", "«Note»": "twenty metres"},
            shown("rope", 0),
            {"name": "rope"},
            {"fragile": 0, "note": "twenty metres"},
        ),
        Errand(
            "a name that is there already in part",
            "«add» «Item» hammer drill",
            {"«Name»": "hammer drill", "«Amount»": "1", "«Kind»": "«tool»"},
            shown("hammer drill", 1),
            {"name": "hammer drill"},
            {"amount": 1, "kind": "«tool»"},
        ),
    )
