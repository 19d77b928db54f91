# ruff: noqa: E501 (the sources are as they are)
"""What other people do in an application meanwhile, by its own means: they edit the record, or add many others."""

from __future__ import annotations

from collections.abc import Mapping

MANY = 60

_ITEMS = """
import sqlite3, sys
what, key = sys.argv[1:]
db = sqlite3.connect("stock.db", timeout=30)
if what == "many":
    for n in range({many}):
        db.execute("insert into {table} (name, amount, kind, fragile, note) values (?, ?, 'tool', 0, '')", (f"bolt {{n:02}}", n))
elif what == "before":
    db.execute("update {table} set amount = 50 where name = ?", (key,))
    db.execute("insert into {table} (name, amount, kind, fragile, note) values (?, 1, 'tool', 0, '')", (key + " shade",))
else:
    db.execute("update {table} set due = '2027-01-01' where name = ?", (key,))
db.commit()
"""
_ISSUES = """
import sys, roundup.instance
what, key = sys.argv[1:]
db = roundup.instance.open("home").open("admin")
if what == "many":
    for n in range({many}):
        db.issue.create(title=f"Lost bolt {{n:02}}", priority="3")
elif what == "before":
    db.issue.create(title=key + " shade", priority="3")
else:
    for id in db.issue.filter(None, dict(title=key)):
        if db.issue.get(id, "title") == key:
            db.issue.set(id, assignedto="1")
db.commit()
"""
_PAGES = """
import subprocess, sys
from pathlib import Path
what, key = sys.argv[1:]
pages = Path("pages")
names = [f"bolt {{n:02}}" for n in range({many})] if what == "many" else [key + " shade", what]
for name in names:
    (pages / f"{{name}}.md").write_text("by another")
who = ["-c", "user.name=other", "-c", "user.email=other@localhost"]
subprocess.run(["git", "-C", "pages", "add", *(f"{{name}}.md" for name in names)], check=True)
subprocess.run(["git", "-C", "pages", *who, "commit", "-qm", "by another"], check=True)
"""
OTHERS: Mapping[str, str] = {
    "django-admin": _ITEMS.format(many=MANY, table="goods_item"),
    "streamlit": _ITEMS.format(many=MANY, table="item"),
    "panel": _ITEMS.format(many=MANY, table="item"),
    "roundup": _ISSUES.format(many=MANY),
    "otterwiki": _PAGES.format(many=MANY),
}
"""Programs for an application's own Python, by its name: told `before` or `after` (it is saved) or `many`, and the record's key."""
