"""Statements that take something away for good."""

import time

import pytest

from midcourse.core.people.databases import taken_away
from tests.patience import patient


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DROP TABLE x", ["sql drop"]),
        ("select 1; truncate table x; delete from y", ["sql truncate", "sql delete"]),
        ("alter table x drop column y", ["sql drop"]),
        ('DELETE FROM"users"', ["sql delete"]),
        ("DELETE/**/FROM users", ["sql delete"]),
        ("DROP/* a remark */TABLE users", ["sql drop"]),
        ("DROP -- a remark\nTABLE users", ["sql drop"]),
        ("/*!50000 DROP TABLE users */", ["sql drop"]),
        ("/*M!50000 DROP*/ /*!50000 TABLE*/ users", ["sql drop"]),
        ("DROP /* a /* remark */ in one */ TABLE users", ["sql drop"]),
        ("DROP # a remark\nTABLE users", ["sql drop"]),
        ("select '/*'; drop/**/table users; select '*/'", ["sql drop"]),
        ("select '--'; drop/**/table users", ["sql drop"]),
        ("select '--'; delete -- a remark\nfrom users", ["sql delete"]),
        (r"select '\'/*'; drop/**/table users", ["sql drop"]),
        (r"select '\'--'; drop -- a remark" + "\ntable users", ["sql drop"]),
        ("drop global temporary table x", ["sql drop"]),
        ("DROP KEYSPACE k", ["sql drop"]),
        ("delete low_priority from x", ["sql delete"]),
        ("/**/" * 2000 + "select 1", ["sql with too many remarks"]),
        ('TRUNCATE "users"', ["sql truncate"]),
        ("truncate`users`", ["sql truncate"]),
        ("drop function f", ["sql drop"]),
        ("select deleted, dropped from x", []),
        ("select 1 /* delete, from nowhere */ from x", []),
        ("select '/*' from deleted", []),
        ("select a -- nothing to drop\n, b from tables", []),
        ("select truncate(x, 2) from y", []),
        ("update x set truncated = 1", []),
    ],
)
def test_what_a_statement_takes_away_is_named(statement, found):
    assert taken_away([statement]) == found


@pytest.mark.parametrize("sign", ["#", "--", "/* ", "*/", "'", '"', "/*!", "drop ", "-", "drop/*"])
def test_no_text_takes_long(sign):
    begun = time.monotonic()
    taken_away([sign * 200_000, "/*" + sign * 200_000, sign * 900 + "x" * 100_000])
    assert time.monotonic() - begun < patient(6)
